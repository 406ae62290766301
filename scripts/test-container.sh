#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-container.sh: build the Dockerfile as it is and run the image the way it is meant to be run: read-only,
# without capabilities, as any user, in 64 MB. Needs root and no registry. Exit status 77: the kernel lacks what
# containers need, and nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh
# shellcheck source=scripts/container.sh
. scripts/container.sh

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

# The largest case of the contest, 10^6 heaps and 10^6 queries in 26 MB of JSON; prints the right weighted sum.
make_headline() { # make_headline FILE
    python3 - "$1" <<'PYTHON'
import itertools, json, operator, random, sys
random.seed(20181)
n = 10**6
heaps = [random.randrange(10**9) for _ in range(n)]
queries = [sorted((random.randint(1, n), random.randint(1, n))) for _ in range(n)]
prefix = [0, *itertools.accumulate(heaps, operator.xor)]
weighted_sum = 0
for left, right in queries:
    weighted_sum = (2 * weighted_sum + (prefix[right] != prefix[left - 1])) % 1000000007
with open(sys.argv[1], "w", encoding="ascii") as file:
    json.dump({"heaps": heaps, "queries": queries, "verdicts": "bits"}, file, separators=(",", ":"))
print(weighted_sum)
PYTHON
}

headline() { # it is answered at $url
    local right told
    right=$(make_headline "$work/headline.json")
    told=$(curl -fsS --max-time 60 "$url/nim/ranges" --data-binary "@$work/headline.json" |
        sed -n 's/.*"weighted_sum":\([0-9]*\).*/\1/p')
    same "weighted sum of the largest contest case" "$right" "$told"
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
headline
say "resident: $(of_process "$pid" VmRSS), peak $(of_process "$pid" VmHWM)"
stop nimsum-any-user

# As the image says, untouched: its own user and command, in a network of its own.
start nimsum-default --network none "$image"
pid=$(podman inspect nimsum-default --format '{{.State.Pid}}')
url=http://127.0.0.1:8080
wait_for nsenter --target "$pid" --net curl -fs --max-time 2 -o "$work/health" "$url/healthz"
games nsenter --target "$pid" --net
same "user id" "65532 65532 65532 65532" "$(of_process "$pid" Uid)"
# The image's health check, run by the engine; and one that must fail.
podman healthcheck run nimsum-default >/dev/null || die "the image's health check fails"
same "a health check where nobody listens" 1 \
    "$(podman exec nimsum-default /usr/local/bin/nimsumd --health-check 127.0.0.1:1 >/dev/null 2>&1 || echo $?)"
stop nimsum-default
say "passed"
