#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_layers.py [root]: hold src/ and include/ to the arrows of docs/ARCHITECTURE.md.

    main -> http -> api -> arrays -> { json, contest } -> digits -> memory;  api, arrays, contest -> core, which stands alone
    main, http, telemetry -> system;  main, http, api -> telemetry -> memory;  all but core may use problem

Each folder has a list of what it may include; anything else is a fault, so that a new dependency is a
decision made here and not an accident. Functions that cannot be used safely are refused everywhere.
"""
import pathlib
import re
import sys

MAX_LINES = 400

LIBC = set("""assert.h ctype.h errno.h inttypes.h limits.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h
    endian.h stdio.h stdlib.h string.h strings.h""".split())
SIMD = {"immintrin.h", "simde/x86/sse4.1.h"}
# The operating system, for the folders that may touch it.
SYSTEM = set("""arpa/inet.h fcntl.h getopt.h malloc.h netdb.h netinet/in.h netinet/tcp.h poll.h pthread.h
    sched.h signal.h sys/epoll.h sys/eventfd.h sys/file.h sys/ioctl.h sys/mman.h sys/queue.h sys/random.h
    sys/resource.h sys/signalfd.h sys/socket.h sys/stat.h sys/time.h sys/timerfd.h sys/types.h sys/uio.h sys/un.h
    time.h unistd.h linux/sockios.h linux/tcp.h""".split())

# folder: (folders whose headers it may include, system headers it may include)
RULES = {
    "core": (set(), {"assert.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}),
    "problem": (set(), LIBC),
    "memory": (set(), LIBC | {"pthread.h", "sys/mman.h", "unistd.h"}),
    "digits": ({"memory"}, LIBC | SIMD),
    "json": ({"digits", "memory", "problem"}, LIBC | {"cjson/cJSON.h"}),
    "contest": ({"digits", "memory", "problem", "core"}, LIBC),
    "telemetry": ({"memory", "digits", "problem", "system"}, LIBC | {"dirent.h", "fcntl.h", "poll.h", "pthread.h", "sys/resource.h",
                                         "sys/socket.h", "sys/stat.h", "time.h", "unistd.h"}),
    "system": (set(), LIBC | SYSTEM),
    "arrays": ({"json", "contest", "digits", "memory", "problem", "core"},
               LIBC | {"dirent.h", "fcntl.h", "pthread.h", "sys/resource.h", "sys/stat.h", "time.h", "unistd.h", "xxhash.h"}),
    # no socket, thread or clock
    "api": ({"arrays", "json", "contest", "telemetry", "digits", "memory", "problem", "core"}, LIBC),
    "http": ({"api", "system", "telemetry", "memory", "problem"}, LIBC | SYSTEM | {"microhttpd.h"}),
    "main": ({"api", "arrays", "http", "system", "telemetry", "memory", "problem"}, LIBC | SYSTEM),
}
# A header that few files may include, whatever their folder allows.
AT_MOST_FILES = {"xxhash.h": 1, "cjson/cJSON.h": 3}

BANNED = {
    name: reason
    for names, reason in (
        ("strcpy strcat stpcpy sprintf vsprintf gets alloca", "no bound"),
        ("strtok", "hidden state"),
        ("atoi atol atoll atof", "no error"),
        ("valueint", "saturates; the scanner reads numbers exactly"),
        ("cJSON_GetErrorPtr", "global state"),
        ("cJSON_GetObjectItem", "ignores case; use cJSON_GetObjectItemCaseSensitive or walk the members"),
    )
    for name in names.split()
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
BANNED_NAME = re.compile(r"\b(" + "|".join(BANNED) + r")\b")


def strip(text):
    """The code without comments and literals, every line where it was."""
    return NOISE.sub(lambda found: "\n" * found.group().count("\n"), text)


def folder_of(root, path):
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        return "core"
    if len(parts) > 2:
        return parts[1]
    return "problem" if path.stem in ("problem", "problem_names", "problem_quote") else "main"


def check(root):
    faults = []
    files = sorted(
        path
        for top in ("src", "include")
        for path in (root / top).rglob("*")
        if path.suffix in (".c", ".h", ".inc")
    )
    users = {}

    def check_include(where, folder, quote, name):
        friends, system = RULES[folder]
        if quote == '"':
            header = root / "src" / name
            if not header.is_file():
                faults.append(f'{where}: no header "{name}" below src/ (includes name the folder)')
                return
            target = folder_of(root, header)
            if target != folder and target not in friends:
                faults.append(f'{where}: {folder} may not include "{name}" of {target}')
        elif name.startswith("nimsum/"):
            if folder != "core" and "core" not in friends:
                faults.append(f"{where}: {folder} may not include <{name}> of core")
        elif name not in system:
            faults.append(f"{where}: {folder} may not include <{name}>")

    for path in files:
        folder = folder_of(root, path)
        shown = path.relative_to(root)
        if folder not in RULES:
            faults.append(f"{shown}:1: folder {folder} has no rule in scripts/check_layers.py")
            continue
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if len(lines) >= MAX_LINES:
            faults.append(f"{shown}:{len(lines)}: a file has fewer than {MAX_LINES} lines")
        for number, line in enumerate(lines, 1):
            found = INCLUDE.match(line)
            if found:
                users.setdefault(found[2], []).append(f"{shown}:{number}")
                check_include(f"{shown}:{number}", folder, found[1], found[2])
        for number, line in enumerate(strip(text).splitlines(), 1):
            for name in BANNED_NAME.findall(line):
                faults.append(f"{shown}:{number}: {name} is banned: {BANNED[name]}")
    for name, most in AT_MOST_FILES.items():
        for where in users.get(name, [])[most:]:
            faults.append(f"{where}: <{name}> is already in {most} files")
    if not files:
        faults.append(f"{root}: no source found")
    return faults


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    faults = check(root)
    print("\n".join(faults) or "layers: every include and name is allowed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
