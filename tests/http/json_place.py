# SPDX-License-Identifier: MIT
"""Where a text stops being JSON: a plain strict reader (RFC 8259) that goes byte by byte and finds the first byte that
nothing after it could make right. It knows no values and shares nothing with the service."""
import collections

Place = collections.namedtuple("Place", "offset line column too_deep")
HEX, DIGITS, SPACE = b"0123456789abcdefABCDEF", b"0123456789", b" \t\n\r"


class Bad(Exception):
    def __init__(self, offset, too_deep=False):
        super().__init__(offset)
        self.offset, self.too_deep = offset, too_deep


class Reader:
    def __init__(self, body, nesting):
        self.body, self.nesting, self.at = body, nesting, 0

    def peek(self, wanted):
        return self.at < len(self.body) and self.body[self.at] in wanted

    def take(self, wanted):
        if not self.peek(wanted):
            raise Bad(self.at)
        self.at += 1
        return self.body[self.at - 1]

    def many(self, wanted):
        while self.peek(wanted):
            self.at += 1

    def value(self, depth):
        self.many(SPACE)
        if self.peek(b"[{"):
            self.container(depth + 1)
        elif self.peek(b'"'):
            self.string()
        elif self.peek(b"-" + DIGITS):
            self.number()
        else:
            for word in (b"true", b"false", b"null"):
                if self.peek(word[:1]):
                    for byte in word:
                        self.take([byte])
                    break
            else:
                raise Bad(self.at)
        self.many(SPACE)

    def container(self, depth):
        if depth > self.nesting:
            raise Bad(self.at, True)
        is_object = self.take(b"[{") == ord("{")
        end = b"}" if is_object else b"]"
        self.many(SPACE)
        if self.peek(end):
            self.at += 1
            return
        while True:
            if is_object:
                self.many(SPACE)
                self.string()
                self.many(SPACE)
                self.take(b":")
            self.value(depth)
            if self.take(b"," + end) == end[0]:
                return

    def number(self):
        if self.peek(b"-"):
            self.at += 1
        if self.take(DIGITS) != ord("0"):
            self.many(DIGITS)
        if self.peek(b"."):
            self.at += 1
            self.take(DIGITS)
            self.many(DIGITS)
        if self.peek(b"eE"):
            self.at += 1
            if self.peek(b"+-"):
                self.at += 1
            self.take(DIGITS)
            self.many(DIGITS)

    def string(self):
        self.take(b'"')
        while True:
            byte = self.take(range(0x20, 0x100))
            if byte == ord('"'):
                return
            if byte == ord("\\"):
                self.escape()
            elif byte >= 0x80:
                self.at -= 1
                self.utf8()

    def escape(self):
        if self.take(b'"\\/bfnrtu') != ord("u"):
            return
        first = self.take(HEX)
        if first not in b"dD":
            for _ in range(3):
                self.take(HEX)
            return
        second = self.take(b"0123456789abAB")  # DC00..DFFF cannot come first
        self.take(HEX)
        self.take(HEX)
        if second in b"89abAB":
            for wanted in (b"\\", b"u", b"dD", b"cdefCDEF", HEX, HEX):
                self.take(wanted)

    def utf8(self):
        first = self.take([*range(0xC2, 0xF5)])
        low, high = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(
            first, (0x80, 0xBF))
        self.take(range(low, high + 1))
        for _ in range((first >= 0xE0) + (first >= 0xF0)):
            self.take(range(0x80, 0xC0))


def first_fault(body, nesting=32):
    """The place of the first fault of a body, or None where it is JSON."""
    reader = Reader(body, nesting)
    try:
        reader.value(0)
        if reader.at < len(body):
            raise Bad(reader.at)
    except Bad as bad:
        before = body[:bad.offset]
        return Place(bad.offset, before.count(b"\n") + 1, bad.offset - before.rfind(b"\n"), bad.too_deep)
    return None
