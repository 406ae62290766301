#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# arm64.sh [ctest options...]: build for another processor, 64-bit ARM, with Debian's cross compiler, and run the unit
# tests and the daemon there under qemu's user emulation. Nothing of ARM is installed here: its libraries are unpacked
# into a folder.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# What is not run, and why.
left_out() {
    cat <<'TABLE'
check_address_space|qemu does not hold the emulated program to its limit of address space
check_allocation|each allocation in turn fails, which takes minutes here and concerns no processor
check_contest_random|its random inputs take minutes here; the corpora of the fuzz targets are replayed
check_peer|qemu answers TCP_INFO with its first four bytes alone
check_scanner_random|its random inputs take minutes here; the corpora of the fuzz targets are replayed
check_suite|the public suite of hostile JSON is not ours to carry
TABLE
}

scripts/deps.sh build arm64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck source=/dev/null
suite=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
packages=libc6-dev,libmicrohttpd-dev,libcjson-dev,libxxhash-dev,check,libsimde-dev
root=$(cache_dir)/arm64-$suite
exec 9>"$root.lock"
flock 9 # one run at a time makes it
mapfile -t sources < <(write_debian_sources "$suite" "$work")
[ "${#sources[@]}" -gt 0 ] || die "CANNOT RUN: /etc/apt has no source of Debian's archive to take the libraries from"
recipe="$packages $(cat "${sources[@]}" | sha256sum)"
if ! is_fresh "$root.stamp" "$recipe"; then
    rm -rf "$root.stamp" "$root"
    quietly mmdebstrap --variant=extract --architectures=arm64 --include="$packages" "$suite" "$root" \
        "${sources[@]}" || die "CANNOT RUN: mmdebstrap could not unpack the libraries"
    printf '%s\n' "$recipe" >"$root.stamp"
fi
exec 9>&-

export PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/aarch64-linux-gnu/pkgconfig
quietly cmake --preset dev -B build/arm64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_SYSROOT="$root" \
    -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-L;$root"
quietly cmake --build build/arm64 -j "$(nproc)"
[[ $(readelf -hW build/arm64/nimsumd) =~ AArch64 ]] || die "build/arm64/nimsumd is none for 64-bit ARM"

# qemu grants a reservation of any size and then keeps tables for all of it: without a limit of its own, the tests
# that reserve what no system has would take this machine's memory.
ulimit -v 8000000
export CK_TIMEOUT_MULTIPLIER=20
while IFS='|' read -r name reason; do
    say "NOT RUN: $name: $reason"
done < <(left_out)
ctest --test-dir build/arm64 --output-on-failure --no-tests=error -j "$(nproc)" --timeout 300 -R '^(check|replay)_' \
    -E "^($(left_out | cut -d '|' -f 1 | paste -sd '|'))$" "$@"

qemu-aarch64 -L "$root" build/arm64/nimsumd --listen 127.0.0.1:0 >"$work/log" 2>&1 &
pid=$!
trap 'kill "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT
wait_until grep -q '^nimsumd listening on ' "$work/log"
reply=$(curl -sS --max-time 20 "$(sed -n 's/^nimsumd listening on //p' "$work/log")/xor-game" -d '{"nums":[1,1,2]}')
[[ $reply == *'"winner":"bob"'* ]] || die "the daemon answered: $reply"
kill "$pid"
wait "$pid" || die "the daemon ended with status $?: $(cat "$work/log")"
say "passed"
