"""The focus moves in mid-drag, as the user service of a user who is logged in tells it; sway's part is played here."""

import json
import os
import pwd
import socket
import struct
import threading

import sessions
import shell
from faults.leaving import ends, half_a_drag, moved_and_lifted, tapped
from faults.repeat import repeat, unequal
from report import check
from subscriber import TAP, LocalSubscriber, wait_until

MAGIC = b"i3-ipc"
SUBSCRIBE, GET_TREE, WINDOW_EVENT = 2, 4, 0x80000003
NOBODY = 1


class Sway:
    """As much of sway's IPC as a follower of the focus needs: one window on one screen, of whatever process."""

    def __init__(self, path, user):
        self.process = NOBODY
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
            say(connection, WINDOW_EVENT, {"change": "focus"})

    def close(self):
        os.remove(self.path)
        # A thread that waits in accept(2) holds the socket.
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
                say(connection, kind, self._tree() if kind == GET_TREE else {"success": True})

    def _tree(self):
        screen = {"x": 0, "y": 0, "width": 1000, "height": 800}
        window = {"type": "con", "focused": True, "pid": self.process, "app_id": "org.example.Trial", "rect": screen}
        return {"type": "root", "nodes": [{"type": "output", "rect": screen, "nodes": [window]}]}


def say(connection, kind, message):
    payload = json.dumps(message).encode()
    connection.sendall(MAGIC + struct.pack("=II", len(payload), kind) + payload)


def following(times, screen):
    """`member` is on the first terminal, and `member`'s manager runs the service."""
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
            return [f"the drag of who has the focus has not begun: {client.grammar.access}"]
        sway.focus(NOBODY)
        reasons, _ = ends(client)
        wrong = unequal("the reason", reasons, {"focusChanged"})
        has_focus(client, "unfocused")
        client.mark()
        moved_and_lifted(screen)
        tapped(screen)
        wrong += unequal("what is heard without the focus", client.recent(), [])
        sway.focus(os.getpid())
        has_focus(client, "focused")
        tapped(screen)
        return wrong + unequal("a tap with the focus", client.phases(TAP), [["began", "ended"]])

    repeat("the focus moves in mid-drag, told by the user service", times, once)
    sway.close()
    check("a desktop that ends leaves the focus lost", has_focus(client, "lost"), client.grammar.access)
    sway = Sway(path, user)
    sway.focus(os.getpid())
    check("and the service finds the next one", has_focus(client, "focused"), manager("status", "gestured-focus.service"))
    manager("stop", "gestured-focus.service")
    manager("unset-environment", "SWAYSOCK")
    sway.close()
    client.close()


def has_focus(client, word):
    return wait_until(lambda: client.grammar.access.get("focus") == word)
