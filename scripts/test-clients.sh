#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-clients.sh: what others make of openapi.yaml. Linters have no complaint; the clients that hey-api, openapi-typescript
# with openapi-fetch, and orval generate compile strictly and ask a real nimsumd for every operation; Prism finds nothing
# outside the contract as a proxy, and has something to say to every operation as a mock. Exit status 77: there is no
# Node 20 here, and nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

if ! have_node 20; then
    [ "${CI:-}" != true ] || die "there is no Node 20 with npm here: the clients CANNOT BE TESTED"
    say "SKIPPED, NOTHING WAS TESTED: there is no Node 20 with npm here"
    exit 77
fi

scripts/deps.sh build
build_nimsumd
npm_install tests/openapi
npm_install tests/clients
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true PATH=$PWD/tests/clients/node_modules/.bin:$PATH
quietly tests/openapi/node_modules/.bin/redocly lint --config tests/openapi/redocly.yaml openapi.yaml
quietly spectral lint --fail-severity=hint --ruleset tests/clients/spectral.yaml openapi.yaml
say "linters: passed"

work=$(mktemp -d)
pids=()
finish() {
    local status=$?
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    [ "$status" -eq 0 ] || tail -n 20 "$work"/*.log >&2
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
mkdir "$work/arrays"
echo '[1, 2, 2]' >"$work/arrays/demo.json"
start_nimsumd "$work/nimsumd.log" --arrays "$work/arrays"
pids+=("$nimsumd_pid")

# start_prism proxy|mock OPTION...: sets $prism_url.
start_prism() {
    local port
    port=$(free_port)
    prism "$1" openapi.yaml "${@:2}" --errors --port "$port" >"$work/prism-$1.log" 2>&1 &
    pids+=("$!")
    prism_url=http://127.0.0.1:$port
}
start_prism proxy "$nimsumd_url"
proxy_url=$prism_url
start_prism mock
mock_url=$prism_url

cd tests/clients
rm -rf generated build
quietly openapi-ts -i ../../openapi.yaml -o generated/hey --no-log-file
quietly orval --config orval.config.cjs
quietly openapi-typescript ../../openapi.yaml --output generated/nimsum.d.ts
quietly tsc
quietly timeout 60 node build/run.js "$nimsumd_url"
say "clients: passed"

wait_until grep -q 'Prism is listening' "$work/prism-proxy.log"
quietly timeout 60 node build/run.js "$proxy_url" hey-api
# As curl sends JSON when it is told nothing else.
for body in '{"nums":[1,1,2]}' '{"boards":[[1,1,2],[0,1]],"method":"search"}'; do
    curl -sS --fail-with-body "$proxy_url/xor-game" -d "$body" >"$work/reply"
    grep -q '"winner":"bob"' "$work/reply" || die "by the proxy, curl -d $body: $(cat "$work/reply")"
done
# What is refused is in the contract, too; Prism would say 500 where it is not.
while read -r status method target; do
    told=$(curl -sS -o "$work/reply" -w '%{http_code}' -X "$method" "$proxy_url$target")
    [ "$told" = "$status" ] || die "by the proxy, $method $target: $told in place of $status: $(cat "$work/reply")"
done <<'TABLE'
422 GET /nim/ranges?heaps=1,2,2&queries=2-9
404 GET /assets/none
TABLE
say "prism as a proxy: passed"

wait_until grep -q 'Prism is listening' "$work/prism-mock.log"
node mock.js "$mock_url"
say "prism as a mock: passed"
