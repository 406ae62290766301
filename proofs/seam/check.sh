#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh: the seam between the proofs and the code. Coq computes proofs/seam/table.txt anew from the definitions
# that the theorems are about; the committed table must be that one, and libnimsum must give every row of it.
# check.sh --write replaces the committed table instead of comparing it.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test coq
table=proofs/seam/table.txt folder=build/proofs/seam
quietly proofs/coq/compile.sh "$folder"
(cd "$folder" && coqc -Q . Nimsum Tables.v) >"$folder/tables.out"
# One line a row: the table's name, the numbers.
sed -n 's/^ *= ("\([a-z]*\)"%string, \[\[\(.*\)\]\])$/\1 \2/p' "$folder/tables.out" | awk '{
    name = $1
    sub(/^[a-z]+ /, "")
    gsub(/\]; \[/, "\n" name " ")
    gsub(/;/, "")
    print name, $0
}' >"$folder/table.txt"

if [ "${1:-}" = --write ]; then
    cp "$folder/table.txt" "$table"
fi
diff -q "$table" "$folder/table.txt" >/dev/null || {
    diff "$table" "$folder/table.txt" | head -5 >&2 || true
    die "$table is not what Coq computes; if the definitions changed: proofs/seam/check.sh --write"
}
quietly cmake --preset dev
quietly cmake --build --preset dev -j "$(nproc)" --target check_seam
build/dev/proofs/seam/check_seam "$table"
