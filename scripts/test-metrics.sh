#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-metrics.sh: build nimsumd, check GET /metrics with promtool, and let a real Prometheus scrape it.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test metrics
preset=${NIMSUM_PRESET:-dev}
quietly cmake --preset "$preset"
quietly cmake --build --preset "$preset" --target nimsumd -j "$(nproc)"
exec /usr/bin/python3 -B tests/http/scrape.py "build/$preset/nimsumd"
