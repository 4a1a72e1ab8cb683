"""The focus moves in mid-drag. A user's own service reports it; a process plays the part of sway."""

import os
import pwd
import subprocess
import time

import service
import sessions
from drawing import half_a_drag
from strokes import tap
from subscriber import TAPPED, Subscriber, subscribed
from testing import shell
from testing.checks import check, wait_until
from testing.uinput import TouchDevice

from faults.repeat import repeat, unequal
from faults.session_changes import cancel_reasons, move_and_lift, tapped

# Process 1 is not a client.
OTHER = 1


class Sway:
    """The part of sway, played in a process of `member`: one window on one screen."""

    def __init__(self) -> None:
        self.folder = f"XDG_RUNTIME_DIR=/run/user/{pwd.getpwnam('member').pw_uid}"
        command = [*shell.as_user("member"), "env", self.folder, "python3", "-B", "/opt/machine/compositor.py"]
        self.process = shell.start(*command, stdin=subprocess.PIPE, text=True)

    def focus(self, process: int) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{process}\n")
        self.process.stdin.flush()

    def close(self) -> None:
        shell.stop(self.process)


def has_focus(client: Subscriber, state: str) -> bool:
    return wait_until(lambda: client.access.get("focus") == state)


def following(times: int, screen: TouchDevice) -> None:
    """`member` is on the first terminal; the service runs in `member`'s systemd."""
    def manager(*words: str) -> str:
        return service.of_user("member", *words)[1]

    def once(_: int) -> list[str]:
        sway.focus(os.getpid())
        if not has_focus(client, "focused") or not half_a_drag(client, screen):
            screen.up()
            return [f"the focused client's drag has not begun: {client.access}"]
        sway.focus(OTHER)
        errors = unequal("the reason", cancel_reasons(client), {"focusChanged"})
        has_focus(client, "unfocused")
        client.mark()
        move_and_lift(screen)
        tap(screen)
        client.synchronise()
        errors += unequal("gestures without the focus", client.recent(), [])
        # The app to which the focus moves within 150 ms of a touch receives it.
        time.sleep(0.3)
        sway.focus(os.getpid())
        has_focus(client, "focused")
        return errors + unequal("a tap with the focus", tapped(client, screen), TAPPED)

    with subscribed() as client:
        sessions.switch(1)
        sway = Sway()
        started = manager("start", "gestured-focus.service")
        check("the user service follows the focus", has_focus(client, "unfocused"),
              started + manager("status", "gestured-focus.service"))
        repeat("the focus moves in mid-drag, reported by the user service", times, once)
        sway.close()
        check("the focus is lost when the desktop ends", has_focus(client, "lost"), client.access)
        sway = Sway()
        sway.focus(os.getpid())
        check("the service connects to the next desktop", has_focus(client, "focused"),
              manager("status", "gestured-focus.service"))
        manager("stop", "gestured-focus.service")
        sway.close()
