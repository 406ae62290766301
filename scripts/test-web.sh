#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-web.sh [part of a test's name]: build nimsumd and drive its pages /play and /docs in a real browser.
# Pictures of them are left in build/web-pictures. Exit status 77: there is no Node 20 here, and nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

NODE_VERSION=20

# Debian 12 has an older Node, so it is not a package of deps.sh.
node_works() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        [ "$(node -p 'parseInt(process.versions.node)')" -ge "$NODE_VERSION" ]
}
if ! node_works; then
    [ "${CI:-}" != true ] || die "there is no Node $NODE_VERSION with npm here: the pages CANNOT BE TESTED"
    say "SKIPPED, NOTHING WAS TESTED: there is no Node $NODE_VERSION with npm here"
    exit 77
fi

scripts/deps.sh build test web
quietly cmake --preset dev
quietly cmake --build --preset dev --target nimsumd -j "$(nproc)"
cd tests/web
if ! [ node_modules/.package-lock.json -nt package-lock.json ]; then
    quietly npm ci --no-audit --no-fund --ignore-scripts
fi
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    die "deps.sh installed no Chromium"
export CHROMIUM
exec node run.js ../../build/dev/nimsumd ../../build/web-pictures "$@"
