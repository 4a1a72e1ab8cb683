"""gesturectl actions, while recordings play in place of a device."""

from collections.abc import Callable
from typing import Any

from testing import shell
from testing.checks import ROOT, expect
from testing.daemon import Gestures, Starter
from testing.recording import Stroke

PRESETS = ROOT / "packaging/actions"
# Swipes of three fingers, and of two.
LEFT, RIGHT = (3, (1500, 300), (700, 300), 0.2), (3, (700, 300), (1500, 300), 0.2)
UP, DOWN = (3, (900, 800), (900, 300), 0.2), (3, (900, 300), (900, 800), 0.2)
# For a service that dies on the way.
SLOW_RIGHT = (3, (700, 300), (1500, 300), 8.0)
UP_2, DOWN_2 = (2, (700, 900), (700, 300), 0.15), (2, (700, 200), (700, 600), 0.15)


def preset(name: str) -> str:
    return (PRESETS / f"{name}.toml").read_text()


def keys(gesture: str, keys: str, app: str = "", fingers: int = 2, continues: bool = False) -> str:
    """A rule that presses keys."""
    lines = ["[[action]]", f'gesture = "{gesture}"', f"fingers = {fingers}", f'keys = "{keys}"']
    return "\n".join([*lines, *[f'app = "{app}"'] * bool(app), *["continue = true"] * continues, "", ""])


def switcher() -> str:
    """A rule that holds Alt while three fingers step."""
    return ('[[action]]\ngesture = "drag right"\nfingers = 3\nevery = "8 mm"\nhold = "alt"\nkeys = "Tab"\n'
            'back = "shift+Tab"\n')


class Actions:
    """The service that performs a file's actions. It connects again to each daemon, which ends with its recording."""

    def __init__(self, gestured: str, gesturectl: str, folder: str, starts: Starter, file: str | None = None) -> None:
        self.gestures = Gestures(gestured, folder, starts)
        self.gesturectl, self.file, self.log = gesturectl, file, f"{folder}/service.log"
        self.playing: shell.Process | None = None

    def start(self, file: str | None = None, **options: Any) -> shell.Process:
        words = ["--file", file or self.file] if file or self.file else []
        return self.gestures.starts(self.gesturectl, "actions", "run", "--socket", self.gestures.socket, *words,
                                    **{"stderr": open(self.log, "a"), **options})

    def written(self) -> str:
        return f"the service wrote:\n{shell.read(self.log)}"

    def expect(self, what: str, query: Callable[[], object], *strokes: Stroke, pause: float = 1.0) -> None:
        """The answer becomes true after these strokes."""
        if strokes:
            # A slow stroke may still go on.
            if self.playing:
                shell.stop(self.playing)
            self.playing = self.gestures.perform(*strokes, pause=pause)
        expect(what, query, self.written)
