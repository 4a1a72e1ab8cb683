"""A client of gestured inside a window. It connects to the test, which sends it the lines to send to the daemon, and
receives each line of the daemon with the time at which it arrived.

    app.py NAME DAEMON TEST
"""
import socket
import sys
import threading
import time

name, daemon_path, test_path = sys.argv[1:]


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    return connection


test = connect(test_path)
test.sendall(name.encode() + b"\n")
requests = test.makefile("rb")
if requests.readline() != b"connect\n":
    sys.exit()
daemon = connect(daemon_path)


def forward_requests():
    for line in requests:
        daemon.sendall(line)
    daemon.shutdown(socket.SHUT_RDWR)


threading.Thread(target=forward_requests, daemon=True).start()
for line in daemon.makefile("rb"):
    test.sendall(b"%.6f %s" % (time.monotonic(), line))
