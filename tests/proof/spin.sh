#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# spin.sh [quick]: Spin walks every interleaving of stop.pml, wakeups.pml and snapshots.pml in a few configurations, and
# must find each fault; quick leaves out the largest ones. Ends with 77 where Spin is missing (a test that was skipped), or fails where
# CI=true.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v spin >/dev/null; then
    echo "spin.sh: NO SPIN HERE: THE MODELS OF STOP, WORKERS AND ARRAYS WERE NOT CHECKED (scripts/proof.sh installs it)" >&2
    [ "${CI:-}" != true ] || exit 1
    exit 77
fi

models=$PWD model=stop.pml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
held=0 found=0 failed=0

# What pan said of a configuration: holds, or found, or broken where neither is sure.
# check "options of the run" -DX...
check() {
    local words=$1 options compile=(-DSAFETY) place said
    shift
    place=$(mktemp -d -p "$work")
    [ "$words" = "" ] || compile=(-DNFAIR=3) # liveness
    read -ra options <<<"$words"
    (
        cd "$place"
        spin -a "$@" "$models/$model" >spin.log 2>&1 &&
            gcc -O1 -w "${compile[@]}" -DCOLLAPSE -DVECTORSZ=2048 -DMEMLIM=4000 -o pan pan.c >gcc.log 2>&1 &&
            ./pan -m100000 -w24 "${options[@]}" >pan.log 2>&1
    ) || true
    said=$(cat "$place/pan.log" 2>/dev/null || true)
    if grep -Fq 'errors: 0' <<<"$said" && ! grep -Eq 'out of memory|max search depth too small' <<<"$said"; then
        echo "holds: $(sed -n 's/^ *\([0-9]*\) states, stored.*/\1 states/p' <<<"$said")"
    elif grep -q '^pan:1: ' <<<"$said"; then
        echo "found: $(sed -n 's/^pan:1: \(.*\) (at depth.*/\1/p' <<<"$said")"
    else
        cat "$place"/*.log >&2
        echo "broken"
    fi
}

# expect holds|found NAME OPTIONS -DX...
expect() {
    local wanted=$1 name=$2 said
    shift 2
    said=$(check "$@")
    if [ "${said%%:*}" = "$wanted" ]; then
        case $wanted in
        holds) held=$((held + 1)) ;;
        found) found=$((found + 1)) ;;
        esac
        echo "ok      $name: $said"
    else
        failed=$((failed + 1))
        echo "FAILED  $name: $said"
    fi
}

expect holds "one client of two requests, which may stall" "" -DCLIENTS=1 -DREQUESTS=2 -DSTALLERS=1
expect holds "two clients" "" -DCLIENTS=2
expect holds "a client, and one of the admin listener" "" -DCLIENTS=2 -DTHREADS=2 -DADMIN
if [ "${1:-}" != quick ]; then # some ten seconds and a gigabyte each
    expect holds "two clients, one may stall" "" -DCLIENTS=2 -DSTALLERS=1
    expect holds "two clients, two I/O threads" "" -DCLIENTS=2 -DTHREADS=2
    expect holds "a client, and one of the admin listener; one may stall" "" -DCLIENTS=2 -DTHREADS=2 -DADMIN -DSTALLERS=1
fi
expect holds "the stop always ends: one client, which may stall" "-a -f" -DCLIENTS=1 -DSTALLERS=1 -DEND
expect holds "the stop always ends: two clients" "-a -f" -DCLIENTS=2 -DEND
for fault in PUBLISH_FIRST COUNT_LATE STOP_EARLY ONE_WAIT NO_QUIESCE; do
    expect found "fault $fault" "" -DCLIENTS=2 -D$fault
done
for fault in COUNT_LATE STOP_EARLY ONE_WAIT; do
    expect found "fault $fault with an admin listener" "" -DCLIENTS=2 -DTHREADS=2 -DADMIN -D$fault
done
for fault in WORKERS_LAST WORK_LATE TWO_RESUMERS BLIND_CUT; do
    expect found "fault $fault" "" -DCLIENTS=1 -DSTALLERS=1 -D$fault
done

model=wakeups.pml
expect holds "the workers' conditions" ""
for fault in SHARED PUBLISH_SILENT NONE_SILENT STOP_SILENT WAIT_LATE STOP_EARLY; do
    expect found "fault $fault of the workers' conditions" "" -D$fault
done

model=snapshots.pml
expect holds "the swap of arrays: two readers, two takes each" ""
expect holds "the swap of arrays: three readers" "" -DREADERS=3 -DTAKES=1
for fault in TAKE_IN_TWO SWAP_IN_TWO SETTLE_IN_TWO RELEASE_ALONE PLACE_LATE IN_PLACE; do
    expect found "fault $fault of the swap of arrays" "" -D$fault
done
[ "$failed" -eq 0 ] || echo "spin: $failed FAILED" >&2
echo "spin: $held models, $found faults found"
[ "$failed" -eq 0 ]
