"""The focus moves in mid-drag. A user's own service reports it; this plays the part of sway."""

import json
import os
import pwd
import socket
import struct
import threading

import sessions
import shell
from faults.repeat import repeat, unequal
from faults.session_changes import cancel_reasons, half_a_drag, move_and_lift, tapped
from report import check
from strokes import tap
from subscriber import LocalSubscriber, wait_until

MAGIC = b"i3-ipc"
SUBSCRIBE, GET_TREE, WINDOW_EVENT = 2, 4, 0x80000003
# Process 1 is not a client.
OTHER = 1


class Sway:
    """The part of sway's IPC that following the focus needs: one window on one screen."""

    def __init__(self, path, user):
        self.process = OTHER
        self.connections = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        os.chown(path, user, -1)
        self.path = path
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def focus(self, process):
        self.process = process
        for connection in self.connections:
            reply(connection, WINDOW_EVENT, {"change": "focus"})

    def close(self):
        os.remove(self.path)
        # A thread in accept(2) keeps the socket open.
        self.listener.shutdown(socket.SHUT_RDWR)
        for connection in self.connections:
            connection.shutdown(socket.SHUT_RDWR)

    def _accept(self):
        try:
            while True:
                connection = self.listener.accept()[0]
                self.connections.append(connection)
                threading.Thread(target=self._serve, args=[connection], daemon=True).start()
        except OSError:
            self.listener.close()

    def _serve(self, connection):
        with connection.makefile("rb") as stream:
            while header := stream.read(14):
                length, kind = struct.unpack("=II", header[6:])
                stream.read(length)
                reply(connection, kind, self._tree() if kind == GET_TREE else {"success": True})

    def _tree(self):
        screen = {"x": 0, "y": 0, "width": 1000, "height": 800}
        window = {"type": "con", "focused": True, "pid": self.process, "app_id": "org.example.Trial", "rect": screen}
        return {"type": "root", "nodes": [{"type": "output", "rect": screen, "nodes": [window]}]}


def reply(connection, kind, message):
    payload = json.dumps(message).encode()
    connection.sendall(MAGIC + struct.pack("=II", len(payload), kind) + payload)


def following(times, screen):
    """`member` is on the first terminal; the service runs in `member`'s systemd."""
    user = pwd.getpwnam("member").pw_uid
    path = f"/run/user/{user}/trial-sway"

    def manager(*words):
        return shell.output("runuser", "-u", "member", "--", "env", f"XDG_RUNTIME_DIR=/run/user/{user}",
                            "systemctl", "--user", *words)

    client = LocalSubscriber("member")
    client.ready()
    sessions.switch(1)
    sway = Sway(path, user)
    manager("set-environment", f"SWAYSOCK={path}")
    started = manager("start", "gestured-focus.service")
    check("the user service follows the focus", has_focus(client, "unfocused"),
          started + manager("status", "gestured-focus.service"))

    def once(_):
        sway.focus(os.getpid())
        if not has_focus(client, "focused") or not half_a_drag(client, screen):
            screen.up()
            return [f"the focused client's drag has not begun: {client.grammar.access}"]
        sway.focus(OTHER)
        errors = unequal("the reason", cancel_reasons(client), {"focusChanged"})
        has_focus(client, "unfocused")
        client.mark()
        move_and_lift(screen)
        tap(screen)
        client.settle()
        errors += unequal("gestures without the focus", client.recent(), [])
        sway.focus(os.getpid())
        has_focus(client, "focused")
        return errors + unequal("a tap with the focus", tapped(client, screen), [["began", "ended"]])

    repeat("the focus moves in mid-drag, reported by the user service", times, once)
    sway.close()
    check("the focus is lost when the desktop ends", has_focus(client, "lost"), client.grammar.access)
    sway = Sway(path, user)
    sway.focus(os.getpid())
    check("the service connects to the next desktop", has_focus(client, "focused"), manager("status", "gestured-focus.service"))
    manager("stop", "gestured-focus.service")
    manager("unset-environment", "SWAYSOCK")
    sway.close()
    client.close()


def has_focus(client, state):
    return wait_until(lambda: client.grammar.access.get("focus") == state)
