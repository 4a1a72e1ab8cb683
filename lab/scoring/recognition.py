#!/usr/bin/env python3
"""Scores what the daemon makes of the recordings: `make recognition`. Fails where a goal is missed."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import crossvalidation
import faulty
import latency
import magnifications
import own
import singles
from goals import add_all, add_own, add_touchpads
from scorer import Result, Scorer
from testing.checks import Table

# Sweep.swift's goal, and its last line.
SWEEP = 0.985
SHARE = re.compile(r"perturbed recordings that agree: (\d+)/(\d+) = .*")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the built `recognition`")
    parser.add_argument("recordings", nargs="+", help="folders with LABELS.jsonl, the first also with score.py")
    parser.add_argument("--gesture", help="the expression to subscribe to; else the standard sets", metavar="JSON")
    parser.add_argument("--only", help="only recordings with this in their path", metavar="TEXT")
    parser.add_argument("--seed", type=int, default=1, help="of the perturbations")
    options = parser.parse_args()
    for folder in [folder for folder in options.recordings if not Path(folder, "LABELS.jsonl").exists()]:
        print(f"skipped: no recordings next to the repository ({folder})")
        options.recordings.remove(folder)
    if not options.recordings:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return score(options, Path(folder))


def score(options: argparse.Namespace, folder: Path) -> int:
    goals = Table("goal", "figure")
    events = write_events(options, folder / "events")
    scorer = Scorer(options.recordings)
    print(scorer.table(events, folder))
    results = list(scorer.results(events))
    show_failures(results)
    add_all(goals, results)
    add_touchpads(goals, results)
    latency.report(goals, results)
    if not options.gesture and not options.only:
        crossvalidation.report(
            goals, results, lambda setting: list(scorer.results(write_events(options, folder / setting, "--set", setting))))
    if not options.gesture:
        singles.report(goals, scorer, write_events(options, folder / "singles", of="singles"),
                       write_events(options, folder / "library", "--library", of="singles"))
    others = list(own.results(events, scorer.module.load))
    print("\nlabels of our own: recall, false gestures")
    own.show(others)
    add_own(goals, others)
    faulty.report(goals, events, write_events(options, folder / "unrejected", "--no-rejection"))
    if not options.gesture and not options.only:
        scales = write_events(options, folder / "magnifications", "--gesture=" + magnifications.GESTURE)
        magnifications.report(goals, options.recordings, scales)
    sweep(goals, options)
    print()
    goals.show()
    return 0 if goals.is_met else 1


def command(options: argparse.Namespace, name: str, recordings: str, *arguments: object) -> list[str]:
    chosen = [f"--{name}={value}" for name in ("gesture", "only") if (value := getattr(options, name))]
    return [options.program, name, recordings, *map(str, arguments), *chosen]


def write_events(options: argparse.Namespace, folder: Path, *arguments: object, of: str = "events") -> Path:
    for recordings in options.recordings:
        # It says itself what is wrong.
        if status := subprocess.run(command(options, of, recordings, "--out", folder, *arguments)).returncode:
            raise SystemExit(status)
    return folder


def sweep(goals: Table, options: argparse.Namespace) -> None:
    print("\nperturbed recordings: the same kinds, fingers, directions and counts")
    agreed = every = 0
    for recordings in options.recordings:
        arguments = command(options, "sweep", recordings, f"--seed={options.seed}")
        done = subprocess.run(arguments, stdout=subprocess.PIPE, text=True)
        *lines, last = done.stdout.splitlines() or [""]
        print("\n".join(lines))
        counts = SHARE.fullmatch(last)
        if not counts:
            raise SystemExit(f"recognition sweep failed: {done.returncode}")
        agreed += int(counts[1])
        every += int(counts[2])
    if every:
        goals.add("perturbed recordings that agree", f"{agreed}/{every} = {agreed / every:.1%}", f">= {SWEEP:.1%}",
                  agreed >= SWEEP * every)


def show_failures(results: list[Result]) -> None:
    for result in results:
        if result.score["ok"]:
            continue
        label = result.label
        want = f"{label['cls']}{label['fingers'] or ''}" + (f"-{label['dir']}" if label["dir"] else "")
        if result.score["want"]:
            want += f"×{result.score['want']}"
        false = " ".join(f"{kind}:{count}" for kind, count in result.score["fp"].items()) or "none"
        print(f"{label['file']} ({label['label']})\n    wanted {want}, got {result.got()}; false {false}")


if __name__ == "__main__":
    sys.exit(main())
