/* lane.h: the fast lane for plain numbers in lifted arrays.
 *
 * Nearly all bytes of a large body are digits and commas. A lane reads whole elements in their
 * plain form ("12," or "[3,4]," with at most one space after a comma) straight into the store and
 * stops at the first byte that is anything else: the scanner's byte-by-byte machine, its plain
 * twin, goes on there and meets the element from its first byte. Lanes never see a line break, so
 * they need no line counting.
 */
#ifndef NIMSUM_JSON_LANE_H
#define NIMSUM_JSON_LANE_H

#include "lift.h"

/* Read elements "digits," of the open vector or row from p on. Needs room for (end - p) / 2 + 1
 * numbers (json_lift_reserve). Returns the first byte not read: p where no element is whole. */
const char *json_lane_numbers(struct json_lift *lift, const char *p, const char *end);

/* The same for rows "[digits,digits]," of the open table. */
const char *json_lane_pairs(struct json_lift *lift, const char *p, const char *end);

/* The portable twins of lane_sse.h, which the two above use where it does not go on. */
const char *json_lane_portable_numbers(struct json_lift *lift, const char *p, const char *end);
const char *json_lane_portable_pairs(struct json_lift *lift, const char *p, const char *end);

#endif
