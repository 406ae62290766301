/* lane_sse.h: the lanes of lane.h for x86-64 with SSE4.1; the same results, faster. */
#ifndef NIMSUM_JSON_LANE_SSE_H
#define NIMSUM_JSON_LANE_SSE_H

#include "lift.h"

/* Whether this processor runs the two functions below. False on other architectures. */
bool json_lane_sse_is_supported(void);

/* As json_lane_numbers and json_lane_pairs, but of whole blocks only: they may stop earlier. */
const char *json_lane_sse_numbers(struct json_lift *lift, const char *p, const char *end);
const char *json_lane_sse_pairs(struct json_lift *lift, const char *p, const char *end);

#endif
