#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# soak.sh [minutes]: mixed, bad and hostile requests against a release daemon on a free port for so many minutes
# (default 10). Fails on a wrong answer, on memory that grows by 1 MB an hour or more after the warm-up (judged from 5
# minutes on), on files or threads that are not given back, and on an end that is not clean. tests/soak/soak.py tells
# what is sent and how the slope is worked out.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

minutes=${1:-10}
[[ $minutes =~ ^[0-9]+(\.[0-9]+)?$ ]] || die "usage: soak.sh [minutes]"
scripts/deps.sh build test
build_preset release
NIMSUMD=build/release/nimsumd timeout --kill-after=10 "$((${minutes%.*} * 60 + 900))" \
    /usr/bin/python3 -B tests/soak/soak.py --minutes "$minutes"
