# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# lib.sh: what the scripts beside it share. Sourced, never run.

say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
    say "$@"
    exit 1
}

# Run a command and show what it printed only when it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        cat "$log" >&2
        say "failed with status $status: $*"
    fi
    rm -f "$log"
    return "$status"
}

# Configure and build a preset: build_preset NAME [configure options...]
build_preset() {
    local preset=$1
    shift
    quietly cmake --preset "$preset" "$@"
    quietly cmake --build --preset "$preset" -j "$(nproc)"
}

# Where things that are slow to make are kept between runs.
cache_dir() {
    local dir=${XDG_CACHE_HOME:-${HOME:-/var/tmp}/.cache}/nimsum
    mkdir -p "$dir"
    printf '%s\n' "$dir"
}

# True when the stamp file holds this text and is younger than 14 days, so that a cached system neither
# outlives a change of its recipe nor misses security updates for ever.
is_fresh() {
    local stamp=$1 text=$2
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$text" ] && [ -n "$(find "$stamp" -mtime -14)" ]
}

# Write the apt sources of a Debian release to files in DIR and print their names: write_debian_sources SUITE DIR.
# They are derived from this machine's own, so that the mirror it is set up for is asked. Third-party entries are
# left out: they need not have the release.
write_debian_sources() {
    local suite=$1 dir=$2 name files=()
    # shellcheck source=/dev/null
    name=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    [ -n "$name" ] || die "/etc/os-release names no VERSION_CODENAME to replace in the apt sources"
    mapfile -t files < <(find /etc/apt -maxdepth 2 -name '*.sources' | sort)
    if [ "${#files[@]}" -gt 0 ]; then
        # One stanza a record.
        awk -v RS= -v ORS='\n\n' -v name="$name" '
            $0 ~ "(^|\n)Suites:[^\n]*[ \t]" name && /(^|\n)Components:[^\n]*[ \t]main/ &&
            (!/(^|\n)Signed-By:/ || /debian-archive-keyring/)' "${files[@]}" |
            sed "/^Suites:/s/\\b$name\\b/$suite/g" >"$dir/$suite.sources"
    fi
    mapfile -t files < <(find /etc/apt -maxdepth 2 -name '*.list' | sort)
    if [ "${#files[@]}" -gt 0 ]; then
        awk -v name="$name" '
            $1 == "deb" && $0 ~ "[ \t]" name "[a-z/-]*[ \t]+main" &&
            (!/signed-by=/ || /debian-archive-keyring/)' "${files[@]}" |
            sed "s/\\b$name\\b/$suite/g" >"$dir/$suite.list"
    fi
    find "$dir" -maxdepth 1 \( -name "$suite.sources" -o -name "$suite.list" \) -size +0 | sort
}

# own_mounts "$@": start the calling script again as root, with the same arguments, in a mount namespace of its own:
# what it mounts then goes with the process, however it ends. Returns there at once; fails where the kernel refuses.
own_mounts() {
    [ "${NIMSUM_OWN_MOUNTS:-}" != yes ] || return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "not root and no sudo"
        as_root=(sudo)
    fi
    "${as_root[@]}" unshare --mount --propagation private true 2>/dev/null || return 1
    exec "${as_root[@]}" env NIMSUM_OWN_MOUNTS=yes XDG_CACHE_HOME="$(dirname "$(cache_dir)")" CI="${CI:-}" \
        unshare --mount --propagation private -- "$0" "$@"
}

# True when there is a Node of this version or a later one, and npm.
have_node() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        [ "$(node -p 'parseInt(process.versions.node)')" -ge "$1" ]
}

# Install what the package-lock.json of a folder pins, unless that is done.
npm_install() {
    local dir=$1
    if ! [ "$dir/node_modules/.package-lock.json" -nt "$dir/package-lock.json" ]; then
        (cd "$dir" && quietly npm ci --no-audit --no-fund --ignore-scripts)
    fi
}

# A port of 127.0.0.1 that was free a moment ago, for programs that cannot be told to pick one.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_until COMMAND...: until it succeeds, 10 seconds at most.
wait_until() {
    local end=$((SECONDS + 10))
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || die "not within 10 seconds: $*"
        sleep 0.05
    done
}

# Build nimsumd as it is released, into build/release.
build_nimsumd() {
    local options=()
    # The tests need packages that the daemon does not; a build folder that has them on keeps them.
    [ -f build/release/CMakeCache.txt ] || options=(-DNIMSUM_TESTS=OFF)
    quietly cmake --preset release "${options[@]}"
    quietly cmake --build --preset release --target nimsumd -j "$(nproc)"
}

# start_nimsumd LOG [option...]: start what build_nimsumd built on a port that the kernel picks. Sets $nimsumd_pid
# and $nimsumd_url; the caller ends the process.
# shellcheck disable=SC2034 # the caller reads them
start_nimsumd() {
    local log=$1
    shift
    build/release/nimsumd --listen 127.0.0.1:0 "$@" >"$log" 2>&1 &
    nimsumd_pid=$!
    wait_until grep -q '^nimsumd listening on ' "$log"
    nimsumd_url=$(sed -n 's/^nimsumd listening on //p' "$log")
}
