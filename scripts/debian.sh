# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# debian.sh: a Debian of any release in a folder of its own, for the scripts beside it that run something there.
# Sourced after lib.sh, from the root of the tree; never run. It starts the calling script again as root and in a
# mount namespace of its own, so what the script does before is done again, with the same arguments.
#
#   make_debian SUITE PACKAGE,PACKAGE...   unpacks one into $root, which goes at the end; made once and then kept
#   in_debian COMMAND...                   runs a command there, with nothing of the environment here but CI
#
# $work is a folder that goes at the end, too. An EXIT trap of the caller's own must call leave_debian.

own_mounts "$@" || die "CANNOT RUN: no mount namespace may be made here; nothing was tested"
scripts/deps.sh debian

work=$(mktemp -d -p "${TMPDIR:-/var/tmp}")
root=$work/root
leave_debian() {
    # What is mounted there must not be emptied with it.
    ! mountpoint -q "$root" || umount -R "$root" || return
    rm -rf --one-file-system "$work"
}
trap leave_debian EXIT

# The proxy, the checks and the like that apt is set up for here hold there, too.
apt_options() {
    apt-config dump | grep -E '^Acquire::(http|https|Retries|Check-)' |
        sed 's/^/--aptopt=/'
}

make_debian() { # make_debian SUITE PACKAGE,PACKAGE...
    local suite=$1 packages=$2 kept recipe sources options
    mkdir "$work/apt"
    mapfile -t sources < <(write_debian_sources "$suite" "$work/apt")
    [ "${#sources[@]}" -gt 0 ] || die "CANNOT RUN: /etc/apt has no source of Debian's archive to take $suite from"
    mapfile -t options < <(apt_options)
    recipe="$packages $(cat "${sources[@]}" | sha256sum) ${options[*]}"
    kept=$(cache_dir)/debian-$suite-$(sha256sum <<<"$packages" | head -c 12)
    (
        flock 9 # one run at a time makes it
        if ! is_fresh "$kept.stamp" "$recipe"; then
            say "making a Debian $suite with $packages"
            rm -f "$kept.stamp" "$kept.tar"
            quietly mmdebstrap --variant=minbase --include="$packages" "${options[@]}" "$suite" "$kept.tar" \
                "${sources[@]}" || die "CANNOT RUN: mmdebstrap could not make Debian $suite; nothing was tested there"
            printf '%s\n' "$recipe" >"$kept.stamp"
        fi
        mkdir "$root"
        tar -x -C "$root" --exclude='./dev/*' -f "$kept.tar"
    ) 9>"$kept.lock"
    mount --bind "$root" "$root" # as a root is: a mount, which can be made read-only
    mount --rbind /dev "$root/dev"
    mount --rbind /sys "$root/sys"
    # Names must resolve there as they do here.
    local file
    for file in resolv.conf hosts; do
        [ ! -f "/etc/$file" ] || cp --remove-destination "/etc/$file" "$root/etc/$file"
    done
}

# In a process namespace of its own: nothing that the command leaves behind outlives it.
in_debian() {
    local passed=() name
    for name in CI http_proxy https_proxy no_proxy; do
        [ -z "${!name:-}" ] || passed+=("$name=${!name}")
    done
    unshare --pid --fork --kill-child --mount-proc="$root/proc" \
        chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "${passed[@]}" "$@"
}
