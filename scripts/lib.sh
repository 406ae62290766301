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

# Write Debian 13's apt sources to files in DIR and print their names. They are derived from this machine's
# own, so that the mirror it is set up for is asked. Third-party entries are left out: they have no trixie.
write_trixie_sources() {
    local dir=$1 name files=()
    # shellcheck source=/dev/null
    name=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    [ -n "$name" ] || die "/etc/os-release names no VERSION_CODENAME to replace in the apt sources"
    mapfile -t files < <(find /etc/apt -maxdepth 2 -name '*.sources' | sort)
    if [ "${#files[@]}" -gt 0 ]; then
        # One stanza a record.
        awk -v RS= -v ORS='\n\n' -v name="$name" '
            $0 ~ "(^|\n)Suites:[^\n]*[ \t]" name && /(^|\n)Components:[^\n]*[ \t]main/ &&
            (!/(^|\n)Signed-By:/ || /debian-archive-keyring/)' "${files[@]}" |
            sed "/^Suites:/s/\\b$name\\b/trixie/g" >"$dir/trixie.sources"
    fi
    mapfile -t files < <(find /etc/apt -maxdepth 2 -name '*.list' | sort)
    if [ "${#files[@]}" -gt 0 ]; then
        awk -v name="$name" '
            $1 == "deb" && $0 ~ "[ \t]" name "[a-z/-]*[ \t]+main" &&
            (!/signed-by=/ || /debian-archive-keyring/)' "${files[@]}" |
            sed "s/\\b$name\\b/trixie/g" >"$dir/trixie.list"
    fi
    find "$dir" -maxdepth 1 \( -name trixie.sources -o -name trixie.list \) -size +0 | sort
}
