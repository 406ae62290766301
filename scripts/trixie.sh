#!/usr/bin/env bash
# trixie.sh [ctest options...]: build and run the whole test suite on Debian 13, in a chroot made here, since
# the image ships on Debian 13's libraries (libmicrohttpd 1.x, cJSON 1.7.18, gcc 14). Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# First run: inside a mount namespace of our own, so that the mounts go with the process, however it ends.
if [ "${NIMSUM_TRIXIE_INSIDE:-}" != yes ]; then
    scripts/deps.sh trixie
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" unshare --mount --propagation private true ||
        die "CANNOT RUN: no mount namespace may be made here; nothing was tested on Debian 13"
    exec "${as_root[@]}" env NIMSUM_TRIXIE_INSIDE=yes NIMSUM_TRIXIE_CACHE="$(cache_dir)" \
        unshare --mount --propagation private -- "$0" "$@"
fi

work=$(mktemp -d)
source_dir=
cleanup() {
    rm -rf "$work"
    [ -z "$source_dir" ] || rm -rf "$source_dir"
}
trap cleanup EXIT

packages=gcc,libc6-dev,cmake,make,pkg-config,libmicrohttpd-dev,libcjson-dev,check,python3,python3-yaml,curl
root=$NIMSUM_TRIXIE_CACHE/trixie
exec 9>"$root.lock"
flock 9 # one run at a time makes or uses it
mapfile -t sources < <(write_trixie_sources "$work")
[ "${#sources[@]}" -gt 0 ] || die "CANNOT RUN: /etc/apt has no source of Debian's archive to take trixie from"
recipe="$packages $(cat "${sources[@]}" | sha256sum)"
if ! is_fresh "$root.stamp" "$recipe"; then
    say "making a Debian 13 system in $root"
    rm -rf "$root.stamp" "$root"
    quietly mmdebstrap --variant=minbase --include="$packages" trixie "$root" "${sources[@]}" ||
        die "CANNOT RUN: mmdebstrap could not make Debian 13; nothing was tested there"
    printf '%s\n' "$recipe" >"$root.stamp"
fi

# A copy, so that the build here and the build there never meet.
source_dir=$(mktemp -d "$root/tmp/nimsum.XXXXXX")
git -c safe.directory="$PWD" ls-files -co --exclude-standard -z |
    tar -c --null --ignore-failed-read -T - | tar -x -C "$source_dir"

mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
inside=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 CI="${CI:-}")
say "on Debian $(cat "$root/etc/debian_version") with:"
# shellcheck disable=SC2016 # the format is dpkg-query's
"${inside[@]}" dpkg-query -W -f '  ${Package} ${Version}\n' \
    gcc libc6 cmake libmicrohttpd-dev libcjson-dev check >&2
# shellcheck disable=SC2016 # expanded by the shell inside
"${inside[@]}" sh -euc 'cd "$1"; shift
    cmake --preset dev >configure.log 2>&1 || { cat configure.log; exit 1; }
    cmake --build --preset dev -j "$(nproc)" >build.log 2>&1 || { cat build.log; exit 1; }
    ctest --preset dev --timeout 300 -LE proof "$@"' sh "${source_dir#"$root"}" "$@"
