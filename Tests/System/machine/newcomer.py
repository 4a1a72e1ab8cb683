"""README's three lines of a three-finger swipe that does something, by a user who has just installed the packages."""

import os
import pty
import re
import select
import shlex
import shutil
import tomllib

import shell
import strokes
from actions import User
from report import check, equal
from subscriber import wait_until

README = "/opt/README.md"
INTRODUCTION = "A three-finger swipe that does something"
# In place of sway's own, which the machine does not have: the preset's command, as it was run.
SWAYMSG = "/usr/local/bin/swaymsg"
RECORD = f"""#!/bin/sh
echo "$@" >> "$HOME/sway"
"""
COMMAND = """sh -c 'echo "$GESTURE_FINGERS $GESTURE_DIRECTION $0" >> "$HOME/own"' 'two words'"""
# A finger that pauses on a busy host is no swipe, so gestures are repeated for this long.
SECONDS = 300


def commands():
    """The lines as they stand in the README, without their comments."""
    with open(README) as file:
        block = re.search(rf"^{INTRODUCTION}.*?^```\n(.*?)^```", file.read(), re.M | re.S)
    return [line.partition("#")[0].strip() for line in block[1].splitlines()] if block else []


def left(screen):
    strokes.drag(screen, (200, 60), (-300, 0), 0.35, fingers=3)


def right(screen):
    strokes.drag(screen, (80, 130), (300, 0), 0.35, fingers=2)


class Newcomer(User):
    """What a terminal in sway has: its own folder and the variables of the session."""

    @property
    def environment(self):
        return {"HOME": self.home, "USER": self.name, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "linux",
                "XDG_RUNTIME_DIR": f"/run/user/{self.id}", "XDG_CURRENT_DESKTOP": "sway"}

    def command(self, line):
        """The words that run a line of the README in the user's shell."""
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        return ["runuser", "-u", self.name, "--", "env", "--ignore-environment", *variables, "sh", "-c", line]

    def run(self, line):
        return shell.run(*self.command(line), cwd=self.home)

    def wrote(self, name):
        try:
            with open(f"{self.home}/{name}") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []


class Terminal:
    """A command of the user on a terminal of its own."""

    def __init__(self, user, line):
        self.text = ""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            words = user.command(line)
            os.execvp(words[0], words)

    def read(self):
        """Returns false at the end."""
        while select.select([self.descriptor], [], [], 0.1)[0]:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.text += data.decode().replace("\r", "")
        return True

    def shows(self, words):
        return wait_until(lambda: not self.read() or words in self.text) and words in self.text

    def type(self, line):
        os.write(self.descriptor, f"{line}\n".encode())

    def interrupt(self):
        os.write(self.descriptor, b"\x03")
        self.status()

    def status(self):
        wait_until(lambda: not self.read())
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.descriptor)
        return status


def run(screen, name):
    user = Newcomer(name)
    lines = commands()
    equal("the README has three lines for a newcomer, and the third adds a rule", (len(lines), lines[-1:]),
          (3, ["gesturectl actions add"]))
    first, second, third = lines
    with open(SWAYMSG, "w") as file:
        file.write(RECORD)
    os.chmod(SWAYMSG, 0o755)

    status, printed = user.run(first)
    check(f"{first}: rules for the user's desktop", status == 0 and f"{user.file}: written for sway" in printed, printed)
    status, printed = user.run(second)
    check(f"{second}: the service runs", status == 0 and user.process(), printed)
    check("it has read the preset", wait_until(lambda: re.search(rf"\d+ actions in {user.file}", user.journal())), user.journal())
    swiped = wait_until(lambda: left(screen) or user.wrote("sway"), SECONDS)
    equal("a three-finger swipe runs the preset's command", swiped[-1:], ["workspace next_on_output"]) or print(user.journal())

    # On a busy host fingers may pause, and then it is another gesture: the user starts again.
    for _ in range(5):
        terminal = Terminal(user, third)
        asked = check(f"{third}: it asks for the gesture", terminal.shows("Perform the gesture."), terminal.text)
        recorded = asked and wait_until(lambda: right(screen) or not terminal.read() or "Command: " in terminal.text, SECONDS)
        if not recorded or "2 fingers, swipe right" in terminal.text:
            break
        terminal.interrupt()
        print(f"          another gesture: {terminal.text}")
    check("it names the swipe that was performed", "2 fingers, swipe right" in terminal.text, terminal.text)
    terminal.type(COMMAND)
    equal("it takes the command, and ends with status 0", terminal.status(), 0) or print(terminal.text)
    with open(user.file, "rb") as file:
        rules = tomllib.load(file)["action"]
    equal("the rule is the file's last, after those of the preset", (len(rules) > 1, rules[-1].get("gesture"), rules[-1].get("run")),
          (True, "swipe right", shlex.split(COMMAND)))
    swiped = wait_until(lambda: right(screen) or user.wrote("own"), SECONDS)
    equal("from then on the swipe runs that command", swiped[-1:], ["2 right two words"]) or print(user.journal())
    count = len(user.wrote("sway"))
    swiped = wait_until(lambda: left(screen) or len(user.wrote("sway")) > count, SECONDS)
    check("and the preset's swipe still does what it did", swiped, user.journal())

    user.systemctl("disable", "--now", "gestured-actions.service")
    equal("disabled, the service does not run", user.process(), 0)
    os.remove(SWAYMSG)
    for path in ("sway", "own"):
        os.remove(f"{user.home}/{path}")
    shutil.rmtree(os.path.dirname(user.file))
