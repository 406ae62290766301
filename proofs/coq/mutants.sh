#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mutants.sh [--one]: can the proofs fail? Each row of the table below plants a fault in a definition. It is found
# when the definitions still make sense to Coq (coqc -vos, which skips proofs) and then a proof is refused.
# --one plants the first fault only.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# what is wrong | file | what sed does to it
faults() {
    cat <<'TABLE'
a heap of 2 is not large|WinningRule.v|s/if 1 <? h then 1 else 0/if 2 <? h then 1 else 0/
an odd count wins|Chalkboard.v|s/if Nat.even count then/if Nat.odd count then/
erasing the XOR itself wins|Chalkboard.v|s/even_count => negb (a =? x)/even_count => true/
a board of XOR 0 is lost|Chalkboard.v|s/if x =? 0 then xor_zero/if x =? 0 then odd_count/
misere play is as normal|WinningRule.v|s/let reversed := is_misere c .*/let reversed := false in/
misere reverses with one large heap, too|WinningRule.v|s/is_misere c \&\& (large =? 0)/is_misere c \&\& (large <=? 1)/
the change differs at no large heap only|WinningRule.v|s/(large <=? 1) then 1/(large =? 0) then 1/
the bit is the lowest|WinningRule.v|s/bit := N.log2 (N.lor nim_sum 1)/bit := 0/
a move may leave a heap as it is|NimRules.v|s/h' < h -> move/h' <= h -> move/
who finds no stone in misere play has lost|NimRules.v|s/c = misere -> no_move p -> wins/c = normal -> no_move p -> wins/
prefixes begin after the first heap|Ranges.v|s/let balanced := prefix heaps begin =/let balanced := prefix heaps (begin + 1) =/
large heaps are not counted up|Ranges.v|s/count_large (count + large h) rest/count_large (large h) rest/
a query may end one after the last heap|Ranges.v|s/(minus w r base <? heap_count)/(minus w r base <=? heap_count)/
the weight of a word is one more|WeightedSum.v|s/word_weight : N := 582344008/word_weight : N := 582344009/
verdicts are taken from the low bits|WeightedSum.v|s/let verdicts := N.shiftr word (64 - bits) in/let verdicts := word in/
the product loses its top|WeightedSum.v|s/u64 (u64 (sum \* weight) + /u64 ((sum * weight) mod 2 ^ 59 + /
the forced move of two stones is forgotten|Remoteness.v|s/is_misere c \&\& (1 <? large_heaps p) then 1 else 0/is_misere c \&\& (1 <? large_heaps p) then 0 else 0/
the winner takes the least|Remoteness.v|s/=> N.max (take_from r h)/=> N.min (take_from r h)/
the winner's own move is not counted|Remoteness.v|s/if 0 <? most c p then 1 else 0/if 0 <? most c p then 0 else 0/
TABLE
}

scripts/deps.sh coq
folder=build/proofs/coq-mutant
planted=0 found=0
while IFS='|' read -r what file change; do
    planted=$((planted + 1))
    rm -rf "$folder.source"
    mkdir -p "$folder.source"
    cp proofs/coq/*.v proofs/coq/compile.sh "$folder.source"
    sed -i "$change" "$folder.source/$file"
    if cmp -s "proofs/coq/$file" "$folder.source/$file"; then
        say "$what: the fault did not get into $file"
    elif ! "$folder.source/compile.sh" "$folder" -vos >"$folder.log" 2>&1; then
        cat "$folder.log" >&2
        say "$what: Coq does not understand the definitions"
    elif "$folder.source/compile.sh" "$folder" >"$folder.log" 2>&1; then
        say "$what: NOT FOUND"
    else
        found=$((found + 1))
        say "$what: found, $(sed -n 's/^File ".\/\([A-Za-z]*\.v\)", line \([0-9]*\),.*/\1:\2/p' "$folder.log")"
    fi
    [ "${1:-}" != --one ] || break
done < <(faults)
echo "coq mutants: $found of $planted found"
[ "$found" -eq "$planted" ]
