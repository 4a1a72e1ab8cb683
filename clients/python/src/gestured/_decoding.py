"""Readers of JSON values. Each raises ValueError for a value of another type."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ._geometry import Point, Rectangle, Vector

T = TypeVar("T")


def whole(value: Any) -> int:
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise ValueError(f"expected a whole number, found {value!r:.40}")


def number(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) is int:
        return float(value)
    raise ValueError(f"expected a number, found {value!r:.40}")


def text(value: Any) -> str:
    if type(value) is str:
        return value
    raise ValueError(f"expected a string, found {value!r:.40}")


def flag(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise ValueError(f"expected true or false, found {value!r:.40}")


def items(value: Any) -> list[Any]:
    if type(value) is list:
        return value
    raise ValueError(f"expected an array, found {value!r:.40}")


def members(value: Any) -> dict[str, Any]:
    if type(value) is dict:
        return value
    raise ValueError(f"expected an object, found {value!r:.40}")


def point(value: Any) -> Point:
    x, y = value
    return Point(x, y) if type(x) is float is type(y) else Point(number(x), number(y))


def vector(value: Any) -> Vector:
    x, y = value
    return Vector(x, y) if type(x) is float is type(y) else Vector(number(x), number(y))


def rectangle(value: Any) -> Rectangle:
    x, y, width, height = items(value)
    return Rectangle(number(x), number(y), number(width), number(height))


def word(words: frozenset[str]) -> Callable[[Any], Any]:
    """Reads one of these words."""

    def read(value: Any) -> Any:
        if type(value) is str and value in words:
            return value
        raise ValueError(f"expected one of {', '.join(sorted(words))}, found {value!r:.40}")

    return read


def sequence(read: Callable[[Any], T]) -> Callable[[Any], tuple[T, ...]]:
    """Reads an array."""
    return lambda value: tuple(read(item) for item in items(value))


@dataclass(frozen=True, slots=True)
class FailureReason:
    """Why a gesture failed, for programs. A later daemon may have other names."""

    name: str
    """Such as `movedTooFar`."""
    numbers: Mapping[str, Any]
    """Such as `by` and `limit`, in points, radians and microseconds."""


def failure_reason(value: Any) -> FailureReason:
    ((name, numbers),) = members(value).items()
    return FailureReason(name, members(numbers))
