"""A client is stopped by a signal, while its user draws on."""

import contextlib
import os
import signal
import time

from drawing import Drawing, whole
from faults.repeat import repeat
from shell import output
from subscriber import DRAG, LocalSubscriber, Subscriber, wait_until

SECONDS = 10


def listener(client):
    """runuser's child, which holds the socket."""
    return int(output("pgrep", "--parent", str(client.process.pid)))


def long_drag(screen, seconds):
    """One drag, which coalesces to its last step."""
    screen.down([(20, 90)])
    began = time.monotonic()
    while (elapsed := time.monotonic() - began) < seconds:
        screen.move([(30 + 25 * elapsed, 90)])
        time.sleep(0.01)
    screen.up()


def heard_whole(client, strokes):
    ends = [m for m in client.gestures(DRAG) if m["phase"] == "ended"]
    phases = client.phases(DRAG)
    if phases == [["began", "changed", "ended"]] * strokes and all(whole(m["value"]["drag"]) for m in ends):
        return []
    return [f"another client heard {len(phases)} drags of {strokes}, such as {phases[-2:]}"]


def stick(times, screen):
    other = LocalSubscriber("member")
    other.ready()
    outcomes = []

    def once(number):
        client = Subscriber("member")
        if not client.ready():
            return ["a client does not get ready"]
        time.sleep(0.5)
        other.mark()
        client.mark()
        pid = listener(client)
        os.kill(pid, signal.SIGSTOP)
        if number % 2 == 0:
            with Drawing(screen) as drawing:
                time.sleep(SECONDS)
            strokes = drawing.strokes
        else:
            long_drag(screen, SECONDS)
            strokes = 1
        time.sleep(0.5)
        wrong = heard_whole(other, strokes) if number % 2 == 0 else []
        changes = sum(m["phase"] == "changed" for m in other.gestures(DRAG))
        # runuser stops itself when its child is stopped.
        for stopped in (client.process.pid, pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(stopped, signal.SIGCONT)
        # Whoever was cut reads what was written before, up to why.
        wait_until(lambda: client.ended or len(client.phases(DRAG)) == strokes, 10)
        time.sleep(0.5)
        cut = client.ended and client.messages[-1].get("code") == "overrun"
        kept = sum(m["phase"] == "changed" for m in client.gestures(DRAG))
        outcomes.append("cut, told overrun" if cut else f"kept, {kept} of {changes} changes")
        complete = len([life for life in client.phases(DRAG) if life[-1] in ("ended", "cancelled")])
        if not cut and complete != strokes:
            wrong.append(f"it was not cut, and heard {complete} drags of {strokes}; ended {client.ended}")
        if cut and any(life[-1] not in ("ended", "cancelled") for life in client.phases(DRAG)):
            wrong.append("it was cut with a gesture open")
        client.close()
        return wrong

    repeat(f"a client is stopped for {SECONDS} s of drawing", times, once, lambda: "; ".join(outcomes))
    other.close()
