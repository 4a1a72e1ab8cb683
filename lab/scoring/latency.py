"""How soon the gesture that is finally reported begins, after its last finger came down."""

import statistics
from pathlib import Path

from scorer import Result
from testing.checks import Table
from testing.recording import Recording

KINDS = {"scroll": "two-finger scrolls", "pinch": "pinches", "swipe": "three-finger swipes"}
# Milliseconds: issue 14's goals, and libinput 1.22.1 on the labelled recordings (PEER.md).
GOALS = {"scroll": (165, 171), "pinch": (200, 255), "swipe": (390, 448)}


def latency(result: Result) -> float | None:
    """Milliseconds; None where the gesture was not reported."""
    kind = result.label["cls"]
    begun = [event["t_start"] for event in result.events if event["kind"] == kind]
    if not begun or not result.score["hit"]:
        return None
    recording = Recording(Path(result.label["folder"]) / result.label["file"])
    downs = [contact.start - recording.start for contact in recording.contacts()]
    before = [time for time in downs if time <= begun[0] + 1e-6]
    return 1000 * (begun[0] - max(before)) if before else None


def report(goals: Table, results: list[Result]) -> None:
    for kind, name in KINDS.items():
        for title, chosen in ((f"{name}, people of the study", "study29"), (f"{name}, all", "")):
            found = [latency(r) for r in results if r.label["cls"] == kind and r.label["set"].startswith(chosen)]
            known = sorted(value for value in found if value is not None)
            if not known:
                continue
            (limit, peer), median = GOALS[kind], statistics.median(known)
            late = known[int(0.95 * (len(known) - 1))]
            # libinput's figure for scrolls is that of the study.
            is_goal = chosen == ("study29" if kind == "scroll" else "")
            goals.add(f"{title}: first event", f"p50 {median:.0f} ms, p95 {late:.0f} ms of {len(known)}",
                      f"p50 <= {limit} ms (libinput {peer})" if is_goal else "", median <= limit if is_goal else None)
