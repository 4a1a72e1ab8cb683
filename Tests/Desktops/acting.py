"""gesturectl actions, while recordings play in place of a device."""

import re
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


def switcher(key: str = "Tab") -> str:
    """A rule that holds Alt while three fingers step."""
    return f'[[action]]\ngesture = "drag right"\nfingers = 3\nevery = "8 mm"\nhold = "alt"\nkeys = "{key}"\n'


def reporting_keys(path: str) -> list[str]:
    """A command of a terminal that writes keys into a file, as kitty's protocol has them."""
    return ["sh", "-c", f"stty raw -echo; printf '\\033[>11u'; exec cat >> {path}"]


def holds_alt(path: str) -> bool:
    """Whether Alt is down in such a file. Its number is 57443, :1 a press or nothing, and :3 a release."""
    text = shell.read(path)
    return len(re.findall(r"57443(?:;\d+)?(?::1)?u", text)) > len(re.findall(r"57443(?:;\d+)?:3u", text))


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

    def expect_release(self, desktop: str, write: Callable[[str], str], is_down: Callable[[], object], key: str = "Tab") -> None:
        """On each desktop: Alt, which a rule holds, is up after kill -9 of the service, and when the rules change. `write` writes
        the rules, and returns the path."""
        for what in ("after kill -9 of the service", "when the rules change"):
            service = self.start(write(switcher(key)))
            self.expect(f"{desktop}: Alt is held while fingers step", is_down, SLOW_RIGHT)
            if what.startswith("after"):
                shell.stop(service)
            else:
                write("# no rules\n")
            self.expect(f"{desktop}: it is up {what}", lambda: not is_down())
            shell.stop(service)
