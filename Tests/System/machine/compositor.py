"""Plays the part of sway for its user: the socket of Wayland, which answers nothing, and of sway's IPC what following the focus
needs: one window on one screen. The process of the window is the number in the last line of standard input."""

import json
import os
import socket
import struct
import sys
import threading
from typing import Any

MAGIC = b"i3-ipc"
GET_TREE, WINDOW_EVENT = 4, 0x80000003
FOLDER = os.environ["XDG_RUNTIME_DIR"]
# Process 1 is not a client.
process = 1
connections: list[socket.socket] = []


def main() -> None:
    global process
    listen(f"sway-ipc.{os.getuid()}.{os.getpid()}.sock", answer)
    # The last, because it makes this a display.
    listen("wayland-1", hold)
    for line in sys.stdin:
        process = int(line)
        for connection in connections:
            reply(connection, WINDOW_EVENT, {"change": "focus"})
    # Without standard input it plays on, until a signal ends it.
    threading.Event().wait()


def listen(name: str, serve: Any) -> None:
    path = f"{FOLDER}/{name}"
    if os.path.exists(path):
        os.remove(path)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    threading.Thread(target=accept, args=[listener, serve], daemon=True).start()


def accept(listener: socket.socket, serve: Any) -> None:
    while True:
        threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()


def hold(connection: socket.socket) -> None:
    while connection.recv(4096):
        pass


def answer(connection: socket.socket) -> None:
    connections.append(connection)
    with connection.makefile("rb") as stream:
        while header := stream.read(14):
            length, kind = struct.unpack("=II", header[6:])
            stream.read(length)
            reply(connection, kind, tree() if kind == GET_TREE else {"success": True})


def tree() -> dict[str, Any]:
    screen = {"x": 0, "y": 0, "width": 1000, "height": 800}
    window = {"type": "con", "focused": True, "pid": process, "app_id": "org.example.Trial", "rect": screen}
    return {"type": "root", "nodes": [{"type": "output", "rect": screen, "nodes": [window]}]}


def reply(connection: socket.socket, kind: int, message: dict[str, Any]) -> None:
    payload = json.dumps(message).encode()
    connection.sendall(MAGIC + struct.pack("=II", len(payload), kind) + payload)


if __name__ == "__main__":
    main()
