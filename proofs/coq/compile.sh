#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# compile.sh FOLDER [coqc option...]: compile the theories beside this script in FOLDER, which is emptied first,
# so that no compiled file ever stands in the source tree.
set -euo pipefail
folder=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
# In this order: each file uses those before it only.
theories=(Xor Chalkboard NimRules WinningRule NimVerdict Ranges WeightedSum Remoteness)

rm -rf "$folder"
mkdir -p "$folder"
[ "$(cd "$here" && echo *.v)" = "$(printf '%s\n' "${theories[@]/%/.v}" Tables.v | LC_ALL=C sort | xargs)" ] || {
    echo "compile.sh: the list of theories is not that of the files" >&2
    exit 1
}
cp "$here"/*.v "$folder"
cd "$folder"
for theory in "${theories[@]}"; do
    coqc "$@" -Q . Nimsum "$theory.v"
done
