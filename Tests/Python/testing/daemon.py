"""gestured, started for a test."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from testing import shell
from testing.checks import ROOT, eventually
from testing.recording import Stroke, write_strokes

EXAMPLES = ROOT / "Examples/recordings"
Starter = Callable[..., shell.Process]


class Daemon:
    """Serves in a folder; with recordings in place of devices, which play from the first subscription on, and then it exits."""

    def __init__(self, program: object, folder: object, *options: object, play: Iterable[object] = (), settings: str | None = "",
                 follows: bool = False, starts: Starter = shell.start, **more: Any) -> None:
        self.socket, self.focus_socket = f"{folder}/gestured.sock", f"{folder}/focus.sock"
        configuration = "/dev/null" if settings is None else shell.write(f"{folder}/gestured.toml", settings)
        words = ["--focus-socket", self.focus_socket] if follows else []
        words += [word for path in play for word in ("--play", str(path))]
        Path(self.socket).unlink(missing_ok=True)
        self.process = starts(program, "--config", configuration, "--socket", self.socket, *words, *options, **more)

    def listens(self) -> Self:
        """Returns when it does."""
        eventually(lambda: os.path.exists(self.socket), "gestured listens")
        return self

    def __enter__(self) -> Self:
        return self.listens()

    def __exit__(self, *_: object) -> None:
        shell.stop(self.process)


class Gestures:
    """A daemon that plays a recording for each client and then ends."""

    def __init__(self, program: object, folder: object, starts: Starter) -> None:
        self.program, self.folder, self.starts = program, folder, starts
        self.socket = f"{folder}/gestured.sock"

    def perform(self, *strokes: Stroke, pause: float = 1.0) -> shell.Process:
        """Returns at once. The recording begins when a client has subscribed."""
        path = write_strokes(f"{self.folder}/gesture.evemu", strokes, pause)
        return Daemon(self.program, self.folder, play=[path], settings=None, starts=self.starts).process
