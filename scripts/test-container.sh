#!/usr/bin/env bash
# test-container.sh: build the Dockerfile as it is and run the image the way it is meant to be run: read-only,
# without capabilities, as any user, in 64 MB. Needs root and no registry: the base image is made here from
# Debian's own packages. Exit status 77: the kernel lacks what containers need, and nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

if [ "$(id -u)" -ne 0 ]; then
    exec sudo --preserve-env=CI,XDG_CACHE_HOME "$0" "$@"
fi
scripts/deps.sh container

# --- Can this kernel run containers at all? Only a no here may skip. ---------------------------------------
lacks() {
    say "SKIPPED, NOTHING WAS TESTED: this kernel (or the container this runs in) $1"
    exit 77
}
# What is mounted from here on goes with this process, however it ends.
if [ "${NIMSUM_CONTAINER_INSIDE:-}" != yes ]; then
    unshare --mount --propagation private true 2>/dev/null || lacks "refuses mount namespaces"
    NIMSUM_CONTAINER_INSIDE=yes exec unshare --mount --propagation private -- "$0" "$@"
fi
unshare --pid --fork true 2>/dev/null || lacks "refuses pid namespaces"
unshare --net true 2>/dev/null || lacks "refuses network namespaces"
grep -q cgroup /proc/mounts || lacks "has no cgroup file system mounted"
grep -Eq '^memory\s.*1$' /proc/cgroups || grep -qw memory /sys/fs/cgroup/cgroup.controllers 2>/dev/null ||
    lacks "has no memory cgroup"

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
# What a run that was killed left: its containers first, then their bookkeeping.
podman rm -fa -t 0 >/dev/null 9>&- || true
rm -rf "$state/run" "$state/libpod"

# --- The base image, as Debian's slim images are made. -----------------------------------------------------
base=docker.io/library/debian:trixie-slim
mapfile -t sources < <(write_trixie_sources "$work")
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

# --- Run. --------------------------------------------------------------------------------------------------
same() { # same WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || die "$1: expected '$2', found '$3'"
}

# config FIELD: a member of the image's configuration
config() {
    podman image inspect "$image" --format "{{.Config.$1}}"
}
same "the image's user" 65532:65532 "$(config User)"
same "the image's stop signal" SIGTERM "$(config StopSignal)"
same "the image's entry point" "[/usr/local/bin/nimsumd]" "$(config Entrypoint)"

# of_process PID FIELD: a line of /proc/PID/status
of_process() {
    sed -n "s/^$2:[[:space:]]*//p" "/proc/$1/status" | tr '\t' ' '
}

# start NAME [podman options... --] [nimsumd options...]
start() {
    local name=$1
    shift
    names+=("$name")
    podman run -d --name "$name" --read-only --cap-drop ALL --security-opt no-new-privileges "$@" \
        >/dev/null 9>&- # the monitor it leaves behind must not hold our lock
}

# stop NAME: by SIGTERM alone; the service must end by itself, well
stop() {
    podman stop -t 20 "$1" >/dev/null
    same "$1's exit status after SIGTERM" 0 "$(podman inspect "$1" --format '{{.State.ExitCode}}')"
}

show_logs_on_failure() {
    local status=$?
    [ "$status" -eq 0 ] || [ "${#names[@]}" -eq 0 ] || podman logs "${names[-1]}" >&2 || true
    cleanup
}
trap show_logs_on_failure EXIT

games() { # games [command in front of curl...]: both games answer at $url
    local reply
    reply=$("$@" curl -fsS --max-time 10 "$url/xor-game" -d '{"nums":[1,1,2]}')
    grep -q '"winner":"bob"' <<<"$reply" || die "/xor-game answered: $reply"
    reply=$("$@" curl -fsS --max-time 10 "$url/nim/ranges" -d '{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}')
    grep -q '"weighted_sum":2' <<<"$reply" || die "/nim/ranges answered: $reply"
}

# wait_for COMMAND...: until it succeeds, 10 seconds at most
wait_for() {
    local end=$((SECONDS + 10))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || die "not within 10 seconds: $*"
        sleep 0.02
    done
}

listening() { # listening NAME: sets url from the line that the service prints
    url=$(podman logs "$1" 2>&1 | sed -n 's/.*listening on \(http:[^ ]*\).*/\1/p' | head -n 1)
    [ -n "$url" ]
}

# As an arbitrary user, as some platforms do, with little memory; on a port that the kernel picks.
user=$((RANDOM + 100000))
began=${EPOCHREALTIME/./}
start nimsum-any-user --network host --user "$user:$user" --memory 64m "$image" --listen 127.0.0.1:0
wait_for listening nimsum-any-user
games
now=${EPOCHREALTIME/./}
say "started and played both games in $(((now - began) / 1000)) ms"
pid=$(podman inspect nimsum-any-user --format '{{.State.Pid}}')
same "user id" "$user $user $user $user" "$(of_process "$pid" Uid)"
same "effective capabilities" 0000000000000000 "$(of_process "$pid" CapEff)"
same "no new privileges" 1 "$(of_process "$pid" NoNewPrivs)"
grep -Eq '^[^ ]+ / [^ ]+ ro[, ]' "/proc/$pid/mounts" || die "the root file system is not read-only"
say "resident: $(of_process "$pid" VmRSS), peak $(of_process "$pid" VmHWM)"
stop nimsum-any-user

# As the image says, untouched: its own user and command, in a network of its own.
start nimsum-default --network none "$image"
pid=$(podman inspect nimsum-default --format '{{.State.Pid}}')
url=http://127.0.0.1:8080
wait_for nsenter --target "$pid" --net curl -fs --max-time 2 -o "$work/health" "$url/healthz"
games nsenter --target "$pid" --net
same "user id" "65532 65532 65532 65532" "$(of_process "$pid" Uid)"
stop nimsum-default
say "passed"
