"""A full-screen window of X11 that prints the touches that it receives, with the server's own messages and no toolkit.

    x11_window.py [pointer]     with `pointer`, an app that knows no touches, which the server gives clicks instead

A line for each event: `shown WIDTH HEIGHT`, `down ID X Y TIME`, `motion ID X Y TIME`, `up ID X Y TIME`, `press`, `release`.
TIME is when it arrived, in µs of the kernel's monotonic clock.
"""
import os
import socket
import struct
import sys
import time

CLASS = b"touches\0org.example.Touches\0"
ATOM, STRING = 4, 31
TOUCHES = {18: "down", 19: "motion", 20: "up"}
CLICKS = {4: "press", 5: "release"}


class Server:
    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"/tmp/.X11-unix/X{os.environ['DISPLAY'][1:]}")
        self.socket.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        status, length = struct.unpack("<B5xH", self.read(8))
        setup = self.read(length * 4)
        if status != 1:
            sys.exit(f"the server refuses: {setup!r}")
        self.base, vendor, formats = struct.unpack_from("<I", setup, 4)[0], *struct.unpack_from("<H3xB", setup, 16)
        screen = 32 + (vendor + 3) // 4 * 4 + 8 * formats
        self.root = int(struct.unpack_from("<I", setup, screen)[0])
        self.width, self.height = struct.unpack_from("<HH", setup, screen + 20)
        self.held: list[bytes] = []

    def read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                sys.exit()
            data += more
        return data

    def send(self, opcode: int, detail: int, body: bytes) -> None:
        body += b"\0" * (-len(body) % 4)
        self.socket.sendall(struct.pack("<BBH", opcode, detail, 1 + len(body) // 4) + body)

    def receive(self) -> bytes:
        """An event, an answer or an error."""
        head = self.read(32)
        if head[0] == 0:
            sys.exit(f"error of the server: {head.hex()}")
        return head + self.read(4 * int(struct.unpack_from("<I", head, 4)[0])) if head[0] & 0x7F in (1, 35) else head

    def answer(self) -> bytes:
        while (message := self.receive())[0] != 1:
            self.held.append(message)
        return message

    def atom(self, name: str) -> int:
        self.send(16, 0, struct.pack("<Hxx", len(name)) + name.encode())
        return int(struct.unpack_from("<I", self.answer(), 8)[0])

    def next(self) -> bytes:
        return self.held.pop(0) if self.held else self.receive()


class Window:
    def __init__(self, server: Server, knows_touches: bool) -> None:
        self.server, self.number = server, server.base
        # Events: the keys and buttons that a click makes, changes of its size, and that it is to be drawn.
        mask = 1 << 15 | 1 << 17 | (0 if knows_touches else 1 << 2 | 1 << 3)
        server.send(1, 0, struct.pack("<IIhhHHHHIIII", self.number, server.root, 0, 0, server.width, server.height, 0, 1, 0,
                                      0x802, 0x305070, mask))
        self.set("WM_CLASS", STRING, 8, CLASS)
        self.set("_NET_WM_STATE", ATOM, 32, struct.pack("<I", server.atom("_NET_WM_STATE_FULLSCREEN")))
        if knows_touches:
            self.select_touches()
        server.send(8, 0, struct.pack("<I", self.number))

    def set(self, name: str, kind: int, bits: int, value: bytes) -> None:
        head = struct.pack("<IIIBxxxI", self.number, self.server.atom(name), kind, bits, len(value) * 8 // bits)
        self.server.send(18, 0, head + value)

    def select_touches(self) -> None:
        name = b"XInputExtension"
        self.server.send(98, 0, struct.pack("<Hxx", len(name)) + name)
        opcode = self.server.answer()[9]
        self.server.send(opcode, 47, struct.pack("<HH", 2, 2))
        self.server.answer()
        self.server.send(opcode, 46, struct.pack("<IHxxHHI", self.number, 1, 1, 1, sum(1 << kind for kind in TOUCHES)))

    def run(self) -> None:
        size: tuple[int, ...] = (0, 0)
        while True:
            event = self.server.next()
            now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
            kind = event[0] & 0x7F
            if kind == 22:
                size = struct.unpack_from("<HH", event, 20)
            elif kind == 12:
                say("shown", *(size if size[0] else (self.server.width, self.server.height)))
            elif kind in CLICKS:
                say(CLICKS[kind])
            elif kind == 35 and (touch := struct.unpack_from("<H", event, 8)[0]) in TOUCHES:
                number, x, y = struct.unpack_from("<I", event, 16)[0], *struct.unpack_from("<ii", event, 32)
                say(TOUCHES[touch], number, x / 65536, y / 65536, now)


def say(*words: object) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    Window(Server(), sys.argv[1:] != ["pointer"]).run()
