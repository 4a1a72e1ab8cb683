"""The service is killed under load, and its clients come back each by itself."""

import os
import signal
import threading
import time

import shell
from drawing import Drawing, whole
from faults.repeat import repeat, unequal
from subscriber import DRAG, SOCKET, LocalSubscriber, excuse, turn, wait_until


class Returning:
    """Connects again whenever its stream ends, and looks at the first drag of each connection."""

    def __init__(self):
        self.firsts = []
        self.wrong = []
        self.going = True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while self.going:
            try:
                client = LocalSubscriber("member")
                self._listen(client)
            except (ConnectionError, BrokenPipeError):
                # Killed between connect and subscribe.
                time.sleep(0.01)

    def _listen(self, client):
        client.excused = True
        judged = False
        while self.going and not client.ended:
            if not judged and len(client.of_type("ok")) == len(client.expressions):
                phases = client.phases(DRAG)
                if judged := bool(phases and phases[0][-1] in ("ended", "cancelled")):
                    self._judge(phases[0], client.gestures(DRAG))
            time.sleep(0.02)
        client.close()

    def _judge(self, phases, messages):
        """A contact that was down before the subscription starts nothing, so the first drag is a whole one."""
        end = next(m for m in messages if m["phase"] in ("ended", "cancelled"))
        if phases == ["began", "changed", "ended"] and whole(end["value"]["drag"]):
            self.firsts.append(end)
        else:
            self.wrong.append(f"a first drag: {phases}, {end}")

    def stop(self):
        self.going = False
        self.thread.join()


def kill(times, screen):
    inode = os.stat(SOCKET).st_ino
    clients, took = [], []

    def once(number):
        pid, counts = shell.daemon(), [len(client.firsts) for client in clients]
        time.sleep(0.037 * number)
        excuse()
        with turn:
            os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active", 120)
        took.append(time.monotonic() - began)
        firsts = wait_until(lambda: all(len(c.firsts) > n for c, n in zip(clients, counts)), 120)
        wrong = [] if back else ["it was not started again"]
        wrong += [] if firsts else [f"not every client had a first drag: {[len(c.firsts) for c in clients]}"]
        wrong += unequal("the socket's inode", os.stat(SOCKET).st_ino, inode)
        wrong += unequal("the socket", shell.unit("ActiveState", "gestured.socket"), "active")
        return wrong + [complaint for client in clients for complaint in client.wrong]

    def under_load(number):
        if number == 0:
            clients.extend(Returning() for _ in range(5))
            wait_until(lambda: all(client.firsts for client in clients), 60)
        wrong = once(number)
        if number + 1 == times:
            for client in clients:
                client.stop()
        return wrong

    with Drawing(screen):
        repeat("killed and started again under load, five clients", times, under_load,
               lambda: f"back in {min(took):.1f}…{max(took):.1f} s")
