"""Counts and prints checks, each a sentence."""

import sys

passed = failed = 0
rows = []


def check(sentence, holds, detail=""):
    global passed, failed
    if holds:
        passed += 1
        print(f"  ok      {sentence}", flush=True)
    else:
        failed += 1
        print(f"  FAILED  {sentence}\n          got: {detail}", flush=True)
    return bool(holds)


def equal(sentence, actual, expected):
    return check(sentence, actual == expected, f"{actual!r}, not {expected!r}")


def near(sentence, actual, expected, tolerance):
    """Compares vectors in points; `tolerance` is a fraction of the expected length."""
    length = sum(part * part for part in expected) ** 0.5
    off = sum((a - e) ** 2 for a, e in zip(actual or [], expected)) ** 0.5
    right = bool(actual) and off <= tolerance * length
    shown = [round(part, 1) for part in actual or []]
    return check(f"{sentence} ({shown})", right, f"{shown}, not {[round(part, 1) for part in expected]}")


def row(fault, times, outcome):
    rows.append((fault, str(times), outcome))


def table():
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for fault, times, outcome in rows:
        print(f"{fault:{widths[0]}}  {times:>{widths[1]}}  {outcome}")


def finish():
    if rows:
        table()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
