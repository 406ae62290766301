#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deps.sh [group...]: install the Debian packages that a group of scripts needs (default: build test).
# Silent and quick when everything is there; asks for root, through sudo, only when something is missing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

# group, what it is for, packages
groups() {
    cat <<'TABLE'
build|compile nimsumd and ask it|gcc libc6-dev cmake make pkg-config libmicrohttpd-dev libcjson-dev libxxhash-dev curl
install|link the library into C++|g++
coverage|measure what the tests reach|gcovr
test|run the tests|check spin python3 python3-yaml curl strace util-linux
lint|check the sources|git python3 clang libclang-rt-dev clang-format clang-tidy cppcheck flake8 shellcheck yamllint mandoc
container|build and run the image|mmdebstrap buildah podman runc crun netavark aardvark-dns iptables catatonit curl util-linux python3
compose|try the services of deploy/compose|caddy docker-compose podman-compose curl python3
nginx|try nginx in front of nimsumd|nginx-light openssl curl python3
scaling|measure replicas behind nginx|nginx-light wrk curl python3
examples|run the examples in other languages|curl python3 nodejs golang-go php-cli
fuzz|run the fuzz targets|clang libclang-rt-dev check
valgrind|check memory accesses|valgrind
proof|check what is proved|spin gcc libc6-dev check python3
coq|check the theorems|coq
debian|try it on a Debian made for that|git mmdebstrap util-linux
arm64|build and test for 64-bit ARM|gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user mmdebstrap curl
systemd|check the units and start as systemd does|systemd python3 python3-yaml
metrics|check the metrics|prometheus
web|drive the pages in a browser|chromium
bench|measure|g++ python3 nodejs golang-go cargo librust-hyper-dev librust-serde-dev librust-serde-json-dev librust-tokio-dev libsimdjson-dev
bench-python|measure FastAPI too|python3-fastapi uvicorn python3-httptools python3-uvloop
TABLE
}

usage() {
    echo "usage: deps.sh [group...]   (groups, default build test:)"
    groups | awk -F'|' '{ printf "  %-10s %s: %s\n", $1, $2, $3 }'
}

case "${1:-}" in
-h | --help)
    usage
    exit 0
    ;;
esac
[ $# -gt 0 ] || set -- build test

missing=()
for group in "$@"; do
    row=$(groups | grep "^$group|") || {
        usage >&2
        die "no group '$group'"
    }
    IFS='|' read -r _ purpose packages <<<"$row"
    read -ra packages <<<"$packages"
    if ! command -v dpkg-query >/dev/null; then
        say "this is not Debian; to $purpose, have the equivalents of: ${packages[*]}"
        continue
    fi
    # dpkg-query fails when it knows one of the packages not at all; what it knows it prints all the same.
    present=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "${packages[@]}" 2>/dev/null || true)
    absent=()
    for package in "${packages[@]}"; do
        grep -Fqx -e "ii $package" -e "hi $package" <<<"$present" || absent+=("$package")
    done
    if [ "${#absent[@]}" -gt 0 ]; then
        say "to $purpose, installing: ${absent[*]}"
        missing+=("${absent[@]}")
    fi
done
[ "${#missing[@]}" -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "not root and no sudo: install them yourself: ${missing[*]}"
    as_root=(sudo)
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
quietly "${apt[@]}" update
quietly "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
