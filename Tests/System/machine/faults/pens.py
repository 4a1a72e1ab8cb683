"""A pen approaches in each phase of each gesture; pens that misbehave; a lid that closes."""

import os
import signal
import time
from functools import partial
from typing import Any

import service
from drawing import draw, half_a_drag
from resources import descriptors
from strokes import tap
from subscriber import DRAG, TAP, TAPPED, Expressions, LocalSubscriber, Subscriber, subscribed
from testing.checks import wait_until
from testing.uinput import Device, Pen, Switches, Touchpad, Touchscreen

from faults.overrunning import stopped
from faults.repeat import repeat, unequal, unless
from faults.unplugging import EXPRESSIONS, LONGEST, LOST, PHASES, RIGHT, one, path

APPROACHES = 200
# Seconds after which the next tap is not of the same row: 350 ms by default.
LONGEST_ROW = 0.5
NEAR = "cancelled penNear"
ADDRESS = "trial/tablet"
TAPS_AND_DRAGS: Expressions = {TAP: {"tap": {}}, DRAG: {"drag": {}}}


class Tablet:
    """A touchscreen and a pen with the same parent, and the clients that watch them."""

    def __init__(self, expressions: Expressions) -> None:
        self.screen = Touchscreen("Trial Tablet Finger", address=f"{ADDRESS}/input0")
        self.pen = Pen("Trial Tablet Pen", address=f"{ADDRESS}/input1")
        self.client = subscribed("member", expressions)

    def paired(self) -> bool:
        """True once the daemon watches the pen of the screen."""
        return bool(wait_until(lambda: pens_by_screen().get(self.screen.id)))

    def remove(self) -> None:
        self.client.close()
        remove(self.pen, self.screen)


def remove(*devices: Device) -> None:
    """Returns when the daemon has closed them: the next fault counts its descriptors."""
    nodes = {device.node for device in devices}
    for device in devices:
        device.remove()
    # The kernel appends " (deleted)".
    wait_until(lambda: not any(name.split(" ")[0] in nodes for name in descriptors(service.process())))


def pens_by_screen() -> dict[str, list[Any]]:
    """The pens of each device, as `hello` names them."""
    with LocalSubscriber("member", {}) as client:
        hello = wait_until(lambda: client.hello)
    return {device["id"]: device.get("pens", []) for device in hello["devices"]}


def gestures_of(client: Subscriber) -> list[Any]:
    """What was recognised since the last mark, for messages."""
    return [(m["subscription"], m["phase"], m.get("reason")) for m in client.recent()]


def tapped(tablet: Tablet) -> list[list[str]]:
    """The phases of a tap, which is repeated on a slow machine."""
    tablet.client.discard()
    tap(tablet.screen)
    wait_until(lambda: tablet.client.phases(1))
    tablet.client.synchronise()
    return tablet.client.phases(1)


def lifted(tablet: Tablet) -> None:
    """Lifts every finger; contacts of earlier gestures are over."""
    tablet.screen.up(2)


def approach(tablet: Tablet, number: int) -> tuple[float, list[str]]:
    """Seconds it took until the pen was near, and what was wrong."""
    name, request, act, expected = PHASES[number % len(PHASES)]
    tool = "BTN_TOOL_RUBBER" if number % 3 == 2 else "BTN_TOOL_PEN"
    client, screen, pen = tablet.client, tablet.screen, tablet.pen
    # Else the first tap would be the second of a double tap: the last approach ended with a tap.
    time.sleep(LONGEST_ROW)
    client.discard()
    began = time.monotonic()
    act(screen)
    pen.near(tool)
    took = time.monotonic() - began
    client.synchronise()
    cancelled = [[phase.replace(LOST, NEAR) for phase in phases] for phases in expected]
    errors = unequal(f"{name}, a pen comes", client.phases(request, with_reasons=True), cancelled)
    errors += unequal(f"{name}, open gestures next to the pen", list(client.grammar.open), [])
    # The fingers that are down go on and lift, and others touch, next to the pen.
    client.mark()
    for place in RIGHT[:4]:
        pen.move()
        screen.move([*place, (place[0][0] + 40, 60)], only_held=True)
    lifted(tablet)
    path(screen, one(60), lift=1)
    path(screen, *RIGHT[:6], lift=1)
    client.synchronise()
    errors += unequal(f"{name}, gestures next to the pen", gestures_of(client), [])
    # One that is down when the pen leaves stays ignored, however long it stays.
    screen.down(one(100))
    pen.away(tool)
    if number % 10 == 0:
        time.sleep(0.6)
    for place in RIGHT:
        screen.move(place)
    lifted(tablet)
    client.synchronise()
    errors += unequal(f"{name}, gestures of a hand that was next to the pen", gestures_of(client), [])
    time.sleep(0.1)
    return took, errors + unequal(f"{name}, a tap after the pen", tapped(tablet), TAPPED)


def approaches(times: int) -> None:
    tablet = Tablet(EXPRESSIONS)
    if not tablet.paired():
        repeat("the pen of a touchscreen is found", 1, lambda _: [f"no pen for {tablet.screen.id}: {pens_by_screen()}"])
        tablet.remove()
        return

    def once(number: int) -> list[str]:
        # A busy machine may be too slow for what the fingers do; then they do it again.
        for _ in range(20):
            # Not each phase in every system test: the ones that are tried are spread over all.
            took, errors = approach(tablet, number if times >= len(PHASES) else number * len(PHASES) // times)
            if not errors or took < LONGEST:
                break
        return errors

    repeat("a pen approaches in each phase of each gesture", times, once)
    tablet.remove()


def unplugged_while_near(tablet: Tablet, number: int) -> list[str]:
    """A pen that is gone is not near."""
    tablet.pen.near()
    tablet.screen.down(one(100))
    tablet.pen.remove()
    unpaired = wait_until(lambda: not pens_by_screen()[tablet.screen.id])
    errors = unequal("the pen is gone", unpaired, True)
    lifted(tablet)
    time.sleep(0.1)
    errors += unequal("a tap after an unplugged pen", tapped(tablet), TAPPED)
    tablet.pen = Pen("Trial Tablet Pen", address=f"{ADDRESS}/input1")
    return errors + unequal("another pen is found", tablet.paired(), True)


def two_pens(tablet: Tablet, number: int) -> list[str]:
    """Touches count when both have left."""
    other = Pen("Trial Second Pen", address=f"{ADDRESS}/input2")
    watched = wait_until(lambda: len(pens_by_screen()[tablet.screen.id]) == 2)
    errors = unequal("the second pen is found", watched, True)
    tablet.pen.near()
    other.near("BTN_TOOL_RUBBER")
    tablet.pen.away()
    tablet.client.discard()
    path(tablet.screen, one(100), lift=1)
    tablet.client.synchronise()
    errors += unequal("a tap next to the second pen", gestures_of(tablet.client), [])
    other.away("BTN_TOOL_RUBBER")
    time.sleep(0.1)
    errors += unequal("a tap after both", tapped(tablet), TAPPED)
    other.remove()
    wait_until(lambda: len(pens_by_screen()[tablet.screen.id]) == 1)
    return errors


def overrun(tablet: Tablet, number: int) -> list[str]:
    """The kernel's buffer of the pen overruns, and the pen is away at the end."""
    if not half_a_drag(tablet.client, tablet.screen):
        return ["the drag has not begun"]
    with stopped(service.process()):
        # Two events for each change, and the kernel keeps 64 for a pen.
        for _ in range(300):
            tablet.pen.near()
            tablet.pen.away()
    lifted(tablet)
    last = tablet.client.last(DRAG, "drag")
    # The kernel keeps the newest events only. The pen may have come and gone without a trace.
    end = (last["phase"], last.get("reason"))
    errors = unless(end in {("cancelled", "penNear"), ("ended", None)}, f"the drag: {end}")
    time.sleep(0.1)
    return errors + unequal("a tap after an overrun", tapped(tablet), TAPPED)


def endless(tablet: Tablet, number: int) -> list[str]:
    """Endless tool events delay no other device. A pen that never leaves suppresses the touches of its own surface only."""
    pen, screen = tablet.pen, Touchscreen("Trial Other Touchscreen")
    client = tablet.client
    wait_until(lambda: screen.id in pens_by_screen())
    client.discard()
    child = os.fork()
    if child == 0:
        while True:
            pen.near()
            pen.away()
    try:
        tap(screen)
        received = bool(wait_until(lambda: [m for m in client.gestures(TAP) if m["device"] == screen.id]))
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    errors = unequal("a tap elsewhere next to endless tool events", received, True)
    pen.away()
    pen.near()
    client.discard()
    tap(screen)
    tap(tablet.screen)
    wait_until(lambda: client.phases(TAP))
    client.synchronise()
    devices = {m["device"] for m in client.recent()}
    errors += unequal("devices with gestures next to a pen that stays", devices, {screen.id})
    pen.away()
    time.sleep(0.1)
    screen.remove()
    return errors + unequal("a tap after endless tool events", tapped(tablet), TAPPED)


def bad_pens(times: int) -> None:
    tablet = Tablet(TAPS_AND_DRAGS)
    tablet.paired()
    for name, fault in [
        ("a pen is unplugged while it is near", unplugged_while_near), ("two pens are near", two_pens),
        ("a pen's events overrun", overrun), ("tool events never end", endless),
    ]:
        repeat(name, times, partial(fault, tablet))
    tablet.remove()


def lid(times: int) -> None:
    """A lid that closes in mid-drag, and a hinge that folds the touchpad away."""
    # The touchpad is 65 mm high.
    place = (30, 30)
    switches, pad, screen = Switches(), Touchpad("Trial Lid Touchpad"), Touchscreen("Trial Lid Screen")

    def once(number: int) -> list[str]:
        client.discard()
        draw(pad, lift=False, start=place)
        begun = wait_until(lambda: client.gestures(DRAG))
        name, reason = [("SW_LID", "lidClosed"), ("SW_TABLET_MODE", "tabletMode")][number % 2]
        switches.set(name, 1)
        changed = wait_until(lambda: [m for m in client.recent("deviceChanged") if m["device"].get("off") == reason])
        client.synchronise()
        last = [(m["phase"], m.get("reason")) for m in client.gestures(DRAG)][-1:]
        errors = unequal(name, (bool(begun), bool(changed), last), (True, True, [("cancelled", "deviceLost")]))
        pad.up()
        client.mark()
        tap(pad, place)
        client.synchronise()
        errors += unequal(f"gestures with {name}", gestures_of(client), [])
        tap(screen)
        client.synchronise()
        phases = client.phases(TAP)
        errors += unequal(f"a tap on the screen with {name}", phases, [] if name == "SW_LID" else TAPPED)
        client.mark()
        switches.set(name, 0)
        again = wait_until(lambda: [m for m in client.recent("deviceChanged") if m["device"]["id"] == pad.id])
        tap(pad, place)
        wait_until(lambda: client.phases(TAP))
        client.synchronise()
        return errors + unequal(f"after {name}", (bool(again), client.phases(TAP)), (True, TAPPED))

    with subscribed("member", TAPS_AND_DRAGS) as client:
        repeat("the lid closes, or the touchpad is folded away", times, once)
    remove(switches, pad, screen)
