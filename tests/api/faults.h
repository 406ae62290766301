/* SPDX-License-Identifier: MIT */
/* faults.h: one request for each way to be refused, and what the refusal tells. */
#ifndef NIMSUM_TESTS_FAULTS_H
#define NIMSUM_TESTS_FAULTS_H

#include "exchange_fixture.h"

struct fault {
    struct request request;
    struct told told;
    void (*prepare)(struct api *api); /* what makes it a fault, where the request alone does not */
};

extern const struct fault faults[];
extern const size_t fault_count;

/* A service of the default limits, prepared for the fault. */
void fault_api(const struct fault *fault, struct api *api);

#endif
