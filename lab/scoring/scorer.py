"""../shared/recordings/score.py, run and imported as it is."""

import importlib.util
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Event = dict[str, Any]
Label = dict[str, Any]


@dataclass
class Result:
    label: Label
    family: str
    score: dict[str, Any]
    events: list[Event]
    # Gestures that began and were cancelled.
    cancelled: int = 0

    @property
    def ok(self) -> bool:
        return bool(self.score["ok"])

    @property
    def person(self) -> str:
        """Who made it; a robot and each Chromebook's tester count as one."""
        label = self.label
        user = re.search(r"study-(\d+)", label["file"])
        return f"study {user[1]}" if user else str(label["set"])

    @property
    def false(self) -> int:
        return int(sum(self.score["fp"].values()))

    def got(self) -> str:
        """What was reported, for people: `scroll2-up×2 tap1`."""
        return words(self.events)


def words(events: list[Event]) -> str:
    names = [f"{e['kind']}{e['fingers']}" + (f"-{e['direction']}" if e.get("direction") else "") for e in events]
    runs = [(name, len(list(run))) for name, run in itertools.groupby(names)]
    return " ".join(name + (f"×{count}" if count > 1 else "") for name, count in runs) or "nothing"


def completed(label: Label) -> Label:
    """The label with what score.py's table needs in addition: a `path`, and for some sets the device, `dev`."""
    return label | {"path": label["file"], "dev": label["set"].rpartition("-")[2]}


def rules(path: Path) -> Any:
    """score.py as a module."""
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_scored(label: Label) -> bool:
    """Files that hold what their label names."""
    return bool(not label.get("excluded") and not label.get("empty") and label["performed"])


class Scorer:
    def __init__(self, folders: list[str]) -> None:
        """The rules are the first folder's."""
        self.path = Path(folders[0]) / "score.py"
        self.module = rules(self.path)
        lines = [(folder, line) for folder in folders for line in (Path(folder) / "LABELS.jsonl").read_text().splitlines()]
        self.labels = [completed(json.loads(line)) | {"folder": str(folder)} for folder, line in lines]

    def table(self, events: Path, folder: Path) -> str:
        """score.py's own, printed as it prints it."""
        labels = Path(folder) / "labels.jsonl"
        labels.write_text("".join(json.dumps(label) + "\n" for label in self.labels))
        command = [sys.executable, str(self.path), str(labels), str(events)]
        done: str = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        return done

    def results(self, events: Path) -> Iterator[Result]:
        """Of the files that are scored: those that have events and hold what their label names."""
        for label in self.labels:
            path = Path(events) / f"{label['id']}.jsonl"
            if not is_scored(label) or not path.exists():
                continue
            loaded = self.module.load(path)
            cancelled = sum('"cancelled":true' in line for line in path.read_text().splitlines())
            yield Result(label, self.module.family(label), self.module.score(label, loaded), loaded, cancelled)
