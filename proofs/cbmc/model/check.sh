#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh [--one]: is the model of the intrinsics that CBMC reads (immintrin.h) this processor? It has exactly those that
# src/digits uses, each is compared on ten million pairs of registers, and faults put into a copy of it must be found:
# all of the table below, or with --one the first.
set -euo pipefail
cd "$(dirname "$0")/../../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# what is wrong | what sed does to the model
faults() {
    cat <<'TABLE'
an index of the shuffle has 3 bits|s/\[i\] & 15\]/[i] \& 7]/
the shuffle has no zeros|s/b.byte\[i\] & 0x80/b.byte[i] > 0xFF/
sums of byte products wrap|s/model_saturate(sum, INT16_MIN, INT16_MAX)/sum/
sums of byte products saturate at zero|s/(sum, INT16_MIN/(sum, 0/
bytes of the second factor are unsigned|s/\* (int8_t)b/* b/
the largest sum of products saturates|s/, 4, sum)/, 4, sum == 0x80000000 ? 0x7FFFFFFF : sum)/
numbers of 16 bits are unsigned|s/return (int16_t)/return /
words are packed as signed ones|s/0, UINT16_MAX/INT16_MIN, INT16_MAX/
the second register is packed first|s/8 + 2 \* i/2 * i/
bytes are compared unsigned|s/(int8_t)a.byte\[i\] > (int8_t)b/a.byte[i] > b/
the least byte is a signed one|s/? a.byte\[i\] : b.byte\[i\]/? b.byte[i] : a.byte[i]/
the mask is of bit 6|s/>> 7) << i/>> 6 \& 1) << i/
numbers are set from the lowest|s/{a, b, c, d, e, f, g, h}/{h, g, f, e, d, c, b, a}/
TABLE
}

[ "$(uname -m)" = x86_64 ] || die "CANNOT RUN: the model is of an x86-64 processor, and this is none"
scripts/deps.sh build
here=proofs/cbmc/model
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

names() {
    grep -Eoh '\b_mm_[a-z0-9_]+' "$@" | sort -u
}
for file in $here/immintrin.h $here/operations.c; do
    diff <(names src/digits/*.h src/digits/*.c) <(names "$file") >&2 || die "src/digits uses others than $file has"
done

compile() {
    gcc -std=c17 -O2 -msse4.1 -Wall -Wextra -Wconversion -Werror -I src "$@"
}
# compare MODEL: with the immintrin.h in that folder
compare() {
    compile -I "$1" -DTABLE=model_operations -c -o "$work/model.o" $here/operations.c
    compile -o "$work/check_model" "$work/check_model.o" "$work/processor.o" "$work/model.o"
    "$work/check_model"
}
compile -DTABLE=processor_operations -c -o "$work/processor.o" $here/operations.c
compile -c -o "$work/check_model.o" $here/check_model.c

planted=0 found=0
while IFS='|' read -r what change; do
    planted=$((planted + 1))
    mkdir -p "$work/faulty"
    sed "$change" $here/immintrin.h >"$work/faulty/immintrin.h"
    if cmp -s $here/immintrin.h "$work/faulty/immintrin.h"; then
        say "$what: the fault did not get into the model"
    elif compare "$work/faulty" >"$work/log" 2>&1; then
        say "$what: NOT FOUND"
    elif ! grep -q 'the model is not the processor' "$work/log"; then
        cat "$work/log" >&2
        say "$what: broken"
    else
        found=$((found + 1))
        say "found $what: $(grep -m 1 'the model is not' "$work/log")"
    fi
    [ "${1:-}" != --one ] || break
done < <(faults)
[ "$found" -eq "$planted" ] || die "the check of the model is blind"
compare $here
