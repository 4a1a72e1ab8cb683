"""What Android's scale detector makes of the fingers of a touchscreen, from its published constants.

The span is twice the mean distance of the fingers from their centre, taken along each axis. A scale begins when the span has
changed by 16 pt (dp) since a finger last came or lifted, and is at least the least span; it ends when a finger comes or lifts.
"""

import math
from collections.abc import Iterator

from testing.recording import Recording

# Points in a mm, and in points: twice the touch slop.
POINTS = 160 / 25.4
SPAN_SLOP = 16
# config_minScalingSpan, 27 mm, in points. Of newer devices some have none.
LEAST_SPAN = 27 * POINTS


def spans(recording: Recording) -> Iterator[tuple[tuple[int, ...], float]]:
    """Of each frame the contacts that are down and their span in points."""
    contacts = recording.contacts()
    for time in (micros / 1e6 for micros, _ in recording.frames):
        down = [(number, contact.path[time]) for number, contact in enumerate(contacts) if time in contact.path]
        if not down:
            yield (), 0
            continue
        means = [sum(position[axis] for _, position in down) / len(down) for axis in (0, 1)]
        deviations = [sum(abs(position[axis] - means[axis]) for _, position in down) / len(down) for axis in (0, 1)]
        yield tuple(number for number, _ in down), 2 * POINTS * math.hypot(*deviations)


def growth(recording: Recording, least: float = LEAST_SPAN) -> float:
    """The logarithm of the product of all scales; 0 if none began."""
    total, known, first, last, is_scaling = 0.0, tuple[int, ...](), 0.0, 0.0, False
    for down, span in spans(recording):
        if down != known or len(down) < 2:
            known, first, is_scaling = down, span, False
        elif is_scaling and span < least:
            first, is_scaling = span, False
        elif not is_scaling and span >= least and abs(span - first) > SPAN_SLOP:
            is_scaling = True
        elif is_scaling:
            total += math.log(max(span, 1) / max(last, 1))
        last = span
    return total
