"""A client that receives nothing measures how long the daemon takes to answer, and infers from it where a finger is.

It retains as many recognisers as a user may, in one region, and more of them the further the region is from the first one. A
daemon that ran them would answer later while a finger is in an expensive region. The touches
are ranked by the answers that it awaits while frames arrive; the slowest are attributed to the most expensive region. The same
recognisers of root, for which they run, show that the clock is exact enough.

What such a client can infer in spite of that has no limit, and docs/SECURITY.md states it: whether the device is in use, and
where a finger is if another client, which receives, has gestures in one half only.
"""

import contextlib
import json
import os
import random
import signal
import statistics
import time

import touch
from report import check, row
from subscriber import connected

TOUCHES = 24
FRAMES = 40
# Regions in the normalised surface, a touch in millimetres within each, and how many touches may be guessed: chance is 12 and
# 6, and exceeds these numbers in one run of thirty at most.
HALVES = ([(0, 0, 0.5, 1), (0.5, 0, 0.5, 1)], [(60, 90), (260, 90)], 16)
QUADRANTS = ([(0, 0, 0.5, 0.5), (0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)],
             [(60, 40), (260, 40), (60, 150), (260, 150)], 11)
# Recognisers are subscribed 16 at a time, as the parts of a composition.
PARTS = 16


class Clock:
    """A connection of one user, and the time until a request is answered; other connections have recognisers in regions."""

    def __init__(self, user):
        self.user, self.connections = user, []
        # How many compositions the daemon accepted, and how many messages of gestures were read.
        self.accepted = self.gestures = 0
        connection = connected(user)
        self.clock = (connection, connection.makefile("rb"))
        self._answer(self.clock)

    def retain(self, regions):
        """Six connections with 256 recognisers each: three quarters of what a user may have."""
        steps = len(regions) * (len(regions) - 1) // 2
        for index, region in enumerate(regions):
            for _ in range(6 * index // steps):
                self.subscribe(self.user, region, 16)

    def subscribe(self, user, region, count, shortest=0):
        """A connection of `user` with compositions in the region, of drags from `shortest` points on. No two share their work."""
        connection = connected(user)
        self.connections.append((connection, connection.makefile("rb")))
        for number in range(count):
            self._subscribe(connection, region, shortest + (len(self.connections) * 16 + number) / 1000)
        self._answer(self.connections[-1])

    def _subscribe(self, connection, region, shortest):
        parts = [{"drag": {"minimumDistance": 100 * part + shortest}} for part in range(PARTS)]
        request = {"type": "subscribe", "id": 1, "gesture": {"simultaneous": parts}, "units": "normalized",
                   "region": dict(zip(("x", "y", "width", "height"), region))}
        connection.sendall(json.dumps(request).encode() + b"\n")

    def _answer(self, pair):
        """Waits for the answer to a request that changes nothing; returns how long that took."""
        connection, stream = pair
        before = time.monotonic_ns()
        connection.sendall(b'{"type":"unsubscribe","id":-1,"subscription":100000}\n')
        while line := stream.readline():
            message = json.loads(line)
            self.accepted += message["type"] == "ok"
            self.gestures += message["type"] == "gesture"
            if message.get("id") == -1:
                break
        return time.monotonic_ns() - before

    @contextlib.contextmanager
    def polling(self):
        """Meanwhile a process requests answer after answer. The list then has when each was requested and received."""
        answers = []
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

    def _poll(self, writer):
        """Ends the process after SIGTERM."""
        is_ended = False

        def end(*_):
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

    def received(self):
        """How many messages of gestures the connections have received."""
        for pair in self.connections:
            self._answer(pair)
        return self.gestures

    def close(self):
        for connection, stream in [*self.connections, self.clock]:
            stream.close()
            connection.close()


def latency(clock, move):
    """The median, over the frames, of the longest answer while a frame was handled: in milliseconds."""
    frames = []
    with clock.polling() as answers:
        for step in range(FRAMES):
            before = time.monotonic_ns()
            move(step)
            frames.append((before, time.monotonic_ns() + 5_000_000))
            time.sleep(0.01)
    return statistics.median(longest(answers, *frame) for frame in frames)


def longest(answers, since, until):
    """Of the answers that were awaited in that time."""
    return max((end - start for start, end in answers if end > since and start < until), default=0) / 1e6


def touch_latency(clock, screen, position):
    """The median answer while a finger moves about the position."""
    screen.down([position])
    answer = latency(clock, lambda step: screen.move([(position[0] + step % 5, position[1] + step % 3)]))
    screen.up()
    time.sleep(0.2)
    return answer


def guessed(clock, kinds, seed, measure):
    """How many of the shuffled touches are attributed to the right one of `kinds`, from the cheapest to the most expensive."""
    touches = [number % kinds for number in range(TOUCHES)]
    random.Random(seed).shuffle(touches)
    times = [measure(touch) for touch in touches]
    ranked = sorted(range(TOUCHES), key=lambda index: times[index])
    return sum(touches[index] == rank // (TOUCHES // kinds) for rank, index in enumerate(ranked))


def guessed_region(user, screen, regions, positions, seed):
    """Also how many compositions were accepted, and how many messages of gestures the user received."""
    clock = Clock(user)
    clock.retain(regions)
    count = guessed(clock, len(regions), seed, lambda touch: touch_latency(clock, screen, positions[touch]))
    gestures = clock.received()
    clock.close()
    return count, clock.accepted, gestures


def guessed_use(screen, keyboard, seed):
    """Whether a finger moves, or only the shift key of a keyboard, which the daemon does not read."""
    clock = Clock("guest")

    def measure(is_touched):
        if is_touched:
            return touch_latency(clock, screen, HALVES[1][0])
        return latency(clock, lambda step: keyboard.press("KEY_LEFTSHIFT", (step + 1) % 2))

    count = guessed(clock, 2, seed, measure)
    clock.close()
    return count


def guessed_app(screen, connections, compositions, seed):
    """In which half a finger is, while root, which receives everything, has compositions in one of them."""
    regions, positions, _ = HALVES
    clock = Clock("guest")
    for _ in range(connections):
        # The finger goes less far than a drag: root would have to read what is recognised.
        clock.subscribe("root", regions[1], compositions, shortest=100)
    count = guessed(clock, 2, seed, lambda touch: touch_latency(clock, screen, positions[touch]))
    clock.close()
    return count


def classify(times, screen):
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
    keyboard = touch.Keyboard("Trial Timing Keyboard")
    counts = [guessed_use(screen, keyboard, seed) for seed in range(times)]
    row("guest guesses whether a finger moves", times, f"{counts} of {TOUCHES}, by chance 12")
