"""gesturectl actions under a real user manager: an edge swipe writes a file."""

import os
import pwd
import signal
import time

import sessions
import shell
import strokes
from report import check, equal
from subscriber import wait_until

RULE = """[[action]]
name = "edge"
gesture = "edge left"
run = ["/bin/sh", "-c", "echo $GESTURE_EDGE $GESTURE_PART >> $HOME/actions"]
"""


class User:
    def __init__(self, name):
        entry = pwd.getpwnam(name)
        self.name, self.id, self.home = name, entry.pw_uid, entry.pw_dir
        self.file = f"{self.home}/.config/gestured/actions.toml"

    def systemctl(self, *words):
        return shell.run("runuser", "-u", self.name, "--", "env", f"XDG_RUNTIME_DIR=/run/user/{self.id}", "systemctl",
                         "--user", *words)

    def write(self, text):
        os.makedirs(os.path.dirname(self.file), exist_ok=True)
        with open(f"{self.file}.new", "w") as file:
            file.write(text)
        shell.run("chown", "-R", f"{self.name}:", f"{self.home}/.config")
        os.chmod(f"{self.file}.new", 0o644)
        os.rename(f"{self.file}.new", self.file)

    def process(self):
        return int(self.systemctl("show", "--value", "--property=MainPID", "gestured-actions.service")[1] or 0)

    def journal(self):
        return shell.output("journalctl", "--no-pager", "--output=cat", f"_UID={self.id}")

    def lines(self):
        try:
            with open(f"{self.home}/actions") as file:
                return file.read().split("\n")[:-1]
        except FileNotFoundError:
            return []


def run(screen, name, terminal):
    user = User(name)
    ready = wait_until(lambda: os.path.exists(f"/run/user/{user.id}/systemd/private"), 60)
    check("the user's manager runs", ready, shell.output("systemctl", "status", f"user@{user.id}"))
    user.write(RULE)
    status, text = user.systemctl("start", "gestured-actions.service")
    check("the user's service starts", status == 0 and user.process(), text)
    check("it has read its rules", wait_until(lambda: "1 action in" in user.journal(), 60), user.journal())

    def swipe():
        strokes.drag(screen, (1, 20), (60, 0), 0.3)

    def happens(what):
        before = len(user.lines())
        swiped = wait_until(lambda: swipe() or len(user.lines()) > before, 60)
        check(what, swiped, user.journal()[-1500:])

    happens("an edge swipe, without positions, writes a file")
    equal("with the edge and its third", user.lines()[-1:], ["left start"])

    bus = sessions.Logind()
    bus.locked_hint(terminal, True)
    time.sleep(1)
    before = user.lines()
    for _ in range(3):
        swipe()
    time.sleep(1)
    equal("nothing runs while the session is locked", user.lines(), before)
    bus.locked_hint(terminal, False)
    bus.close()
    happens("and again when it is not")

    old = shell.daemon()
    os.kill(old, signal.SIGKILL)
    wait_until(lambda: shell.daemon() not in (0, old))
    happens("the rules work after the daemon was killed and has returned")

    user.write(RULE.replace('"edge left"', '"edge lefft"'))
    check("a broken file is reported with its line", wait_until(lambda: "actions.toml:3: mistake: action.gesture" in user.journal(), 30),
          user.journal()[-1500:])
    happens("and the rules from before stay in force")
    user.write(RULE.replace("echo ", "echo repaired "))
    check("a repaired file is read", wait_until(lambda: swipe() or "repaired left start" in user.lines(), 60),
          user.journal()[-1500:])
    os.chmod(user.file, 0o666)
    check("a file that others may write to is refused", wait_until(lambda: "others may write to it" in user.journal(), 30),
          user.journal()[-1500:])
    status, text = user.systemctl("stop", "gestured-actions.service")
    equal("the service stops on request", (status, user.process()), (0, 0))
