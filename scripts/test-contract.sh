#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-contract.sh: run the HTTP tests with every exchange recorded, and let Ajv hold each reply against openapi.json:
# status, content type, headers, body; and whether all that is documented was seen. Exit status 77: there is no Node 20
# here, and nothing was tested. (tests/http/contract.py needs no Node: it judges requests, too, and integers exactly.)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

if ! have_node 20; then
    [ "${CI:-}" != true ] || die "there is no Node 20 with npm here: the replies CANNOT BE HELD against openapi.json"
    say "SKIPPED, NOTHING WAS TESTED: there is no Node 20 with npm here"
    exit 77
fi

scripts/deps.sh build test
build_preset dev
npm_install tests/openapi
quietly node --test tests/openapi/
say "the judge refuses what is wrong"

recording=$(mktemp -d)
trap 'rm -rf "$recording"' EXIT
# Of the tests under faults, those that provoke refusals of ours; http_operations asks nothing, and http_readme by
# curl.
choice=(-L '^(http|hostile|faults)$' -E '^(http_operations|http_readme|faults_(stop|crowd|aborts|process|sockets|clock))$')
mapfile -t tests < <(ctest --preset dev "${choice[@]}" -N | sed -n 's/^ *Test *#[0-9]*: //p')
status=0
NIMSUM_RECORD=$recording quietly ctest --preset dev --timeout 300 "${choice[@]}" || status=1
libmicrohttpd=$(build/dev/nimsumd --version | sed -n 's/.*libmicrohttpd \([0-9.]*\).*/\1/p')
node tests/openapi/check.js "$recording" "$libmicrohttpd" "${tests[@]}" || status=1
[ "$status" -eq 0 ] || die "failed"
say "passed"
