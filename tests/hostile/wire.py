# SPDX-License-Identifier: MIT
"""Raw bytes to the daemon and whatever comes back: a sender thread, and a reader that takes responses apart."""
import re
import select
import socket
import struct
import threading
import time

import record

STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?")
FIELD_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)", re.DOTALL)
NOTE = "note: "  # a problem that begins so is told, and is no failure
MOST_READ = 64 << 20


def to_bytes(text):
    """The cases write a byte as the character of the same number."""
    return text.encode("latin-1")


class Exchange:
    """What one case did to a connection: send the parts, read until enough has come."""

    def __init__(self, address, pace=None, finish=None, name=None):
        self.tape = record.Tape(name)
        self.pace, self.finish = pace, finish
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.end = None  # "eof" or "reset" once the daemon has ended the connection
        self.sent_all, self.send_error = False, None
        self.got_interim, self.got_final, self.stop = threading.Event(), threading.Event(), threading.Event()

    def send_paced(self, data):
        self.tape.sent(data)
        if self.pace == "bytewise":
            for at in range(len(data)):
                self.socket.sendall(data[at:at + 1])
                if at % 16 == 15:
                    time.sleep(0.001)
        elif self.pace == "split-crlf":
            for piece in re.split(rb"(?<=\r)", data):
                self.socket.sendall(piece)
                time.sleep(0.005)
        else:
            self.socket.sendall(data)

    def send_times(self, data, times):
        step = 1 if self.pace in ("bytewise", "split-crlf") else max(1, (1 << 18) // max(1, len(data)))
        while times > 0 and not self.stop.is_set():
            self.send_paced(data * min(step, times))
            times -= step

    def send_part(self, part):
        if isinstance(part, str):
            self.send_paced(to_bytes(part))
        elif "parts" in part:
            for _ in range(part["times"]):
                for inner in part["parts"]:
                    self.send_part(inner)
        elif "sleep" in part:
            self.stop.wait(part["sleep"])
        elif "await" in part:
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline and not self.end:
                if self.got_interim.is_set() or self.got_final.is_set():
                    return
                time.sleep(0.005)
        elif "drip" in part:
            while not self.stop.wait(part["every"]):
                self.send_paced(to_bytes(part["drip"]))
        elif part.get("if") != "interim" or self.got_interim.is_set():
            self.send_times(to_bytes(part["s"]), part.get("n", 1))

    def send(self, parts):
        """On a thread of its own."""
        try:
            for part in parts:
                if self.stop.is_set():
                    return
                self.send_part(part)
            if self.finish == "half-close":
                self.socket.shutdown(socket.SHUT_WR)
            elif self.finish == "reset":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.socket.close()
        except OSError as error:
            self.send_error = error.__class__.__name__
        finally:
            self.sent_all = True

    def receive(self, seconds):
        try:  # no timeout of the socket's own: that would cut the sender's writes, too
            if not select.select([self.socket], [], [], max(0.001, seconds))[0]:
                return
            data = self.socket.recv(1 << 18)
        except (OSError, ValueError):
            self.end = "reset"
            return
        if data:
            self.buffer += data
        else:
            self.end = "eof"

    def close(self):
        self.stop.set()
        try:
            self.socket.close()
        except OSError:
            pass


class Response:
    """One final response; problems is what is wrong with its form."""

    def __init__(self, status, version, fields, problems):
        self.status, self.version, self.fields, self.body = status, version, fields, b""
        self.problems = problems

    def first(self, name, default=""):
        return self.fields.get(name, [default])[0]


def parse_head(head):
    lines = head.split(b"\r\n")
    match = STATUS_LINE.fullmatch(lines[0])
    if not match:
        return None
    fields, problems = {}, []
    for line in lines[1:]:
        field = FIELD_LINE.fullmatch(line)
        if field:
            fields.setdefault(field[1].decode().lower(), []).append(field[2].strip(b" \t").decode("latin-1"))
        else:
            problems.append("a bad field in the response: %r" % line[:60])
    if len(fields.get("content-length", [])) > 1:
        problems.append("the response has several Content-Length lines")
    if "content-length" in fields and "transfer-encoding" in fields:
        problems.append("the response has both Content-Length and Transfer-Encoding")
    return Response(int(match[1]), lines[0][:8], fields, problems)


def dechunk(data, at):
    """(body, where it ends, whether it is whole)."""
    parts = []
    while True:
        end = data.find(b"\r\n", at)
        size = re.match(rb"[0-9A-Fa-f]+", data[at:end]) if end >= 0 else None
        if not size:
            return b"".join(parts), len(data), False
        at, size = end + 2, int(size[0], 16)
        if size == 0:
            while (end := data.find(b"\r\n", at)) > at:
                at = end + 2
            return b"".join(parts), at + 2, end >= 0
        if len(data) < at + size + 2:
            return b"".join(parts), len(data), False
        parts.append(data[at:at + size])
        at += size + 2


def take_body(response, method, data, at, ended):
    """Set the body; return (where it ends, whether it is whole)."""
    if method == "HEAD" or response.status in (204, 304):
        return at, True
    if "transfer-encoding" in response.fields:
        if response.version == b"HTTP/1.0":
            response.problems.append("a chunked HTTP/1.0 response")
        response.body, end, whole = dechunk(data, at)
        return end, whole
    if "content-length" in response.fields:
        text = response.first("content-length")
        if not text.isdigit():
            response.problems.append("a bad Content-Length in the response: %r" % text)
        size = int(text) if text.isdigit() else 0
        response.body = data[at:at + size]
        return at + size, len(response.body) == size
    response.body = data[at:]
    return len(data), ended


def parse(data, methods, ended):
    """All whole responses in data: (final ones, statuses of the interim ones, problems, the bytes left over)."""
    finals, interims, problems, at = [], [], [], 0
    while (head_end := data.find(b"\r\n\r\n", at)) >= 0:
        response = parse_head(data[at:head_end])
        if response is None:
            problems.append("not a status line: %r" % data[at:at + 60])
            return finals, interims, problems, b""
        if response.status < 200:
            interims.append(response.status)
            at = head_end + 4
            continue
        method = methods[min(len(finals), len(methods) - 1)]
        end, whole = take_body(response, method, data, head_end + 4, ended)
        if not whole and not ended:
            break
        if not whole:
            response.problems.append("the response is cut short")
        if "date" not in response.fields and response.status < 500:
            response.problems.append(NOTE + "no Date field (RFC 9110 6.6.1)")
        problems += response.problems
        finals.append(response)
        at = end
    return finals, interims, problems, data[at:]


class Outcome:
    """What a case's connection ended in."""

    def __init__(self, exchange, parsed, seconds):
        self.finals, self.interims, self.problems, self.rest = parsed
        self.end, self.send_error, self.seconds = exchange.end, exchange.send_error, seconds
        if self.rest.strip(b"\r\n") and (self.end or not self.finals):
            self.problems.append("bytes that are no response: %r" % self.rest[:60])

    @property
    def closed(self):
        return self.end is not None

    @property
    def statuses(self):
        return [response.status for response in self.finals]


def converse(address, parts, methods, pace=None, finish=None, want=1, must_close=False, wait=5.0, grace=0.12,
             name=None):
    """Send parts and read: until the connection ends, or want responses and grace seconds, or wait seconds."""
    exchange, start = Exchange(address, pace, finish, name), time.monotonic()
    thread = threading.Thread(target=exchange.send, args=(parts,), daemon=True)
    thread.start()
    if finish == "reset":
        thread.join(wait)
        return Outcome(exchange, ([], [], [], b""), time.monotonic() - start)
    if pace == "write-first":
        thread.join(max(wait, 30))
    deadline, parsed, enough = time.monotonic() + wait, ([], [], [], b""), False
    while not exchange.end and len(exchange.buffer) < MOST_READ and time.monotonic() < deadline:
        exchange.receive(min(0.05, deadline - time.monotonic()))
        parsed = parse(exchange.buffer, methods, exchange.end)
        if parsed[1]:
            exchange.got_interim.set()
        if parsed[0]:
            exchange.got_final.set()
        if not enough and len(parsed[0]) >= want and (exchange.sent_all or must_close or len(parsed[0]) > want):
            enough, deadline = True, time.monotonic() + (3.0 if must_close else grace)
        elif not enough and not exchange.sent_all and time.monotonic() - start < 60:
            deadline = max(deadline, time.monotonic() + 1.0)
    outcome = Outcome(exchange, parse(exchange.buffer, methods, exchange.end), time.monotonic() - start)
    exchange.close()
    thread.join(2)
    for response in outcome.finals:
        headers = [(key, value) for key, values in response.fields.items() for value in values]
        exchange.tape.replied(response.status, headers, response.body)
    return outcome
