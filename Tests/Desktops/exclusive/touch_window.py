"""A full-screen window that prints the touches that it receives, with Wayland's own messages and no toolkit.

    touch_window.py [OUTPUT]     the number of the output among the compositor's, from 0

A line for each event: `shown WIDTH HEIGHT`, `down ID X Y`, `motion ID X Y`, `up ID`, `cancel`, `key`. Runs wherever Python does.
"""
import array
import mmap
import os
import socket
import struct
import sys

DISPLAY, REGISTRY, LISTED = 1, 2, 3
Message = tuple[int, int, bytes]


class Connection:
    """A client of a compositor, with the list of its globals."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self.held = b""
        self.last = LISTED
        self.globals: list[tuple[int, str, int]] = []
        self.send(DISPLAY, 1, REGISTRY)
        self.send(DISPLAY, 0, LISTED)
        while True:
            number, opcode, body = self.receive()
            if number == REGISTRY and opcode == 0:
                name, text = struct.unpack_from("=I", body)[0], string(body, 4)
                self.globals.append((name, text, struct.unpack("=I", body[-4:])[0]))
            elif number == LISTED:
                break

    def new(self) -> int:
        self.last += 1
        return self.last

    def bind(self, interface: str, newest: int) -> int:
        return self.bind_global(next(entry for entry in self.globals if entry[1] == interface), newest)

    def bind_global(self, entry: tuple[int, str, int], newest: int) -> int:
        number = self.new()
        self.send(REGISTRY, 0, entry[0], entry[1].encode(), min(entry[2], newest), number)
        return number

    def send(self, number: int, opcode: int, *arguments: int | bytes, file: int | None = None) -> None:
        body = b""
        for argument in arguments:
            if isinstance(argument, bytes):
                text = argument + b"\0"
                body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
            else:
                body += struct.pack("=I", argument & 0xFFFFFFFF)
        data = struct.pack("=II", number, (len(body) + 8) << 16 | opcode) + body
        rights = [] if file is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))]
        self.socket.sendmsg([data], rights)

    def receive(self) -> Message:
        while len(self.held) < 8 or len(self.held) < (length := struct.unpack_from("=I", self.held, 4)[0] >> 16):
            data, rights, _, _ = self.socket.recvmsg(65536, 1024)
            if not data:
                sys.exit()
            for _, _, files in rights:
                for file in array.array("i", files):
                    os.close(file)
            self.held += data
        number, word = struct.unpack_from("=II", self.held)
        body, self.held = self.held[8:length], self.held[length:]
        if number == DISPLAY and word & 0xFFFF == 0:
            sys.exit(f"error of the compositor: {string(body, 8)}")
        return number, word & 0xFFFF, body


class Window(Connection):
    def __init__(self, output: int) -> None:
        super().__init__()
        self.touch = self.keyboard = 0
        compositor, self.memory = self.bind("wl_compositor", 4), self.bind("wl_shm", 1)
        self.shell, self.seat = self.bind("xdg_wm_base", 1), self.bind("wl_seat", 5)
        outputs = [entry for entry in self.globals if entry[1] == "wl_output"]
        where = self.bind_global(outputs[output], 1)
        self.surface, self.toplevel_surface, toplevel = self.new(), self.new(), self.new()
        self.send(compositor, 0, self.surface)
        self.send(self.shell, 2, self.toplevel_surface, self.surface)
        self.send(self.toplevel_surface, 1, toplevel)
        self.send(toplevel, 3, b"org.example.Touches")
        self.send(toplevel, 11, where)
        self.send(self.surface, 6)
        self.toplevel, self.size = toplevel, (0, 0)

    def draw(self) -> None:
        width, height = self.size
        file = os.memfd_create("window")
        os.ftruncate(file, width * height * 4)
        with mmap.mmap(file, width * height * 4) as pixels:
            pixels[:] = b"\x30\x50\x70\xff" * (width * height)
        pool, buffer = self.new(), self.new()
        self.send(self.memory, 0, pool, width * height * 4, file=file)
        os.close(file)
        self.send(pool, 0, buffer, 0, width, height, width * 4, 1)
        self.send(self.surface, 1, buffer, 0, 0)
        self.send(self.surface, 2, 0, 0, width, height)
        self.send(self.surface, 6)
        say("shown", width, height)

    def run(self) -> None:
        while True:
            number, opcode, body = self.receive()
            words = struct.unpack(f"={len(body) // 4}I", body)
            if number == self.shell:
                self.send(self.shell, 3, words[0])
            elif number == self.toplevel and opcode == 0:
                self.size = (words[0], words[1])
            elif number == self.toplevel and opcode == 1:
                return
            elif number == self.toplevel_surface:
                self.send(self.toplevel_surface, 4, words[0])
                self.size = self.size if self.size[0] else (640, 480)
                self.draw()
            elif number == self.seat and opcode == 0:
                self.use_seat(words[0])
            elif number == self.touch:
                self.print_touch(opcode, words)
            elif number == self.keyboard and opcode == 3:
                say("key", words[2], words[3])

    def use_seat(self, capabilities: int) -> None:
        if capabilities & 4 and not self.touch:
            self.touch = self.new()
            self.send(self.seat, 2, self.touch)
        if not capabilities & 4 and self.touch:
            self.send(self.touch, 0)
            self.touch = 0
        if capabilities & 2 and not self.keyboard:
            self.keyboard = self.new()
            self.send(self.seat, 1, self.keyboard)

    def print_touch(self, opcode: int, words: tuple[int, ...]) -> None:
        def place(x: int, y: int) -> tuple[float, float]:
            return x / 256, y / 256
        if opcode == 0:
            say("down", words[3], *place(words[4], words[5]))
        elif opcode == 1:
            say("up", words[2])
        elif opcode == 2:
            say("motion", words[1], *place(words[2], words[3]))
        elif opcode == 4:
            say("cancel")


def string(body: bytes, offset: int) -> str:
    length = int(struct.unpack_from("=I", body, offset)[0])
    return body[offset + 4:offset + 3 + length].decode()


def say(*words: object) -> None:
    print(*words, flush=True)


if __name__ == "__main__":
    Window(int(sys.argv[1]) if len(sys.argv) > 1 else 0).run()
