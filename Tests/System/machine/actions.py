"""gesturectl actions under a real user manager: an edge swipe writes a file."""

import os
import pwd
import signal
import time

import service
import sessions
import strokes
from testing import shell
from testing.checks import check, equal, wait_until
from testing.uinput import TouchDevice

RULE = """[[action]]
name = "edge"
gesture = "edge left"
run = ["/bin/sh", "-c", "echo $GESTURE_EDGE $GESTURE_PART >> $HOME/actions"]
"""


class User:
    def __init__(self, name: str) -> None:
        entry = pwd.getpwnam(name)
        self.name, self.id, self.home = name, entry.pw_uid, entry.pw_dir
        self.file = f"{self.home}/.config/gestured/actions.toml"

    def systemctl(self, *words: str) -> tuple[int, str]:
        return service.of_user(self.name, *words)

    def write(self, text: str) -> None:
        shell.write(f"{self.file}.new", text)
        shell.run("chown", "-R", f"{self.name}:", f"{self.home}/.config")
        os.rename(f"{self.file}.new", self.file)

    def process(self) -> int:
        return int(self.systemctl("show", "--value", "--property=MainPID", "gestured-actions.service")[1] or 0)

    def journal(self) -> str:
        return service.journal(f"_UID={self.id}")

    def wrote(self, name: str = "actions") -> list[str]:
        """The whole lines of a file in the user's home."""
        return shell.read(f"{self.home}/{name}").split("\n")[:-1]


def run(screen: TouchDevice, name: str, terminal: int) -> None:
    user = User(name)
    ready = wait_until(lambda: os.path.exists(f"/run/user/{user.id}/systemd/private"), 60)
    check("the user's manager runs", ready, shell.output("systemctl", "status", f"user@{user.id}"))
    user.write(RULE)
    status, text = user.systemctl("start", "gestured-actions.service")
    check("the user's service starts", status == 0 and user.process(), text)

    def swipe() -> None:
        strokes.drag(screen, (1, 20), (60, 0), 0.3)

    def logs(what: str, words: str) -> None:
        check(what, wait_until(lambda: words in user.journal(), 60), user.journal()[-1500:])

    def happens(what: str) -> None:
        before = len(user.wrote())
        check(what, strokes.repeated(swipe, lambda: len(user.wrote()) > before, 60), user.journal()[-1500:])

    logs("it has read its rules", "1 action in")
    happens("an edge swipe, without positions, writes a file")
    equal("with the edge and its third", user.wrote()[-1:], ["left start"])

    bus = sessions.Logind()
    bus.locked_hint(terminal, True)
    time.sleep(1)
    before = user.wrote()
    for _ in range(3):
        swipe()
    time.sleep(1)
    equal("nothing runs while the session is locked", user.wrote(), before)
    bus.locked_hint(terminal, False)
    bus.close()
    happens("and again when it is not")

    old = service.process()
    os.kill(old, signal.SIGKILL)
    wait_until(lambda: service.process() not in (0, old))
    happens("the rules work after the daemon was killed and has returned")

    user.write(RULE.replace('"edge left"', '"edge lefft"'))
    logs("a broken file is reported with its line", "actions.toml:3: mistake: action.gesture")
    happens("and the rules from before stay in force")
    user.write(RULE.replace("echo ", "echo repaired "))
    check("a repaired file is read", strokes.repeated(swipe, lambda: "repaired left start" in user.wrote(), 60),
          user.journal()[-1500:])
    os.chmod(user.file, 0o666)
    logs("a file that others may write to is refused", "others may write to it")
    status, text = user.systemctl("stop", "gestured-actions.service")
    equal("the service stops on request", (status, user.process()), (0, 0))
