"""Faulty hardware: how many of its gestures remain with the rejection of contacts that cannot be fingers."""

import json
from pathlib import Path
from typing import Any

from testing.checks import Table

# Each with what is wrong: INDEX.tsv.
FILES = {
    "touchscreen__advanced-silicon-2149-231c-0": "ghost storm",
    "touchscreen__atmel-03eb-201c-0": "jumps of 68 % of the panel",
    "touchscreen__irtouch-6615-0070-0": "jumps of half the panel",
    "touchscreen__sharp-04dd-9681-0": "id flicker, genuine 1, 2 and 10 fingers",
    "touchpad__synps2-synaptics-touchpad-hp8470p-two-finger-scroll-horizontal": "two corners that swap",
}
SHARP = "touchscreen__sharp-04dd-9681-0"
# The recognisers reject much of it as well, so that a share of what is left without the rejection means little.
MOST = 40


def read(folder: Path, name: str) -> list[Any]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]


def report(goals: Table, on: Path, off: Path) -> None:
    """`on` and `off` are the folders of events with and without the rejection. Cancelled gestures count: they began."""
    totals = [0, 0]
    print("\nfaulty hardware: gestures with the rejection, without it (of those not cancelled)")
    for name, fault in FILES.items():
        if not (on / f"{name}.jsonl").exists():
            continue
        counts = [read(folder, name) for folder in (on, off)]
        totals = [total + len(events) for total, events in zip(totals, counts)]
        kept = [sum(not event.get("cancelled") for event in events) for events in counts]
        print(f"  {len(counts[0]):4} ({kept[0]:3})  {len(counts[1]):4} ({kept[1]:3})  {name.replace('__', '/')}: {fault}")
    if totals[1]:
        goals.add("faulty hardware, rejection on against off", f"{totals[0]} gestures against {totals[1]}",
                  f"<= {MOST}", totals[0] <= MOST)
    if (on / f"{SHARP}.jsonl").exists():
        fingers = sorted({event["fingers"] for event in read(on, SHARP) if not event.get("cancelled")})
        goals.add("sharp-04dd-9681's gestures", f"of {', '.join(map(str, fingers)) or 'no'} fingers",
                  "1, 2 and 10", {1, 2, 10} <= set(fingers))
