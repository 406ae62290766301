#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# proof.sh: everything that is proved rather than tried (tests/proof): the machines of the JSON reader against
# the RFCs' grammars for every length, the faults that this must find, and the model of the stop.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test proof
quietly cmake --preset dev
quietly cmake --build --preset dev -j "$(nproc)" --target check_automata

passed=0 failed=0
for step in build/dev/tests/proof/check_automata tests/proof/mutants.py tests/proof/stop.sh; do
    began=$SECONDS
    if "$step"; then
        passed=$((passed + 1))
        say "${step##*/}: ok ($((SECONDS - began)) s)"
    else
        failed=$((failed + 1))
        say "${step##*/}: FAILED ($((SECONDS - began)) s)"
    fi
done
echo "proof: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
