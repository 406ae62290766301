#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# coverage.sh: run the tests under gcov and hold the promise: every line of src/core, src/json and src/api is run, and
# 95 % of their branches; a line that no test can reach is named with its reason in tests/coverage-misses.txt.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test coverage
build_preset coverage
find build/coverage -name '*.gcda' -delete
# Not the faults: they take half as long as all the rest, judge by the clock, and one insists that no file is written.
quietly ctest --preset coverage --timeout 600 -E '^(proof_|faults_)'
quietly gcovr --root . --object-directory build/coverage --filter 'src/' --json build/coverage/coverage.json
scripts/coverage.py build/coverage/coverage.json tests/coverage-misses.txt
