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
[ -x build/release/nimsumd ] || say "building nimsumd, which takes half a minute"
options=()
# The tests need packages that serving does not; a build folder that has them on keeps them.
[ -f build/release/CMakeCache.txt ] || options=(-DNIMSUM_TESTS=OFF)
quietly cmake --preset release "${options[@]}"
quietly cmake --build --preset release --target nimsumd -j "$(nproc)"

# What nimsumd prints, and what to do next once it has said that it listens.
tell() {
    local line url
    trap '' INT TERM # the last word is nimsumd's
    while IFS= read -r line; do
        printf '%s\n' "$line"
        case $line in
        'nimsumd listening on http://'*)
            url=${line#nimsumd listening on }
            url=${url/0.0.0.0/127.0.0.1}
            printf 'The board, in a browser: %s/play\nFrom a shell: curl -s %s/xor-game --json %s\n' \
                "$url" "$url" "'{\"nums\":[1,1,2]}'"
            ;;
        esac
    done
}
exec build/release/nimsumd --listen "$address" "$@" > >(tell)
