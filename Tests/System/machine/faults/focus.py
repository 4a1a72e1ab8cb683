"""The focus moves in mid-drag. A user's own service reports it; this plays the part of sway."""

import json
import os
import pwd
import socket
import struct
import threading
from typing import Any

import service
import sessions
from drawing import half_a_drag
from strokes import tap
from subscriber import TAPPED, Subscriber, subscribed
from testing.checks import check, wait_until
from testing.uinput import TouchDevice

from faults.repeat import repeat, unequal
from faults.session_changes import cancel_reasons, move_and_lift, tapped

MAGIC = b"i3-ipc"
GET_TREE, WINDOW_EVENT = 4, 0x80000003
# Process 1 is not a client.
OTHER = 1


class Sway:
    """The part of sway's IPC that following the focus needs: one window on one screen, for `member`."""

    def __init__(self) -> None:
        user = pwd.getpwnam("member").pw_uid
        self.runtime = f"/run/user/{user}"
        self.path = f"{self.runtime}/trial-sway"
        self.process = OTHER
        self.connections: list[socket.socket] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        os.chown(self.path, user, -1)
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def focus(self, process: int) -> None:
        self.process = process
        for connection in self.connections:
            reply(connection, WINDOW_EVENT, {"change": "focus"})

    def close(self) -> None:
        os.remove(self.path)
        # A thread in accept(2) keeps the socket open.
        self.listener.shutdown(socket.SHUT_RDWR)
        for connection in self.connections:
            connection.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        try:
            while True:
                connection = self.listener.accept()[0]
                self.connections.append(connection)
                threading.Thread(target=self._serve, args=[connection], daemon=True).start()
        except OSError:
            self.listener.close()

    def _serve(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as stream:
            while header := stream.read(14):
                length, kind = struct.unpack("=II", header[6:])
                stream.read(length)
                reply(connection, kind, self._tree() if kind == GET_TREE else {"success": True})

    def _tree(self) -> dict[str, Any]:
        screen = {"x": 0, "y": 0, "width": 1000, "height": 800}
        window = {"type": "con", "focused": True, "pid": self.process, "app_id": "org.example.Trial", "rect": screen}
        return {"type": "root", "nodes": [{"type": "output", "rect": screen, "nodes": [window]}]}


def reply(connection: socket.socket, kind: int, message: dict[str, Any]) -> None:
    payload = json.dumps(message).encode()
    connection.sendall(MAGIC + struct.pack("=II", len(payload), kind) + payload)


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
        sway.focus(os.getpid())
        has_focus(client, "focused")
        return errors + unequal("a tap with the focus", tapped(client, screen), TAPPED)

    with subscribed() as client:
        sessions.switch(1)
        sway = Sway()
        manager("set-environment", f"SWAYSOCK={sway.path}")
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
        manager("unset-environment", "SWAYSOCK")
        sway.close()
