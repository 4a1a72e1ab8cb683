"""The wall clock jumps. Gestures use the kernel's CLOCK_MONOTONIC, which cannot be set."""

import time

from subscriber import DRAG, LONG_PRESS, WHOLE_DRAG, subscribed
from testing.uinput import TouchDevice

from faults.repeat import repeat, unequal, unless

DAY = 86_400


def jump(seconds: int) -> None:
    time.clock_settime(time.CLOCK_REALTIME, time.time() + seconds)


def jumps(times: int, screen: TouchDevice) -> None:
    def once(number: int) -> list[str]:
        ahead = DAY if number % 2 == 0 else -DAY
        client.mark()
        # Not where the drag begins: a contact that returns at once could be the same one with a flickering id.
        down = screen.down([(300, 40)])
        jump(ahead)
        time.sleep(0.7)
        jump(-ahead)
        screen.up()
        pressed = client.last(LONG_PRESS, "longPress")
        errors = unequal("a long press", client.phases(LONG_PRESS), WHOLE_DRAG)
        errors += unequal("its deadline", pressed["value"].get("deadline"), down + 500_000)
        client.mark()
        time.sleep(0.2)
        first = screen.down([(100, 90)])
        for step in range(20):
            if step == 10:
                jump(ahead)
            screen.move([(102 + 2 * step, 90)])
            time.sleep(0.01)
        last = screen.up()
        jump(-ahead)
        client.last(DRAG, "drag")
        errors += unequal("a drag", client.phases(DRAG), client.whole_drag)
        stamps = [m["time"] for m in client.gestures(DRAG)]
        return errors + unless(stamps and first <= min(stamps) <= max(stamps) <= last, f"its times: {stamps}")

    with subscribed() as client:
        repeat("the clock jumps by a day in mid-gesture", times, once)
