/* SPDX-License-Identifier: MIT */
/* digits_text.h: a text of any length in which places are sought (bytes that are no digits, or marks), 64 bytes at a
 * time. What holds of every byte is said of one that may be any. */

size_t length, some; /* of the text; any byte of it */
const char *text;
bool sought;          /* byte some is such a place */
size_t first, passed; /* where the present block begins; the bytes before this one are passed */
uint64_t left;        /* bit i: byte i of the block is such a place and was not passed */

#define STOP(byte)       ((byte) < '0' || (byte) > '9')
#define SPACE(byte)      ((byte) == ' ' || (byte) == '\t' || (byte) == '\n' || (byte) == '\r')
#define GAP(form, byte)  ((form) == DIGITS_JSON ? (byte) == ' ' : SPACE(byte))
#define ENDS(form, byte) ((form) == DIGITS_JSON ? (byte) == ',' : SPACE(byte))

#define ANY_TEXT                                                                                   \
    ASSUME(length <= ANY_LENGTH && some < length);                                                 \
    char bytes[length];                                                                            \
    text = bytes;                                                                                  \
    sought = any_truth()

/* vector_stops and vector_marks: the bits of 64 bytes, which are there. */
uint64_t places_by_contract(const char *at)
{
    uint64_t places;
    PROVE(__CPROVER_r_ok(at, VECTOR_BLOCK_BYTES));
    size_t begin = (size_t)(at - text);
    ASSUME(IMPLIES(begin <= some && some < begin + VECTOR_BLOCK_BYTES,
                   BIT(places, some - begin) == sought));
    return places;
}

/* The places left in a block that begins at byte begin, where those before byte behind are passed. There are none
 * unless the block is whole and has reserve bytes after it. */
static bool are_left(uint64_t bits, size_t begin, size_t behind, size_t reserve)
{
    bool whole = begin <= length && length - begin >= VECTOR_BLOCK_BYTES + reserve;
    size_t gone = behind - begin;
    bool none_gone = gone < VECTOR_BLOCK_BYTES ? (bits & ((UINT64_C(1) << gone) - 1)) == 0
                                               : bits == 0;
    bool in_block = begin <= some && some < begin + VECTOR_BLOCK_BYTES;
    return begin <= length && begin <= behind && gone <= VECTOR_BLOCK_BYTES && none_gone &&
           (whole ? !in_block || BIT(bits, some - begin) == (sought && some >= behind) : bits == 0);
}

/* The cursor gave this place, or NULL, and stands there now. */
#define PROVE_NEXT(place, cursor, reserve)                                                         \
    do {                                                                                           \
        size_t now = (size_t)((cursor).block - text);                                              \
        if ((place) != NULL) {                                                                     \
            PROVE(__CPROVER_same_object(place, text));                                             \
            size_t at = (size_t)((place)-text);                                                    \
            PROVE(passed <= at && at < length - (reserve));                                        \
            PROVE(IMPLIES(some == at, sought));                                                    \
            PROVE(IMPLIES(passed <= some && some < at, !sought));                                  \
            PROVE(are_left((cursor).rest, now, at + 1, reserve));                                  \
        } else {                                                                                   \
            PROVE(length - now < 2 * VECTOR_BLOCK_BYTES + (reserve));                              \
            PROVE(IMPLIES(passed <= some && some < now, !sought));                                 \
            PROVE(are_left((cursor).rest, now, now + VECTOR_BLOCK_BYTES, reserve));                \
        }                                                                                          \
    } while (0)
