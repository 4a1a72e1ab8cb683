"""Gestures that are made of others, with the types of their values."""
from __future__ import annotations

from typing import Any, Generic, Self, TypeVar, overload

from ._gesture import Gesture, check
from .events import CompositionValue, Part, Parts, PinchValue
from .protocol import CompositionKind, DeviceKind, DragValue, LongPressValue, Magnify, Rotate, TapValue

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")


class Composition(Gesture[CompositionValue[Parts]], Generic[Parts]):
    """What the compositions have in common."""

    __slots__ = ("parts",)
    KIND: CompositionKind

    parts: tuple[Gesture[Any], ...]

    @classmethod
    def of(cls, parts: tuple[Gesture[Any], ...]) -> Self:
        for part in parts:
            check(part)
        composition = super().__new__(cls)
        composition.parts = parts
        return composition

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


# An overload cannot be inherited, because it has the type of its class.


class Simultaneous(Composition[Parts]):
    """The parts run in parallel. It succeeds if one part did."""

    __slots__ = ()
    KIND = "simultaneous"

    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], /) -> Simultaneous[tuple[Part[A], Part[B]]]: ...
    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], /) -> Simultaneous[tuple[Part[A], Part[B], Part[C]]]: ...
    @overload
    def __new__(
        cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], d: Gesture[D], /
    ) -> Simultaneous[tuple[Part[A], Part[B], Part[C], Part[D]]]: ...
    @overload
    def __new__(cls, *parts: Gesture[A]) -> Simultaneous[tuple[Part[A], ...]]: ...
    def __new__(cls, *parts: Gesture[Any]) -> Simultaneous[Any]:
        return cls.of(parts)


class Sequence(Composition[Parts]):
    """One part after the other."""

    __slots__ = ()
    KIND = "sequence"

    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], /) -> Sequence[tuple[Part[A], Part[B]]]: ...
    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], /) -> Sequence[tuple[Part[A], Part[B], Part[C]]]: ...
    @overload
    def __new__(
        cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], d: Gesture[D], /
    ) -> Sequence[tuple[Part[A], Part[B], Part[C], Part[D]]]: ...
    @overload
    def __new__(cls, *parts: Gesture[A]) -> Sequence[tuple[Part[A], ...]]: ...
    def __new__(cls, *parts: Gesture[Any]) -> Sequence[Any]:
        return cls.of(parts)


class Exclusive(Composition[Parts]):
    """The first part that succeeds, in their order."""

    __slots__ = ()
    KIND = "exclusive"

    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], /) -> Exclusive[tuple[Part[A], Part[B]]]: ...
    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], /) -> Exclusive[tuple[Part[A], Part[B], Part[C]]]: ...
    @overload
    def __new__(
        cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], d: Gesture[D], /
    ) -> Exclusive[tuple[Part[A], Part[B], Part[C], Part[D]]]: ...
    @overload
    def __new__(cls, *parts: Gesture[A]) -> Exclusive[tuple[Part[A], ...]]: ...
    def __new__(cls, *parts: Gesture[Any]) -> Exclusive[Any]:
        return cls.of(parts)


class Race(Composition[Parts]):
    """The part that is recognised first."""

    __slots__ = ()
    KIND = "race"

    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], /) -> Race[tuple[Part[A], Part[B]]]: ...
    @overload
    def __new__(cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], /) -> Race[tuple[Part[A], Part[B], Part[C]]]: ...
    @overload
    def __new__(
        cls, a: Gesture[A], b: Gesture[B], c: Gesture[C], d: Gesture[D], /
    ) -> Race[tuple[Part[A], Part[B], Part[C], Part[D]]]: ...
    @overload
    def __new__(cls, *parts: Gesture[A]) -> Race[tuple[Part[A], ...]]: ...
    def __new__(cls, *parts: Gesture[Any]) -> Race[Any]:
        return cls.of(parts)


class Standard(Gesture[TapValue | LongPressValue | DragValue | PinchValue]):
    """Everything that a hand does on one kind of surface, with exactly one gesture for each movement."""

    __slots__ = ("kind",)

    def __init__(self, kind: DeviceKind) -> None:
        self.kind: DeviceKind = kind

    def json(self) -> dict[str, Any]:
        return {"standard": self.kind}

    def capabilities(self) -> list[str]:
        return ["standard"]

    def matches(self, value: object) -> bool:
        return isinstance(value, (TapValue, LongPressValue, DragValue)) or _PINCH.matches(value)

    def __repr__(self) -> str:
        return f"Standard({self.kind!r})"


_PINCH = Simultaneous(Magnify(), Rotate())
