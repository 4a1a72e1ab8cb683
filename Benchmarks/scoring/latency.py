"""How soon the gesture that is finally reported begins, after its last finger came down."""

import statistics
from pathlib import Path

TRACKING_ID = 0x39
KINDS = {"scroll": "two-finger scrolls", "pinch": "pinches", "swipe": "three-finger swipes"}
# Milliseconds: issue 14's goals, and libinput 1.22.1 on the labelled recordings (PEER.md).
GOALS = {"scroll": (165, 171), "pinch": (200, 255), "swipe": (390, 448)}


def touches(path):
    """When contacts came down, in seconds since the recording's first event."""
    first, downs, pending = None, [], 0
    for line in Path(path).read_text().splitlines():
        if not line.startswith("E:"):
            continue
        fields = line[2:].split("#")[0].split()
        time, kind, code, value = float(fields[0]), int(fields[1], 16), int(fields[2], 16), int(fields[3])
        first = time if first is None else first
        if kind == 3 and code == TRACKING_ID and value >= 0:
            pending += 1
        elif kind == 0 and code == 0:
            downs += [time - first] * pending
            pending = 0
    return downs


def latency(result):
    """Milliseconds; None where the gesture was not reported."""
    kind = result.label["cls"]
    begun = [event["t_start"] for event in result.events if event["kind"] == kind]
    if not begun or not result.score["hit"]:
        return None
    downs = [time for time in touches(Path(result.label["folder"]) / result.label["file"]) if time <= begun[0] + 1e-6]
    return 1000 * (begun[0] - max(downs)) if downs else None


def report(goals, results):
    for kind, name in KINDS.items():
        for title, chosen in ((f"{name}, people of the study", "study29"), (f"{name}, all", "")):
            found = [latency(r) for r in results if r.label["cls"] == kind and r.label["set"].startswith(chosen)]
            found = sorted(value for value in found if value is not None)
            if not found:
                continue
            (limit, peer), median = GOALS[kind], statistics.median(found)
            late = found[int(0.95 * (len(found) - 1))]
            # libinput's figure for scrolls is that of the study.
            is_goal = chosen == ("study29" if kind == "scroll" else "")
            goals.add(f"{title}: first event", f"p50 {median:.0f} ms, p95 {late:.0f} ms of {len(found)}",
                      f"p50 <= {limit} ms (libinput {peer})" if is_goal else "", median <= limit)
