#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# serve.sh [address [nimsumd options...]]: from a fresh clone to a running service, one command.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

address=127.0.0.1:8080
case "${1:-}" in
'' | -*) ;;
*)
    address=$1
    shift
    ;;
esac

scripts/deps.sh build
options=()
# The tests need packages that serving does not; a build folder that has them on keeps them.
[ -f build/release/CMakeCache.txt ] || options=(-DNIMSUM_TESTS=OFF)
quietly cmake --preset release "${options[@]}"
quietly cmake --build --preset release --target nimsumd -j "$(nproc)"

case "$address $*" in
unix:* | *:0\ * | *--help* | *--version* | *--listen*) ;; # there is no such line, or nobody knows it yet
*) echo "Once it listens, try: curl -s http://$address/xor-game -d '{\"nums\":[1,1,2]}'" ;;
esac
exec build/release/nimsumd --listen "$address" "$@"
