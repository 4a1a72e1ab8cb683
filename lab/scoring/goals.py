"""What recognition must reach on touchpads, as goal, figure, limit and whether it is met."""

import collections
from collections.abc import Sequence

from own import OwnResult
from scorer import Result
from testing.checks import Table

PALM = "palm-"
# Seconds between a recording's first event and the last of two fingers to come.
LATE = 0.02


def add_all(goals: Table, results: Sequence[Result]) -> None:
    """Over every labelled file, and each family of them."""
    size = len(results)
    if not size:
        return
    ok, false = sum(result.ok for result in results), sum(result.false for result in results)
    goals.add("all labelled files", f"{ok}/{size} = {ok / size:.1%} exactly", ">= 98.5 %", ok >= 0.985 * size)
    goals.add("false gestures", f"{false} in {size} files = {false / size:.3f} a file", "<= 0.02 a file", false <= 0.02 * size)
    cancelled = sum(result.cancelled for result in results)
    goals.add("begun and then cancelled", f"{cancelled} in {size} files = {cancelled / size:.3f} a file",
              f"<= {CANCELLED} a file", cancelled <= CANCELLED * size)
    families = collections.defaultdict(list)
    for result in results:
        families[result.family].append(result.ok)
    low = [f"{name} {sum(oks)}/{len(oks)}" for name, oks in families.items() if sum(oks) < 0.85 * len(oks)]
    goals.add("families below 85 %", ", ".join(low) or "none")


CANCELLED = 0.16


def add_touchpads(goals: Table, results: Sequence[Result]) -> None:
    def by_class(name: str) -> list[Result]:
        return [result for result in results if result.label["cls"] == name]

    taps = [result for result in by_class("tap") if result.label["fingers"] <= 2]
    for fingers in (1, 2):
        add_recall(goals, f"{fingers}-finger taps", [r for r in taps if r.label["fingers"] == fingers], 0.97, most=0)
    add_recall(goals, "single taps, both", taps, 0.97, most=0)
    add_recall(goals, "drum rolls", by_class("drum"), 0.99)
    add_recall(goals, "tap-and-drags", by_class("drag"))
    for name, text in (("scroll", "two-finger scrolls"), ("pinch", "pinches"), ("swipe", "three-finger swipes"),
                       ("hold", "long presses")):
        # The one: docs/RECOGNITION.md lists it, a contact of which jumps to a third place.
        add_files(goals, text, by_class(name), wrong=1 if name == "scroll" else 0)
    palms = [result for result in by_class("none") if result.label["label"].startswith(PALM)]
    add_false(goals, "palms and resting thumbs", palms, 0.1)
    others = [result for result in by_class("none") if not result.label["label"].startswith(PALM)]
    add_false(goals, "clicks and pointing", others)


WRONG = {"touchscreen": 2, "touchpad": 0}


def add_own(goals: Table, results: Sequence[OwnResult]) -> None:
    """Our recordings: no more files may fail than fail now. The two: fingers of a hand that turn as it moves, on a screen
    whose size is only assumed."""
    for kind in ("touchscreen", "touchpad"):
        chosen = [result for result in results if result.file.startswith(kind)]
        if not chosen:
            continue
        got, want = sum(result.got for result in chosen), sum(result.want for result in chosen)
        ok, false = sum(result.ok for result in chosen), sum(len(result.false) for result in chosen)
        goals.add(f"{kind}s, labels of our own", f"{ok}/{len(chosen)} exactly, {got}/{want} gestures, {false} false",
                  f"all but {WRONG[kind]}", len(chosen) - ok <= WRONG[kind])
    add_deadlines(goals, [result for result in results if result.label in ("hold1", "hold2")])


def add_deadlines(goals: Table, results: Sequence[OwnResult]) -> None:
    """Long presses, reported when they are due although no event comes then. A hold starts its minimum duration before it
    is reported, and these recordings start with the touch."""
    if not results:
        return
    late = max((event["t_start"] for result in results for event in result.events), default=0)
    ok = sum(result.ok for result in results)
    goals.add("long presses on touchscreens", f"{ok}/{len(results)} exactly, at most {late * 1000:.0f} ms late",
              f"all, {LATE * 1000:.0f} ms", ok == len(results) and late <= LATE)


def add_recall(goals: Table, name: str, results: Sequence[Result], least: float = 0.0, most: int | None = None) -> None:
    # Counted by gestures, not by files.
    want = sum(result.score["want"] for result in results)
    got = sum(min(result.score["got"], result.score["want"]) for result in results)
    if not want:
        return
    false = sum(result.false for result in results)
    met = got >= least * want and (most is None or false <= most)
    limit = (f">= {least:.0%}" if least else "") + ("" if most is None else f", {most} false")
    goals.add(name, f"{got}/{want} = {got / want:.1%}, {false} false in {len(results)} files", limit, met if limit else None)


def add_files(goals: Table, name: str, results: Sequence[Result], wrong: int = 0) -> None:
    if not results:
        return
    ok = sum(result.score["ok"] for result in results)
    hit = sum(result.score["hit"] for result in results)
    false = sum(result.false for result in results)
    goals.add(name, f"{ok}/{len(results)} exactly, {hit} detected, {false} false", f"all but {wrong}" if wrong else "all",
              len(results) - ok <= wrong)


def add_false(goals: Table, name: str, results: Sequence[Result], most: float | None = None) -> None:
    if not results:
        return
    false = sum(result.false for result in results)
    rate = false / len(results)
    goals.add(name, f"{false} false in {len(results)} files = {rate:.2f} a file",
              "" if most is None else f"<= {most} a file", None if most is None else rate <= most)
