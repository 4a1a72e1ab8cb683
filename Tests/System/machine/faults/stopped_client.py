"""A client is stopped by a signal while drags go on."""

import contextlib
import os
import signal
import time

from drawing import Drawing, whole
from subscriber import DRAG, WHOLE_DRAG, Subscriber, subscribed
from testing import shell
from testing.checks import wait_until
from testing.uinput import TouchDevice

from faults.repeat import repeat, unless

SECONDS = 10


def listener(client: Subscriber) -> int:
    """runuser's child, which has the socket."""
    return int(shell.output("pgrep", "--parent", str(client.process.pid)))


def long_drag(screen: TouchDevice, seconds: float) -> None:
    """One drag, whose changes are coalesced."""
    screen.down([(20, 90)])
    began = time.monotonic()
    while (elapsed := time.monotonic() - began) < seconds:
        screen.move([(30 + 25 * elapsed, 90)])
        time.sleep(0.01)
    screen.up()


def received_all(client: Subscriber, strokes: int) -> list[str]:
    ends = [m for m in client.gestures(DRAG) if m["phase"] == "ended"]
    phases = client.phases(DRAG)
    return unless(phases == WHOLE_DRAG * strokes and all(whole(client, m["value"]["drag"]) for m in ends),
                  f"another client received {len(phases)} of {strokes} drags, such as {phases[-2:]}")


def stop(times: int, screen: TouchDevice) -> None:
    outcomes: list[str] = []

    def once(number: int) -> list[str]:
        client = Subscriber("root")
        if not client.ready():
            return ["a client is not ready"]
        other.discard()
        client.discard()
        pid = listener(client)
        os.kill(pid, signal.SIGSTOP)
        if number % 2 == 0:
            with Drawing(screen) as drawing:
                time.sleep(SECONDS)
            strokes = drawing.strokes
        else:
            long_drag(screen, SECONDS)
            strokes = 1
        other.synchronise()
        errors = received_all(other, strokes) if number % 2 == 0 else []
        changes = sum(m["phase"] == "changed" for m in other.gestures(DRAG))
        # runuser stops itself when its child is stopped.
        for stopped in (client.process.pid, pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(stopped, signal.SIGCONT)
        # A client that was disconnected reads everything up to the error.
        wait_until(lambda: client.is_over or len(client.phases(DRAG)) == strokes)
        if not client.is_over:
            client.synchronise()
        was_cut = client.is_over and client.messages[-1].get("code") == "overrun"
        kept = sum(m["phase"] == "changed" for m in client.gestures(DRAG))
        outcomes.append("disconnected: overrun" if was_cut else f"kept, {kept} of {changes} changes")
        complete = len([phases for phases in client.phases(DRAG) if phases[-1] in ("ended", "cancelled")])
        if not was_cut and complete != strokes:
            errors.append(f"it was kept, and received {complete} of {strokes} drags; ended {client.is_over}")
        if was_cut and any(phases[-1] not in ("ended", "cancelled") for phases in client.phases(DRAG)):
            errors.append("it was disconnected with a gesture open")
        client.close()
        return errors

    # Root receives every change of a drag of one finger.
    with subscribed("root") as other:
        repeat(f"a client is stopped for {SECONDS} s of drawing", times, once, lambda: "; ".join(outcomes))
