"""Clients disconnect after each byte of a request."""

import json

from drawing import Drawing
from faults.repeat import repeat
from subscriber import DRAG, LocalSubscriber, connected

REQUEST = json.dumps({"type": "subscribe", "id": 1, "gesture": {"drag": {"fingers": [1]}}}).encode() + b"\n"


def wait_line(stream, type):
    while line := stream.readline():
        if json.loads(line)["type"] == type:
            return True
    return False


def cut(count, listening):
    """Disconnects after `count` bytes; if `listening`, in the middle of a drag's lines."""
    connection = connected("member")
    with connection, connection.makefile("rb") as stream:
        if listening:
            connection.sendall(REQUEST)
            if not wait_line(stream, "gesture"):
                return ["a client does not receive the drag"]
        connection.sendall(REQUEST[:count])
    return []


def every_byte(times, screen):
    other = LocalSubscriber("member")
    other.ready()
    lengths = [n * len(REQUEST) // max(times // 2 - 1, 1) for n in range(times // 2)]
    drawing = Drawing(screen)

    def once(number):
        listening = number >= len(lengths)
        if number == len(lengths):
            drawing.__enter__()
        errors = cut(lengths[number % len(lengths)], listening)
        if number + 1 == times:
            drawing.__exit__()
            other.settle()
            drags = other.phases(DRAG)
            if drags != [["began", "changed", "ended"]] * drawing.strokes:
                errors.append(f"another client received {len(drags)} of {drawing.strokes} drags, such as {drags[-3:]}")
        return errors

    repeat("a client disconnects after each byte of a request, with and without a gesture", times, once)
    other.close()


EVERY = 2 * (len(REQUEST) + 1)
