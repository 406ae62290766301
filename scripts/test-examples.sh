#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-examples.sh: run every example against a real nimsumd and hold what it prints against what it should print;
# lint the description that the typed one is made from. Exit status 77: there is no Node 20 here, and what needs it
# was not tested; everything else was.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build examples
# Debian 12 has Node 18, which is enough for the plain example; what npm installs here wants 20.
typed=yes
if ! have_node 20; then
    [ "${CI:-}" != true ] || die "there is no Node 20 with npm here: the typed example CANNOT BE TESTED"
    typed=no
fi

build_nimsumd
work=$(mktemp -d)
finish() {
    local status=$?
    if [ -n "${nimsumd_pid:-}" ]; then
        kill "$nimsumd_pid" 2>/dev/null || true
        wait "$nimsumd_pid" || status=1
        [ "$status" -eq 0 ] || tail -n 20 "$work/nimsumd.log" >&2
    fi
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
start_nimsumd "$work/nimsumd.log"
url=$nimsumd_url

failed=0
# example NAME FILE COMMAND...: run the command; it must succeed and print the file, where ID stands for a request's id
example() {
    local name=$1 expected=$2
    shift 2
    if timeout 60 "$@" 2>"$work/errors" </dev/null | sed -E 's/("request_id":)"[0-9a-f]{32}"/\1ID/' >"$work/output" &&
        diff -u "$expected" "$work/output"; then
        say "$name: passed"
    else
        cat "$work/errors" >&2
        say "$name: FAILED"
        failed=1
    fi
}

cat >"$work/told" <<'TEXT'
chalkboard: bob wins
nim query 0: first player wins
nim query 1: second player wins
refused: out-of-range at /queries/0/1: queries[0] (the 1st): r is 9, but there are 3 heaps, counted from 1
TEXT
cat >"$work/replies" <<'TEXT'
{"winner":"bob","alice_wins":false,"xor":2,"count":3,"reason":"odd-count"}
{"verdicts":[true,false],"wins":1,"weighted_sum":2,"modulus":1000000007,"convention":"normal","index_base":1}
{"type":"/problems/out-of-range","title":"A value is out of range","status":422,"detail":"queries[0] (the 1st): r is 9, but there are 3 heaps, counted from 1","code":"out-of-range","pointer":"/queries/0/1","request_id":ID}
(refused)
TEXT

example curl "$work/replies" examples/curl/ask.sh "$url"
example python "$work/told" python3 examples/python/ask.py "$url"
example node "$work/told" node examples/node/ask.js "$url"
example go "$work/told" env GOCACHE="$(cache_dir)/go" go run examples/go/ask.go "$url"
example php "$work/told" php examples/php/ask.php "$url"

# The same service with an array.
mkdir "$work/arrays"
echo '[1,2,2]' >"$work/arrays/demo.json"
plain_pid=$nimsumd_pid
start_nimsumd "$work/arrays.log" --arrays "$work/arrays"
version=04a638c5599c4f3857315981eae78c35
cat >"$work/kept" <<TEXT
{"name":"demo","heaps":3,"version":"$version","nim_sum":1,"largest":2,"bytes":56}
{"verdicts":[true,false],"wins":1,"weighted_sum":2,"modulus":1000000007,"convention":"normal","index_base":1,"array":"demo","version":"$version"}
{"type":"/problems/array-changed","title":"The array has another version","status":409,"detail":"the array demo is of version $version now","code":"array-changed","pointer":"/version","version":"$version","request_id":ID}
TEXT
echo "version $version: [1, 1] of the queries are won" >"$work/won"
example "curl, arrays" "$work/kept" examples/curl/arrays.sh "$nimsumd_url"
example "python, arrays" "$work/won" python3 examples/python/arrays.py "$nimsumd_url"
kill "$nimsumd_pid"
wait "$nimsumd_pid" || die "nimsumd ended with status $?"
nimsumd_pid=$plain_pid

if [ "$typed" = yes ]; then
    npm_install tests/openapi
    export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
    quietly node tests/openapi/node_modules/.bin/redocly lint --config tests/openapi/redocly.yaml openapi.yaml
    say "openapi.yaml: passed"
    npm_install examples/typescript
    quietly npm --prefix examples/typescript run generate
    quietly npm --prefix examples/typescript run build
    example typescript "$work/told" node examples/typescript/build/ask.js "$url"
else
    say "THE TYPED EXAMPLE AND openapi.yaml WERE NOT TESTED: there is no Node 20 with npm here"
fi

[ "$failed" -eq 0 ] || die "failed"
[ "$typed" = yes ] || exit 77
say "passed"
