#!/bin/sh
# SPDX-License-Identifier: MIT
# ask.sh [URL]: both games with curl, and a request that is refused.
set -eu
url=${1:-http://127.0.0.1:8080}

# ask PATH BODY: print the reply. What is refused is a problem with status 4xx, and then curl's status is not 0:
# --fail-with-body keeps the body, which says what is wrong and where.
ask() {
    curl --silent --show-error --max-time 10 --fail-with-body "$url$1" --json "$2"
}

ask /xor-game '{"nums": [1, 1, 2]}'
ask /nim/ranges '{"heaps": [1, 2, 2], "queries": [[1, 2], [2, 3]]}'

if ask /nim/ranges '{"heaps": [1, 2, 2], "queries": [[2, 9]]}'; then
    echo 'the query leaves the heaps: this should have been refused' >&2
    exit 1
else
    echo '(refused)'
fi
