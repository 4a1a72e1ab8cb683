"""What a bridge passes on: the steps of gestures, numbered for its receivers."""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from .. import (
    Client,
    CompositionValue,
    Device,
    DeviceFilter,
    Drag,
    DragValue,
    Event,
    Gesture,
    GestureError,
    LongPress,
    LongPressValue,
    Magnify,
    MagnifyValue,
    Phase,
    PositionsWithheld,
    Rotate,
    RotateValue,
    Simultaneous,
    Standard,
    StrokeValue,
    Swipe,
    SwipeValue,
    Tap,
    TapValue,
)

GESTURES: dict[str, Callable[[], Gesture[Any]]] = {
    "tap": Tap, "long-press": LongPress, "drag": Drag, "swipe": Swipe, "pinch": lambda: Simultaneous(Magnify(), Rotate()),
}
"""What `--gesture` may name."""

NAMES: dict[type[Any], str] = {
    TapValue: "tap", LongPressValue: "longPress", DragValue: "drag", SwipeValue: "swipe", MagnifyValue: "magnify",
    RotateValue: "rotate", StrokeValue: "stroke",
}
POSITIONS = frozenset(["location", "start_location", "predicted_end_location", "bounding_box"])


@dataclass(slots=True)
class Step:
    """One step of one gesture."""

    number: int
    """The gesture's number, which the bridge uses once."""
    phase: Phase
    device: str
    """The device's id."""
    time: int
    """Microseconds of CLOCK_MONOTONIC."""
    value: Any
    reason: str | None = None

    @property
    def is_over(self) -> bool:
        return self.phase in ("ended", "cancelled")

    def json(self, positions: bool) -> dict[str, Any]:
        """The daemon's own message, with the bridge's number."""
        message = {"type": "gesture", "gesture": self.number, "phase": self.phase, "time": self.time, "device": self.device,
                   "value": members(self.value, positions)}
        return message | ({"reason": self.reason} if self.reason else {})


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def members(value: Any, positions: bool) -> dict[str, Any]:
    """A value as the protocol has it; without `positions`, nothing of where the fingers are."""
    if isinstance(value, CompositionValue):
        parts = [{"phase": part.phase} | (members(part.value, positions) if part.value is not None else {})
                 for part in value.parts]
        return {"phase": value.phase, value.kind: parts}
    found: dict[str, Any] = {}
    for each in fields(value):
        item = getattr(value, each.name)
        if item is None or each.name == "surface" or (each.name in POSITIONS and not positions):
            continue
        found[camel(each.name)] = list(item) if isinstance(item, tuple) else item
    return {NAMES.get(type(value), "gesture"): found}


def transform(value: Any) -> tuple[float, float] | None:
    """The scale and the angle, clockwise, of a pinch or a turn; None for another gesture."""
    values = [part.value for part in value.parts] if isinstance(value, CompositionValue) else [value]
    scales = [each.magnification for each in values if isinstance(each, MagnifyValue)]
    angles = [each.rotation for each in values if isinstance(each, RotateValue)]
    if not scales and not angles:
        return None
    return (scales or [1.0])[0], (angles or [0.0])[0]


def word(value: Any) -> str:
    """One word for what the fingers did: `double_tap`, `swipe_left`, `pinch_in`, `turn_clockwise`."""
    if isinstance(value, TapValue):
        return {2: "double_tap", 3: "triple_tap"}.get(value.count, "tap")
    if isinstance(value, LongPressValue):
        return "long_press"
    if isinstance(value, SwipeValue):
        return f"swipe_{value.direction}"
    if isinstance(value, DragValue):
        x, y = value.translation
        return f"drag_{('left' if x < 0 else 'right') if abs(x) >= abs(y) else 'up' if y < 0 else 'down'}"
    if isinstance(value, StrokeValue):
        return "stroke"
    if found := transform(value):
        scale, angle = found
        if abs(angle) > abs(math.log(max(scale, 1e-6))):
            return "turn_anticlockwise" if angle < 0 else "turn_clockwise"
        return "pinch_in" if scale < 1 else "pinch_out"
    return "gesture"


WORDS = ["tap", "double_tap", "triple_tap", "long_press", "stroke", "pinch_in", "pinch_out", "turn_clockwise",
         "turn_anticlockwise", "gesture",
         *(f"{kind}_{direction}" for kind in ("drag", "swipe") for direction in ("left", "right", "up", "down"))]
"""All that `word()` returns."""


def fingers(value: Any) -> int:
    if isinstance(value, CompositionValue):
        return max((fingers(part.value) for part in value.parts if part.value is not None), default=0)
    count: int = getattr(value, "fingers", 1)
    return count


class Source:
    """Subscribes, and calls back with each step. Everything stays subscribed until the client is closed."""

    def __init__(
        self, client: Client, names: list[str], on_step: Callable[[Step], None], on_failure: Callable[[str], None]
    ) -> None:
        self.client = client
        self.on_step = on_step
        self.on_failure = on_failure
        self._numbers: dict[tuple[int, int], int] = {}
        self._last = 0
        for name in names:
            self._attach(GESTURES[name]())
        if not names:
            self._attach(Standard("touchscreen"), DeviceFilter(kind="touchscreen"))
            self._attach(Standard("touchpad"), DeviceFilter(kind="touchpad"))

    def _attach(self, gesture: Gesture[Any], device: DeviceFilter | None = None) -> None:
        self.client.attach(gesture, self._receive, device=device, units="millimetres", scope="session", on_failure=self._fail)

    def _fail(self, failure: GestureError) -> None:
        # Gestures have all but their positions.
        if not isinstance(failure, PositionsWithheld):
            self.on_failure(str(failure))

    def _receive(self, event: Event[Any]) -> None:
        # The daemon's numbers begin again with each connection; the client has cancelled those of the last one.
        key = (event.subscription, event.gesture)
        if event.phase == "began" or key not in self._numbers:
            self._last += 1
            self._numbers[key] = self._last
        number = self._numbers[key]
        if event.is_over:
            del self._numbers[key]
        self.on_step(Step(number, event.phase, event.device, event.time, event.value, event.reason))


def slug(text: str) -> str:
    """A name as part of a topic or an address: letters, digits and _."""
    found = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in text.lower())
    return "_".join(filter(None, found.split("_")))[:64] or "device"


def device_slugs(devices: list[Device]) -> dict[str, str]:
    """A name for each device's id that stays when the kernel numbers devices differently."""
    found: dict[str, str] = {}
    for device in sorted(devices, key=lambda device: device.id):
        name, number = slug(device.name), 2
        while name in found.values():
            name, number = f"{slug(device.name)}_{number}", number + 1
        found[device.id] = name
    return found
