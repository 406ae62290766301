#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fuzz.sh [seconds]: run every fuzz target under AddressSanitizer and UndefinedBehaviorSanitizer, from the
# corpora in tests/fuzz, for so many seconds in all (default 60). Fails on any find; the input that made it
# is kept, to be put into tests/fuzz/regression/<target>/ beside the fix.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

seconds=${1:-60}
[[ $seconds =~ ^[0-9]+$ ]] || die "usage: fuzz.sh [seconds]"
scripts/deps.sh build test fuzz
mapfile -t targets < <(find tests/fuzz -maxdepth 1 -name 'fuzz_*.c' | sed 's#.*/fuzz_\(.*\)\.c#\1#' | sort)
quietly cmake --preset fuzz
quietly cmake --build --preset fuzz -j "$(nproc)" --target "${targets[@]/#/fuzz_}"

export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:strict_string_checks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
each=$((seconds / ${#targets[@]}))
[ "$each" -gt 0 ] || each=1 # libFuzzer takes 0 as "for ever"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
finds=$PWD/build/fuzz/finds
passed=0 failed=0
for target in "${targets[@]}"; do
    log=$work/$target.log
    mkdir -p "$work/$target" "$finds/$target"
    inputs=("$work/$target" "tests/fuzz/corpus/$target") # what is new goes to the first
    [ ! -d "tests/fuzz/regression/$target" ] || inputs+=("tests/fuzz/regression/$target")
    options=(-max_total_time="$each" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1
        -artifact_prefix="$finds/$target/")
    [ ! -f "tests/fuzz/$target.dict" ] || options+=(-dict="tests/fuzz/$target.dict")
    status=0
    "build/fuzz/tests/fuzz/fuzz_$target" "${options[@]}" "${inputs[@]}" >"$log" 2>&1 || status=$?
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    if [ "$status" -eq 0 ] && [ "${executions:-0}" -gt 0 ]; then
        passed=$((passed + 1))
        echo "ok      $target: $executions executions in $each s"
    else
        failed=$((failed + 1))
        tail -n 60 "$log"
        echo "FAILED  $target: status $status after ${executions:-no} executions; the input is in ${finds#"$PWD/"}/$target"
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
