#!/usr/bin/env python3
"""Scores `gesturectl actions try FILE --json` over labelled recordings, and runs every preset over all recordings.

    actions.py GESTURECTL PRESETS FOLDER...

The first part has rules for taps, long presses, swipes, drags, pinches, a turn and a scroll. What runs and is not the label is
false, what is the label and does not run is missed; RULES.md's exceptions hold: a long press is never false, nor is a tap over an
independent tap. In the second part each rule of a preset that runs has to be what the label, or the independent summary of the
recording (INDEX.tsv), says; and nothing closes a window. Fails if a goal is missed."""

import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from scorer import Label, is_scored, rules
from testing.checks import Table
from testing.recording import Recording

Touch = dict[str, Any]
Counts = collections.Counter[str]
gesturectl, presets, *folders = sys.argv[1:]
MOST_FALSE, MOST_MISSED = 0.03, 0.02
WAYS = ("up", "down", "left", "right")
rules_of_scoring = rules(Path(folders[0]) / "score.py")
goals = Table("goal", "figure")


def rule(name: str, gesture: str, fingers: int | None = None) -> str:
    return (f'[[action]]\nname = "{name}"\ngesture = "{gesture}"\n' + (f"fingers = {fingers}\n" if fingers else "")
            + 'run = ["true"]\n')


def standard_rules() -> str:
    text = "".join(rule(f"tap {count}", "tap", count) + rule(f"long press {count}", "long press", count)
                   for count in (1, 2, 3, 4))
    text += "".join(rule(f"swipe {way} {count}", f"swipe {way}", count) for count in (3, 4) for way in WAYS)
    text += "".join(rule(f"pinch {way} {count}", f"pinch {way}", count) for count in (2, 3, 4) for way in ("in", "out"))
    text += rule("rotate", "rotate") + rule("scroll", "drag", 2)
    return text + "".join(rule(f"drag {way} {count}", f"drag {way}", count) for count in (3, 4) for way in WAYS)


def touches(recording: str, actions: str) -> list[Touch]:
    """The objects of `try --json`."""
    answer = subprocess.run([gesturectl, "actions", "try", recording, "--file", actions, "--json"], capture_output=True,
                            text=True)
    if answer.returncode != 0:
        sys.exit(f"{recording}: {answer.stderr}")
    return [json.loads(line) for line in answer.stdout.splitlines()]


def tried(recordings: list[str], actions: str) -> list[list[Touch]]:
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda recording: touches(recording, actions), recordings))


def score(folder: str, label: Label, seen: list[Touch]) -> tuple[int, int, Counts]:
    """How many rules were to run, how many of them did not, and which ran wrongly."""
    kind, fingers, way = label["cls"], label["fingers"], label["dir"]
    runs = [(run["rule"], touch) for touch in seen for run in touch["runs"]]
    got = collections.Counter(name for name, _ in runs)
    false, right, want, missed = Counts(), None, 0, 0
    if kind in ("tap", "drum"):
        right, want = f"tap {fingers}", label["n"]
        # RULES.md's tolerance: of a drum roll the independent count is not exact either.
        slack = max(1, round(0.1 * want)) if kind == "drum" else 0
        if abs(got[right] - want) > slack:
            missed = max(0, want - got[right])
            false[right] += max(0, got[right] - want)
    else:
        right = {"scroll": "scroll", "swipe": f"swipe {way} {fingers}", "pinch": f"pinch {way} {fingers}",
                 "hold": f"long press {fingers}"}.get(kind)
        if right:
            want, missed = 1, int(not got[right])
    origin = Recording(Path(folder) / label["file"]).start
    for name, touch in runs:
        if name == right or name.startswith("long press"):
            continue
        event = {"kind": "tap", "fingers": touch["fingers"], "t_start": touch["start"] / 1e6 - origin,
                 "t_end": touch["end"] / 1e6 - origin}
        if name.startswith("tap") and (rules_of_scoring.natural(event, label)
                                       or rules_of_scoring.allowed(event, label.get("allowed", []))):
            continue
        false[name] += 1
    return want, missed, +false


def score_rules(folder: str) -> None:
    actions = write(folder, "rules.toml", standard_rules())
    labels = [(source, label) for source in folders for label in map(json.loads, open(Path(source) / "LABELS.jsonl"))
              if is_scored(label)]
    results = tried([str(Path(source) / label["file"]) for source, label in labels], actions)
    want = missed = false = twice = 0
    for (source, label), seen in zip(labels, results):
        own_want, own_missed, own_false = score(source, label, seen)
        want, missed, false = want + own_want, missed + own_missed, false + own_false.total()
        for touch in seen:
            twice += len(touch["runs"]) > 1
        if own_missed or own_false:
            print(f"  {label['file']} ({label['label']}): missed {own_missed}, false {dict(own_false)}")
    goals.add("actions: false runs", f"{false} in {len(labels)} files = {false / len(labels):.4f}", f"<= {MOST_FALSE} a file",
         false <= MOST_FALSE * len(labels))
    goals.add("actions: missed", f"{missed} of {want} = {missed / want:.2%}", f"<= {MOST_MISSED:.0%}",
              missed <= MOST_MISSED * want)
    goals.add("actions: touches with more than one rule", str(twice), "0", twice == 0)


def is_expected(entry: dict[str, Any], label: Label | None, shape: str) -> bool:
    """True if a rule of a preset is what the hand did, by the label or by the independent summary."""
    words, fingers = entry["gesture"].split(), entry.get("fingers", 1)
    counts = fingers if isinstance(fingers, list) else [fingers]
    done = shape.split() if shape not in ("", "-") else []
    if words[0] in ("swipe", "flick", "drag"):
        axis = {"up": ("up", "down"), "down": ("up", "down")}.get(words[1], ("left", "right"))
        ways = axis if "every" in entry else (words[1],)
        named = label and label["cls"] in ("swipe", "scroll") and label["fingers"] in counts
        # Fingers that go to and fro, and a summary that stops after six gestures, name no direction.
        return bool(label and named and label["dir"] in (*ways, "any")) or any(
            re.match(rf"{count}f-(drag|move|flick)-({'|'.join(ways)})|{count}f-back-and-forth", word)
            for count in counts for word in done) or len(done) >= 6
    if words[0] == "pinch":
        return bool(label and label["cls"] == "pinch" and label["fingers"] in counts) or any(
            f"{count}f-pinch-{words[1]}" in done for count in counts)
    # Taps wake a screen; what comes in from an edge is not in the labels.
    return words[0] in ("tap", "edge")


def score_presets(folder: str) -> None:
    recordings = []
    for source in folders:
        labels = {label["file"]: label for label in map(json.loads, open(Path(source) / "LABELS.jsonl"))}
        for row in csv.DictReader(open(Path(source) / "INDEX.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE):
            recordings.append((str(Path(source) / row["file"]), labels.get(row["file"]), row["shape"] or ""))
    for preset in sorted(Path(presets).glob("*.toml")):
        entries = {entry["name"]: entry for entry in tomllib.loads(preset.read_text())["action"]}
        closing = [name for name, entry in entries.items()
                   if re.search(r"close|kill(?!--signal)|lock|quit|exit", f"{name} {entry.get('run', '')}")
                   and not entry.get("run", "").startswith("pkill ")]
        goals.add(f"preset {preset.stem}: rules that close or lock", ", ".join(closing) or "none", "none", not closing)
        wrong = ran = 0
        results = tried([recording for recording, _, _ in recordings], write(folder, preset.name, preset.read_text()))
        for (recording, label, shape), seen in zip(recordings, results):
            for touch in seen:
                for run in touch["runs"]:
                    ran += 1
                    if not is_expected(entries[run["rule"]], label, shape):
                        wrong += 1
                        print(f"  {preset.stem}: {recording}: “{run['rule']}” at {touch['seen']}; "
                              f"{label['label'] if label else shape}")
        goals.add(f"preset {preset.stem}: runs that the label does not name", f"{wrong} of {ran} in {len(recordings)} files", "0",
                  wrong == 0)


def write(folder: str, name: str, text: str) -> str:
    path = Path(folder) / name
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


with tempfile.TemporaryDirectory() as temporary:
    score_rules(temporary)
    score_presets(temporary)
goals.show()
sys.exit(not goals.is_met)
