/* SPDX-License-Identifier: MIT */
/* harness.h: what the harnesses share. run.py compiles each of them, once a width with BITS, together with the
 * source of the product that it includes. */
#ifndef NIMSUM_PROOF_HARNESS_H
#define NIMSUM_PROOF_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if BITS == 64
typedef uint64_t number; /* a heap */
#define W(name) name##_u64
#else
typedef uint32_t number;
#define W(name) name##_u32
#endif

#define ASSUME(fact)  __CPROVER_assume(fact)
#define PROVE(fact)   __CPROVER_assert(fact, #fact)
#define IMPLIES(a, b) (!(a) || (b))
#define BIT(word, i)  ((word) >> (i)&1)

/* Any truth value: what is not initialised may be any byte. */
static inline bool any_truth(void)
{
    unsigned char any;
    return any & 1;
}

/* The last line of every harness. It must be refuted: a harness whose end is not reachable proves nothing.
 *
 * A fact about all k below n needs an SMT solver, which proves but does not find values. So run.py asks twice: an SMT
 * solver for the proof, and with REACH a SAT solver for the end, or for a counterexample, on lists of at most two
 * elements. */
#define REFUTE __CPROVER_assert(false, "END_IS_REACHED")
#ifdef REACH
#define END_IS_REACHED REFUTE
#define ASSUME_FOR_ALL(k, n, fact)                                                                 \
    ASSUME((n) <= 2);                                                                              \
    for (size_t k = 0; k < 2; k++) {                                                               \
        ASSUME(!(k < (n)) || (fact));                                                              \
    }
#else
#ifdef SMT
#define END_IS_REACHED
#else
#define END_IS_REACHED REFUTE
#endif
#define ASSUME_FOR_ALL(k, n, fact)                                                                 \
    ASSUME(__CPROVER_forall {                                                                      \
        size_t k;                                                                                  \
        k<(n) ==>(fact)                                                                            \
    })
#endif

/* The most elements that fit an object with any room to spare. */
#define ANY_LENGTH ((size_t)1 << 40)

#endif
