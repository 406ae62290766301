#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# valgrind.sh: the quick unit tests, the HTTP tests and the hostile requests under valgrind's memcheck. A report or a leak
# makes the program exit with 9, which fails its test. About ten minutes; the sanitizers run every test in CI.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test valgrind
build_preset dev
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

judge() { # judge NAME COMMAND...
    local name=$1
    shift
    if quietly "$@"; then
        passed=$((passed + 1))
    else
        say "$name FAILED"
        failed=$((failed + 1))
    fi
}

memcheck=(valgrind -q --error-exitcode=9 --leak-check=full)
# Random, exhaustive and fault-injecting programs are left out: they repeat the same code for hours here.
export CK_FORK=no CK_DEFAULT_TIMEOUT=0
for program in build/dev/tests/{core,base,json,text,api,http}/check_*; do
    case ${program##*/} in
    *_random | *_lane | check_scanner | check_suite | check_memory | check_allocation | check_address_space | check_search* | \
        check_moves | check_position | check_ranges* | check_exchange_order | check_exchange_memory | check_contest_memory) ;;
    *) judge "${program##*/}" timeout 300 "${memcheck[@]}" "$program" ;;
    esac
done

printf '#!/bin/sh\nexec %s %s "$@"\n' "${memcheck[*]}" "$PWD/build/dev/nimsumd" >"$work/nimsumd"
chmod +x "$work/nimsumd"
export NIMSUMD=$work/nimsumd
for test in tests/http/test_{contract,xor_game,nim_ranges,position,moves,get,text,cases}.py tests/hostile/test_http.py; do
    judge "$test" timeout 600 /usr/bin/python3 -B "$test"
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
