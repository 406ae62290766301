#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-systemd.sh: the units in deploy/systemd, checked by systemd's own tools, and the daemon started as systemd
# starts it: with a socket, and with somebody to notify. NIMSUMD names a built daemon; without it one is built.
# No systemd has to run; test-systemd-boot.sh boots one.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

EXPOSURE=15 # at most, in tenths: systemd calls this SAFE

scripts/deps.sh build systemd
if [ -z "${NIMSUMD:-}" ]; then
    options=()
    [ -f build/release/CMakeCache.txt ] || options=(-DNIMSUM_TESTS=OFF)
    quietly cmake --preset release "${options[@]}"
    quietly cmake --build --preset release --target nimsumd -j "$(nproc)"
    NIMSUMD=build/release/nimsumd
fi
NIMSUMD=$(realpath "$NIMSUMD")
export NIMSUMD

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The units as they are, but for the program, which need not be installed here.
cp deploy/systemd/nimsumd.socket "$work"
sed "s#^ExecStart=nimsumd#ExecStart=$NIMSUMD#" deploy/systemd/nimsumd.service >"$work/nimsumd.service"
grep -Fqx "ExecStart=$NIMSUMD --listen systemd" "$work/nimsumd.service" || die "ExecStart is not what this test expects"

# An unknown key or a wrong value is no more than a line of output.
said=$(systemd-analyze verify --man=no "$work/nimsumd.service" "$work/nimsumd.socket" 2>&1) ||
    die "systemd-analyze verify failed: $said"
[ -z "$said" ] || die "systemd-analyze verify: $said"
sed 's/^PrivateTmp=/PrivateTemp=/' "$work/nimsumd.service" >"$work/wrong.service"
[ -n "$(systemd-analyze verify --man=no "$work/wrong.service" 2>&1)" ] || die "verify does not see a wrong key"
say "verify: ok"

systemd-analyze security --offline=true --threshold=$EXPOSURE --no-pager "$work/nimsumd.service" >"$work/security" || {
    cat "$work/security"
    die "exposure above $EXPOSURE tenths"
}
say "security: $(grep -o 'exposure level.*' "$work/security")"

# systemd waits for READY=1, and gives the daemon time to drain before it kills.
grep -qx 'Type=notify' "$work/nimsumd.service" || die "the service is not of Type=notify"
timeout=$(sed -n 's/^TimeoutStopSec=//p' "$work/nimsumd.service")
drain=$("$NIMSUMD" --help | sed -n '/--drain-seconds/s/.*(\([0-9]*\))$/\1/p')
[ "$timeout" -gt $((drain + 5)) ] || die "TimeoutStopSec=$timeout is too little for a drain of $drain s"

python3 -B tests/http/test_listen.py Notify Activation
python3 -B tests/systemd/test_activation.py

say "NOT TESTED HERE: the units under a systemd that runs, which scripts/test-systemd-boot.sh does"
say "passed"
