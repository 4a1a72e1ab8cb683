"""What a client receives of its gestures."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ._decoding import FailureReason, failure_reason, items, members, text, whole
from ._gesture import Gesture
from .protocol import COMPOSITIONS, VALUES, DeviceKind, DragValue, LongPressValue, Phase, SingleValue, TapValue, read_phase

V = TypeVar("V", covariant=True)


@dataclass(slots=True, kw_only=True)
class Part:
    """One part of a composition."""

    phase: str
    """`possible`, `active`, `ended` or `failed`."""
    value: SingleValue | CompositionValue | None = None
    """Its last value, if there is one."""
    reason: str | None = None
    """Why it failed; None also for a press and hold that was lifted."""
    failure: str | None = None
    """With the reason `failed`: a sentence for people."""
    failure_reason: FailureReason | None = None
    """With the reason `failed`: the same for programs."""


@dataclass(slots=True, kw_only=True)
class CompositionValue:
    """The parts of a composition, in the order of the request."""

    kind: str
    """`simultaneous`, `sequence`, `exclusive` or `race`."""
    phase: str
    """Of the composition."""
    parts: tuple[Part, ...]
    """Its parts."""


Value = SingleValue | CompositionValue


@dataclass(slots=True, kw_only=True)
class Event(Generic[V]):
    """One step of one gesture. Each `began` is followed by exactly one `ended` or `cancelled`."""

    subscription: int
    """The daemon's number; another one after a reconnection."""
    gesture: int
    """All events of one gesture have this number, which is not used again on the connection."""
    phase: Phase
    """`began`, `changed`, `ended` or `cancelled`."""
    time: int
    """Microseconds of CLOCK_MONOTONIC."""
    device: str
    """The device's id."""
    value: V
    """What the fingers have done since the gesture began; with `cancelled` the last value that was sent."""
    reason: str | None = None
    """Why it was cancelled. A later daemon may have other reasons. This package adds `disconnected`."""
    failure: str | None = None
    """With the reason `failed`: a sentence for people."""
    failure_reason: FailureReason | None = None
    """With the reason `failed`: the same for programs."""

    @property
    def is_over(self) -> bool:
        """True for `ended` and `cancelled`."""
        return self.phase == "ended" or self.phase == "cancelled"


def read_value(value: dict[str, Any]) -> Value:
    for name in value:
        if name in VALUES:
            return VALUES[name](value[name])
    for kind in COMPOSITIONS:
        if kind in value:
            parts = tuple(read_part(part) for part in items(value[kind]))
            return CompositionValue(kind=kind, phase=text(value["phase"]), parts=parts)
    raise ValueError("a value without a known gesture")


def read_part(value: dict[str, Any]) -> Part:
    has_value = any(name in value for name in (*VALUES, *COMPOSITIONS))
    return Part(phase=text(value["phase"]), value=read_value(value) if has_value else None, **_failure(value))


def _failure(line: dict[str, Any]) -> dict[str, Any]:
    if "reason" not in line:
        return {}
    found: dict[str, Any] = {"reason": text(line["reason"])}
    if "failure" in line:
        found["failure"] = text(line["failure"])
    if "failureReason" in line:
        found["failure_reason"] = failure_reason(line["failureReason"])
    return found


def read_event(line: dict[str, Any]) -> Event[Value]:
    subscription, gesture, time, device = line["subscription"], line["gesture"], line["time"], line["device"]
    # Nearly all are of these types: a call for each costs more than the test.
    if not (type(subscription) is type(gesture) is type(time) is int and type(device) is str):
        subscription, gesture, time, device = whole(subscription), whole(gesture), whole(time), text(device)
    event = Event(
        subscription=subscription,
        gesture=gesture,
        phase=read_phase(line["phase"]),
        time=time,
        device=device,
        value=read_value(members(line["value"])),
    )
    return replace(event, **_failure(line)) if "reason" in line else event


# MARK: Compositions


class _Composition(Gesture[CompositionValue]):
    __slots__ = ("parts",)
    KIND = ""

    def __init__(self, *parts: Gesture[Any]) -> None:
        self.parts = parts

    def json(self) -> dict[str, Any]:
        return {self.KIND: [part.json() for part in self.parts]}

    def capabilities(self) -> list[str]:
        return [self.KIND, *(word for part in self.parts for word in part.capabilities())]

    def matches(self, value: object) -> bool:
        if not isinstance(value, CompositionValue) or value.kind != self.KIND or len(value.parts) != len(self.parts):
            return False
        pairs = zip(self.parts, value.parts, strict=True)
        return all(part.value is None or gesture.matches(part.value) for gesture, part in pairs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"


class Simultaneous(_Composition):
    """The parts run in parallel. It succeeds if one part did."""

    __slots__ = ()
    KIND = "simultaneous"


class Sequence(_Composition):
    """One part after the other."""

    __slots__ = ()
    KIND = "sequence"


class Exclusive(_Composition):
    """The first part that succeeds, in their order."""

    __slots__ = ()
    KIND = "exclusive"


class Race(_Composition):
    """The part that is recognised first."""

    __slots__ = ()
    KIND = "race"


class Standard(Gesture[TapValue | LongPressValue | DragValue | CompositionValue]):
    """Everything that a hand does on one kind of surface, with exactly one gesture for each movement."""

    __slots__ = ("kind",)

    def __init__(self, kind: DeviceKind) -> None:
        self.kind: DeviceKind = kind

    def json(self) -> dict[str, Any]:
        return {"standard": self.kind}

    def capabilities(self) -> list[str]:
        return ["standard"]

    def matches(self, value: object) -> bool:
        return isinstance(value, (TapValue, LongPressValue, DragValue, CompositionValue))

    def __repr__(self) -> str:
        return f"Standard({self.kind!r})"
