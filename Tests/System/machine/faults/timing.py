"""A client that receives nothing measures how long the daemon takes to answer, and infers from it where a finger is.

It retains as many recognisers as a user may, in one region, and more of them the further the region is from the first one. A
daemon that ran them would answer later while a finger is in an expensive region. With a median of many answers for each
touch, the touches are ranked; the slowest are attributed to the most expensive region.
"""

import json
import random
import statistics
import time

from report import check, row
from subscriber import connected

TOUCHES = 24
# Regions in the normalised surface, a touch in millimetres within each, and how many touches may be guessed: chance is 12 and
# 6, and exceeds these numbers in one run of thirty at most.
HALVES = ([(0, 0, 0.5, 1), (0.5, 0, 0.5, 1)], [(60, 90), (260, 90)], 16)
QUADRANTS = ([(0, 0, 0.5, 0.5), (0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)],
             [(60, 40), (260, 40), (60, 150), (260, 150)], 11)


class Clock:
    """Connections of one user, with recognisers in regions, and the time until a request is answered."""

    def __init__(self, user, regions):
        self.connections, self.gestures = [], 0
        number, steps = 0, len(regions) * (len(regions) - 1) // 2
        for index, region in enumerate(regions):
            # Six connections with 256 recognisers each: three quarters of what a user may have.
            for _ in range(6 * index // steps):
                connection = connected(user)
                self.connections.append((connection, connection.makefile("rb")))
                for _ in range(16):
                    number += 1
                    self._subscribe(connection, region, number)
        connection = connected(user)
        self.clock = (connection, connection.makefile("rb"))
        for each in [*self.connections, self.clock]:
            self._answer(each)

    def _subscribe(self, connection, region, number):
        parts = [{"drag": {"minimumDistance": 100 * part + number / 1000}} for part in range(16)]
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
            self.gestures += message["type"] == "gesture"
            if message.get("id") == -1:
                break
        return time.monotonic_ns() - before

    def median(self, count):
        return statistics.median(self._answer(self.clock) for _ in range(count))

    def close(self):
        for connection, stream in [*self.connections, self.clock]:
            stream.close()
            connection.close()


def latency(clock, screen, position):
    """The median answer while a finger moves about the position."""
    screen.down([position])
    answers = []
    for step in range(30):
        screen.move([(position[0] + step % 5, position[1] + step % 3)])
        answers.append(clock.median(3))
    screen.up()
    time.sleep(0.2)
    return statistics.median(answers)


def guessed(user, screen, regions, positions, seed):
    touches = [number % len(regions) for number in range(TOUCHES)]
    random.Random(seed).shuffle(touches)
    clock = Clock(user, regions)
    clock.median(100)
    times = [latency(clock, screen, positions[touch]) for touch in touches]
    gestures = clock.gestures
    clock.close()
    ranked = sorted(range(TOUCHES), key=lambda index: times[index])
    each = TOUCHES // len(regions)
    return sum(touches[index] == rank // each for rank, index in enumerate(ranked)), gestures


def classify(times, screen):
    for kind, (regions, positions, limit) in (("halves", HALVES), ("quadrants", QUADRANTS)):
        # `guest` is not active; `member` is, but without the focus it receives no positions.
        for user in ("guest", "member"):
            results = [guessed(user, screen, regions, positions, seed) for seed in range(times)]
            counts = [count for count, _ in results]
            check(f"{user} guesses {kind} from latency no better than by chance", statistics.median(counts) <= limit,
                  f"{counts} of {TOUCHES}")
            check(f"{user} receives no gesture meanwhile", all(not gestures for _, gestures in results), results)
            row(f"{user} guesses {kind}", times, f"{counts} of {TOUCHES}, at most {limit}")
