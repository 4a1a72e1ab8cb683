"""Where a finger will be, as docs/VELOCITY.md describes it."""
from __future__ import annotations

from math import expm1, isnan

from ._geometry import Point, Vector

# Seconds in which the velocity decays, and those of the predicted end.
_DECAY = 0.25


class Predicting:
    """A value with a location and a velocity."""

    __slots__ = ()

    location: Point | None
    velocity: Vector
    surface: Vector | None

    def location_after(self, seconds: float) -> Point | None:
        """Where the fingers will be so many seconds later, usually 0.008 to 0.032: when the next frame is on the screen.

        It approaches the predicted end, and does not leave the `surface`. 0 or less is the location. None while positions are
        withheld. ValueError if it is not a number.
        """
        if isnan(seconds):
            raise ValueError("the seconds after which a location is predicted are not a number (nan)")
        if self.location is None or not seconds > 0:
            return self.location
        reach = _DECAY * -expm1(-seconds / _DECAY)
        ends = self.surface or (None, None)
        return Point(*(_moved(*each, reach) for each in zip(self.location, self.velocity, ends, strict=True)))


def _moved(start: float, velocity: float, end: float | None, reach: float) -> float:
    moved = start + velocity * reach
    # A finger that is outside stays where it is.
    return moved if end is None else max(min(moved, max(start, end)), min(start, 0.0))
