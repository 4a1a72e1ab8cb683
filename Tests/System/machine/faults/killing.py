"""The service is killed under load, and its clients reconnect."""

import os
import signal
import threading
import time

import shell
from drawing import Drawing, whole
from faults.repeat import repeat, unequal
from subscriber import DRAG, SOCKET, LocalSubscriber, expect_abrupt_end, user_lock, wait_until


class Returning:
    """Reconnects whenever its stream ends, and checks the first drag of each connection."""

    def __init__(self):
        self.firsts = []
        self.errors = []
        self.going = True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while self.going:
            try:
                client = LocalSubscriber("member")
                self._receive(client)
            except (ConnectionError, BrokenPipeError):
                # Killed between connect and subscribe.
                time.sleep(0.01)

    def _receive(self, client):
        client.may_end_abruptly = True
        checked = False
        while self.going and not client.ended:
            if not checked and len(client.of_type("ok")) == len(client.expressions):
                phases = client.phases(DRAG)
                if checked := bool(phases and phases[0][-1] in ("ended", "cancelled")):
                    self._check(phases[0], client.gestures(DRAG))
            time.sleep(0.02)
        client.close()

    def _check(self, phases, messages):
        """A contact that was down before the subscription starts no gesture, so the first drag is whole."""
        end = next(m for m in messages if m["phase"] in ("ended", "cancelled"))
        if phases == ["began", "changed", "ended"] and whole(end["value"]["drag"]):
            self.firsts.append(end)
        else:
            self.errors.append(f"a first drag: {phases}, {end}")

    def stop(self):
        self.going = False
        self.thread.join()


def kill(times, screen):
    inode = os.stat(SOCKET).st_ino
    clients = []

    def once(number):
        pid, counts = shell.daemon(), [len(client.firsts) for client in clients]
        time.sleep(0.037 * number)
        expect_abrupt_end()
        with user_lock:
            os.kill(pid, signal.SIGKILL)
        back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active")
        firsts = wait_until(lambda: all(len(c.firsts) > n for c, n in zip(clients, counts)))
        errors = [] if back else ["it was not restarted"]
        errors += [] if firsts else [f"not every client had a first drag: {[len(c.firsts) for c in clients]}"]
        errors += unequal("the socket's inode", os.stat(SOCKET).st_ino, inode)
        errors += unequal("the socket", shell.unit("ActiveState", "gestured.socket"), "active")
        return errors + [error for client in clients for error in client.errors]

    def under_load(number):
        if number == 0:
            clients.extend(Returning() for _ in range(5))
            wait_until(lambda: all(client.firsts for client in clients))
        errors = once(number)
        if number + 1 == times:
            for client in clients:
                client.stop()
        return errors

    with Drawing(screen):
        repeat("killed and restarted under load, five clients", times, under_load)
