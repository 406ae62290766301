# SPDX-License-Identifier: MIT
"""Whether what came back to a hostile request is allowed: ("pass" or "note" or "fail", why)."""
import json

import wire

PROBLEM_STATUSES = (404, 405, 415, 422, 501)


def methods_of(case):
    """The method of each request in a case, as far as the responses need it."""
    if "sequence" in case["accept"]:
        return [method for method, _ in case["accept"]["sequence"]]
    text = ""
    for part in case["send"]:
        text += part if isinstance(part, str) else part.get("s", "") * min(part.get("n", 1), 64)
        if len(text) > 64:
            break
    return [text.lstrip("\r\n").split(" ", 1)[0]]


def problem_fault(response):
    """What is wrong with the body of an error of ours; None where nothing is."""
    media = response.first("content-type").split(";")[0].strip()
    if media != "application/problem+json":
        return "is not application/problem+json: %r" % media
    try:
        told = json.loads(response.body)
        agrees = told["status"] == response.status and isinstance(told["code"], str) and isinstance(told["title"], str)
    except (ValueError, KeyError, TypeError):
        agrees = False
    return None if agrees else "has a problem body that disagrees: %r" % response.body[:100]


def content_fault(case, index, response, baselines):
    """What is wrong with a response whose status is right."""
    if response.status == 405 and "allow" not in response.fields:
        return "405 without Allow (RFC 9110 15.5.6)"
    if response.status in PROBLEM_STATUSES and methods_of(case)[0] != "HEAD":
        fault = problem_fault(response)
        if fault:
            return "status %d %s" % (response.status, fault)
    if response.status != 200:
        return None
    if "expect_json" in case:
        try:
            same = json.loads(response.body) == case["expect_json"]
        except ValueError:
            same = False
        if not same:
            return "200 with %r, expected %s" % (response.body[:120], json.dumps(case["expect_json"]))
    name = case.get("answer")
    if isinstance(name, list):
        name = name[index]
    if name and response.body != baselines[name].body:
        return "200 with another answer than the good request's: %r" % response.body[:80]
    return None


def judge_silence(accept, outcome):
    if outcome.closed:
        if accept.get("or_close"):
            return "pass", "closed without a response"
        if accept.get("tolerate", {}).get("close"):
            return "note", "closed without a response"
        return "fail", "closed without a response"
    if accept.get("or_wait"):
        return "pass", "no answer while waiting"
    return "fail", "no answer in %.1f s, and the connection is open" % outcome.seconds


def judge_statuses(case, accept, outcome, baselines):
    """(fault or None, note or None) over the responses, one by one."""
    sequence, note = accept.get("sequence"), None
    for index, response in enumerate(outcome.finals):
        if sequence:
            allowed = sequence[index][1]
        else:
            allowed = accept["status"] if index == 0 else [400, 408, 501, 505]
        if response.status not in allowed:
            if index > 0 or response.status not in accept.get("tolerate", {}).get("status", []):
                return "status %s, acceptable: %s" % (outcome.statuses, allowed), None
            note = "status %d is safe, not conformant" % response.status
        fault = content_fault(case, index, response, baselines)
        if fault:
            return fault, None
    return None, note


def judge(case, outcome, baselines):
    accept = dict(case["accept"])
    if "contract" in case:  # the product's own choice among what the RFC allows
        accept["status"] = case["contract"]
        accept.pop("tolerate", None)
    if case.get("finish") == "reset":
        return "pass", "reset sent"
    if case.get("pace") == "write-first" and outcome.send_error:
        return "fail", "the client's write failed (%s): who writes first never reads the status" % outcome.send_error
    hard = [problem for problem in outcome.problems if not problem.startswith(wire.NOTE)]
    if hard:
        return "fail", "; ".join(hard)
    if outcome.interims and accept.get("interim") == "forbidden":
        return "fail", "a 1xx came: %s" % outcome.interims
    if not outcome.finals:
        return judge_silence(accept, outcome)
    sequence = accept.get("sequence", [])
    if len(outcome.finals) > accept.get("max_responses", max(1, len(sequence))):
        return "fail", "%d responses: %s" % (len(outcome.finals), outcome.statuses)
    if accept.get("interim") == "required" and not outcome.interims and 200 <= outcome.statuses[0] < 300:
        return "fail", "200 without a 100 Continue first"
    fault, note = judge_statuses(case, accept, outcome, baselines)
    if fault:
        return "fail", fault
    if len(outcome.finals) < len(sequence) and not (accept.get("or_close") and outcome.closed):
        return "fail", "%d of %d responses, end: %s" % (len(outcome.finals), len(sequence), outcome.end)
    if accept.get("no_body") and outcome.rest.strip():
        return "fail", "a body came with a HEAD response"
    if accept.get("after") == "close" and not outcome.closed:
        return "fail", "status %s, but the connection stays open" % outcome.statuses
    notes = sorted({problem[len(wire.NOTE):] for problem in outcome.problems}) + ([note] if note else [])
    if notes:
        return "note", "; ".join(notes)
    return "pass", "status %s%s" % (outcome.statuses[:3], ", closed" if outcome.closed else "")


# How a known failure may fail: (fewest responses, most, allowed statuses, whether a body may be garbled).
KNOWN_WAYS = {
    "doubled-head": (1, 1, range(400, 500), True),
    "refused": (1, 1, range(400, 600), False),
    "redirected": (1, 1, (301,), False),
    "hidden-request": (2, 2, (200, 400), False),
}


def judge_known(way, outcome):
    """Whether a known failure fails in its known way alone, the connection ended: (holds, why)."""
    fewest, most, allowed, garbled = KNOWN_WAYS[way]
    told = "%s: statuses %s%s" % (way, outcome.statuses, ", closed" if outcome.closed else ", open")
    if not fewest <= len(outcome.finals) <= most or any(status not in allowed for status in outcome.statuses):
        return False, told
    if outcome.problems and not garbled or wire.STATUS_LINE.match(outcome.rest):
        return False, told + "; ".join(outcome.problems)
    return outcome.closed or way == "hidden-request", told
