# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# container.sh: from nothing to the image built from the Dockerfile as it is, for the scripts beside it that run
# it. Sourced after lib.sh, from the root of the tree; never run. It starts the calling script again as root and in
# a mount namespace of its own, so what the script does before is done again, with the same arguments.
#
# Sets $image, the built image, $work, a folder that goes at the end, and $names, to which the caller adds the
# containers that it starts. podman then uses a storage of our own. No registry is asked: the base image is made
# here from Debian's own packages. Ends the script with status 77 where the kernel lacks what containers need.

# --- Can this kernel run containers at all? Only a no here may skip. ---------------------------------------
lacks() {
    say "SKIPPED, NOTHING WAS TESTED: this kernel (or the container this runs in) $1"
    exit 77
}
own_mounts "$@" || lacks "refuses mount namespaces"
unshare --pid --fork true 2>/dev/null || lacks "refuses pid namespaces"
unshare --net true 2>/dev/null || lacks "refuses network namespaces"
grep -q cgroup /proc/mounts || lacks "has no cgroup file system mounted"
grep -Eq '^memory\s.*1$' /proc/cgroups || grep -qw memory /sys/fs/cgroup/cgroup.controllers 2>/dev/null ||
    lacks "has no memory cgroup"
scripts/deps.sh container

# --- A storage of our own. ---------------------------------------------------------------------------------
work=$(mktemp -d)
state=$(cache_dir)/containers
mkdir -p "$state"
exec 9>"$state.lock"
flock 9 # one run at a time uses it
names=()
cleanup() {
    local name
    for name in "${names[@]}"; do
        podman rm -f -t 0 "$name" >/dev/null 2>&1 || true
    done
    rm -rf "$work"
}
trap cleanup EXIT

overlay_works() {
    mkdir "$work"/{lower,upper,work,merged}
    unshare --mount --propagation private mount -t overlay overlay \
        -o "lowerdir=$work/lower,upperdir=$work/upper,workdir=$work/work" "$work/merged" 2>/dev/null
}
driver=overlay
overlay_works || {
    driver=vfs
    say "no overlay file system here: the copying vfs driver is used, which is slower"
}
cat >"$work/storage.conf" <<CONF
[storage]
driver = "$driver"
graphroot = "$state/root"
runroot = "$state/run"
CONF
# runc and cgroupfs work under both cgroup versions. The limits podman sets by default may be above ours.
cat >"$work/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "$state/libpod"
CONF
export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
# podman would run the image's health check by timers of a systemd that need not be here.
export DISABLE_HC_SYSTEMD=true
# What a run that was killed left: its containers first, then their bookkeeping.
podman rm -fa -t 0 >/dev/null 9>&- || true
podman volume rm -fa >/dev/null 9>&- || true
rm -rf "$state/run" "$state/libpod"

# --- The base image, as Debian's slim images are made. -----------------------------------------------------
base=docker.io/library/debian:trixie-slim
mapfile -t sources < <(write_debian_sources trixie "$work")
[ "${#sources[@]}" -gt 0 ] || die "/etc/apt has no source of Debian's archive to make the base image from"
recipe="$driver $(cat "${sources[@]}" | sha256sum)"
if ! is_fresh "$state/base.stamp" "$recipe" || ! podman image exists "$base"; then
    say "making the base image $base"
    rm -f "$state/base.stamp"
    # shellcheck disable=SC2016 # apt reads this
    quietly mmdebstrap --variant=minbase \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --aptopt='Dir::Cache::pkgcache ""' --aptopt='Dir::Cache::srcpkgcache ""' \
        --aptopt='APT::Update::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; }' \
        trixie "$work/base.tar" "${sources[@]}"
    quietly podman import -c 'CMD ["bash"]' "$work/base.tar" "$base"
    rm -f "$work/base.tar"
    printf '%s\n' "$recipe" >"$state/base.stamp"
fi

# --- Build. ------------------------------------------------------------------------------------------------
image=localhost/nimsum:test
began=$SECONDS
quietly buildah bud --layers --isolation chroot --network host --pull-never --format docker -t "$image" .
say "built $image in $((SECONDS - began)) s, $(podman image inspect "$image" --format '{{.Size}}' |
    awk '{ printf "%.0f MB, of which the base %s", $1 / 1e6, "" }')$(podman image inspect "$base" --format '{{.Size}}' |
    awk '{ printf "%.0f MB", $1 / 1e6 }')"
podman image prune -f --filter until=336h >/dev/null
