#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fresh.sh [bookworm|trixie [ctest options...]]: what README promises of a fresh clone, on a bare Debian (default trixie,
# on whose libraries the image ships) that has git and nothing else: scripts/serve.sh answers and scripts/test.sh passes.
# Fails, too, where a test skips something that is not told below. What is not committed here is in the clone. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

suite=${1:-trixie}
[[ $suite =~ ^(bookworm|trixie)$ ]] || die "usage: fresh.sh [bookworm|trixie [ctest options...]]"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh

# What a fresh clone cannot test: the test, what it says then, and why. Whatever else is skipped is a failure.
allowed() {
    cat <<'TABLE'
check_suite|there is no folder /srv/nimsum/../shared/|the public suite of hostile JSON is not ours to carry
http_hostile_json|no JSONTestSuite at /srv/shared/|the public suite of hostile JSON is not ours to carry
TABLE
}

make_debian "$suite" git
printf '[safe]\n\tdirectory = *\n' >"$work/gitconfig"
export GIT_CONFIG_GLOBAL=$work/gitconfig
repository=$root/srv/nimsum.git
quietly git clone --bare "file://$PWD" "$repository"
if [ -n "$(git status --porcelain)" ]; then
    say "with what is not committed"
    as_is=(git --git-dir="$repository" --work-tree="$PWD" -c core.bare=false)
    "${as_is[@]}" add -A
    "${as_is[@]}" -c user.name=fresh -c user.email=fresh@localhost commit -q -m "what is not committed"
fi
say "a bare Debian $(cat "$root/etc/debian_version")"
in_debian git -c advice.detachedHead=false clone -q /srv/nimsum.git /srv/nimsum

began=$SECONDS
# A port that the kernel picks, since the network is this machine's.
# shellcheck disable=SC2016 # the shell inside reads this
in_debian bash -euc '
    cd /srv/nimsum
    scripts/serve.sh 127.0.0.1:0 >/tmp/served 2>&1 &
    for ((i = 0; i < 3000; i++)); do
        url=$(sed -n "s/^nimsumd listening on //p" /tmp/served)
        [ -z "$url" ] || break
        kill -0 $! 2>/dev/null || break
        sleep 0.2
    done
    [ -n "$url" ] || { cat /tmp/served; exit 1; }
    curl -sS --max-time 10 "$url/xor-game" -d "{\"nums\":[1,1,2]}" >/tmp/reply
    kill $!
    wait $! || { cat /tmp/served; exit 1; }' || die "scripts/serve.sh FAILED on a fresh $suite"
grep -q '"winner":"bob"' "$root/tmp/reply" || die "scripts/serve.sh answered: $(cat "$root/tmp/reply")"
say "scripts/serve.sh answers after $((SECONDS - began)) s"

began=$SECONDS status=0
# shellcheck disable=SC2016 # the shell inside reads this
in_debian bash -c 'cd /srv/nimsum && CI=true scripts/test.sh "$@"' test "${@:2}" 2>&1 | tee "$work/tested" || status=1
say "scripts/test.sh ended after $((SECONDS - began)) s on:"
# shellcheck disable=SC2016 # the format is dpkg-query's
in_debian dpkg-query -W -f '  ${Package} ${Version}\n' gcc libc6 cmake libmicrohttpd-dev libcjson-dev check >&2

# Every line in which a test, passed or not, says that it left something out; and whether ctest knows of more.
allowed >"$work/allowed"
cp "$root/srv/nimsum/build/dev/Testing/Temporary/LastTest.log" "$work/log"
awk -F '|' -v status=0 -v log_file="$work/log" '
    FILENAME != log_file { words[$1] = $2; reasons[$1] = $3; next }
    /^[0-9]+\/[0-9]+ Testing: / { name = $0; sub(/.*: /, "", name) }
    /SKIP|NOT TESTED|NOT tested/ {
        if (name in words && index($0, words[name])) { print "skipped: " name ": " reasons[name] }
        else { print "SKIPPED WITHOUT LEAVE: " name ": " $0; status = 1 }
    }
    END { exit status }' "$work/allowed" "$work/log" >"$work/skipped" || status=1
say "what was skipped:"$'\n'"$(cat "$work/skipped")"
while read -r name; do
    grep -q "skipped: $name: " "$work/skipped" || {
        say "SKIPPED OR NOT RUN, WITHOUT A WORD: $name"
        status=1
    }
done < <(sed -nE 's/^[[:space:]]*[0-9]+ - ([^ ]+) \((Skipped|Not Run|Disabled)\).*/\1/p' "$work/tested")
grep -q 'tests passed, 0 tests failed' "$work/tested" || status=1
[ "$status" -eq 0 ] || die "FAILED on a fresh Debian $suite"
say "passed on a fresh Debian $suite"
