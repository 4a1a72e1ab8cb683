"""Clients disconnect after each byte of a request."""

from drawing import Drawing
from subscriber import DRAG, subscribed
from testing.client import Lines, connected, encoded
from testing.uinput import TouchDevice

from faults.repeat import repeat

REQUEST = encoded({"type": "subscribe", "id": 1, "gesture": {"drag": {"fingers": [1]}}})
EVERY = 2 * (len(REQUEST) + 1)


def cut(count: int, listening: bool) -> list[str]:
    """Disconnects after `count` bytes; if `listening`, in the middle of a drag's lines."""
    with Lines(connected("member")) as lines:
        if listening:
            lines.connection.sendall(REQUEST)
            while (message := lines.next()) and message["type"] != "gesture":
                pass
            if not message:
                return ["a client does not receive the drag"]
        lines.connection.sendall(REQUEST[:count])
    return []


def every_byte(times: int, screen: TouchDevice) -> None:
    lengths = [n * len(REQUEST) // max(times // 2 - 1, 1) for n in range(times // 2)]
    drawing = Drawing(screen)

    def once(number: int) -> list[str]:
        listening = number >= len(lengths)
        if number == len(lengths):
            drawing.__enter__()
        errors = cut(lengths[number % len(lengths)], listening)
        if number + 1 == times:
            drawing.__exit__()
            other.synchronise()
            drags = other.phases(DRAG)
            if drags != other.whole_drag * drawing.strokes:
                errors.append(f"another client received {len(drags)} of {drawing.strokes} drags, such as {drags[-3:]}")
        return errors

    with subscribed() as other:
        repeat("a client disconnects after each byte of a request, with and without a gesture", times, once)
