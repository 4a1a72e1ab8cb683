"""A client as plain as can be: sends its arguments to the socket as lines, prints every line it receives."""

import socket
import sys

connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
connection.connect("/run/gestured/gestured.sock")
for line in sys.argv[1:]:
    connection.sendall(line.encode() + b"\n")
while data := connection.recv(65536):
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
