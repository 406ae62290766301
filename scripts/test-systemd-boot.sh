#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-systemd-boot.sh: the units in deploy/systemd under a systemd that runs, as process 1 of a container: the socket
# starts the service, what the unit forbids is forbidden, and restarts lose no request. Exit status 77: the kernel
# lacks what containers need, and nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh
# shellcheck source=scripts/container.sh
. scripts/container.sh
# shellcheck source=scripts/nginx.sh
. scripts/nginx.sh
scripts/deps.sh nginx

# A second service beside the first, on another port: two replicas.
mkdir "$work/boot"
cp deploy/systemd/nimsumd.* "$work/boot"
sed 's/nimsumd\.socket/nimsumd-b.socket/' "$work/boot/nimsumd.service" >"$work/boot/nimsumd-b.service"
sed 's/8080/8081/' "$work/boot/nimsumd.socket" >"$work/boot/nimsumd-b.socket"
grep -q '^ListenStream=.*8081$' "$work/boot/nimsumd-b.socket" || die "the socket has changed"
cat >"$work/boot/Dockerfile" <<DOCKERFILE
FROM $image
USER 0
RUN apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv curl procps \\
    && rm -rf /var/lib/apt/lists/* \\
    && systemctl mask getty.target console-getty.service systemd-logind.service
COPY nimsumd*.service nimsumd*.socket /etc/systemd/system/
RUN systemctl enable nimsumd.socket nimsumd-b.socket && mkdir -p /etc/nimsum/arrays \\
    && echo '[1,2,2]' >/etc/nimsum/arrays/demo.json && echo NIMSUM_ARRAYS=/etc/nimsum/arrays >/etc/nimsum/nimsumd.env
HEALTHCHECK NONE
STOPSIGNAL SIGRTMIN+3
ENTRYPOINT []
CMD ["/sbin/init"]
DOCKERFILE
quietly buildah bud --layers --isolation chroot --network host --pull-never --format docker \
    -t localhost/nimsum:boot "$work/boot"

name=nimsum-boot
names+=("$name")
legacy=()
# systemd 256 and later refuse the old control groups, unless they are told that it is meant.
[ "$(stat -f -c %T /sys/fs/cgroup)" = cgroup2fs ] || legacy=(--env
    "SYSTEMD_PROC_CMDLINE=systemd.unified_cgroup_hierarchy=0 SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1")
podman run -d --name "$name" --systemd=always --privileged --network none "${legacy[@]}" localhost/nimsum:boot \
    >/dev/null 9>&-

inside() {
    podman exec "$name" "$@"
}
show_on_failure() {
    local status=$?
    [ "$status" -eq 0 ] || {
        podman logs "$name" 2>&1 | tail -n 30 >&2 || true
        inside journalctl --no-pager -n 60 >&2 || true
    }
    cleanup
}
trap show_on_failure EXIT
same() { # same WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || die "$1: expected '$2', found '$3'"
}

end=$((SECONDS + 60))
until inside systemctl is-active --quiet nimsumd.socket 2>/dev/null; do
    [ "$SECONDS" -lt "$end" ] || die "nimsumd.socket is not active within 60 seconds"
    sleep 0.2
done
same "the service before the first connection" inactive "$(inside systemctl is-active nimsumd.service || true)"

play() {
    inside curl -fsS --max-time 20 http://127.0.0.1:8080/xor-game -d '{"nums":[1,1,2]}'
}
grep -q '"winner":"bob"' <<<"$(play)" || die "the first connection was not answered"
# Not every systemd in a container can limit memory.
limit=$(inside sh -c 'cd /sys/fs/cgroup && cat system.slice/nimsumd.service/memory.max \
    memory/*/nimsumd.service/memory.limit_in_bytes 2>/dev/null' || true)
if [ -n "$limit" ]; then
    grep -q "\"request_memory_bytes\":$((limit / 2))[,}]" <<<"$(inside curl -fsS --max-time 20 http://127.0.0.1:8080/)" ||
        die "the memory of requests is not half of the unit's $limit"
else
    say "THE UNIT'S MEMORY WAS NOT TESTED: this systemd sets no limit"
fi
same "the service" active "$(inside systemctl is-active nimsumd.service)"

pid=$(inside systemctl show --value -p MainPID nimsumd.service)
status() { # a line of the service's /proc/PID/status
    inside sed -n "s/^$1:[[:space:]]*\([^[:space:]]*\).*/\1/p" "/proc/$pid/status"
}
[ "$(status Uid)" -gt 60000 ] || die "user id $(status Uid) is none of systemd's dynamic ones"
same "effective capabilities" 0000000000000000 "$(status CapEff)"
same "bounding capabilities" 0000000000000000 "$(status CapBnd)"
same "no new privileges" 1 "$(status NoNewPrivs)"
same "the filter of system calls" 2 "$(status Seccomp)"
inside grep -Eq '^[^ ]+ / [^ ]+ ro[, ]' "/proc/$pid/mounts" || die "the service's root file system is not read-only"
[ "$(inside readlink "/proc/$pid/ns/net")" != "$(inside readlink /proc/1/ns/net)" ] || die "the service has our network"
say "started by its socket, confined; user $(status Uid), resident $(inside sed -n 's/^VmRSS:[[:space:]]*//p' "/proc/$pid/status")"

# Arrays from the folder that the unit shows it: both replicas tell the same of them in every byte.
boot_pid=$(podman inspect "$name" --format '{{.State.Pid}}')
in_network() {
    nsenter --target "$boot_pid" --net "$@"
}
demo() { # demo PORT: what the replica says of the array, its validator included
    in_network curl -fsS --max-time 20 -D - "http://127.0.0.1:$1/nim/arrays/demo" | grep -Eiv '^(date|x-request-id):'
}
version_of() {
    demo "$1" | sed -n 's/.*"version":"\([0-9a-f]*\)".*/\1/p'
}
is_new() {
    [ "$(version_of "$1")" = "$new" ]
}
old=$(version_of 8080)
[ -n "$old" ] || die "the array demo is not there"
demo 8080 | grep -qi '^etag: ' || die "the array has no ETag"
same "what the other replica says" "$(demo 8080)" "$(demo 8081)"

# Behind nginx, read anew by a reload of one and then of the other while clients ask.
quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$work/nimsum.key" -out "$work/nimsum.crt"
echo '"Bearer three" three;' >"$work/nimsum.keys"
nginx_under=(nsenter --target "$boot_pid" --net)
nginx_start "$work" 8443 127.0.0.1:8080 127.0.0.1:8081
wait_until in_network curl -fs --cacert "$work/nimsum.crt" -o "$work/ready" https://localhost:8443/healthz
inside sh -c "mkdir /tmp/next && echo '[4,2,2]' >/tmp/next/demo.json"
read -r _ _ new < <(inside nimsumd --check-arrays /tmp/next)
in_network scripts/ask_arrays.py https://localhost:8443 "$work/mark" "$old" 1,2,2 "$new" 4,2,2 --ca "$work/nimsum.crt" \
    --key three >"$work/answers" &
asker=$!
wait_until test -e "$work/mark"
inside sh -c "cp /tmp/next/demo.json /etc/nimsum/arrays/.new && mv /etc/nimsum/arrays/.new /etc/nimsum/arrays/demo.json"
inside systemctl reload nimsumd.service
wait_until is_new 8080
same "the version of the other one, which was not told yet" "$old" "$(version_of 8081)"
sleep 0.5
inside systemctl reload nimsumd-b.service
wait_until is_new 8081
wait "$asker"
same "failed, unfit, versions seen while the array changed" "0 0 2" "$(cat "$work/answers")"
same "what the other replica says then" "$(demo 8080)" "$(demo 8081)"
kill -QUIT "$nginx_pid"
wait "$nginx_pid" || die "nginx ended with status $?"
say "two replicas, reloaded one by one: no request failed"

# Three restarts under load: more in a short time than this, and systemd would refuse.
# shellcheck disable=SC2016 # the shell inside reads this
answers=$(inside bash -c '
    ask() {
        for ((i = 0; i < 150 || restarting; i++)); do
            [ ! -e /tmp/restarted ] || restarting=0
            curl -sS --max-time 20 http://127.0.0.1:8080/xor-game -d "{\"nums\":[1,1,2]}" -o /dev/null -w "%{http_code}\n"
        done
    }
    restarting=1
    ask & ask &
    for i in 1 2 3; do systemctl restart nimsumd.service; done
    touch /tmp/restarted
    wait')
same "answers across 3 restarts" 200 "$(sort -u <<<"$answers")"
count=$(wc -l <<<"$answers")
[ "$count" -ge 300 ] || die "only $count requests"
say "$count requests across 3 restarts: none failed"

# STOPPING=1, the end and its status.
inside systemctl stop nimsumd.service nimsumd.socket nimsumd-b.service nimsumd-b.socket
same "the service's warnings" "" "$(inside journalctl --no-pager -u nimsumd.service | grep -i warning || true)"
same "how the service ended" success "$(inside systemctl show --value -p Result nimsumd.service)"
say "passed"
