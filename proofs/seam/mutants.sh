#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mutants.sh [--one]: can the seam fail? Each row of the table below plants a fault in a copy of src/core; it is
# found when that compiles and then disagrees with Coq's table. --one plants the first fault only.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# what is wrong | file | what sed does to it
faults() {
    cat <<'TABLE'
misere play looks for one large heap, not for none|winning.h|s/misere \&\& large == 0/misere \&\& large == 1/
the change differs at no large heap only|winning.h|s/large <= 1/large == 0/
the bit is one too low|winning.h|s/= 63 - (unsigned)/= 62 - (unsigned)/
an odd count wins|chalkboard.c|s/count % 2 == 0/count % 2 == 1/
erasing the XOR itself wins|chalkboard.c|s/ \&\& number != xor_sum//
a heap of 2 is not large|ranges_width.inc|s/heaps\[i\] > 1/heaps[i] > 2/
prefixes end before the last heap|ranges_width.inc|s/game->prefix\[last + 1\]/game->prefix[last]/
an l below the base is taken|ranges_width.inc|s/begin > last ||/begin > last + 1 ||/
sixty-four queries may pass the last heap|ranges_width.inc|s/last >= (NUMBER)game/last > (NUMBER)game/
the forced move of two stones is forgotten|position.c|s/large_heaps > 1);/large_heaps > 2);/
a carry is lost|position.c|s/sum->high += sum->low < x/sum->high += 0/
the smallest take is the most|position_width.inc|s/take > most ? take/take < most ? take/
the weight of a word is one more|weighted_sum.c|s/582344008/582344009/
a shorter block lies in the low bits|weighted_sum.c|s/word >> (64 - bits)/word/
a holder before the range is found|moves.c|s/word = plane\[at\] \& UINT64_MAX << begin % WORD_BITS/word = plane[at]/
holders before the range are counted|moves.c|s/ - (uint32_t)__builtin_popcountll(before)//
TABLE
}

scripts/deps.sh build
folder=build/proofs/seam-mutant
planted=0 found=0
while IFS='|' read -r what file change; do
    planted=$((planted + 1))
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r src/core "$folder"
    sed -i "$change" "$folder/core/$file"
    if cmp -s "src/core/$file" "$folder/core/$file"; then
        say "$what: the fault did not get into $file"
    elif ! quietly gcc -std=c17 -D_GNU_SOURCE -O1 -w -I "$folder" -I include -o "$folder/check_seam" \
        proofs/seam/check_seam.c "$folder"/core/*.c; then
        say "$what: does not compile"
    elif { "$folder/check_seam" proofs/seam/table.txt >"$folder/log" 2>&1; } 2>/dev/null; then
        say "$what: NOT FOUND"
    else
        found=$((found + 1))
        say "$what: found, $(grep -o -m 1 'line.*' "$folder/log")"
    fi
    [ "${1:-}" != --one ] || break
done < <(faults)
echo "seam mutants: $found of $planted found"
[ "$found" -eq "$planted" ]
