#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh [--quick] [--strict] [--write] [--only PART]...: install, build and run every measurement, side by side,
# and print one table.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

groups=(build bench bench-python)
for option in "$@"; do
    case "$option" in
    -h | --help) exec python3 bench/measure.py --help ;;
    --quick) groups=(build bench) ;;
    esac
done
scripts/deps.sh "${groups[@]}"
build_preset bench

# cargo writes beside the sources it builds, so it gets a copy. Debian's own compilers, also where others are
# installed: the peers' versions are part of what is measured.
build=$PWD/build/bench
mkdir -p "$build/rust"
cp -Rp bench/peers/rust/. "$build/rust/"
(cd "$build/rust" && RUSTC=/usr/bin/rustc quietly /usr/bin/cargo build --release)
cp "$build/rust/target/release/bench_hyper" "$build/bench_hyper"
quietly go build -o "$build/bench_go" bench/peers/go/server.go

exec python3 bench/measure.py "$@"
