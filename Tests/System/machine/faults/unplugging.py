"""Devices are unplugged: in each phase of each gesture, and faster than udev reports them."""

import time
from collections.abc import Callable

from drawing import draw
from subscriber import DRAG, Expressions, Subscriber, subscribed
from testing import shell
from testing.checks import wait_until
from testing.client import Message
from testing.uinput import Position, TouchDevice, Touchscreen

from faults.repeat import repeat, unequal, unless

PRESS: Message = {"longPress": {}}
MOVE: Message = {"drag": {}}
TAP, DOUBLE, HOLD, SLIDE, SWIPE, PINCH, TURN, HELD_SLIDE, SINGLE, EITHER, BOTH, SCREEN = range(1, 13)
EXPRESSIONS: Expressions = {
    TAP: {"tap": {}},
    DOUBLE: {"tap": {"count": 2}},
    HOLD: PRESS,
    SLIDE: MOVE,
    # On a busy machine a finger pauses before it lifts.
    SWIPE: {"swipe": {"minimumVelocity": 0}},
    PINCH: {"magnify": {}},
    TURN: {"rotate": {}},
    HELD_SLIDE: {"sequence": [PRESS, MOVE]},
    SINGLE: {"exclusive": [{"tap": {"count": 2}}, {"tap": {}}]},
    EITHER: {"race": [MOVE, PRESS]},
    BOTH: {"simultaneous": [{"magnify": {}}, {"rotate": {}}]},
    SCREEN: {"standard": "touchscreen"},
}
# Seconds from the touch until the client knows that the device is gone. A long press completes after half a second.
LONGEST = 0.45
LOST = "cancelled deviceLost"
HALF, WHOLE = ["began", "changed", LOST], ["began", "changed", "ended"]
# Of one finger that moves: `member` receives no positions, and its path is withheld.
HALF_PATH, WHOLE_PATH = ["began", LOST], ["began", "ended"]


def one(x: float, y: float = 90) -> list[Position]:
    return [(x, y)]


def two(spread: float, turn: float = 0) -> list[Position]:
    return [(150 - spread, 90 - turn), (150 + spread, 90 + turn)]


def path(device: TouchDevice, *positions: list[Position], hold: float = 0.05, lift: int = 0) -> None:
    """Fingers touch at the first positions, move through the others, hold, and `lift` of them lift."""
    device.down(positions[0])
    for step in positions[1:]:
        time.sleep(0.02)
        device.move(step)
    time.sleep(hold)
    if lift:
        device.up(lift)


def twice(device: TouchDevice, second: bool) -> None:
    path(device, one(100), lift=1)
    time.sleep(0.1)
    if second:
        path(device, one(100))


RIGHT = [one(100 + 3 * step) for step in range(12)]
APART = [two(20 + 2 * step) for step in range(10)]
AROUND = [two(30, 2 * step) for step in range(10)]

# Phase, subscription, what the fingers do, and everything that the client receives.
PHASES: list[tuple[str, int, Callable[[TouchDevice], None], list[list[str]]]] = [
    ("tap, down", TAP, lambda d: path(d, one(100)), []),
    ("tap, over", TAP, lambda d: path(d, one(100), lift=1), [["began", "ended"]]),
    ("double tap, between the taps", DOUBLE, lambda d: twice(d, False), []),
    ("double tap, down again", DOUBLE, lambda d: twice(d, True), []),
    ("long press, pressing", HOLD, lambda d: path(d, one(100)), [["began", LOST]]),
    ("long press, completed", HOLD, lambda d: path(d, one(100), hold=0.7), [HALF]),
    ("long press, over", HOLD, lambda d: path(d, one(100), hold=0.7, lift=1), [WHOLE]),
    ("drag, before the slop", SLIDE, lambda d: path(d, one(100), one(101)), []),
    ("drag, after the slop", SLIDE, lambda d: path(d, *RIGHT), [HALF_PATH]),
    ("drag, at rest", SLIDE, lambda d: path(d, *RIGHT, hold=0.7), [HALF_PATH]),
    ("drag, over", SLIDE, lambda d: path(d, *RIGHT, lift=1), [WHOLE_PATH]),
    ("swipe, moving", SWIPE, lambda d: path(d, *RIGHT), []),
    ("swipe, over", SWIPE, lambda d: path(d, *RIGHT, lift=1), [["began", "ended"]]),
    ("pinch, down", PINCH, lambda d: path(d, two(20)), []),
    ("pinch, moving", PINCH, lambda d: path(d, *APART), [HALF]),
    ("pinch, one lifted", PINCH, lambda d: path(d, *APART, lift=1), [HALF]),
    ("pinch, over", PINCH, lambda d: path(d, *APART, lift=2), [WHOLE]),
    ("rotation, down", TURN, lambda d: path(d, two(30)), []),
    ("rotation, turning", TURN, lambda d: path(d, *AROUND), [HALF]),
    ("rotation, over", TURN, lambda d: path(d, *AROUND, lift=2), [WHOLE]),
    ("sequence, pressing", HELD_SLIDE, lambda d: path(d, one(100)), [["began", LOST]]),
    ("sequence, between its parts", HELD_SLIDE, lambda d: path(d, one(100), hold=0.7), [HALF]),
    ("exclusive, down", SINGLE, lambda d: path(d, one(100)), []),
    ("exclusive, between the taps", SINGLE, lambda d: twice(d, False), []),
    ("race, undecided", EITHER, lambda d: path(d, one(100)), []),
    ("race, won", EITHER, lambda d: path(d, *RIGHT), [HALF_PATH]),
    ("simultaneous, moving", BOTH, lambda d: path(d, *APART), [HALF]),
    ("standard set, undecided", SCREEN, lambda d: path(d, one(100)), []),
    ("standard set, resting", SCREEN, lambda d: path(d, one(100), hold=0.7), [["began", LOST]]),
    ("standard set, dragging", SCREEN, lambda d: path(d, *RIGHT), [HALF_PATH]),
]


def plug(client: Subscriber, number: int) -> tuple[TouchDevice, Callable[[], list[Message]]]:
    """The device, and a function that returns the messages that announce it; other devices had its node before."""
    client.mark()
    name = f"Trial Loose Touchscreen {number}"
    device = Touchscreen(name, settles=False)

    def announcements() -> list[Message]:
        return [m for m in client.recent("deviceAdded") + client.recent("deviceChanged")
                if m["device"]["name"] == name and m["device"]["availability"] == "open"]

    return device, announcements


def each_phase(times: int) -> None:
    def attempt(number: int) -> tuple[float, list[str]]:
        """Seconds it took, and what was wrong."""
        name, request, act, expected = PHASES[(2 * number + 1) * len(PHASES) // (2 * times)]
        device, announcements = plug(client, number)
        if not wait_until(announcements):
            return 0, [f"{name}: the device is not announced"]
        client.discard()
        began = time.monotonic()
        act(device)
        device.remove()
        removed = wait_until(lambda: client.recent("deviceRemoved"))
        took = (removed[0]["arrived"] / 1e6 if removed else time.monotonic()) - began
        errors = unless(removed, f"{name}: the removal is not announced")
        client.synchronise()
        return took, errors + unequal(name, client.phases(request, with_reasons=True), expected)

    def once(number: int) -> list[str]:
        # A busy machine may be too slow for what the fingers do; then they do it again.
        for _ in range(20):
            took, errors = attempt(number)
            if not errors or took < LONGEST:
                break
        return errors

    with subscribed("member", EXPRESSIONS) as client:
        repeat("the device is unplugged in each phase of each gesture", times, once)


def plugged(client: Subscriber) -> list[str]:
    """The ids of the devices that the client knows."""
    return sorted(client.grammar.devices)


def storm(times: int) -> None:
    def once(number: int) -> list[str]:
        device, announcements = plug(client, number)
        # Of ten, seven are removed before udev has seen them, two while it looks, and one is used.
        is_used = number % 10 == 9
        if is_used:
            # udev's pending events of earlier devices with the same node remove it, too, and add it again.
            shell.run("udevadm", "settle", "--timeout=120")
            if not wait_until(lambda: announcements() and device.id in client.grammar.devices):
                return ["a device that stays is not announced"]
            client.discard()
            draw(device, lift=False)
            begun = wait_until(lambda: client.gestures(DRAG))
        elif number % 10 > 6:
            time.sleep(0.05 * (number % 10 - 6))
        device.remove()
        if not is_used:
            return []
        last = client.last(DRAG, "drag")
        return unequal("a device removed in mid-drag", (bool(begun), last.get("reason")), (True, "deviceLost"))

    def calm() -> bool:
        shell.run("udevadm", "settle", "--timeout=120")
        return bool(wait_until(lambda: plugged(client) == before))

    def last(number: int) -> list[str]:
        return once(number) + unless(number + 1 < times or calm(), f"still there: {plugged(client)}")

    with subscribed() as client:
        before = plugged(client)
        repeat("plugged in and unplugged, mostly faster than udev", times, last)
        with subscribed() as fresh:
            repeat("after that a new client sees the present devices", 1, lambda _: unequal("devices", plugged(fresh), before))
