#!/usr/bin/env python3
"""Prints what the Python client delivers: states, failures and events, one a line.

    witness.py async|sync SOCKET GESTURE [ACTION]

With the gesture `ahead`, ACTION is the units, and the location after a second is printed.
What an event's first callback does: unsubscribe, close, block (0.3 s), throw. latency prints the median of each gesture instead.
Positions and velocities are printed in millionths. What a value derives from other fields is left out.
"""
import asyncio
import sys
import time
from typing import Any

import gestured
from gestured import CompositionValue, Drag, Event, LongPress, Magnify, Rotate, Simultaneous, Standard, Swipe, Tap

GESTURES: dict[str, gestured.Gesture[Any]] = {
    "drag": Drag(fingers=[1, 2, 3, 4, 5]), "tap": Tap(), "longPress": LongPress(fingers=[1, 2, 3]),
    "swipe": Swipe(fingers=range(1, 5)), "pinch": Simultaneous(Magnify(), Rotate()), "touchpad": Standard("touchpad"),
    "touchscreen": Standard("touchscreen"), "bad": Drag(minimum_distance=-3),
}
UNITS: dict[str, gestured.Units] = {
    "points": "points", "millimetres": "millimetres", "normalized": "normalized", "scaled": (640, 480)}
FIELDS = ["fingers", "count", "direction", "location", "startLocation", "pressing", "completed", "deadline", "magnification",
          "rotation", "velocity", "edge", "part", "corner"]
NAMES = {gestured.TapValue: "tap", gestured.LongPressValue: "longPress", gestured.DragValue: "drag",
         gestured.SwipeValue: "swipe", gestured.MagnifyValue: "magnify", gestured.RotateValue: "rotate"}


def snake(name: str) -> str:
    return "start_location" if name == "startLocation" else name


def micro(number: float) -> int:
    millionths = number * 1e6
    if abs(millionths) >= 1 << 63:
        return (1 << 63) - 1 if number > 0 else -(1 << 63)
    return round(millionths)


def shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(str(micro(number)) for number in value)
    if isinstance(value, float):
        return str(micro(value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def text(value: Any) -> str:
    if isinstance(value, CompositionValue):
        return " ".join([f"{value.kind} {value.phase}", *map(part, value.parts)])
    members = [(name, getattr(value, snake(name), None)) for name in FIELDS]
    return " ".join([NAMES[type(value)], *(f"{name}={shown(member)}" for name, member in members if member is not None)])


def part(part: gestured.Part[Any]) -> str:
    words: list[str] = [part.phase]
    if part.reason:
        words.append(f"reason={part.reason}")
    if isinstance(part.value, CompositionValue):
        words += [part.value.kind, *map(globals()["part"], part.value.parts)]
    elif part.value:
        words.append(text(part.value))
    return f"({' '.join(words)})"


class Witness:
    def __init__(self, client: gestured.Client | gestured.SyncClient, gesture: str, action: str) -> None:
        self.client = client
        self.action = action
        self.latencies: list[int] = []
        client.on_state_change = self.state
        if gesture == "ahead":
            client.attach(Drag(fingers=[1, 2, 3, 4, 5]), self.ahead, units=UNITS[action])
            return
        self.attachment: gestured.Attachment[Any]
        if gesture == "contacts":
            self.attachment = client.attach_contacts(self.contacts, on_failure=self.fail)
        else:
            self.attachment = client.attach(GESTURES[gesture], self.event, on_failure=self.fail)

    def ahead(self, event: Event[gestured.DragValue]) -> None:
        point = event.value.location_after(1)
        say(f"ahead {point.x!r} {point.y!r}" if point else "ahead -")

    def fail(self, failure: gestured.GestureError) -> None:
        say(f"failure {failure}")

    def contacts(self, frame: gestured.Contacts) -> None:
        words = ["event contacts", str(frame.time), frame.device]
        for contact in frame.contacts:
            x, y = contact.position
            numbers = {"pressure": contact.pressure, "size": contact.size}
            words += [f"({contact.id}", contact.phase, contact.state, contact.cause or "-", f"position={micro(x)},{micro(y)}"]
            words += [f"{name}={value}" for name, value in numbers.items() if value is not None]
            words[-1] += ")"
        say(" ".join(words))

    def state(self, state: str) -> None:
        say(f"state {state} {self.client.failure or '-'}" if state == "disconnected" else f"state {state} -")

    def event(self, event: Event[Any]) -> None:
        if self.action == "latency":
            self.latencies.append(time.monotonic_ns() - event.time)
            if event.phase == "ended":
                self.latencies.sort()
                say(f"latency {self.latencies[len(self.latencies) // 2]} {len(self.latencies)}")
                self.latencies.clear()
            return
        failure = f' failure="{event.failure}"' if event.failure else ""
        say(f"event {event.phase} {event.gesture} {event.reason or '-'} {text(event.value)}{failure}")
        action, self.action = self.action, ""
        if action == "unsubscribe":
            self.attachment.detach()
        elif action == "close":
            self.client.close()
        elif action == "block":
            time.sleep(0.3)
        elif action == "throw":
            raise RuntimeError("thrown by a callback")


def say(line: str) -> None:
    print(line, flush=True)


async def run(path: str, gesture: str, action: str) -> None:
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: say(f"exception {context['exception']}"))
    client = gestured.Client(path)
    Witness(client, gesture, action)
    async with client:
        await asyncio.Event().wait()


def run_sync(path: str, gesture: str, action: str) -> None:
    with gestured.SyncClient(path) as client:
        Witness(client, gesture, action)
        while True:
            try:
                client.run()
                break
            except RuntimeError as error:
                say(f"exception {error}")


def main(form: str, path: str, gesture: str, action: str = "") -> None:
    if form == "async":
        asyncio.run(run(path, gesture, action))
    else:
        run_sync(path, gesture, action)


if __name__ == "__main__":
    main(*sys.argv[1:])
