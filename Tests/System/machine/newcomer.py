"""README's three lines of a three-finger swipe that does something, by a user who has just installed the packages."""

import os
import re
import shutil
import tomllib

import strokes
from actions import User
from testing import shell
from testing.checks import check, equal, wait_until
from testing.terminal import Terminal
from testing.uinput import TouchDevice

README = "/opt/README.md"
INTRODUCTION = "A three-finger swipe that does something"
# In place of sway's own, which the machine does not have: the preset's command, as it was run.
SWAYMSG = "/usr/local/bin/swaymsg"
RECORD = """#!/bin/sh
echo "$@" >> "$HOME/sway"
"""
COMMAND = """sh -c 'echo "$GESTURE_FINGERS $GESTURE_DIRECTION $0" >> "$HOME/own"' 'two words'"""
# A finger that pauses on a busy host is no swipe, so gestures are repeated for this long.
SECONDS = 300


def commands() -> list[str]:
    """The lines as they stand in the README, without their comments."""
    block = re.search(rf"^{INTRODUCTION}.*?^```\n(.*?)^```", shell.read(README), re.M | re.S)
    return [line.partition("#")[0].strip() for line in block[1].splitlines()] if block else []


class Newcomer(User):
    """What a terminal in sway has: its own folder and the variables of the session."""

    @property
    def environment(self) -> dict[str, str]:
        return {"HOME": self.home, "USER": self.name, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "linux",
                "XDG_RUNTIME_DIR": f"/run/user/{self.id}", "XDG_CURRENT_DESKTOP": "sway"}

    def command(self, line: str) -> list[str]:
        """The words that run a line of the README in the user's shell."""
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        return ["runuser", "-u", self.name, "--", "env", "--ignore-environment", *variables, "sh", "-c", line]

    def run(self, line: str) -> tuple[int, str]:
        return shell.run(*self.command(line), cwd=self.home)


def run(screen: TouchDevice, name: str) -> None:
    def left() -> None:
        strokes.drag(screen, (200, 60), (-300, 0), 0.35, fingers=3)

    def right() -> None:
        strokes.drag(screen, (80, 130), (300, 0), 0.35, fingers=2)

    user = Newcomer(name)
    lines = commands()
    equal("the README has three lines for a newcomer, and the third adds a rule", (len(lines), lines[-1:]),
          (3, ["gesturectl actions add"]))
    first, second, third = lines
    shell.write(SWAYMSG, RECORD, 0o755)

    status, printed = user.run(first)
    check(f"{first}: rules for the user's desktop", status == 0 and f"{user.file}: written for sway" in printed, printed)
    status, printed = user.run(second)
    check(f"{second}: the service runs", status == 0 and user.process(), printed)
    check("it has read the preset", wait_until(lambda: re.search(rf"\d+ actions in {user.file}", user.journal())), user.journal())
    swiped = strokes.repeated(left, lambda: user.wrote("sway"), SECONDS)
    equal("a three-finger swipe runs the preset's command", swiped[-1:], ["workspace next_on_output"], user.journal())

    # On a busy host fingers may pause, and then it is another gesture: the user starts again.
    for _ in range(5):
        terminal = Terminal(user.command(third))
        asked = check(f"{third}: it asks for the gesture", terminal.wait_for(re.escape("Perform the gesture.")), terminal.text)
        recorded = asked and strokes.repeated(right, lambda: not terminal.read() or "Command: " in terminal.text, SECONDS)
        if not recorded or "2 fingers, swipe right" in terminal.text:
            break
        terminal.type("\x03")
        terminal.status()
        print(f"          another gesture: {terminal.text}")
    check("it names the swipe that was performed", "2 fingers, swipe right" in terminal.text, terminal.text)
    terminal.type(f"{COMMAND}\n")
    equal("it takes the command, and ends with status 0", terminal.status(), 0, terminal.text)
    rules = tomllib.loads(shell.read(user.file))["action"]
    last = rules[-1]
    equal("the rule is the file's last, after those of the preset", (len(rules) > 1, last.get("gesture"), last.get("run")),
          (True, "swipe right", COMMAND))
    swiped = strokes.repeated(right, lambda: user.wrote("own"), SECONDS)
    equal("from then on the swipe runs that command", swiped[-1:], ["2 right two words"], user.journal())
    count = len(user.wrote("sway"))
    again = strokes.repeated(left, lambda: len(user.wrote("sway")) > count, SECONDS)
    check("and the preset's swipe still does what it did", again, user.journal())

    user.systemctl("disable", "--now", "gestured-actions.service")
    equal("disabled, the service does not run", user.process(), 0)
    os.remove(SWAYMSG)
    for path in ("sway", "own"):
        os.remove(f"{user.home}/{path}")
    shutil.rmtree(os.path.dirname(user.file))
