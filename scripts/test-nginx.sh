#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-nginx.sh: try deploy/nginx/nimsum.conf: TLS, keys, limits, compression, and a replica that goes while clients
# ask, and arrays that change under them, which none of them may notice.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh
# shellcheck source=scripts/nginx.sh
. scripts/nginx.sh

scripts/deps.sh build nginx
build_nimsumd
work=$(mktemp -d)
pids=()
finish() {
    local status=$? pid
    [ "$status" -eq 0 ] || tail -n 20 "$work"/*.log >&2 || true
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
    done
    wait
    rm -rf "$work"
}
trap finish EXIT

same() { # same WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || die "$1: expected '$2', found '$3'"
}

mkdir "$work/heaps"
echo "1 2 2" >"$work/heaps/demo.txt"
start_nimsumd "$work/a.log" --arrays "$work/heaps"
pids+=("$nimsumd_pid")
a=${nimsumd_url#http://} a_pid=$nimsumd_pid
start_nimsumd "$work/b.log" --arrays "$work/heaps"
pids+=("$nimsumd_pid")
b=${nimsumd_url#http://} b_pid=$nimsumd_pid

quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$work/nimsum.key" -out "$work/nimsum.crt"
printf '"Bearer one" one;\n"Bearer two" two;\n"Bearer three" three;\n' >"$work/nimsum.keys"
port=$(free_port)
nginx_start "$work" "$port" "$a" "$b"
pids+=("$nginx_pid")
url=https://localhost:$port
curl=(curl -sS --max-time 20 --cacert "$work/nimsum.crt" -H 'Authorization: Bearer one')
wait_until "${curl[@]}" -f "$url/healthz"

# Both games, over HTTP/2.
same "/xor-game" '{"winner":"bob","alice_wins":false,"xor":2,"count":3,"reason":"odd-count"} 200 2' \
    "$("${curl[@]}" -w ' %{http_code} %{http_version}' "$url/xor-game" -d '{"nums":[1,1,2]}' | tr -d '\n')"
"${curl[@]}" "$url/nim/ranges" -d '{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}' | grep -q '"weighted_sum":2,' ||
    die "/nim/ranges gave no weighted sum of 2"

# nimsumd's problems pass; nginx's own look like them.
answer() { # answer [curl option...]: status and type
    curl -sS --max-time 20 --cacert "$work/nimsum.crt" -o "$work/reply" -w '%{http_code} %{content_type}' "$@"
}
same "a problem of nimsumd" "422 application/problem+json" \
    "$(answer -H 'Authorization: Bearer one' "$url/xor-game" -d '{"nums":[]}')"
grep -q '"pointer":"/nums"' "$work/reply" || die "the problem has lost its pointer"
same "no key" "401 application/problem+json" "$(answer "$url/xor-game" -d '{"nums":[1]}')"
same "a wrong key" "401 application/problem+json" \
    "$(answer -H 'Authorization: Bearer none' "$url/xor-game" -d '{"nums":[1]}')"
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["status"] == 401' "$work/reply"
same "the metrics of one replica" "404 text/html" "$(answer "$url/metrics")"
truncate -s 70M "$work/large"
same "a body that is too large" "413 application/problem+json" \
    "$(answer -H 'Authorization: Bearer one' "$url/xor-game" --data-binary "@$work/large")"

# Compression, and a validator that survives it.
"${curl[@]}" -D "$work/head" -o "$work/reply" -H 'Accept-Encoding: gzip' "$url/openapi.json"
grep -qi '^content-encoding: gzip' "$work/head" || die "openapi.json is not compressed"
etag=$(sed -n 's/^etag: *//Ip' "$work/head" | tr -d '\r')
same "a compressed document asked for again" 304 "$("${curl[@]}" -o "$work/reply" -w '%{http_code}' \
    -H 'Accept-Encoding: gzip' -H "If-None-Match: $etag" "$url/openapi.json")"

# More at once than the limit on a key and its burst: refused at once; another key is served.
seq -f "url = \"$url/xor-game?nums=%g\"" 600 | sed 's|$|\noutput = "/dev/null"|' >"$work/burst"
statuses=$(curl -sS --max-time 60 --cacert "$work/nimsum.crt" -H 'Authorization: Bearer two' -Z --parallel-max 50 \
    -w '%{http_code}\n' -K "$work/burst" 2>"$work/curl.log" | sort | uniq -c | awk '{ print $2 }' | paste -sd' ')
same "the statuses of a burst" "200 429" "$statuses"
same "another key meanwhile" "200 application/json" \
    "$(answer -H 'Authorization: Bearer three' "$url/xor-game" -d '{"nums":[1]}')"

# The array changes while clients ask, one replica after the other: every answer is right for the version that it
# names, a pinned version gets its own answer or a 409, and in the end both replicas name the new one.
version_of() { # version_of HOST:PORT
    curl -fsS --max-time 10 "http://$1/nim/arrays/demo" | sed 's/.*"version":"\([0-9a-f]*\)".*/\1/'
}
old=$(version_of "$a")
mkdir "$work/next"
echo "4 2 2" >"$work/next/demo.txt"
read -r _ _ new <<<"$(build/release/nimsumd --check-arrays "$work/next")"
[ "$old" != "$new" ] || die "both arrays are of version $old"
scripts/ask_arrays.py "$url" "$work/mark" "$old" 1,2,2 "$new" 4,2,2 --ca "$work/nimsum.crt" --key three \
    >"$work/answers" &
asker=$!
wait_until test -e "$work/mark"
mv "$work/next/demo.txt" "$work/heaps/demo.txt"
is_new() {
    [ "$(version_of "$1")" = "$new" ]
}
kill -HUP "$a_pid"
wait_until is_new "$a"
sleep 0.5 # a while of both versions
kill -HUP "$b_pid"
wait_until is_new "$b"
wait "$asker"
same "failed, unfit, versions seen while the array changed" "0 0 2" "$(cat "$work/answers")"
rm "$work/mark"

# A replica goes while clients ask: nobody notices.
cat >"$work/ask.py" <<'PYTHON'
import http.client, pathlib, ssl, sys, time
port, ca, mark = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
client = http.client.HTTPSConnection("localhost", port, timeout=20, context=ssl.create_default_context(cafile=ca))
bad = 0
for i in range(300):
    client.request("POST", "/xor-game", '{"nums":[%d]}' % i, {"Authorization": "Bearer three"})
    reply = client.getresponse()
    reply.read()
    bad += reply.status != 200
    if i == 50:
        mark.touch()
    time.sleep(0.011)
print(bad)
PYTHON
python3 "$work/ask.py" "$port" "$work/nimsum.crt" "$work/mark" >"$work/bad" &
asker=$!
wait_until test -e "$work/mark"
kill "$a_pid"
wait "$a_pid" || die "the replica ended with status $?"
wait "$asker"
same "failed requests while a replica went" 0 "$(cat "$work/bad")"

# No replica at all.
kill "$b_pid"
wait "$b_pid" || die "the replica ended with status $?"
same "no replica" "503 application/problem+json" \
    "$(answer -H 'Authorization: Bearer one' "$url/xor-game" -d '{"nums":[1]}')"
kill -QUIT "$nginx_pid"
wait "$nginx_pid" || die "nginx ended with status $?"
pids=()
say "passed"
