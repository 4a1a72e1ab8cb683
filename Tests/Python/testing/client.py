"""Clients of gestured. As a program it is a plain client: it sends its arguments after the socket's path, then the lines of its
standard input, and prints every line that it receives."""

import contextlib
import json
import os
import pwd
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Self

from testing.checks import TIMEOUT, fail

SOCKET = "/run/gestured/gestured.sock"
Message = dict[str, Any]
# All threads of a process have the same user.
user_lock = threading.Lock()


def encoded(*messages: Message) -> bytes:
    return "".join(json.dumps(message) + "\n" for message in messages).encode()


@contextlib.contextmanager
def identity(user: str | int | None) -> Iterator[None]:
    """The kernel notes the effective user of a process that connects. Without root it stays the same."""
    number = pwd.getpwnam(user).pw_uid if isinstance(user, str) else user
    if number is None or os.getuid() != 0:
        yield
        return
    with user_lock:
        os.seteuid(number)
        try:
            yield
        finally:
            os.seteuid(0)


def connected(user: str | int | None = None, path: object = SOCKET) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    with identity(user):
        connection.connect(str(path))
    return connection


class Lines:
    """A connection, as lines of JSON in both directions."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.reader = connection.makefile("rb")

    def send(self, **message: Any) -> None:
        self.connection.sendall(encoded(message))

    def next(self) -> Message:
        """Empty at the end."""
        message: Message = json.loads(self.reader.readline() or b"{}")
        return message

    def answer(self, request: Any) -> Message:
        """The answer to the request with this id; messages before it are dropped."""
        while (message := self.next()) and message.get("id") != request:
            pass
        return message

    def close(self) -> None:
        self.reader.close()
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Client:
    """Keeps what it receives, in a thread of its own."""

    def __init__(self, stream: IO[bytes], send: Callable[[bytes], object]) -> None:
        self.stream, self.write = stream, send
        self.messages: list[Message] = []
        self.access: Message = {}
        self.devices: dict[str, Message] = {}
        self.requests = self.position = 0
        self.is_over = False
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    @classmethod
    def connect(cls, path: object, user: str | int | None = None) -> Self:
        connection = connected(user, path)
        return cls(connection.makefile("rb"), connection.sendall)

    def _read(self) -> None:
        with contextlib.suppress(ConnectionResetError):
            for line in self.stream:
                if message := self.decode(line):
                    self.receive(message)
        self.finish()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def finish(self) -> None:
        """Called when everything is received."""

    def decode(self, line: bytes) -> Message | None:
        message: Message = json.loads(line)
        return message

    def receive(self, message: Message) -> None:
        self.access = message.get("access", self.access)
        for device in [*message.get("devices", []), message.get("device")]:
            if isinstance(device, dict):
                self.devices[device["id"]] = device
        with self.changed:
            self.messages.append(message)
            self.changed.notify_all()

    def send(self, **request: Any) -> int:
        """Returns the request's id."""
        self.requests += 1
        self.write(encoded({"id": self.requests, **request}))
        return self.requests

    def subscribe(self, gesture: Message, **options: Any) -> int:
        """Returns the number of the subscription."""
        request = self.send(type="subscribe", gesture=gesture, **options)
        answer = self.next(f"the answer to {gesture}", lambda message: message.get("id") == request)
        number: int = answer["subscription"] if answer["type"] == "ok" else fail(f"{gesture}: {answer}")
        return number

    def next(self, what: str, is_right: Callable[[Message], object], seconds: float = 6 * TIMEOUT) -> Message:
        """The next message that is right. Those before it are dropped."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                while self.position < len(self.messages):
                    self.position += 1
                    if is_right(self.messages[self.position - 1]):
                        return self.messages[self.position - 1]
                if self.is_over or not self.changed.wait(end - time.monotonic()):
                    reason = "the stream has ended" if self.is_over else f"not within {seconds:.0f} s"
                    fail(f"{what}: {reason}; access: {self.access}; devices: {list(self.devices.values())}")

    def drop(self) -> None:
        """What has arrived is not returned by `next`."""
        self.position = len(self.messages)

    def gesture(self, what: str, subscription: int, *phases: str) -> Message:
        """The next step of a gesture in one of these phases."""
        return self.next(what, lambda message: message.get("subscription") == subscription
                         and message["type"] == "gesture" and message["phase"] in phases)

    def output(self, device: str = "recording-1") -> Message:
        """The output of a device, as it was sent last."""
        return self.devices.get(device, {}).get("output") or {}


def forward(lines: Iterable[bytes], connection: socket.socket) -> None:
    for line in lines:
        connection.sendall(line)


def main(path: str, *requests: str) -> None:
    connection = connected(path=path)
    forward([f"{request}\n".encode() for request in requests], connection)
    threading.Thread(target=forward, args=[sys.stdin.buffer, connection], daemon=True).start()
    while data := connection.recv(65536):
        sys.stdout.buffer.write(data)
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
