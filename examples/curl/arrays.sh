#!/bin/sh
# SPDX-License-Identifier: MIT
# arrays.sh [URL]: questions about an array that the service keeps (nimsumd --arrays), with curl; it is called demo.
set -eu
url=${1:-http://127.0.0.1:8080}

ask() { # ask BODY: print the reply, also where it is a problem
    curl --silent --show-error --max-time 10 --fail-with-body "$url/nim/ranges" --json "$1"
}

curl --silent --show-error --max-time 10 --fail "$url/nim/arrays/demo"
version=$(curl --silent --show-error --max-time 10 --fail "$url/nim/arrays/demo" | sed 's/.*"version":"\([0-9a-f]*\)".*/\1/')
ask '{"array": "demo", "version": "'"$version"'", "queries": [[1, 2], [2, 3]]}'

# A version that the array does not have: the answer would not be about what was meant, so there is none.
if ask '{"array": "demo", "version": "older", "queries": [[1, 2]]}'; then
    echo 'the array has no such version: this should have been refused' >&2
    exit 1
fi
