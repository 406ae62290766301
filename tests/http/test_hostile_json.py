#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Texts that are almost JSON, each with the exact place where it stops being JSON; and texts that only look wrong."""
import os
import sys

import json_place
import support

# A copy of the directory test_parsing of nst/JSONTestSuite, if there is one beside the checkout.
SUITE = os.path.join(support.ROOT, "..", "shared", "hostile", "json-cases")
GOOD = b'{"nums":[1,1,2]}'

# text, the offset of the first byte that nothing after it could make right (None: it is JSON)
TEXTS = [
    # nothing, or nothing but white space
    (b"", 0), (b" \n\t\r", 4), (b"\n\n\n", 3), (b"\x0c", 0), (b"\x00", 0), (b" \x0b[]", 1), (b"\xc2\xa0[]", 0),
    (b"\xe2\x81\xa0[]", 0), (b"\xef\xbb\xbf", 0), (b"\xef\xbb\xbf{}", 0), (b"\xfe\xff\x00{\x00}", 0),
    (b"{\x00}\x00", 1), (b"[]\x00", 2), (b"[1]\xff", 3),
    # after the value
    (b"{}{}", 2), (b"[1]]", 3), (b"{}}", 2), (b"[],", 2), (b"1 2", 2), (b"{}//c", 2), (b"{}#", 2), (b'"a"x', 3),
    (b"null\n\nx", 6), (b"[1]/*c*/", 3),
    # arrays
    (b"[", 1), (b"[1", 2), (b"[1,", 3), (b"[,", 1), (b"[,1]", 1), (b"[1,,2]", 3), (b"[1,]", 3), (b"[1 2]", 3),
    (b"[1 66]", 3), (b"[1;2]", 2), (b"[1:2]", 2), (b"[1}", 2), (b"]", 0), (b"[[1]", 4), (b"[[1,2][3]]", 6),
    (b"[[1,2] 3]", 7), (b'["a"1]', 4), (b"[1,\n2\n,3", 8), (b"[1\n\n 2]", 5), (b"[(1)]", 1), (b"[*]", 1),
    # objects
    (b"{", 1), (b'{"a"', 4), (b'{"a":', 5), (b'{"a":1', 6), (b'{"a":1,', 7), (b'{"a":1,}', 7), (b"{,}", 1),
    (b'{"a"}', 4), (b'{"a" 1}', 5), (b'{"a",1}', 4), (b'{"a"::1}', 5), (b'{"a":1 "b":2}', 7), (b'{"a":1,,"b":2}', 7),
    (b"{a:1}", 1), (b"{'a':1}", 1), (b"{1:1}", 1), (b"{null:1}", 1), (b"{[]:1}", 1), (b'{"a":}', 5), (b"}", 0),
    (b'{"a":1]', 6), (b"[{]", 2), (b'{"a":[}', 6), (b'{"a":1;"b":2}', 6), (b'{"a":x}', 5),
    # words
    (b"tru", 3), (b"[nul]", 4), (b"[True]", 1), (b"[truth]", 4), (b"[nulll]", 5), (b"[falsey]", 6), (b"[NaN]", 1),
    (b"[nan]", 2), (b"[Infinity]", 1), (b"[-Infinity]", 2), (b"[undefined]", 1), (b"[t rue]", 2), (b"[a]", 1),
    # numbers
    (b"01", 1), (b"[01]", 2), (b"[00]", 2), (b"[-01]", 3), (b"[-]", 2), (b"[--1]", 2), (b"[- 1]", 2), (b"-", 1),
    (b"[+1]", 1), (b"[.5]", 1), (b"[-.5]", 2), (b"[1.]", 3), (b"[1.,2]", 3), (b"1.", 2), (b"[1.e1]", 3), (b"[0.]", 3),
    (b"[1e]", 3), (b"[1e+]", 4), (b"[1E-]", 4), (b"[1e1.5]", 4), (b"[1ee1]", 3), (b"[1.2.3]", 4), (b"[1e1e1]", 4),
    (b"[0x10]", 2), (b"[1_000]", 2), (b"[1+1]", 2), (b"[1a]", 2), (b"[1\xc2\xa0]", 2), (b"[\xef\xbc\x91]", 1),
    (b"[1,000]", 4), (b"[1e\xff]", 3), (b"[12\xe5]", 3), (b"1e", 2), (b"[1/2]", 2), (b"[-a]", 2), (b"[1e+a]", 4),
    # strings
    (b'"', 1), (b'"abc', 4), (b"'a'", 0), (b'"\n"', 1), (b'"a\tb"', 2), (b'"\x00"', 1), (b'"\x1f"', 1), (b'"\\', 2),
    (b'"\\x41"', 2), (b'"\\\'"', 2), (b'"\\a"', 2), (b'"\\\n"', 2), (b'"\\U0041"', 2), (b'"\\u"', 3), (b'"\\u0"', 4),
    (b'"\\u00g0"', 5), (b'"\\u004', 6), (b'"\\\\\\"', 5), (b'"\\\xc3\xa9"', 2), (b'"\\u00\xe9"', 5), (b'"\\u-001"', 3),
    # surrogates by escape
    (b'"\\ud800"', 7), (b'"\\ud800a"', 7), (b'"\\ud800\\n"', 8), (b'"\\ud800\\u0041"', 9), (b'"\\ud800\\ud800"', 10),
    (b'"\\udc00"', 4), (b'"\\ude00\\ud83d"', 4), (b'"\\uDFFF"', 4), (b'"\\ud83d\\ude0"', 12), (b'"\\ud83d\\ude', 11),
    (b'"\\ud83d', 7), (b'"\\uDBFF\\u"', 9), (b'{"\\ud800":1}', 8), (b'"\\ud83d\\ue000"', 9), (b'"\\ud83d\\udbff"', 10),
    # UTF-8
    (b'"\x80"', 1), (b'"\xbf"', 1), (b'"\xc0\xaf"', 1), (b'"\xc1\xbf"', 1), (b'"\xc3"', 2), (b'"\xc3(', 2),
    (b'"\xe0\x9f\xbf"', 2), (b'"\xe2\x82"', 3), (b'"\xed\xa0\x80"', 2), (b'"\xed\xbf\xbf"', 2),
    (b'"\xf0\x8f\xbf\xbf"', 2), (b'"\xf0\x9f\x98"', 4), (b'"\xf4\x90\x80\x80"', 2), (b'"\xf5\x80\x80\x80"', 1),
    (b'"\xf8\x88\x80\x80\x80"', 1), (b'"\xfc\x84\x80\x80\x80\x80"', 1), (b'"\xfe"', 1), (b'"\xff"', 1), (b'"\xe9"', 2),
    (b"[\xe9]", 1), (b'{"\xe9":1}', 3), (b'"a\xc3\xa9\xc3', 5), (b'{"a":"\xff', 6),
    # JSON after all
    (b"[]", None), (b"{}", None), (b" [ ] \n", None), (b"0", None), (b"-0", None), (b'""', None), (b"false", None),
    (b'{"":""}', None), (b'{"a":{"b":[{}]}}', None), (b'["\x7f"]', None), (b'["\xc2\x80\xdf\xbf"]', None),
    (b'["\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"]', None), (b'["\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"]', None),
    (b'["\\ud83d\\ude00\\uDBFF\\uDFFF\\ud7ff\\ue000\\u0000"]', None), (b'["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00aF"]', None),
    (b'["\xe2\x80\xa8\xe2\x80\xa9\xef\xb7\x90"]', None), (b"[1e1,1E+1,1e-1,1.5e1,-1.5E-01,0.0,0e0]", None),
    (b'{"a":1,"a":1}', None), (b"[-1e400,1e-400,123456789012345678901234567890]", None), (b'"/*not a comment*/"', None),
    (b'{"a":true,"b":false,"c":null}', None), (b"[[],{},\"\",0,null,[[]]]", None),
]


class PlaceCase(support.ServerCase):
    def hold_to(self, body, fault):
        """The reply to a body whose first fault of syntax is known."""
        reply = self.post("/xor-game", body)
        if fault is None:
            self.assertIn(reply.status, (200, 422), reply)
            if reply.status == 422:
                self.assertNotIn("offset", reply.json())
        else:
            limit = {"limit": 32} if fault.too_deep else {}
            self.assert_problem(reply, "malformed-json", offset=fault.offset, line=fault.line, column=fault.column,
                                **limit)

    def ways(self, text):
        """The text as the whole body, as a member, and as an element of the numbers."""
        return text, b'{"nums":[1,1,2],"x":' + text + b"}", b'{"nums":[1,1,2,' + text + b"]}"


class Places(PlaceCase):
    def test_table(self):
        for text, offset in TEXTS:
            with self.subTest(text=text):
                fault = json_place.first_fault(text)
                self.assertEqual(fault and fault.offset, offset, "the table and the plain reader disagree")
                for body in self.ways(text):
                    with self.subTest(body=body):
                        self.hold_to(body, json_place.first_fault(body))
        self.assertEqual(self.answer("/xor-game", GOOD)["xor"], 2)

    def test_every_cut(self):
        for body in (GOOD, b'{"boards":[[1, 1],[0.0e-1]],\n"include":[ ],"method":"th\\u0065orem"}',
                     b'{"\\ud83d\\ude00\xf0\x9f\x98\x80":[{"a":[true,false,null,-1.5E+7]}]}'):
            self.assertIsNone(json_place.first_fault(body))
            for size in range(len(body)):
                with self.subTest(cut=body[:size]):
                    fault = json_place.first_fault(body[:size])
                    self.assertEqual(fault.offset, size)
                    self.hold_to(body[:size], fault)

    def test_every_byte_replaced(self):
        body = b'{"boards":[[1,20],\n[3.0e1]],"method":"search"}'
        for at in range(len(body)):
            for byte in b'\x00\n ",:[]{}\\-.0e9ntu\x80\xff':
                changed = body[:at] + bytes([byte]) + body[at + 1:]
                with self.subTest(changed=changed):
                    self.hold_to(changed, json_place.first_fault(changed))

    def test_nesting(self):
        for opening, closing in ((b"[", b"]"), (b'{"a":', b"}"), (b'[{"nums":', b"}]")):
            each = opening.count(b"[") + opening.count(b"{")
            for depth in (31, 32, 33, 34, 40, 1000):
                times = depth // each
                inner = b"[]" if times * each < depth else b"1"
                body = opening * times + inner + closing * times
                with self.subTest(opening=opening, depth=depth):
                    fault = json_place.first_fault(body)
                    self.assertEqual(fault is not None and fault.too_deep, depth > 32)
                    self.hold_to(body, fault)

    def test_nesting_that_is_told(self):
        """Depth 32 is a fault of the shape at most; depth 33 is told with its limit at the 33rd bracket."""
        body = b'{"nums":' + b"[" * 31 + b"]" * 31 + b"}"
        self.assert_problem(self.post("/xor-game", body), "wrong-type", pointer="/nums/0")
        body = b'{"nums":\n' + b"[" * 32 + b"]" * 32 + b"}"
        self.assert_problem(self.post("/xor-game", body), "malformed-json", limit=32, offset=9 + 31, line=2, column=32)
        body = b'{"x":\n' + b"[" * 100_000
        self.assert_problem(self.post("/xor-game", body), "malformed-json", limit=32, offset=6 + 31, line=2, column=32)

    def test_large_ones(self):
        """Large faulty bodies: the place, and no harm to the next request."""
        for body in (b'{"nums":[' + b"," * 200_000, b'{"nums":[' + b"1," * 200_000 + b"]}",
                     b'{"nums":[' + b"1," * 200_000, b'{"nums":[' + b"0" * 200_000 + b"]}",
                     b'{"nums":[' + b"\n" * 200_000 + b"x", b'{"x":"' + b"a" * 200_000, b'{"a":' * 100_000):
            with self.subTest(body=body[:20], size=len(body)):
                self.hold_to(body, json_place.first_fault(body))
                self.assertEqual(self.answer("/xor-game", GOOD)["xor"], 2)

    def test_unknown_large_values(self):
        """Values that nobody asked for are read over and refused by their key."""
        for value in (b'"' + b"a" * 3_000_000 + b'"', b'"' + b"\\u0041" * 300_000 + b'"',
                      b"[" + b"1," * 500_000 + b"1]",
                      b"7" * 100_000, b'{"%s":[[1,2],[3]]}' % (b"k" * 5000), b"[1,[2,{}],1.5,null]"):
            with self.subTest(value=value[:20], size=len(value)):
                self.assert_problem(self.post("/xor-game", b'{"nums":[1],"x":' + value + b"}"), "unknown-key",
                                    pointer="/x")

    def test_a_string_cannot_pass_for_an_array(self):
        """0xFF is in no UTF-8 text, raw or escaped."""
        self.hold_to(b'{"nums":"\xff0"}', json_place.first_fault(b'{"nums":"\xff0"}'))
        for text in ('"\\u00ff0"', '"\u00ff0"', '"\\u00ff\\u0000"'):
            self.assert_problem(self.post("/xor-game", '{"nums":%s}' % text), "wrong-type", pointer="/nums")


class Suite(PlaceCase):
    """The files of JSONTestSuite, in three ways each."""

    def test_files(self):
        if not os.path.isdir(SUITE):
            print("\nSKIP: no JSONTestSuite at %s: its files were NOT tested" % os.path.normpath(SUITE),
                  file=sys.stderr)
            self.skipTest("no JSONTestSuite")
        names = sorted(name for name in os.listdir(SUITE) if name.endswith(".json"))
        self.assertGreaterEqual(len(names), 318)
        for name in names:
            with open(os.path.join(SUITE, name), "rb") as file:
                text = file.read()
            fault = json_place.first_fault(text, nesting=100)
            if name[0] in "yn":
                self.assertEqual(fault is None, name[0] == "y", "the plain reader and the suite disagree on " + name)
            for body in self.ways(text):
                with self.subTest(name=name, body=body[:60]):
                    self.hold_to(body, json_place.first_fault(body))
        self.assertEqual(self.answer("/xor-game", GOOD)["xor"], 2)


if __name__ == "__main__":
    support.main()
