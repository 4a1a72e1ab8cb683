"""Gestures by OSC, and contacts by TUIO 1.1 (2Dcur), for stages and installations.

Both are datagrams, which may be lost: each second `/gestured/alive` has the numbers of the gestures in progress, as TUIO's
`alive` has the contacts. What is missing there has ended; the first, at the bridge's start, is empty.
"""
from __future__ import annotations

import logging
import math
from collections.abc import Iterable
from typing import Any

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder
from pythonosc.udp_client import UDPClient

from .. import Contacts, DragValue, LongPressValue, StrokeValue, SwipeValue, TapValue
from .source import NAMES, Step, fingers, transform

log = logging.getLogger("gestured-bridge")

ALIVE = 1.0
"""Seconds between the lists of gestures in progress."""
Argument = int | float | str


class Sender:
    """Sends to one address. A receiver that is not there is reported once; it may come later."""

    def __init__(self, host: str, port: int) -> None:
        self.client = UDPClient(host, port)
        self.where = f"{host}:{port}"
        self.failure = ""

    def send(self, content: Any) -> None:
        try:
            self.client.send(content)
            self.failure = ""
        except OSError as error:
            if str(error) != self.failure:
                self.failure = str(error)
                log.warning("nothing receives at %s: %s", self.where, error.strerror or error)


def message(address: str, arguments: Iterable[Argument]) -> Any:
    builder = OscMessageBuilder(address)
    for argument in arguments:
        builder.add_arg(argument)
    return builder.build()


class Osc:
    """Sends each step as `/gestured/NAME/PHASE` with number, device, fingers and what the gesture has."""

    def __init__(self, sender: Sender, positions: bool = False) -> None:
        self.sender, self.positions = sender, positions
        self.open: set[int] = set()
        self.alive()

    def alive(self) -> None:
        self.sender.send(message("/gestured/alive", sorted(self.open)))

    def receive(self, step: Step) -> None:
        if step.is_over:
            self.open.discard(step.number)
        else:
            self.open.add(step.number)
        name = "pinch" if transform(step.value) else NAMES.get(type(step.value), "gesture")
        arguments = [step.number, step.device, fingers(step.value), *self._details(step.value)]
        self.sender.send(message(f"/gestured/{name}/{step.phase}", arguments))

    def _details(self, value: Any) -> list[Any]:
        """The gesture's own numbers, in millimetres, seconds and radians; then its position, if it is passed on."""
        details: list[Any] = []
        if isinstance(value, TapValue):
            details = [value.count]
        elif isinstance(value, LongPressValue):
            details = [int(value.completed)]
        elif isinstance(value, (DragValue, SwipeValue)):
            details = [*value.translation, *value.velocity]
        elif isinstance(value, StrokeValue):
            details = [value.template, value.score]
        elif found := transform(value):
            details = [*found]
        location = getattr(value, "location", None)
        return details + ([*location] if self.positions and location is not None else [])

    def close(self) -> None:
        self.open.clear()
        self.alive()


class Tuio:
    """Sends each frame of contacts as a bundle of `/tuio/2Dcur`: source, alive, set and fseq."""

    def __init__(self, sender: Sender, name: str) -> None:
        self.sender, self.name = sender, name
        self.frame = 0
        self.last: dict[tuple[str, int], tuple[float, float, float, float]] = {}
        """For each contact the seconds, the position, and the speed."""
        self.numbers: dict[tuple[str, int], int] = {}
        self._next = 0
        self._send([])

    def receive(self, contacts: Contacts) -> None:
        """A frame in normalized units. Contacts that are no fingers are left out."""
        seconds = contacts.time / 1e6
        down = [contact for contact in contacts.contacts if contact.phase != "ended" and contact.state == "finger"]
        keys = {(contacts.device, contact.id) for contact in down}
        for key in [key for key in self.numbers if key[0] == contacts.device and key not in keys]:
            del self.numbers[key], self.last[key]
        sets: list[list[Argument]] = []
        for contact in down:
            key, (x, y) = (contacts.device, contact.id), contact.position
            if key not in self.numbers:
                self._next += 1
                self.numbers[key], self.last[key] = self._next, (seconds, x, y, 0.0)
            before, last_x, last_y, last_speed = self.last[key]
            span = max(seconds - before, 1e-6)
            dx, dy = ((x - last_x) / span, (y - last_y) / span) if seconds > before else (0.0, 0.0)
            speed = math.hypot(dx, dy)
            acceleration = (speed - last_speed) / span if seconds > before else 0.0
            self.last[key] = (seconds, x, y, speed)
            sets.append(["set", self.numbers[key], float(x), float(y), dx, dy, acceleration])
        self._send(sets)

    def _send(self, sets: list[list[Argument]]) -> None:
        self.frame += 1
        bundle = OscBundleBuilder(IMMEDIATELY)
        lists: list[list[Argument]] = [["source", self.name], ["alive", *self.numbers.values()], *sets, ["fseq", self.frame]]
        for arguments in lists:
            bundle.add_content(message("/tuio/2Dcur", arguments))
        self.sender.send(bundle.build())

    def alive(self) -> None:
        """The contacts that are down, again."""
        self._send([])

    def close(self) -> None:
        self.numbers.clear()
        self._send([])
