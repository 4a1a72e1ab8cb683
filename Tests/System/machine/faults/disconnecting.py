"""Clients go away at every byte of what they ask for."""

import json
import time

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
    """Leaves after `count` bytes; with `listening` it is in the middle of a drag's lines as well."""
    connection = connected("member")
    with connection, connection.makefile("rb") as stream:
        if listening:
            connection.sendall(REQUEST)
            if not wait_line(stream, "gesture"):
                return ["a client hears nothing of a drag"]
        connection.sendall(REQUEST[:count])
    return []


def every_byte(times, screen):
    witness = LocalSubscriber("member")
    witness.ready()
    lengths = [n * len(REQUEST) // max(times // 2 - 1, 1) for n in range(times // 2)]
    drawing = Drawing(screen)

    def once(number):
        listening = number >= len(lengths)
        if number == len(lengths):
            drawing.__enter__()
        wrong = cut(lengths[number % len(lengths)], listening)
        if number + 1 == times:
            drawing.__exit__()
            time.sleep(0.3)
            drags = witness.phases(DRAG)
            if drags != [["began", "changed", "ended"]] * drawing.strokes:
                wrong.append(f"another client heard {len(drags)} drags of {drawing.strokes}, such as {drags[-3:]}")
        return wrong

    repeat("a client leaves at each byte of a request, before and amid gestures", times, once)
    witness.close()


EVERY = 2 * (len(REQUEST) + 1)
