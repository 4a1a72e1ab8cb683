"""What receivers of single gestures get: rules, subscriptions, and the gestures of the Swift library.

Each receiver wants one gesture of so many fingers. For a labelled file the receivers of what the label names are to fire,
as often as it was done, and all others are not. RULES.md's exceptions hold: a hold is never false, nor is a tap over an
independent tap. A gesture that was cancelled did not fire.
"""

import collections
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorer import Event, Label, Scorer, is_scored
from testing.checks import Table

# Shares of what was to fire, and false ones a file.
MOST_MISSED = 0.02
MOST_FALSE = 0.03
# In points of a hundred.
MOST_BETWEEN = 1


@dataclass
class SingleResult:
    label: Label
    want: int = 0
    missed: collections.Counter[str] = field(default_factory=collections.Counter)
    false: collections.Counter[str] = field(default_factory=collections.Counter)

    @property
    def ok(self) -> bool:
        return not self.missed and not self.false


def growth(event: Event) -> float:
    return math.log(max(event.get("scale") or 1, 0.01))


def received(path: Path, load: Callable[[Path], list[Event]]) -> dict[str, list[Event]]:
    """What each receiver got; score.py's `load` drops what was cancelled, or came too early."""
    by_receiver: dict[str, list[Event]] = collections.defaultdict(list)
    for event in load(path):
        by_receiver[event["receiver"]].append(event)
    return by_receiver


def score(label: Label, events: dict[str, list[Event]], module: Any) -> SingleResult:
    """`events` are the receivers'."""
    result = SingleResult(label)
    kind, fingers, way = label["cls"], label["fingers"], label["dir"]
    right: set[str] = set()

    def expect(receiver: str, want: int, got: int) -> None:
        right.add(receiver)
        result.want += want
        if got < want:
            result.missed[receiver] += want - got
        if got > want:
            result.false[receiver] += got - want

    def expect_all(receiver: str, is_right: Callable[[Event], bool]) -> None:
        """At least one, and no other."""
        got = events[receiver]
        fitting = sum(map(is_right, got))
        expect(receiver, 1, min(fitting, 1))
        if len(got) > fitting:
            result.false[receiver] += len(got) - fitting

    if kind in ("tap", "drum"):
        want = label["n"]
        got = len(events[f"tap{fingers}"])
        # RULES.md's tolerance: of a drum roll the independent count is not exact either.
        slack = max(1, round(0.1 * want)) if kind == "drum" else 0
        expect(f"tap{fingers}", want, want if abs(got - want) <= slack else got)
    elif kind == "scroll":
        expect("drag2", 1, int(module.dir_ok(way, *module.net(events["drag2"]))))
    elif kind == "swipe":
        for receiver in (f"swipe{fingers}", f"drag{fingers}"):
            expect_all(receiver, lambda event: bool(event["direction"] == way))
    elif kind == "pinch":
        total = sum(map(growth, events[f"pinch{fingers}"]))
        expect(f"pinch{fingers}", 1, int(total != 0 and (total > 0) == (way == "out")))
    elif kind == "hold":
        expect(f"hold{fingers}", 1, min(len(events[f"hold{fingers}"]), 1))
    for receiver, reported in events.items():
        if receiver in right or receiver.startswith("hold"):
            continue
        false = [event for event in reported if not is_excused(event, label, module)]
        if false:
            result.false[receiver] += len(false)
    return result


def is_excused(event: Event, label: Label, module: Any) -> bool:
    """A tap in addition to what the label names, which the person did make, or which its protocol allows."""
    return bool(event["kind"] == "tap" and (
        module.natural(event, label) or module.allowed(event, label.get("allowed", []))))


def results(scorer: Scorer, folder: Path) -> Iterator[SingleResult]:
    for label in scorer.labels:
        path = Path(folder) / f"{label['id']}.jsonl"
        if not is_scored(label) or not path.exists():
            continue
        yield score(label, received(path, scorer.module.load), scorer.module)


def report(goals: Table, scorer: Scorer, daemon: Path, library: Path) -> None:
    """`daemon` and `library` are folders of what receivers got."""
    shares = {}
    for name, folder in (("rules and subscriptions", daemon), ("the Swift library", library)):
        found = list(results(scorer, folder))
        if not found:
            return
        show(name, found)
        shares[name] = add(goals, name, found)
    first, second = shares.values()
    goals.add("single gestures: the library next to the daemon", f"{second:.1%} of files exactly, {first:.1%}",
              f"within {MOST_BETWEEN} point", abs(first - second) * 100 <= MOST_BETWEEN)


def add(goals: Table, name: str, found: list[SingleResult]) -> float:
    size = len(found)
    want = sum(result.want for result in found)
    missed = sum(result.missed.total() for result in found)
    false = sum(result.false.total() for result in found)
    exact = sum(result.ok for result in found)
    goals.add(f"{name}: exactly", f"{exact}/{size} = {exact / size:.1%}")
    goals.add(f"{name}: missed", f"{missed}/{want} = {missed / max(want, 1):.1%}, in "
              f"{sum(bool(result.missed) for result in found)} files", f"<= {MOST_MISSED:.0%}", missed <= MOST_MISSED * want)
    goals.add(f"{name}: false", f"{false} in {size} files = {false / size:.3f} a file", f"<= {MOST_FALSE} a file",
              false <= MOST_FALSE * size)
    turned = sum(count for result in found if result.label["cls"] != "pinch"
                 for receiver, count in result.false.items() if receiver.startswith(("pinch", "rotate")))
    goals.add(f"{name}: pinches and turns where there are none", str(turned), "0", turned == 0)
    swipes = [result for result in found if result.label["cls"] == "swipe"]
    if swipes:
        swiped = sum(not any(receiver.startswith("swipe") for receiver in result.missed) for result in swipes)
        goals.add(f"{name}: recorded swipes that swipe", f"{swiped}/{len(swipes)}", "all", swiped == len(swipes))
    return exact / size


def words(counts: collections.Counter[str]) -> str:
    return " ".join(f"{receiver}:{count}" for receiver, count in counts.most_common())


def show(name: str, found: list[SingleResult]) -> None:
    print(f"\nsingle gestures, {name}: what fired and was not meant, by label")
    classes: dict[str, list[SingleResult]] = collections.defaultdict(list)
    for result in found:
        classes[result.label["cls"]].append(result)
    for kind, chosen in classes.items():
        false = sum((result.false for result in chosen), collections.Counter[str]())
        missed = sum((result.missed for result in chosen), collections.Counter[str]())
        exact = sum(result.ok for result in chosen)
        print(f"  {kind:7} {exact:3}/{len(chosen):3} exactly  false {words(false) or 'none'};  missed {words(missed) or 'none'}")
    for result in found:
        if not result.ok:
            parts = [f"{word} {words(counts)}" for word, counts in (("missed", result.missed), ("false", result.false)) if counts]
            print(f"    {result.label['file']} ({result.label['label']}): {'; '.join(parts)}")
