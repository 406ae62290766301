#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh [--quick] [ctest options...]: build with debugging on and run every unit, property and socket test; with
# --quick those that together take less than half a minute on two processors once it is built. It leaves out
#   the groups faults, hostile and proof: faults of machine and network, hostile input, what is proved;
#   of the units: check_* of $SLOW below, which fail allocations or try random inputs by the hundred thousand;
#   over sockets: http_* of $SLOW, which send the largest requests or wait for deadlines; and what is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# Each takes long by itself, for what a change seldom breaks.
SLOW='check_(allocation|automata|contest_random|memory|moves|read|scanner|scanner_random)'
SLOW+='|http_(headline|lifecycle|limits|listen|moves|observability|signals|xor_game)|install'
if [ "${1:-}" = --quick ]; then
    shift
    # Twice as many at once as there are processors: half of their time they wait.
    set -- -LE '^(faults|hostile|proof)$' -E "^($SLOW)\$" -j "$((2 * $(nproc)))" "$@"
fi

preset=${NIMSUM_PRESET:-dev} # asan and tsan: the same tests under sanitizers
scripts/deps.sh build test
build_preset "$preset"
# A report of a sanitizer must fail the test, also where a test expects the process to fail.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:strict_string_checks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1:second_deadlock_stack=1}
ctest --preset "$preset" --timeout 300 "$@"
