"""How soon, and in which turn of the daemon's loop, clients are told that a gesture is over."""

# Microseconds.
PROMPT = 50_000


class Ways:
    """Those of many cancels: each is sent in the turn that reads its cause, and prompt.

    Time is judged where it is measured often, by `make faults`: a test that anybody runs on any machine counts turns.
    """

    def __init__(self, watch, times):
        self.watch = watch
        self.judges_time = times >= 10
        self.asked, self.taken = [], []

    def complaints(self, client, asked):
        """Of the last cancel, whose cause was asked for at that time."""
        way = self.watch.way(client)
        if way is None:
            return ["what the kernel saw has no cancel"]
        self.asked.append(asked)
        self.taken.append(way)
        late = f"{way.took / 1000:.1f} ms from when its cause could be read to the client"
        return way.wrong + [late] * (self.judges_time and way.took > PROMPT)

    def __str__(self):
        """What comes before is logind's and the bus's."""
        stages = {
            "asked to readable": [way.told - asked for asked, way in zip(self.asked, self.taken)],
            "to the loop's turn": [way.woke - way.told for way in self.taken],
            "to its write": [way.sent - way.woke for way in self.taken],
            "to the client": [way.arrived - way.sent for way in self.taken],
            "readable to client": [way.arrived - way.told for way in self.taken],
            "of it the machine stood still": [way.stood for way in self.taken],
            "rest": [way.took for way in self.taken],
        }
        return "; ".join(["ms at 50/90/99 %/most", *(f"{name} {spread(took)}" for name, took in stages.items() if took)])


def spread(took):
    places = [min(len(took) * share // 100, len(took) - 1) for share in (50, 90, 99, 100)]
    return "/".join(f"{sorted(took)[place] / 1000:.1f}" for place in places)
