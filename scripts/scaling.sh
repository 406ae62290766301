#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scaling.sh: what replicas behind a balancer cost and gain on this machine: requests a second and CPU time a request,
# for one daemon, one behind nginx and two behind nginx, and for a batch in place of single requests. Prints the table
# of docs/SCALING.md. The client shares the cores, so believe the CPU times before the rates.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh
# shellcheck source=scripts/nginx.sh
. scripts/nginx.sh

seconds=${1:-3}
scripts/deps.sh build scaling
build_nimsumd
work=$(mktemp -d)
pids=()
stop_all() {
    local pid
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
    done
    wait
    pids=()
}
finish() {
    stop_all
    rm -rf "$work"
}
trap finish EXIT
printf '"" all;\n' >"$work/nimsum.keys" # no keys in this comparison

# What wrk sends: a board of 10 numbers, or 1000 of them in one request.
python3 - "$work" <<'PYTHON'
import json, pathlib, random, sys
random.seed(1)
board = lambda: [random.randrange(1 << 20) for _ in range(10)]
for name, body in (("single", {"nums": board()}), ("batch", {"boards": [board() for _ in range(1000)]})):
    (pathlib.Path(sys.argv[1]) / (name + ".lua")).write_text(
        'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
        "wrk.body = '" + json.dumps(body, separators=(",", ":")) + "'\n")
PYTHON

# jiffies PID...: the CPU time that they and their children have used, in clock ticks
jiffies() {
    local pid
    for pid in "$@"; do
        { pgrep -P "$pid" || true; } | sed 's|.*|/proc/&/stat|' | xargs cat "/proc/$pid/stat"
    done | awk '{ sub(/.*\) /, ""); sum += $12 + $13 } END { print sum + 0 }'
}

# measure NAME URL BODY BOARDS [PID of nginx]: load it, print a row
measure() {
    local name=$1 url=$2 body=$3 boards=$4 nginx=${5:-} before between=0 after
    local daemons=()
    local pid
    for pid in "${pids[@]}"; do
        [ "$pid" = "$nginx" ] || daemons+=("$pid")
    done
    wrk -t 1 -c 16 -d 1 -s "$work/$body.lua" "$url" >/dev/null # warms up
    before=$(jiffies "${daemons[@]}")
    [ -z "$nginx" ] || between=$(jiffies "$nginx")
    wrk -t 1 -c 16 -d "$seconds" --latency -s "$work/$body.lua" "$url" >"$work/wrk"
    after=$(jiffies "${daemons[@]}")
    [ -z "$nginx" ] || between=$(($(jiffies "$nginx") - between))
    ! grep -q 'Non-2xx\|Socket errors' "$work/wrk" || die "$name: $(cat "$work/wrk")"
    awk -v name="$name" -v boards="$boards" -v tick="$(getconf CLK_TCK)" -v daemons=$((after - before)) \
        -v nginx="$between" '
        / requests in / { requests = $1 }
        /^Requests\/sec/ { rate = $2 }
        $1 == "99%" { p99 = $2 }
        END {
            each = 1e6 / tick / requests / boards
            printf "| %s | %.0f | %s | %.2f | %s |\n", name, rate * boards, p99, daemons * each,
                (nginx > 0) ? sprintf("%.2f", nginx * each) : "-"
        }' "$work/wrk"
}

# daemons COUNT THREADS: sets addresses
daemons() {
    local i
    addresses=()
    for ((i = 0; i < $1; i++)); do
        start_nimsumd "$work/$i.log" --threads "$2" --log-level error
        pids+=("$nimsumd_pid")
        addresses+=("${nimsumd_url#http://}")
    done
}

# balance: nginx in front of them (of one: it stands there twice), as deploy/nginx has it but without TLS, keys and limits; sets url and nginx_pid
balance() {
    local port
    port=$(free_port)
    nginx_start "$work" "$port" "${addresses[0]}" "${addresses[-1]}" 's| ssl http2;|;|' '/ssl_/d' \
        's|rate=100r/s|rate=1000000r/s|' 's|burst=200|burst=100000|'
    pids+=("$nginx_pid")
    url=http://127.0.0.1:$port
    wait_until curl -fs --max-time 2 "$url/healthz"
}

echo '| setup | boards/s | p99 | CPU of nimsumd, us/board | CPU of nginx, us/board |'
echo '| --- | ---: | ---: | ---: | ---: |'
daemons 1 1
measure "one daemon, one thread" "http://${addresses[0]}/xor-game" single 1
stop_all
daemons 1 2
measure "one daemon, two threads" "http://${addresses[0]}/xor-game" single 1
balance
measure "one daemon behind nginx" "$url/xor-game" single 1 "$nginx_pid"
stop_all
daemons 2 1
balance
measure "two daemons behind nginx" "$url/xor-game" single 1 "$nginx_pid"
measure "two behind nginx, 1000 boards a request" "$url/xor-game" batch 1000 "$nginx_pid"
stop_all
daemons 1 1
measure "one daemon, one thread, 1000 boards a request" "http://${addresses[0]}/xor-game" batch 1000
