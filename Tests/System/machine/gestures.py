"""What an ordinary user receives for touches on real nodes."""

import math
import time
from typing import Any

import strokes
from subscriber import DRAG, LONG_PRESS, TAP, TAPPED, TOUCHPAD, TWO_FINGER_DRAG, WHOLE_DRAG, Subscriber
from testing.checks import check, equal, wait_until
from testing.uinput import Position, TouchDevice, Touchscreen


def near(sentence: str, actual: Position | None, expected: Position, tolerance: float) -> None:
    """Compares vectors in points; `tolerance` is a fraction of the expected length."""
    found = actual or []
    shown = [round(part, 1) for part in found]
    check(f"{sentence} ({shown})", bool(found) and math.dist(found, expected) <= tolerance * math.hypot(*expected),
          f"{shown}, not {[round(part, 1) for part in expected]}")


def hello(client: Subscriber, devices: list[tuple[TouchDevice, str]]) -> None:
    check("the daemon sends hello first, with protocol 1", client.hello.get("protocol") == 1, client.messages[:1])
    known = {device["node"]: device["kind"] for device in client.hello.get("devices", [])}
    for device, kind in devices:
        equal(f"hello lists {device.node} as {kind}", known.get(device.node), kind)


def tap(client: Subscriber, device: TouchDevice) -> None:
    client.discard()
    down, lift = strokes.tap(device)
    message = client.last(TAP, "tap")
    equal("a tap arrives as began and ended", client.phases(TAP), TAPPED)
    equal("its device is the one that was touched", message.get("device"), device.id)
    check("its time is between the kernel's times of touch and lift", down <= message.get("time", 0) <= lift, message)
    equal("it is the first tap of one finger", [message["value"].get(key) for key in ("fingers", "count")], [1, 1])
    location = [millimetres / strokes.POINT_MM for millimetres in (100, 90)]
    if client.has_positions:
        near("its location is the finger's", message["value"].get("location"), location, 0.01)
    else:
        check("its location is withheld", "location" not in message["value"], message)
    equal("a tap is not a drag", client.phases(DRAG), [])


def long_press(client: Subscriber, device: TouchDevice) -> None:
    client.discard()
    down = device.down([(200, 50)])
    # Longer than a tap may last by default, 750 ms.
    time.sleep(0.9)
    lift = device.up()
    message = client.last(LONG_PRESS, "longPress")
    equal("a finger held for 900 ms is a long press", client.phases(LONG_PRESS), WHOLE_DRAG)
    states = [g["value"]["longPress"] for g in client.gestures(LONG_PRESS)]
    equal("it is pressing, completed, lifted", [(s["pressing"], s["completed"]) for s in states],
          [(True, False), (True, True), (False, True)])
    times = [g["time"] for g in client.gestures(LONG_PRESS)]
    deadline = message["value"].get("deadline", 0)
    check("it began with the touch and ended with the lift, by the kernel's times", times[::2] == [down, lift],
          (times, down, lift))
    check("it completed at its deadline, 500 ms after the touch", times[1:2] == [deadline] == [down + 500_000],
          (times, deadline, down))
    equal("a long press is not a tap", client.phases(TAP), [])


def drags(client: Subscriber, device: TouchDevice, speeds: list[Position]) -> None:
    for speed in speeds:
        client.discard()
        start = (60, 100) if speed[0] > 0 else (300, 60)
        one_drag(client, device, f"a drag of {speed[0]}, {speed[1]} mm/s", DRAG, start, speed, 1)


def two_finger_drag(client: Subscriber, device: TouchDevice) -> None:
    client.discard()
    began = one_drag(client, device, "two fingers on the touchpad", TWO_FINGER_DRAG, (20, 20), (80, 20), 2)
    client.synchronise()
    equal("a drag of two fingers is not a drag of one", client.phases(DRAG), [])
    received = [gesture for gesture in client.gestures(TOUCHPAD) if gesture["time"] >= began]
    others = [gesture for gesture in received if gesture.get("value", {}).get("drag", {}).get("fingers") != 2]
    check("the touchpad's standard set recognises a drag of two fingers only", received and not others, others[:3])
    equal("that drag begins, changes and ends", client.phases(TOUCHPAD)[-1:], WHOLE_DRAG)


def one_drag(client: Subscriber, device: TouchDevice, name: str, request: int, start: Position, speed: Position,
             fingers: int) -> int:
    """Drags, and compares the drag with the kernel's times. Returns the time of the touch.

    A busy host may stop the machine in mid-drag. It drags again if the finger rested for 400 ms (after 500 ms it makes a
    long press), or if the kernel dropped events.
    """
    for _ in range(30):
        stroke = strokes.drag(device, start, speed, 0.5, fingers)
        began = stroke.samples[0][0]
        last = client.last(request, "drag", since=began)
        if stroke.longest_pause < 400_000 and last.get("reason") != "resynchronised":
            break
        time.sleep(0.5)
    phases = client.phases(request)
    equal(f"{name} came from its device", last.get("device"), device.id)
    equal(f"{name} has its fingers", last["value"].get("fingers"), fingers)
    if fingers == 1 and isinstance(device, Touchscreen) and not client.has_positions:
        coarse_drag(name, phases, last["value"], stroke.translation)
        return began
    check(f"{name} begins, changes and ends", phases[-1:] == WHOLE_DRAG, (phases, last))
    near(f"{name} has the finger's translation", last["value"].get("translation"), stroke.translation, 0.02)
    received = [m for m in client.gestures(request) if m["time"] >= began and "value" in m]
    compared = [(m["value"]["drag"], limits) for m in received if (limits := stroke.velocity(m["time"]))]
    if not check(f"{name} has a message at one of the finger's samples", compared, (received, stroke.samples)):
        return began
    for value, limits in compared:
        # Times and positions are rounded.
        slack = 1 + 0.02 * max(abs(end) for axis in limits for end in axis)
        if not all(low - slack <= v <= high + slack for v, (low, high) in zip(value["velocity"], limits)):
            check(f"{name} has the finger's velocity", False, (value, limits, stroke.samples))
            break
    else:
        check(f"{name} has the finger's velocity at {len(compared)} samples", True)
    value = compared[-1][0]
    predicted = [t + v / 4 for t, v in zip(value["translation"], value["velocity"])]
    near(f"{name} predicts where it would be after a quarter of a second", value["predictedEndTranslation"], predicted, 0.01)
    return began


def coarse_drag(name: str, phases: list[list[str]], value: dict[str, Any], translation: list[float]) -> None:
    """What remains of a drag of one finger without positions: one of four directions, and half of the length or more."""
    equal(f"{name} begins and ends, and shows no path", phases[-1:], [["began", "ended"]])
    axis = 0 if abs(translation[0]) >= abs(translation[1]) else 1
    found = value["translation"]
    check(f"{name} has a direction and a rough length",
          found[1 - axis] == 0 and 0.49 < found[axis] / translation[axis] <= 1.01, (value, translation))


def hotplug(client: Subscriber) -> TouchDevice:
    device = Touchscreen("Trial Second Touchscreen")
    added = wait_until(lambda: [m for m in client.of_type("deviceAdded") if m["device"]["node"] == device.node])
    check("a touchscreen plugged in is announced", added, client.of_type("deviceAdded"))
    drags(client, device, [(100, 0)])
    return device
