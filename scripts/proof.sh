#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# proof.sh [--only PART] [--mutants]: everything that is proved rather than tried. Stops at the first part that fails;
# ends with one line a part:
#   coq    the theorems of docs/GAMES.md from the rules of the games (proofs/coq)
#   cbmc   the functions of src/core and the vector readers of digits (proofs/cbmc), by CBMC on a Debian 13; and its model
#          of the intrinsics beside this processor
#   seam   the library's answers beside those that Coq computes (proofs/seam)
#   spin   the protocols of stop, workers and the swap of arrays (tests/proof/*.pml)
# and before them, without a line of its own, automata: the machines of the JSON reader against the RFCs' grammars for
# every length (tests/proof). Each part must also find a fault put into what it proves: one, or with --mutants all.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

parts=(automata coq cbmc seam spin) faults=--one
while [ $# -gt 0 ]; do
    case $1 in
    --only)
        [[ " ${parts[*]} " == *" ${2:-} "* ]] || die "there is no part '${2:-}', but: ${parts[*]}"
        parts=("$2")
        shift
        ;;
    --mutants) faults= ;;
    *) die "usage: proof.sh [--only PART] [--mutants]" ;;
    esac
    shift
done

on_debian13=(scripts/debian13.sh "cbmc,cvc5,gcc,libc6-dev,python3,z3")

prove_automata() {
    scripts/deps.sh build test proof
    quietly cmake --preset dev
    quietly cmake --build --preset dev -j "$(nproc)" --target check_automata
    build/dev/tests/proof/check_automata
    tests/proof/mutants.py
}

prove_coq() {
    proofs/coq/mutants.sh $faults
    proofs/coq/check.sh
}

prove_cbmc() {
    scripts/deps.sh build test
    # What is compiled is what is proved: no annotation stands in the product.
    ! grep -rn CPROVER src include || die "the source knows of its proofs"
    proofs/coverage.py
    proofs/cbmc/model/check.sh $faults
    "${on_debian13[@]}" proofs/mutants.py $faults
    "${on_debian13[@]}" proofs/cbmc/run.py
}

prove_seam() {
    proofs/seam/mutants.sh $faults
    proofs/seam/check.sh
}

prove_spin() {
    scripts/deps.sh proof
    tests/proof/spin.sh
}

expected() { # the last line of a part that passed
    case $1 in
    automata) echo 'mutants: [0-9]+ passed, 0 failed' ;;
    coq) echo 'coq: [1-9][0-9]* theorems, 0 axioms' ;;
    cbmc) echo 'cbmc: [1-9][0-9]* harnesses, [1-9][0-9]* properties, 0 unproved' ;;
    seam) echo 'seam: [1-9][0-9]* rows equal' ;;
    spin) echo 'spin: [1-9][0-9]* models, [1-9][0-9]* faults found' ;;
    esac
}

said=$(mktemp)
trap 'rm -f "$said"' EXIT
lines=()
for part in "${parts[@]}"; do
    began=$SECONDS
    set +e # and on again in the part: it is off where a status is asked for otherwise
    (
        set -e
        "prove_$part"
    ) 2>&1 | tee "$said" >&2
    status=${PIPESTATUS[0]}
    set -e
    last=$(tail -n 1 "$said")
    if [ "$status" -ne 0 ] || ! grep -Eqx "$(expected "$part")" <<<"$last"; then
        die "$part FAILED ($((SECONDS - began)) s)"
    fi
    say "$part: ok ($((SECONDS - began)) s)"
    [ "$part" = automata ] || lines+=("$last")
done
[ "${#lines[@]}" -eq 0 ] || printf '%s\n' "${lines[@]}"
