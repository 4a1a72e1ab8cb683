"""What a client requests: a gesture with its parameters."""
from __future__ import annotations

import math
from collections.abc import Set
from typing import Any, ClassVar, Generic, TypeVar

V = TypeVar("V", covariant=True)


class Gesture(Generic[V]):
    """A gesture to recognise, whose values are of type `V`."""

    __slots__ = ()

    def json(self) -> dict[str, Any]:
        """As a request has it."""
        raise NotImplementedError

    def capabilities(self) -> list[str]:
        """What the daemon needs to recognise it."""
        raise NotImplementedError

    def matches(self, value: object) -> bool:
        """True if a value can be one of this gesture."""
        raise NotImplementedError


class SingleGesture(Gesture[V]):
    """Neither a composition nor a standard set."""

    __slots__ = ()

    NAME: ClassVar[str]
    KEYS: ClassVar[dict[str, str]]
    VALUE: ClassVar[type[Any]]

    def json(self) -> dict[str, Any]:
        return {self.NAME: encoded(self)}

    def capabilities(self) -> list[str]:
        return [self.NAME, "edges"] if getattr(self, "edges", None) is not None else [self.NAME]

    def matches(self, value: object) -> bool:
        return type(value) is self.VALUE


def encoded(value: Any) -> Any:
    """JSON of a request's value. What is None is left out."""
    if keys := getattr(value, "KEYS", None):
        present = ((key, getattr(value, field)) for field, key in keys.items())
        return {key: encoded(item) for key, item in present if item is not None}
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is not a number that a request can have; no limit is 'any' or 'never'")
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Set):
        return sorted(value)
    return [encoded(item) for item in value]
