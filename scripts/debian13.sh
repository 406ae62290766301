#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian13.sh PACKAGE,PACKAGE... COMMAND [argument...]: run COMMAND on a Debian 13 that has these packages, for tools that
# Debian 12 has not. It sees this source folder, read-only, as its working folder. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh
[ $# -ge 2 ] || die "usage: debian13.sh PACKAGE,PACKAGE... COMMAND [argument...]"
# shellcheck source=scripts/debian.sh
. scripts/debian.sh

make_debian trixie "$1"
shift
mkdir "$root/srv/nimsum"
mount --bind "$PWD" "$root/srv/nimsum"
mount -o remount,bind,ro "$root/srv/nimsum"
# shellcheck disable=SC2016 # expanded by the shell inside
in_debian sh -c 'cd /srv/nimsum && exec "$@"' sh "$@"
