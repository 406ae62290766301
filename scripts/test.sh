#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh [ctest options...]: build with debugging on and run every unit, property and socket test.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

preset=${NIMSUM_PRESET:-dev} # asan and tsan: the same tests under sanitizers
scripts/deps.sh build test
build_preset "$preset"
# A report of a sanitizer must fail the test, also where a test expects the process to fail.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:strict_string_checks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1:second_deadlock_stack=1}
ctest --preset "$preset" --timeout 300 "$@"
