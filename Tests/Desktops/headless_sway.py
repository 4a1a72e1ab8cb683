"""A real sway without a screen."""
from __future__ import annotations

import glob
import json
from typing import Any

from following import eventually
from headless import Compositor


class Sway(Compositor):
    """sway with outputs of its own."""

    name = "sway"

    def __init__(self, config: str, **environment: str) -> None:
        super().__init__(config, "--config", "{config}", **environment)
        self.environment["SWAYSOCK"] = eventually(lambda: glob.glob(f"{self.folder}/sway-ipc.*"), "sway's IPC")[0]

    def message(self, *words: str) -> str:
        return self.run("swaymsg", *words).stdout

    def query(self, kind: str) -> Any:
        return json.loads(self.message("-t", kind, "-r") or "[]")

    def is_open(self, app: str) -> bool:
        return f'"{app}"' in self.message("-t", "get_tree")
