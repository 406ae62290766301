#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-kubernetes.sh: build the overlays of deploy/kubernetes, hold every object against the published types of
# Kubernetes, and really run the pod with podman: both games, who it is inside, two of it behind nginx that are replaced
# one by one under clients (another ConfigMap, then a volume that an init container copies), and how it stops. Needs
# kubectl and Node 20 for the first half, root for the second. Exit status 77: something is missing and a half was not
# tested.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

# Debian 12 has no kubectl that knows these kustomizations and an older Node, so neither is a package of deps.sh.
if ! command -v kubectl >/dev/null || ! kubectl kustomize deploy/kubernetes/base >/dev/null 2>&1; then
    kubectl kustomize deploy/kubernetes/base >/dev/null || true # says what is wrong
    [ "${CI:-}" != true ] || die "there is no kubectl of version 1.27 or later here: the manifests CANNOT BE TESTED"
    say "SKIPPED, NOTHING WAS TESTED: there is no kubectl of version 1.27 or later here"
    exit 77
fi

version=$(sed -n 's/^project(.*VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
grep -q "newTag: $version\$" deploy/kubernetes/overlays/production/kustomization.yaml ||
    die "the overlay for production does not name the version $version"

# A copy of the manifests in FOLDER, whose overlay for podman has its arrays out of a volume.
with_volume() { # with_volume FOLDER
    cp -r deploy/kubernetes "$1"
    sed -i 's|components/arrays$|components/arrays-volume|' "$1/overlays/podman/kustomization.yaml"
    grep -q 'components/arrays-volume$' "$1/overlays/podman/kustomization.yaml" || die "the overlay has changed"
}

# --- The manifests. They are checked as the user who calls; the pod needs root (see container.sh). ----------
if [ "${1:-}" != pod ]; then
    half_status=0
    if have_node 20; then
        built=$(mktemp -d)
        trap 'rm -rf "$built"' EXIT
        for overlay in production podman; do
            kubectl kustomize "deploy/kubernetes/overlays/$overlay" >"$built/$overlay.yaml"
        done
        with_volume "$built/kubernetes"
        kubectl kustomize "$built/kubernetes/overlays/podman" >"$built/volume.yaml"
        npm_install tests/kubernetes
        node tests/kubernetes/check.js "$built"/*.yaml
    else
        [ "${CI:-}" != true ] || die "there is no Node 20 with npm here: the manifests CANNOT BE CHECKED"
        say "THE MANIFESTS WERE NOT CHECKED: there is no Node 20 with npm here"
        half_status=77
    fi
    "$0" pod
    exit "$half_status"
fi

# --- The pod. ----------------------------------------------------------------------------------------------
# shellcheck source=scripts/container.sh
. scripts/container.sh
# shellcheck source=scripts/nginx.sh
. scripts/nginx.sh
scripts/deps.sh nginx
manifest=$work/pod.yaml

# What kubectl built with the image under test, a free port in place of 8080, and another name. podman would publish
# the port of the probes, too, as it stands. podman 4.3 knows no emptyDir (a volume of the pod's own is like it), and
# fails to remove an init container that has ended, so it is to stay; it takes 20 seconds to see its end.
build_manifest() { # build_manifest FILE FOLDER PORT NAME
    kubectl kustomize "$2/overlays/podman" |
        sed -e "s|image: localhost/nimsum:latest|image: $image|" -e "s|hostPort: 8080|hostPort: $3|" \
            -e "s|- containerPort: 8081|- hostPort: $(free_port)\n          containerPort: 8081|" -e "s|name: nimsum\$|name: $4|" \
            -e "s|emptyDir: {}|persistentVolumeClaim: {claimName: $4-copy}|" \
            -e '/^kind: Deployment/,/^spec:/s|^metadata:|&\n  annotations: {io.podman.annotations.init.container.type: always}|' \
            >"$1"
    grep -q "hostPort: $3\$" "$1" || die "the overlay has changed: $1"
}
port=$(free_port)
build_manifest "$manifest" deploy/kubernetes "$port" nimsum

# A variable that nimsumd does not know would be ignored in silence.
podman run --rm --network none "$image" --help >"$work/help" 9>&-
sed -n 's/^ *\(NIMSUM_[A-Z_]*\):.*/\1/p' "$manifest" >"$work/variables"
[ -s "$work/variables" ] || die "found no variables in the ConfigMap"
while read -r variable; do
    grep -qw "$variable" "$work/help" || die "the ConfigMap sets $variable, which is no option of nimsumd"
done <"$work/variables"

container='' nginx_pid=''
manifests=("$manifest")
take_down() {
    local status=$?
    [ "$status" -eq 0 ] || [ -z "$container" ] || podman logs "$container" >&2 || true
    [ -z "$nginx_pid" ] || kill "$nginx_pid" 2>/dev/null || true
    for manifest in "${manifests[@]}"; do
        podman kube down "$manifest" >/dev/null 2>&1 || true
    done
    cleanup
}
trap take_down EXIT
play() { # play MANIFEST
    podman kube play --log-driver k8s-file "$1" >/dev/null 9>&-
}
play "$manifest"
container=$(podman ps --format '{{.Names}}' | grep nimsumd) || die "the pod does not run"

url=http://127.0.0.1:$port
end=$((SECONDS + 10))
until curl -fs --max-time 2 -o "$work/ready" "$url/readyz"; do
    [ "$SECONDS" -lt "$end" ] || die "the pod is not ready within 10 seconds"
    sleep 0.1
done
same() { # same WHAT EXPECTED ACTUAL
    [ "$2" = "$3" ] || die "$1: expected '$2', found '$3'"
}
same "/xor-game" '{"winner":"bob","alice_wins":false,"xor":2,"count":3,"reason":"odd-count"}' \
    "$(curl -fsS --max-time 10 "$url/xor-game" -d '{"nums":[1,1,2]}')"
same "/nim/ranges" '"weighted_sum":2' \
    "$(curl -fsS --max-time 10 "$url/nim/ranges" -d '{"heaps":[1,2,2],"queries":[[1,2],[2,3]]}' |
        grep -o '"weighted_sum":[0-9]*')"

# The array of the ConfigMap, mounted as links into a folder that is replaced whole.
same "the heaps of the array" '"heaps":3' "$(curl -fsS --max-time 10 "$url/nim/arrays/demo" | grep -o '"heaps":[0-9]*')"

# What the manifest asks for, seen from within.
pid=$(podman inspect "$container" --format '{{.State.Pid}}')
of_process() {
    sed -n "s/^$1:[[:space:]]*//p" "/proc/$pid/status" | tr '\t' ' '
}
same "user id" "65532 65532 65532 65532" "$(of_process Uid)"
same "effective capabilities" 0000000000000000 "$(of_process CapEff)"
same "bounding capabilities" 0000000000000000 "$(of_process CapBnd)"
same "no new privileges" 1 "$(of_process NoNewPrivs)"
same "seccomp filter" 2 "$(of_process Seccomp)"
grep -Eq '^[^ ]+ / [^ ]+ ro[, ]' "/proc/$pid/mounts" || die "the root file system is not read-only"
same "request memory" 268435456 "$(curl -fsS --max-time 10 "$url/" | grep -Eo '"request_memory_bytes": *[0-9]+' |
    grep -Eo '[0-9]+$')" # half of the limit: the pod's limit is seen inside
# The probes' own listener, as the kubelet asks it.
for path in healthz readyz; do
    nsenter --target "$pid" --net curl -fsS --max-time 2 -o "$work/probe" "http://127.0.0.1:8081/$path"
done

# A second one, and nginx in front of both; they tell the same of the array in every byte.
port_b=$(free_port) tls_port=$(free_port)
build_manifest "$work/b.yaml" deploy/kubernetes "$port_b" nimsum-b
manifests+=("$work/b.yaml")
play "$work/b.yaml"
demo() { # demo PORT: what the replica says of the array, its validator included
    curl -fsS --max-time 10 -D - "http://127.0.0.1:$1/nim/arrays/demo" | grep -Eiv '^(date|x-request-id):'
}
has_version() { # has_version PORT VERSION
    demo "$1" 2>/dev/null | grep -q "\"version\":\"$2\""
}
old=$(demo "$port" | sed -n 's/.*"version":"\([0-9a-f]*\)".*/\1/p')
wait_until has_version "$port_b" "$old"
demo "$port" | grep -qi '^etag: ' || die "the array has no ETag"
same "what the other replica says" "$(demo "$port")" "$(demo "$port_b")"
quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$work/nimsum.key" -out "$work/nimsum.crt"
echo '"Bearer three" three;' >"$work/nimsum.keys"
nginx_start "$work" "$tls_port" "127.0.0.1:$port" "127.0.0.1:$port_b"
wait_until curl -fs --cacert "$work/nimsum.crt" -o "$work/ready" "https://localhost:$tls_port/healthz"

# Both pods are replaced by those of FOLDER one by one, while clients ask.
version_of() { # version_of FOLDER: of the only array in it
    podman run --rm --network none -v "$1:/next:ro" "$image" --check-arrays /next 2>"$work/warnings" 9>&- |
        cut -d ' ' -f 3
}
replace() { # replace MANIFEST FOLDER PORT NAME VERSION
    podman kube down "$1" >/dev/null 9>&-
    build_manifest "$1" "$2" "$3" "$4"
    play "$1"
    wait_until has_version "$3" "$5"
}
roll() { # roll FOLDER OLD_VERSION OLD_HEAPS NEW_VERSION NEW_HEAPS
    [ "$2" != "$4" ] || die "both arrays are of version $2"
    rm -f "$work/mark"
    scripts/ask_arrays.py "https://localhost:$tls_port" "$work/mark" "$2" "$3" "$4" "$5" --seconds 120 \
        --ca "$work/nimsum.crt" --key three >"$work/answers" &
    local asker=$!
    wait_until test -e "$work/mark"
    replace "$manifest" "$1" "$port" nimsum "$4"
    same "the version of the other one" "$2" "$(demo "$port_b" | sed -n 's/.*"version":"\([0-9a-f]*\)".*/\1/p')"
    sleep 3 # nginx tries a replica that was gone again after fail_timeout, 2 seconds
    replace "$work/b.yaml" "$1" "$port_b" nimsum-b "$4"
    kill -0 "$asker" || die "the pods were replaced too slowly: nobody asked any more"
    rm "$work/mark"
    wait "$asker"
    same "failed, unfit, versions seen while pods were replaced" "0 0 2" "$(cat "$work/answers")"
    same "what the other replica says then" "$(demo "$port")" "$(demo "$port_b")"
}

# Another array is another ConfigMap.
cp -r deploy/kubernetes "$work/next"
echo '[1,2,3,4]' >"$work/next/components/arrays/demo.json"
new=$(version_of "$work/next/components/arrays")
roll "$work/next" "$old" 3,4,5 "$new" 1,2,3,4

# Arrays out of a volume that is read-only, copied and checked by an init container.
with_volume "$work/volume"
podman volume create nimsum-arrays >/dev/null
source=$(podman volume inspect nimsum-arrays --format '{{.Mountpoint}}')
echo '[7,8,9]' >"$source/demo.json"
of_volume=$(version_of "$source")
roll "$work/volume" "$new" 1,2,3,4 "$of_volume" 7,8,9
kill -QUIT "$nginx_pid"
wait "$nginx_pid" || die "nginx ended with status $?"

# Told to stop, it serves on while /readyz fails, then ends by itself within the pod's time.
seconds=$(sed -n 's/^ *terminationGracePeriodSeconds: //p' "$manifest")
began=${EPOCHREALTIME/./}
podman stop -t "$seconds" "$container" >/dev/null 9>&- &
stopper=$!
sleep 1
same "/readyz while stopping" 503 "$(curl -s --max-time 2 -o "$work/ready" -w '%{http_code}' "$url/readyz" || true)"
same "/xor-game while stopping" 200 \
    "$(curl -s --max-time 2 -o "$work/game" -w '%{http_code}' "$url/xor-game" -d '{"nums":[1,1,2]}' || true)"
wait "$stopper" || die "podman could not stop the pod"
now=${EPOCHREALTIME/./}
same "the exit status" 0 "$(podman inspect "$container" --format '{{.State.ExitCode}}')" # a kill would leave 137
say "stopped $(((now - began) / 1000)) ms after SIGTERM"
say "passed"
