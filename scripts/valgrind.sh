#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# valgrind.sh: the quick unit tests, the HTTP tests and the hostile requests under valgrind's memcheck. A report or a leak
# makes the program exit with 9, which fails its test. The sanitizers run every test in CI.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test valgrind
build_preset dev
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export MEMCHECK="valgrind -q --error-exitcode=9 --leak-check=full"
printf '#!/bin/sh\nexec %s %s "$@"\n' "$MEMCHECK" "$PWD/build/dev/nimsumd" >"$work/nimsumd"
chmod +x "$work/nimsumd"
export NIMSUMD=$work/nimsumd CK_FORK=no CK_DEFAULT_TIMEOUT=0

# One word for each: the path of a test. The longest go first.
tests() {
    printf '%s\n' tests/hostile/test_http.py tests/http/test_{contract,xor_game,nim_ranges,position,moves,get,text,cases}.py
    # Random, exhaustive and fault-injecting programs are left out: they repeat the same code for hours here.
    find build/dev/tests -path '*/check_*' -type f -executable | sort | grep -Ev "/check_(.*_random|fast_path|.*_fast_path|scanner|$(
        )suite|memory|allocation|address_space|search.*|moves|position|array|ranges.*|automata|$(
        )exchange_order|exchange_memory|contest_memory)\$"
}

judge() { # judge TEST, in a shell of its own
    local command log status=0
    case $1 in
    *.py) command="/usr/bin/python3 -B" ;;
    *) command=$MEMCHECK ;;
    esac
    log=$(mktemp)
    # shellcheck disable=SC2086 # several words
    timeout 600 $command "$1" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -eq 0 ]; then
        echo "ok      $1"
    else
        cat "$log"
        echo "FAILED  $1: status $status"
    fi
    rm -f "$log"
}
export -f judge

# shellcheck disable=SC2016 # the shell inside reads this
tests | xargs -P "$(nproc)" -n 1 bash -c 'judge "$1"' judge | tee "$work/judged" | grep -v '^ok  ' || true
passed=$(grep -c '^ok  ' "$work/judged" || true) failed=$(grep -c '^FAILED  ' "$work/judged" || true)
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -eq "$(tests | wc -l)" ]
