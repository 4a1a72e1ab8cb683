"""A plain client: sends its arguments, then the lines of its standard input, and prints every line it receives."""

import socket
import sys
import threading


def forward(connection):
    for line in sys.stdin.buffer:
        connection.sendall(line)


connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
connection.connect("/run/gestured/gestured.sock")
for line in sys.argv[1:]:
    connection.sendall(line.encode() + b"\n")
threading.Thread(target=forward, args=[connection], daemon=True).start()
while data := connection.recv(65536):
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
