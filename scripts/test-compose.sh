#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-compose.sh: try deploy/compose: the file of services as two readers see it, the Caddyfile with a real Caddy in
# front of nimsumd, and the whole thing as containers. No registry is asked: Debian's Caddy stands in for the image
# that the file names. Exit status 77: the kernel lacks what containers need; all before them was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

same() { # same WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || die "$1: expected '$2', found '$3'"
}

# games CA URL: both games over TLS that is checked, a problem, and a compressed reply
games() {
    local ca=$1 url=$2 reply
    local curl=(curl -sS --max-time 10 --cacert "$ca")
    reply=$("${curl[@]}" -w '%{http_code} %{http_version}' "$url/xor-game" -d '{"nums":[1,1,2]}')
    same "/xor-game" '{"winner":"bob","alice_wins":false,"xor":2,"count":3,"reason":"odd-count"}
200 2' "$reply"
    reply=$("${curl[@]}" --compressed "$url/nim/ranges" -d '{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}')
    grep -q '"weighted_sum":2,' <<<"$reply" || die "/nim/ranges answered: $reply"
    reply=$("${curl[@]}" -o /dev/null -w '%{http_code} %{content_type}' "$url/xor-game" -d '{"nums":[]}')
    same "a problem" "422 application/problem+json" "$reply"
    "${curl[@]}" -D - -o /dev/null -H 'Accept-Encoding: gzip' "$url/openapi.json" | tr -d '\r' |
        grep -qi '^content-encoding: gzip$' || die "the description is not compressed"
    same "/metrics" 404 "$("${curl[@]}" -o /dev/null -w '%{http_code}' "$url/metrics")"
    same "a client that does not know the CA" 60 \
        "$(curl -s --max-time 10 -o /dev/null "$url/healthz" && echo 0 || echo $?)"
}

if [ "${1:-}" != containers ]; then
    scripts/deps.sh build compose
    docker-compose -f deploy/compose/compose.yaml config -q

    build_nimsumd
    scratch=$(mktemp -d)
    pids=()
    finish() {
        local status=$? pid
        [ "$status" -eq 0 ] || tail -n 20 "$scratch"/*.log >&2 || true
        for pid in "${pids[@]}"; do
            kill "$pid" 2>/dev/null || true
        done
        wait
        rm -rf "$scratch"
    }
    trap finish EXIT
    start_nimsumd "$scratch/nimsumd.log"
    pids+=("$nimsumd_pid")

    port=$(free_port)
    env XDG_DATA_HOME="$scratch/data" XDG_CONFIG_HOME="$scratch/config" NIMSUM_BIND=127.0.0.1 \
        NIMSUM_HTTP_PORT="$(free_port)" NIMSUM_HTTPS_PORT="$port" NIMSUM_UPSTREAM="${nimsumd_url#http://}" \
        caddy run --config deploy/compose/Caddyfile --adapter caddyfile >"$scratch/caddy.log" 2>&1 &
    caddy_pid=$!
    pids+=("$caddy_pid")
    ca=$scratch/data/caddy/pki/authorities/local/root.crt
    url=https://localhost:$port
    wait_until curl -fs --cacert "$ca" "$url/readyz"
    games "$ca" "$url"

    # Without a service behind it, it says so, and in time.
    kill "$nimsumd_pid"
    wait "$nimsumd_pid" || die "nimsumd ended with status $?"
    status=$(curl -s --max-time 10 --cacert "$ca" -o /dev/null -w '%{http_code}' "$url/xor-game" -d '{"nums":[1]}')
    [[ $status == 50[23] ]] || die "Caddy without a service answered $status"
    kill "$caddy_pid"
    wait "$caddy_pid" || die "caddy ended with status $?"
    trap - EXIT # exec runs no traps
    rm -rf "$scratch"
    say "Caddy in front of nimsumd: passed"
    exec "$0" containers
fi

# --- As containers. ----------------------------------------------------------------------------------------
scripts/deps.sh compose
# shellcheck source=scripts/container.sh
. scripts/container.sh

# What stands in for the official image: the same command, the same folders.
mkdir "$work/caddy"
cat >"$work/caddy/Dockerfile" <<'DOCKERFILE'
FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
DOCKERFILE
quietly buildah bud --layers --isolation chroot --network host --pull-never --format docker \
    -t docker.io/library/caddy:2 "$work/caddy"
podman tag "$image" localhost/nimsum

port=$(free_port)
export NIMSUM_HTTPS=127.0.0.1:$port
export NIMSUM_ARRAYS_DIR=$work/arrays
cp -r deploy/compose/arrays "$work/arrays"
chmod a+rx "$work" "$work/arrays"
replicas=(nimsum-test_nimsum_1 nimsum-test_nimsum_2) # as podman-compose calls them
export NIMSUM_REPLICAS=2 NIMSUM_UPSTREAM="${replicas[0]}:8080 ${replicas[1]}:8080"
compose=(podman-compose -p nimsum-test -f deploy/compose/compose.yaml)
take_down() {
    local status=$?
    if [ "$status" -ne 0 ]; then
        "${compose[@]}" logs >&2 || true
    fi
    "${compose[@]}" down -v >/dev/null 2>&1 || true
    cleanup
}
trap take_down EXIT
quietly "${compose[@]}" up -d --no-build 9>&-
root_certificate() {
    "${compose[@]}" exec -T caddy cat /data/caddy/pki/authorities/local/root.crt >"$work/root.crt"
}
wait_until root_certificate
url=https://localhost:$port
wait_until curl -fs --cacert "$work/root.crt" "$url/readyz"
games "$work/root.crt" "$url"

# The array of the bind mount: both replicas tell the same of it, in every byte.
pids=()
for container in "${replicas[@]}"; do
    pids+=("$(podman inspect "$container" --format '{{.State.Pid}}')")
done
demo() { # demo PID: what the replica says of the array, its validator included
    nsenter --target "$1" --net curl -fsS --max-time 10 -D - http://127.0.0.1:8080/nim/arrays/demo |
        grep -Eiv '^(date|x-request-id):'
}
version_of() {
    demo "$1" | sed -n 's/.*"version":"\([0-9a-f]*\)".*/\1/p'
}
is_new() {
    [ "$(version_of "$1")" = "$new" ]
}
old=$(version_of "${pids[0]}")
[ -n "$old" ] || die "the array demo is not there"
demo "${pids[0]}" | grep -qi '^etag: ' || die "the array has no ETag"
same "what the other replica says" "$(demo "${pids[0]}")" "$(demo "${pids[1]}")"

# It changes under clients, and one replica after the other is told.
mkdir "$work/next"
echo '[1,2,3,4]' >"$work/next/demo.json"
chmod a+r "$work/next/demo.json"
read -r _ _ new < <(podman run --rm --network none -v "$work/next:/next:ro" localhost/nimsum --check-arrays /next 9>&-)
scripts/ask_arrays.py "$url" "$work/mark" "$old" 3,4,5 "$new" 1,2,3,4 --ca "$work/root.crt" >"$work/answers" &
asker=$!
wait_until test -e "$work/mark"
mv "$work/next/demo.json" "$NIMSUM_ARRAYS_DIR/demo.json"
podman kill --signal HUP "${replicas[0]}" >/dev/null
wait_until is_new "${pids[0]}"
same "the version of the other one, which was not told yet" "$old" "$(version_of "${pids[1]}")"
sleep 0.5
podman kill --signal HUP "${replicas[1]}" >/dev/null
wait_until is_new "${pids[1]}"
wait "$asker"
same "failed, unfit, versions seen while the array changed" "0 0 2" "$(cat "$work/answers")"
same "what the other replica says then" "$(demo "${pids[0]}")" "$(demo "${pids[1]}")"

pid=${pids[0]} container=${replicas[0]}
same "user id" 65532 "$(awk '$1 == "Uid:" { print $2 }' "/proc/$pid/status")"
same "effective capabilities" 0000000000000000 "$(awk '$1 == "CapEff:" { print $2 }' "/proc/$pid/status")"
grep -Eq '^[^ ]+ / [^ ]+ ro[, ]' "/proc/$pid/mounts" || die "the root file system is not read-only"
quietly "${compose[@]}" stop
same "nimsumd's exit status" 0 "$(podman inspect "$container" --format '{{.State.ExitCode}}')"
say "passed"
