#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test-install.sh: install into a folder of its own, with libnimsum static and then shared, and use what is
# there as a stranger would: build examples/c with pkg-config and with find_package, run it, link C++, run the daemon.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build install

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expected='board: XOR 2, Bob wins
query 0: the first player wins
query 1: the second player wins
weighted sum 2'
expected_array='normal: 2 of 3 are won, query 1 by taking 1 of heap 2, query 2 by taking 5 of heap 4
misere: 2 of 3 are won, query 0 by taking 1 of heap 1, query 2 by taking 4 of heap 4'

expect_example() { # expect_example HOW PROGRAM
    local told
    told=$("$2") || die "the example built with $1 failed"
    [ "$told" = "$expected" ] || die "the example built with $1 says: $told"
}

expect_symbols() { # only nimsum_..., and every function of the headers
    local library=$1 shown promised
    shown=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort)
    promised=$(sed -n '/^static/d; s/^[^ *#].*\b\(nimsum_[a-z0-9_]*\)(.*/\1/p' "$prefix"/include/nimsum/*.h | sort -u)
    [ -n "$promised" ] || die "no function was found in the headers"
    [ "$shown" = "$promised" ] || die "$library does not show just the functions of the headers:
$(diff <(echo "$promised") <(echo "$shown"))"
}

# No page in the folder has a dead link.
expect_links() {
    local page target followed=0
    while IFS=: read -r page target; do
        target=${target#"]("}
        case $target in *://* | '') continue ;; esac
        [ -e "${page%/*}/$target" ] || die "$page: dead link to $target"
        followed=$((followed + 1))
    done < <(grep -rEo --include='*.md' '\]\([^)# ]+' "$1")
    [ "$followed" -ge 20 ] || die "$followed links in $1"
}

for kind in static shared; do
    build=$work/$kind/build prefix=$work/$kind/prefix example=$work/$kind/example
    shared=OFF
    [ "$kind" = static ] || shared=ON
    quietly cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DNIMSUM_TESTS=OFF -DBUILD_SHARED_LIBS=$shared
    quietly cmake --build "$build" -j "$(nproc)"
    # Another prefix than the one configured: nothing installed may hang on that.
    quietly cmake --install "$build" --prefix "$prefix"
    rm -rf "$build"

    libdir=$(dirname "$(find "$prefix" -name 'libnimsum.*' | head -n 1)")
    for file in bin/nimsumd include/nimsum/{array,chalkboard,moves,position,ranges,search,weighted_sum}.h \
        share/man/man8/nimsumd.8 share/man/man3/nimsum.3 share/doc/nimsum/{LICENSE,README.md,docs/GAMES.md}; do
        [ -s "$prefix/$file" ] || die "$kind: $file was not installed"
    done
    for unit in deploy/systemd/*.service deploy/systemd/*.socket; do
        [ ! -e "$unit" ] || cmp "$unit" "$prefix/lib/systemd/system/${unit##*/}"
    done

    expect_links "$prefix/share/doc/nimsum"

    version=$(PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --modversion nimsum)
    [[ $("$prefix/bin/nimsumd" --version) == "nimsumd $version "* ]] || die "$kind: the daemon is not of version $version"

    read -ra flags < <(PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --cflags --libs nimsum)
    "${CC:-cc}" -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$work/$kind/by-pkg-config" examples/c/decide.c "${flags[@]}"
    "${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$work/$kind/in-c++" tests/install/link.cpp "${flags[@]}"
    LD_LIBRARY_PATH=$libdir "$work/$kind/in-c++" || die "$kind: C++ does not get the answers that C gets"
    quietly cmake -S examples/c -B "$example" -DCMAKE_PREFIX_PATH="$prefix"
    quietly cmake --build "$example"

    if [ "$kind" = static ]; then
        expect_example "pkg-config, $kind" "$work/$kind/by-pkg-config"
        [[ $(readelf -dW "$prefix/bin/nimsumd") != *libnimsum* ]] || die "the daemon wants a shared libnimsum"
    else
        LD_LIBRARY_PATH=$libdir expect_example "pkg-config, $kind" "$work/$kind/by-pkg-config"
        [[ $(readelf -dW "$work/$kind/by-pkg-config") == *"[libnimsum.so.${version%.*}]"* ]] ||
            die "the example does not ask for libnimsum.so.${version%.*}"
        expect_symbols "$libdir/libnimsum.so"
    fi
    expect_example "find_package, $kind" "$example/decide"
    told=$("$example/array") || die "$kind: examples/c/array failed"
    [ "$told" = "$expected_array" ] || die "$kind: examples/c/array says: $told"
done
