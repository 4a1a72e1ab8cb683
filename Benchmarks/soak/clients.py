"""Clients that come and go, well and badly behaved, until the daemon is gone: clients.py SOCKET"""

import itertools
import socket
import sys
import time

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


def connect(path):
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(20)
    client.connect(path)
    return client


def wait_for(path):
    for _ in range(600):
        try:
            return connect(path)
        except OSError:
            time.sleep(0.1)
    sys.exit("the daemon does not start")


def send(client, bytes):
    try:
        client.sendall(bytes)
    except OSError:
        pass  # It was cut, as it deserved.


def main(path):
    # One that reads all there is, one that never reads.
    faithful, stuck = wait_for(path), connect(path)
    faithful.setblocking(False)
    send(stuck, DRAG + SET + ALL)
    send(faithful, DRAG + SET + ALL)
    seen = count = 0
    for bytes in itertools.cycle(SENT):
        try:
            with connect(path) as client:
                send(client, bytes)
                time.sleep(0.05)
                if count % 2:
                    client.recv(4096)
            count += 1
        except OSError:
            break
        try:
            while data := faithful.recv(65536):
                seen += data.count(b'"phase":"began","time"')
        except BlockingIOError:
            pass
        except OSError:
            break
    print(f"{count} clients came and went, one heard of {seen} gestures")
    if count < 50 or seen < 5:
        sys.exit("too little happened")


main(sys.argv[1])
