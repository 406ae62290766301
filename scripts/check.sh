#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check.sh: everything about the sources that a machine can judge without running them.
# Runs all checks, whatever one of them says, and fails when one failed.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

scripts/deps.sh build test lint

# The project's files: tracked, or new and not ignored. mapfile -t x < <(files '*.c')
files() {
    local file
    git ls-files -co --exclude-standard -- "$@" | sort -u | while IFS= read -r file; do
        [ ! -f "$file" ] || printf '%s\n' "$file"
    done
}

# Versions of clang-format differ in what they make of the same style; one is the judge.
FORMAT_VERSION=14

check_format() {
    local tool version sources
    mapfile -t sources < <(files '*.c' '*.h')
    for tool in "clang-format-$FORMAT_VERSION" clang-format; do
        command -v "$tool" >/dev/null || continue
        version=$("$tool" --version | sed -n 's/.*version \([0-9]*\)\..*/\1/p')
        [ "$version" = "$FORMAT_VERSION" ] || continue
        "$tool" --dry-run -Werror "${sources[@]}"
        return
    done
    say "NO clang-format $FORMAT_VERSION HERE: the format of ${#sources[@]} files WAS NOT CHECKED"
    [ "${CI:-}" != true ]
}

# A clang build beside gcc's: its warnings are errors, and clang-tidy reads its compile commands.
check_clang_build() {
    quietly cmake --preset dev -B build/clang -DCMAKE_C_COMPILER=clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON &&
        quietly cmake --build build/clang -j "$(nproc)"
}

check_tidy() {
    local sources
    [ -f build/clang/compile_commands.json ] || {
        say "clang-tidy needs the clang build"
        return 1
    }
    mapfile -t sources < <(files 'src/*.c' 'tests/*.c') # tests/.clang-tidy asks less of them
    printf '%s\0' "${sources[@]}" |
        xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/clang --quiet 2> >(grep -v 'warnings\? generated' >&2)
}

# A test may point to what stands on its stack, and includes by the name alone from beside it.
check_cppcheck() {
    local options=(--quiet --std=c11 "--enable=warning,performance,portability" --inline-suppr --error-exitcode=1
        --suppress=missingIncludeSystem -j "$(nproc)" -D_GNU_SOURCE -D__x86_64__ -D__GNUC__=12
        -DNIMSUM_VERSION='"0"' -I include -I src)
    local folder beside=()
    cppcheck "${options[@]}" src || return
    for folder in tests/*/; do
        beside+=(-I "$folder")
    done
    cppcheck "${options[@]}" "${beside[@]}" --suppress=autoVariables tests
}

check_python() {
    local sources
    mapfile -t sources < <(files '*.py')
    /usr/bin/python3 -m flake8 -- "${sources[@]}" # .flake8
}

# Debian 12 has a Node that is too old for it, so it is not a package of deps.sh.
check_javascript() {
    local sources
    mapfile -t sources < <(files '*.js' '*.cjs' '*.mjs')
    if ! have_node 20; then
        say "NO NODE 20 WITH npm HERE: ${#sources[@]} files of JavaScript WERE NOT CHECKED"
        [ "${CI:-}" != true ]
        return
    fi
    npm_install tests/lint && node tests/lint/node_modules/.bin/eslint --config tests/lint/eslint.config.js \
        --max-warnings 0 -- "${sources[@]}"
}

check_shell() {
    local scripts
    mapfile -t scripts < <({
        files '*.sh' .ci/run
        files | while IFS= read -r file; do
            ! head -n 1 "$file" | tr -d '\0' | grep -Eq '^#!.*\b(ba)?sh\b' || printf '%s\n' "$file"
        done
    } | sort -u)
    shellcheck -x -- "${scripts[@]}"
}

check_yaml() {
    local documents
    mapfile -t documents < <(files '*.yaml' '*.yml')
    [ "${#documents[@]}" -gt 0 ] || return 0
    yamllint --strict -d '{extends: default, rules: {line-length: {max: 160}, document-start: disable,
        braces: {max-spaces-inside: 1}, comments: {min-spaces-from-content: 1},
        truthy: {check-keys: false}, indentation: {indent-sequences: whatever}}}' -- "${documents[@]}"
}

check_man() {
    local pages
    mapfile -t pages < <(files 'man/*')
    mandoc -T lint -W warning "${pages[@]}"
}

# The version stands in CMakeLists.txt; what repeats it must agree.
check_version() {
    local version status=0
    version=$(sed -n 's/^project(.*VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    [ -n "$version" ] || die "no version in CMakeLists.txt"
    grep -Fq "org.opencontainers.image.version=\"$version\"" Dockerfile || {
        say "Dockerfile's version label is not $version"
        status=1
    }
    if [ -f openapi.yaml ] && ! grep -Eq "^  version: [\"']?${version}[\"']?\$" openapi.yaml; then
        say "openapi.yaml's version is not $version"
        status=1
    fi
    grep -Eq "^ +newTag: [\"']?${version}[\"']?\$" deploy/kubernetes/overlays/production/kustomization.yaml || {
        say "the tag of deploy/kubernetes/overlays/production is not $version"
        status=1
    }
    grep -Fq "find_package(nimsum ${version%.*} " examples/c/CMakeLists.txt || {
        say "examples/c asks for another version than ${version%.*}"
        status=1
    }
    return "$status"
}

check_openapi_json() {
    scripts/openapi_json.py --check
}

# No file has the pattern; where one does, it is shown.
absent() {
    local status=0
    git grep -nI --untracked "$@" || status=$?
    [ "$status" -eq 1 ] # 0: found; above 1: git grep itself failed
}

# Every source names its licence; what is in web/ is sent as it is.
check_licence() {
    local without
    without=$(files '*.[ch]' '*.inc' '*.cpp' '*.pml' '*.v' '*.py' '*.sh' '*.js' '*.ts' '*.go' '*.php' '*.rs' .ci/run ':!web' |
        xargs -d '\n' awk 'FNR <= 3 && /SPDX-License-Identifier: MIT/ { ok[FILENAME] }
            END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in ok)) print ARGV[i] }')
    [ -z "$without" ] || say "no line SPDX-License-Identifier: MIT at the top of:"$'\n'"$without"
    [ -z "$without" ]
}

# No file may tell of the machine it was written on: its package mirrors, its home and work folders.
check_machine() {
    local host patterns=(-e "$PWD") status=0
    for host in $({
        find /etc/apt -maxdepth 2 \( -name '*.sources' -o -name '*.list' \) -exec cat {} + 2>/dev/null
        ! command -v npm >/dev/null || npm config get registry
        ! command -v pip >/dev/null || pip config get global.index-url 2>/dev/null
    } | grep -Eo '[a-z+]+://[^/ ]+' | sed 's#.*[/@]##; s/:[0-9]*$//' | grep -F . | sort -u); do
        patterns+=(-e "$host")
    done
    absent -F "${patterns[@]}" || status=1
    absent -E -e '(^|[^[:alnum:]_.}/$-])/(home|root|work|Users)/[[:alnum:]_.]' || status=1
    return "$status"
}

failed=()
for check in format layers:scripts/check_layers.py tests:scripts/check_tests.py shell python javascript yaml man openapi_json version licence machine clang_build tidy cppcheck; do
    name=${check%%:*}
    command=${check#*:}
    [ "$command" != "$name" ] || command=check_$name
    began=$SECONDS
    # -e is off inside an if: each check ends with the command that decides.
    if ("$command"); then
        say "$name: ok ($((SECONDS - began)) s)"
    else
        say "$name: FAILED ($((SECONDS - began)) s)"
        failed+=("$name")
    fi
done
[ "${#failed[@]}" -eq 0 ] || die "failed: ${failed[*]}"
