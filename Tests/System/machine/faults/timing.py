"""A client that receives nothing measures how long the daemon takes to answer, and infers from it where a finger is.

It retains as many recognisers as a user may, in one region, and more of them the further the region is from the first one. A
daemon that ran them would answer later while a finger is in an expensive region. The touches
are ranked by the answers that it awaits while frames arrive; the slowest are attributed to the most expensive region. The same
recognisers of root, for which they run, show that the clock is exact enough.

What such a client can infer in spite of that has no limit, and docs/SECURITY.md states it: whether the device is in use, and
where a finger is if another client, which receives, has gestures in one half only.

/proc/PID/schedstat shows to every user how long and how often the daemon has run. While no client may receive, touches must not
show there at all; next to a client that receives, the same guesses are made from it.
"""

import contextlib
import json
import os
import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import service
import sessions
from subscriber import subscribed
from testing import shell
from testing.checks import check, equal, wait_until
from testing.client import Lines, connected
from testing.uinput import Keyboard, TouchDevice

from faults.repeat import row

Region = tuple[float, float, float, float]
Choice = tuple[list[Region], list[tuple[float, float]], int]
TOUCHES = 24
FRAMES = 40
# Regions in the normalised surface, a touch in millimetres within each, and how many touches may be guessed: chance is 12 and
# 6, and exceeds these numbers in one run of thirty at most.
HALVES: Choice = ([(0, 0, 0.5, 1), (0.5, 0, 0.5, 1)], [(60, 90), (260, 90)], 16)
QUADRANTS: Choice = (
    [(0, 0, 0.5, 0.5), (0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)],
    [(60, 40), (260, 40), (60, 150), (260, 150)], 11)
# Recognisers are subscribed 16 at a time, as the parts of a composition.
PARTS = 16


class Clock:
    """A connection of one user, and the time until a request is answered; other connections have recognisers in regions."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.connections: list[Lines] = []
        # How many compositions the daemon accepted, and how many messages of gestures were read.
        self.accepted = self.gestures = 0
        self.clock = Lines(connected(user))
        self._answer(self.clock)

    def retain(self, regions: list[Region]) -> None:
        """Six connections with 256 recognisers each: three quarters of what a user may have."""
        steps = len(regions) * (len(regions) - 1) // 2
        for index, region in enumerate(regions):
            for _ in range(6 * index // steps):
                self.subscribe(self.user, region, 16)

    def subscribe(self, user: str, region: Region, count: int, shortest: float = 0) -> None:
        """A connection of `user` with compositions in the region, of drags from `shortest` points on. No two share their work."""
        lines = Lines(connected(user))
        self.connections.append(lines)
        for number in range(count):
            self._subscribe(lines, region, shortest + (len(self.connections) * 16 + number) / 1000)
        self._answer(lines)

    def _subscribe(self, lines: Lines, region: Region, shortest: float) -> None:
        parts = [{"drag": {"minimumDistance": 100 * part + shortest}} for part in range(PARTS)]
        lines.send(type="subscribe", id=1, gesture={"simultaneous": parts}, units="normalized",
                   region=dict(zip(("x", "y", "width", "height"), region)))

    def _answer(self, lines: Lines) -> int:
        """Waits for the answer to a request that changes nothing; returns how long that took, in ns."""
        before = time.monotonic_ns()
        lines.send(type="unsubscribe", id=-1, subscription=100000)
        while message := lines.next():
            self.accepted += message["type"] == "ok"
            self.gestures += message["type"] == "gesture"
            if message.get("id") == -1:
                break
        return time.monotonic_ns() - before

    @contextlib.contextmanager
    def polling(self) -> Iterator[list[tuple[int, int]]]:
        """Meanwhile a process requests answer after answer. The list then has when each was requested and received."""
        answers: list[tuple[int, int]] = []
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            self._poll(writer)
        os.close(writer)
        with os.fdopen(reader) as stream:
            # It polls.
            stream.readline()
            yield answers
            os.kill(child, signal.SIGTERM)
            answers += json.load(stream)
        os.waitpid(child, 0)

    def _poll(self, writer: int) -> None:
        """Ends the process after SIGTERM."""
        is_ended = False

        def end(*_: object) -> None:
            nonlocal is_ended
            is_ended = True

        signal.signal(signal.SIGTERM, end)
        answers = []
        with os.fdopen(writer, "w") as stream:
            print(flush=True, file=stream)
            while not is_ended:
                before = time.monotonic_ns()
                answers.append((before, before + self._answer(self.clock)))
            json.dump(answers, stream)
        os._exit(0)

    def received(self) -> int:
        """How many messages of gestures the connections have received."""
        for lines in self.connections:
            self._answer(lines)
        return self.gestures

    def close(self) -> None:
        for lines in [*self.connections, self.clock]:
            lines.close()


def latency(clock: Clock, move: Callable[[int], object]) -> float:
    """The median, over the frames, of the longest answer while a frame was handled: in milliseconds."""
    frames = []
    with clock.polling() as answers:
        for step in range(FRAMES):
            before = time.monotonic_ns()
            move(step)
            frames.append((before, time.monotonic_ns() + 5_000_000))
            time.sleep(0.01)
    return statistics.median(longest(answers, *frame) for frame in frames)


def longest(answers: list[tuple[int, int]], since: int, until: int) -> float:
    """Of the answers that were awaited in that time."""
    return max((end - start for start, end in answers if end > since and start < until), default=0) / 1e6


def touch_latency(clock: Clock, screen: TouchDevice, position: tuple[float, float]) -> float:
    """The median answer while a finger moves about the position."""
    screen.down([position])
    answer = latency(clock, lambda step: screen.move([(position[0] + step % 5, position[1] + step % 3)]))
    screen.up()
    time.sleep(0.2)
    return answer


def guessed(clock: Clock, kinds: int, seed: int, measure: Callable[[int], float]) -> int:
    """How many of the shuffled touches are attributed to the right one of `kinds`, from the cheapest to the most expensive."""
    touches = [number % kinds for number in range(TOUCHES)]
    random.Random(seed).shuffle(touches)
    times = [measure(touch) for touch in touches]
    ranked = sorted(range(TOUCHES), key=lambda index: times[index])
    return sum(touches[index] == rank // (TOUCHES // kinds) for rank, index in enumerate(ranked))


def guessed_region(user: str, screen: TouchDevice, regions: list[Region], positions: list[tuple[float, float]],
                   seed: int) -> tuple[int, int, int]:
    """Also how many compositions were accepted, and how many messages of gestures the user received."""
    clock = Clock(user)
    clock.retain(regions)
    count = guessed(clock, len(regions), seed, lambda touch: touch_latency(clock, screen, positions[touch]))
    gestures = clock.received()
    clock.close()
    return count, clock.accepted, gestures


def guessed_use(screen: TouchDevice, keyboard: Keyboard, seed: int) -> int:
    """Whether a finger moves, or only the shift key of a keyboard, which the daemon does not read."""
    clock = Clock("guest")

    def measure(is_touched: int) -> float:
        if is_touched:
            return touch_latency(clock, screen, HALVES[1][0])
        return latency(clock, lambda step: keyboard.set("KEY_LEFTSHIFT", (step + 1) % 2))

    count = guessed(clock, 2, seed, measure)
    clock.close()
    return count


def guessed_app(screen: TouchDevice, connections: int, compositions: int, seed: int) -> int:
    """In which half a finger is, while root, which receives everything, has compositions in one of them."""
    regions, positions, _ = HALVES
    clock = Clock("guest")
    for _ in range(connections):
        # The finger goes less far than a drag: root would have to read what is recognised.
        clock.subscribe("root", regions[1], compositions, shortest=100)
    count = guessed(clock, 2, seed, lambda touch: touch_latency(clock, screen, positions[touch]))
    clock.close()
    return count


def runs(pid: int) -> tuple[int, int]:
    """For how many ns the process has run, and how often."""
    time_run, _, count = map(int, Path(f"/proc/{pid}/schedstat").read_text().split())
    return time_run, count


def quick_taps(screen: TouchDevice, count: int) -> None:
    for number in range(count):
        screen.down([(60 + number % 200, 90)])
        screen.move([(61 + number % 200, 90)])
        screen.up()


def unread(screen: TouchDevice) -> None:
    """1,000 touches while no client may receive: the daemon does not run."""
    # A ping of the watchdog is a run of its own.
    with service.changed(drop_in="WatchdogSec=0"), subscribed() as client:
        pid, login = service.process(), sessions.Logind()
        quick_taps(screen, 3)
        check("taps are received before the lock", wait_until(client.recent), client.messages)
        shell.run("loginctl", "lock-session", sessions.session(1))
        login.locked_hint(1, True)
        wait_until(lambda: client.access.get("session") == "locked")
        time.sleep(2)
        before = runs(pid)
        quick_taps(screen, 1000)
        time.sleep(1)
        after = runs(pid)
        equal("behind a lock, 1,000 touches do not wake the daemon", after[1] - before[1], 0)
        row("wakeups for 1,000 touches behind a lock", 1, str(after[1] - before[1]))
        shell.run("loginctl", "unlock-session", sessions.session(1))
        login.locked_hint(1, False)
        wait_until(lambda: client.access.get("session") == "active")
        client.mark()
        quick_taps(screen, 1)
        check("a tap is received after the lock", wait_until(client.recent), client.messages)
        login.close()


def guessed_from_schedstat(screen: TouchDevice, compositions: int, seed: int) -> tuple[int, int]:
    """In which half a finger is, and whether it touches at all, from how long the daemon has run, while root has compositions in
    one half."""
    regions, positions, _ = HALVES
    clock, pid = Clock("guest"), service.process()
    clock.subscribe("root", regions[1], compositions, shortest=100)

    def measure(position: tuple[float, float] | None) -> float:
        before = runs(pid)[0]
        for step in range(FRAMES):
            if position and step == 0:
                screen.down([position])
            elif position:
                screen.move([(position[0] + step % 5, position[1] + step % 3)])
            time.sleep(0.01)
        if position:
            screen.up()
        used = runs(pid)[0] - before
        time.sleep(0.2)
        return used

    halves = guessed(clock, 2, seed, lambda touch: measure(positions[touch]))
    touched = guessed(clock, 2, seed, lambda is_touched: measure(positions[0] if is_touched else None))
    clock.close()
    return halves, touched


def classify(times: int, screen: TouchDevice) -> None:
    unread(screen)
    for compositions in (1, 4, 16):
        pairs = [guessed_from_schedstat(screen, compositions, seed) for seed in range(times)]
        for what, found in (("in which half", [half for half, _ in pairs]), ("whether", [touch for _, touch in pairs])):
            row(f"schedstat shows {what} a finger is, next to {compositions * PARTS} gestures of another client", times,
                f"{found} of {TOUCHES}, by chance 12")
    for kind, (regions, positions, limit) in (("halves", HALVES), ("quadrants", QUADRANTS)):
        # `guest` is not active; `member` is, but without the focus it receives no positions.
        for user in ("guest", "member"):
            results = [guessed_region(user, screen, regions, positions, seed) for seed in range(times)]
            counts = [count for count, _, _ in results]
            check(f"{user}'s recognisers are accepted", all(accepted == 96 for _, accepted, _ in results), results)
            check(f"{user} guesses {kind} from latency no better than by chance", statistics.median(counts) <= limit,
                  f"{counts} of {TOUCHES}")
            check(f"{user} receives no gesture meanwhile", all(not gestures for *_, gestures in results), results)
            row(f"{user} guesses {kind}", times, f"{counts} of {TOUCHES}, at most {limit}")
    counts = [guessed_app(screen, 6, 16, seed) for seed in range(times)]
    check("the same recognisers of a client that receives are found", statistics.median(counts) > HALVES[2], counts)
    row("guest guesses in which half 1536 gestures of another client are", times, f"{counts} of {TOUCHES}, by chance 12")
    for compositions in (1, 4, 16):
        counts = [guessed_app(screen, 1, compositions, seed) for seed in range(times)]
        row(f"guest guesses in which half {compositions * PARTS} gestures of another client are", times,
            f"{counts} of {TOUCHES}, by chance 12")
    keyboard = Keyboard("Trial Timing Keyboard")
    counts = [guessed_use(screen, keyboard, seed) for seed in range(times)]
    row("guest guesses whether a finger moves", times, f"{counts} of {TOUCHES}, by chance 12")
