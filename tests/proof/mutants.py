#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py: check_automata must find each of these faults when it is put into a copy of src/json.

usage: mutants.py [compiler]
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUPPORT = HERE.parent / "support"
OURS = ["check_automata.c", "automaton.c", "grammar.c", "pairs.c", "walk.c"]

# what, file, text, text instead
MUTANTS = [
    ("01 is a number", "number.c", "case NUMBER_ZERO: break;", "case NUMBER_ZERO: return NUMBER_DIGITS;"),
    ("1e5-3 is a number", "number.c", "&& phase == NUMBER_E) {",
     "&& (phase == NUMBER_E || phase == NUMBER_EXPONENT)) {"),
    ("-.5 is a number", "number.c", "byte == '.' && whole", "byte == '.' && (whole || phase == NUMBER_MINUS)"),
    ("1. is a number", "number.c", "number->phase == NUMBER_FRACTION ||",
     "number->phase == NUMBER_FRACTION || number->phase == NUMBER_POINT ||"),
    ("-1 is none", "number.c", "    case NUMBER_START:\n    case NUMBER_MINUS: add", "    case NUMBER_START: add"),
    ("what is computed decides", "number.c", "if (byte == '.' && whole)",
     "if (byte == '.' && whole && number->digits < 1000)"),
    ("C0 begins a character", "scanner_text.c", "lead < 0xC2", "lead < 0xC0"),
    ("F5 begins a character", "scanner_text.c", "lead > 0xF4", "lead > 0xF5"),
    ("overlong E0", "scanner_text.c", "lead == 0xE0 ? 0xA0", "lead == 0xE0 ? 0x80"),
    ("surrogates in UTF-8", "scanner_text.c", "lead == 0xED ? 0x9F", "lead == 0xED ? 0xBF"),
    ("past U+10FFFF", "scanner_text.c", "lead == 0xF4 ? 0x8F", "lead == 0xF4 ? 0x90"),
    ("the second byte's bounds stay", "scanner_text.c", "    s->utf8_high = 0xBF;\n", ""),
    ("a bare control character", "scanner_text.c", "(unsigned char)*p >= 0x20 &&", "(unsigned char)*p >= 0x1F &&"),
    ("an escape too many", "scanner_text.c", '/bfnrt";', '/bfnrtv";'),
    ("g is a hex digit", "scanner_text.c", "lower <= 'f'", "lower <= 'g'"),
    ("a lone low surrogate", "scanner_text.c", "s->hex <= 0xDF)", "s->hex <= 0xDE)"),
    ("a lone high surrogate", "scanner_text.c", "s->hex >= 0xD800 &&", "s->hex >= 0xD801 &&"),
    ("a surrogate is remembered", "scanner_text.c", "        s->high_surrogate = 0;\n", ""),
    ("{\"a\":1,} is an object", "scanner.c", "if (*p == '}' && s->state == SCAN_FIRST_KEY)", "if (*p == '}')"),
    ("[1,] is an array", "scanner.c", "if (first && *p == ']')", "if (*p == ']')"),
    ("a closed object is remembered", "scanner.c", "s->objects = (s->objects & ~((uint64_t)1 << s->depth))",
     "s->objects = s->objects"),
    ("one level too deep", "scanner.c", "s->depth == s->maximum_depth", "s->depth > s->maximum_depth"),
    ("VT is white space", "scanner.c", "*p != '\\r'", "*p != '\\r' && *p != '\\v'"),
    ("True is a literal", "scanner.c", "if (*p != *s->literal_rest)", "if ((*p | 0x20) != *s->literal_rest)"),
    ("the text may end in a number's middle", "scanner.c",
     "        json_number_is_complete(&scanner->number)) {", "        true) {"),
    ("a place is one off", "scanner.c", "s->place = (struct place){offset,", "s->place = (struct place){offset + 1,"),
]


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=300)


class Builder:
    def __init__(self, compiler, folder):
        self.compiler = compiler
        self.folder = folder
        cjson = run(["pkg-config", "--cflags", "libcjson"]).stdout.split()
        self.flags = ["-std=c17", "-D_GNU_SOURCE", "-O1", f"-I{ROOT}/src", f"-I{HERE}", f"-I{SUPPORT}", *cjson]
        self.libraries = run(["pkg-config", "--cflags", "--libs", "check"]).stdout.split()
        self.objects = []
        self.archive = folder / "libproduct.a"

    def compile(self, source, name):
        target = self.folder / (name + ".o")
        made = run([self.compiler, *self.flags, "-c", str(source), "-o", str(target)])
        if made.returncode != 0:
            sys.exit(f"mutants: {name} does not compile:\n{made.stdout}")
        return str(target)

    def compile_all(self):
        """The test, and an archive of the product, of which the linker takes what is asked for."""
        sources = [HERE / name for name in OURS] + [SUPPORT / "run_tests.c"]
        self.objects = [self.compile(source, source.name) for source in sources]
        sources = [ROOT / "src/problem.c"]
        for room in ("json", "memory", "digits"):
            sources += sorted((ROOT / "src" / room).glob("*.c"))
        members = [self.compile(source, source.name) for source in sources]
        run(["ar", "rcs", str(self.archive), *members]).check_returncode()

    def finds(self, name, text):
        """Whether check_automata, with this text for the file name, fails."""
        changed = self.folder / name
        changed.write_text(text)
        program = self.folder / "program"
        made = run([self.compiler, *self.objects, self.compile(changed, "changed-" + name), str(self.archive),
                    *self.libraries, "-o", str(program)])
        if made.returncode != 0:
            sys.exit(f"mutants: cannot link:\n{made.stdout}")
        return run([str(program)]).returncode != 0


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        builder = Builder(sys.argv[1] if len(sys.argv) > 1 else "cc", pathlib.Path(folder))
        builder.compile_all()
        if builder.finds("number.c", (ROOT / "src/json/number.c").read_text()):
            sys.exit("mutants: check_automata fails without any fault")
        for what, name, old, new in MUTANTS:
            text = (ROOT / "src/json" / name).read_text()
            if text.count(old) == 0:
                print(f"FAILED {what}: {name} no longer has {old!r}")
                failed += 1
            elif builder.finds(name, text.replace(old, new, 1)):
                passed += 1
            else:
                print(f"FAILED {what}: not found")
                failed += 1
    print(f"mutants: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
