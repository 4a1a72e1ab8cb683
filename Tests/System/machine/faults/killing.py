"""The service is killed under load, and its clients reconnect."""

import os
import signal
import threading
import time

import service
from drawing import Drawing, whole
from subscriber import DRAG, LocalSubscriber, expect_abrupt_end, is_end
from testing.checks import wait_until
from testing.client import SOCKET, Message, user_lock
from testing.uinput import TouchDevice

from faults.repeat import repeat, unequal, unless


class Returning:
    """Reconnects whenever its stream ends, and checks the first drag of each connection."""

    def __init__(self) -> None:
        self.firsts: list[Message] = []
        self.errors: list[str] = []
        self.going = True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while self.going:
            try:
                self._receive(LocalSubscriber("member"))
            except (ConnectionError, BrokenPipeError):
                # Killed between connect and subscribe.
                time.sleep(0.01)

    def _receive(self, client: LocalSubscriber) -> None:
        client.may_end_abruptly = True
        checked = False
        while self.going and not client.is_over:
            if not checked and len(client.of_type("ok")) == len(client.expressions):
                phases = client.phases(DRAG)
                if checked := bool(phases and phases[0][-1] in ("ended", "cancelled")):
                    self._check(client, phases[0])
            time.sleep(0.02)
        client.close()

    def _check(self, client: LocalSubscriber, phases: list[str]) -> None:
        """A contact that was down before the subscription starts no gesture, so the first drag is whole."""
        end = next(filter(is_end, client.gestures(DRAG)))
        if [phases] == client.whole_drag and whole(client, end["value"]["drag"]):
            self.firsts.append(end)
        else:
            self.errors.append(f"a first drag: {phases}, {end}")

    def stop(self) -> None:
        self.going = False
        self.thread.join()


def kill(times: int, screen: TouchDevice) -> None:
    inode = os.stat(SOCKET).st_ino
    clients: list[Returning] = []

    def once(number: int) -> list[str]:
        pid, counts = service.process(), [len(client.firsts) for client in clients]
        time.sleep(0.037 * number)
        expect_abrupt_end()
        with user_lock:
            os.kill(pid, signal.SIGKILL)
        errors = unless(service.is_back(pid), "it was not restarted")
        firsts = wait_until(lambda: all(len(c.firsts) > n for c, n in zip(clients, counts)))
        errors += unless(firsts, f"not every client had a first drag: {[len(c.firsts) for c in clients]}")
        errors += unequal("the socket's inode", os.stat(SOCKET).st_ino, inode)
        errors += unequal("the socket", service.unit("ActiveState", "gestured.socket"), "active")
        return errors + [error for client in clients for error in client.errors]

    def under_load(number: int) -> list[str]:
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
