#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh: compile the theories from nothing, have Coq's independent checker (coqchk) read what came out, and see
# that nothing is assumed. Its last line says how many theorems stand.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh coq
folder=build/proofs/coq
quietly proofs/coq/compile.sh "$folder"

# Words by which Coq takes something on trust, or looks less closely; comments may not hold them either.
if grep -nwE 'Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?|Admitted|admit|give_up|bypass_check|Unset' \
    proofs/coq/*.v >&2; then
    die "a theory assumes something"
fi

mapfile -t theories < <(cd "$folder" && for file in *.vo; do echo "Nimsum.${file%.vo}"; done)
coqchk -silent -o -Q "$folder" Nimsum "${theories[@]}" >"$folder/checked" 2>&1 ||
    { cat "$folder/checked" >&2 && die "coqchk refuses the compiled theories"; }
awk '/^\* (Axioms|Constants|Inductives)/ { found += /<none>/; other += !/<none>/ }
    END { exit !(found == 4 && other == 0) }' "$folder/checked" ||
    { cat "$folder/checked" >&2 && die "coqchk finds something assumed"; }

# Theorems that the documents name must be there, by those names.
# shellcheck disable=SC2016 # the backquotes are those of the documents
mapfile -t names < <(grep -ohE '`[A-Z][A-Za-z]+\.[a-z_]+`' docs/GAMES.md proofs/coq/README.md | tr -d '`' |
    grep -v '\.v$' | sort -u)
[ "${#names[@]}" -gt 0 ] || die "docs/GAMES.md names no theorem"
printf 'Require %s.\n' "${theories[*]}" >"$folder/Named.v"
printf 'Check Nimsum.%s.\n' "${names[@]}" >>"$folder/Named.v"
(cd "$folder" && quietly coqc -Q . Nimsum Named.v) || die "a document names a theorem that is not there"

echo "coq: $(cat proofs/coq/*.v | grep -cE '^(Theorem|Lemma) ') theorems, 0 axioms"
