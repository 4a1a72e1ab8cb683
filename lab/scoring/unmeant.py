#!/usr/bin/env python3
"""Which recordings run a rule for a swipe and hold, a dial, or a tap and drag, that nobody was asked to make.

    unmeant.py GESTURECTL FOLDER...

The rules stand beside those for what people were asked to make, as in a file of actions, so that a run counts that a user would
see. Fails if a goal is missed."""

import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from testing.checks import Table

ASKED = ("tap", "long press", "pinch in", "pinch out", "drag up", "drag down", "drag left", "drag right")
# A fast scroll of two fingers on a touchpad that rests for half a second is what a rule for that asks for.
MOST_SCROLLS = 0.03
OTHER = ("swipe hold", "dial", "tap drag up", "tap drag down", "tap drag left", "tap drag right")


def rules() -> str:
    """As people write them. On touchpads, a rule of one finger does nothing there: it moves the pointer."""
    return "".join(
        f'[[action]]\nname = "{gesture}"\ngesture = "{gesture}"\nfingers = {fingers}\nrun = ["true"]\n'
        for gesture in (*ASKED, *OTHER) for fingers in range(2 if gesture.startswith("pinch") else 1, 6))


def main() -> int:
    gesturectl, *folders = sys.argv[1:]
    goals = Table("recordings that run a rule nobody meant", "figure")
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "rules.toml")
        file.write_text(rules())
        file.chmod(0o600)

        def run(recording: Path) -> list[str]:
            """The rules that nobody meant and that run, with the time."""
            command = [gesturectl, "actions", "try", str(recording), "--file", str(file), "--json"]
            answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            return [f"{each['rule']} of {touch['fingers']} at {touch['start'] / 1e6:.2f}"
                    for touch in map(json.loads, answer.splitlines()) for each in touch["runs"] if each["rule"] in OTHER]

        for folder in map(Path, folders):
            path = folder / "LABELS.jsonl"
            if not path.exists():
                print(f"skipped: no recordings next to the repository ({folder})")
                continue
            labels = [label for label in map(json.loads, path.read_text().splitlines()) if label.get("performed", True)]
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                results = list(pool.map(lambda label: run(folder / label["file"]), labels))
            counts: dict[str, Counter[str]] = defaultdict(Counter)
            for label, found in zip(labels, results):
                meant = label.get("meant") or label.get("label")
                if found:
                    print(f"  {label['file']} ({meant}): {', '.join(found)}")
                counts[found[0].split(" of ")[0] if found else "none"][str(meant)] += 1
            wrong = len(labels) - counts.pop("none", Counter()).total()
            most = 0 if "touchscreens" in folder.name else MOST_SCROLLS
            goals.add(folder.name, f"{wrong} of {len(labels)}", f"<= {most:.1%}", wrong <= most * len(labels))
            for rule, meant in counts.items():
                goals.add(f"  {rule}", ", ".join(f"{name} {count}" for name, count in meant.most_common()))
    goals.show()
    return 0 if goals.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
