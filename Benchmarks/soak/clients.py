"""Clients that come and go, well and badly behaved, until the daemon is gone: clients.py SOCKET"""

import contextlib
import itertools
import socket
import sys
import time

from testing.checks import wait_until
from testing.client import connected

DRAG = b'{"type":"subscribe","id":1,"gesture":{"drag":{}}}\n'
SET = b'{"type":"subscribe","id":2,"gesture":{"standard":"touchpad"},"explain":true}\n'
ALL = b'{"type":"subscribe","id":3,"gesture":{"simultaneous":[{"magnify":{}},{"rotate":{}},{"tap":{"count":2}}]}}\n'
SENT = [
    DRAG + SET + ALL,
    DRAG + b'{"type":"unsubscribe","id":4,"subscription":1}\n',
    b"no JSON\n" + SET,
    SET[:30],
    b"",
    b"x" * 70_000,
    ALL * 70,
]


def connect(path: str) -> socket.socket:
    client = connected(path=path)
    client.settimeout(20)
    return client


def reached(path: str) -> socket.socket | None:
    with contextlib.suppress(OSError):
        return connect(path)
    return None


def send(client: socket.socket, data: bytes) -> None:
    # It may be cut, as it deserves.
    with contextlib.suppress(OSError):
        client.sendall(data)


def main(path: str) -> None:
    # One that reads all there is, one that never reads.
    faithful = wait_until(lambda: reached(path), 60) or sys.exit("the daemon does not start")
    stuck = connect(path)
    faithful.setblocking(False)
    send(stuck, DRAG + SET + ALL)
    send(faithful, DRAG + SET + ALL)
    seen = count = 0
    for data in itertools.cycle(SENT):
        try:
            with connect(path) as client:
                send(client, data)
                time.sleep(0.05)
                if count % 2:
                    client.recv(4096)
            count += 1
        except OSError:
            break
        try:
            while lines := faithful.recv(65536):
                seen += lines.count(b'"phase":"began","time"')
        except BlockingIOError:
            pass
        except OSError:
            break
    print(f"{count} clients came and went, one received {seen} gestures")
    if count < 50 or seen < 5:
        sys.exit("too little happened")


main(sys.argv[1])
