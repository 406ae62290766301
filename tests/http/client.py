# SPDX-License-Identifier: MIT
"""An HTTP/1.1 client on a raw socket: it sends the bytes it is told to, in the pieces it is told to."""
import collections
import json
import socket

import record

Interim = collections.namedtuple("Interim", "status headers")


class Reply:
    """One final reply, its body taken out of its framing."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        """The one value of a header, or None. A header that stands twice is an error."""
        values = self.all(name)
        if len(values) > 1:
            raise AssertionError("%s stands %d times: %r" % (name, len(values), values))
        return values[0] if values else None

    @property
    def media_type(self):
        return (self.header("Content-Type") or "").split(";")[0].strip().lower()

    @property
    def closes(self):
        return (self.header("Connection") or "").lower() == "close"

    def json(self):
        return json.loads(self.body.decode("utf-8"))

    def __repr__(self):
        return "<%d %s %r>" % (self.status, self.media_type, self.body[:300])


def connect_unix(path, timeout):
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connected.settimeout(timeout)
        connected.connect(path)
    except BaseException:
        connected.close()
        raise
    return connected


class Connection:
    """A connection to a (host, port) or a unix socket's path; close it, or use it in a with statement. is_admin tells
    that the address is that of --admin-listen, which has other paths."""

    def __init__(self, address, timeout=60, is_admin=False):
        if isinstance(address, str):
            self.socket = connect_unix(address, timeout)
        else:
            self.socket = socket.create_connection(address, timeout=timeout)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.usable = True
        self.tape = record.Tape(is_admin=is_admin)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()
        self.usable = False

    def send(self, data):
        self.tape.sent(data)
        self.socket.sendall(data)

    def send_pieces(self, data, size):
        """Send data in pieces of size bytes, a packet each."""
        self.tape.sent(data)
        for start in range(0, len(data), size):
            self.socket.sendall(data[start:start + size])

    def at_end(self):
        """True when the daemon has closed the connection, without another byte."""
        if self.buffer:
            return False
        try:
            self.buffer = self.socket.recv(65536)
        except ConnectionError:
            return True
        return not self.buffer

    def _fill(self):
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the daemon closed the connection after %r" % self.buffer[:200])
        self.buffer += data

    def _line(self):
        while b"\r\n" not in self.buffer:
            self._fill()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def _exactly(self, size):
        parts, missing = [], size
        while missing:
            if not self.buffer:
                self._fill()
            part, self.buffer = self.buffer[:missing], self.buffer[missing:]
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _head(self):
        version, status, _ = (self._line() + b" ").split(b" ", 2)
        if version != b"HTTP/1.1":
            raise AssertionError("status line of another protocol: %r" % version)
        headers = []
        while True:
            line = self._line()
            if not line:
                return int(status), headers
            name, colon, value = line.partition(b":")
            if not colon or name != name.strip():
                raise AssertionError("header line %r" % line)
            headers.append((name.decode("ascii"), value.strip().decode("latin-1")))

    def _chunks(self):
        parts = []
        while True:
            size = int(self._line().split(b";")[0], 16)
            parts.append(self._exactly(size))
            if not size:
                while self._line():
                    pass
                return b"".join(parts)
            if self._line():
                raise AssertionError("a chunk is longer than its size")

    def read_interim(self):
        """The next reply, which has to be a 1xx."""
        status, headers = self._head()
        if status >= 200:
            raise AssertionError("a final reply, %d, in place of an interim one" % status)
        return Interim(status, headers)

    def read_reply(self, method="GET"):
        """The next final reply. Interim replies before it are dropped."""
        status, headers = self._head()
        while status < 200:
            status, headers = self._head()
        reply = Reply(status, headers, b"")
        length = reply.header("Content-Length")
        if method == "HEAD" or status in (204, 304):
            pass
        elif (reply.header("Transfer-Encoding") or "").lower() == "chunked":
            if length is not None:
                raise AssertionError("a reply with both framings")
            reply.body = self._chunks()
        elif length is not None:
            reply.body = self._exactly(int(length))
        else:
            raise AssertionError("a reply without framing: %r" % headers)
        if reply.closes:
            self.usable = False
        self.tape.replied(reply.status, reply.headers, reply.body)
        return reply

    def request(self, method, target, body=None, headers=()):
        """Send one whole request and read its reply."""
        self.send(build(method, target, body, headers))
        return self.read_reply(method)


def build(method, target, body=None, headers=()):
    """The bytes of a request. headers are "Name: value" lines; Content-Length is added for a body without one."""
    lines = ["%s %s HTTP/1.1" % (method, target), "Host: nimsum.test"]
    lines += headers
    framed = any(line.lower().startswith(("content-length:", "transfer-encoding:")) for line in headers)
    if body is not None and not framed:
        lines.append("Content-Length: %d" % len(body))
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")


def chunked(body, size):
    """body in chunks of size bytes, the last chunk included."""
    pieces = [body[start:start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
