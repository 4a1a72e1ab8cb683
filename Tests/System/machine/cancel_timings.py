"""When clients learn that a gesture was cancelled, and in which turn of the daemon's loop."""


class CancelTimings:
    """The timings of many cancels. Each must be sent in the turn that reads its cause; times are only reported."""

    def __init__(self, trace):
        self.trace = trace
        self.requested, self.timings = [], []

    def errors(self, client, requested):
        """Those of the last cancel, whose cause was requested at that time."""
        timing = self.trace.timing(client)
        if timing is None:
            return ["the trace has no cancel"]
        self.requested.append(requested)
        self.timings.append(timing)
        return timing.errors

    def __str__(self):
        """The first stage is the work of logind and the bus."""
        stages = {
            "request to readable": [t.readable - requested for requested, t in zip(self.requested, self.timings)],
            "to the loop's turn": [t.woke - t.readable for t in self.timings],
            "to its write": [t.sent - t.woke for t in self.timings],
            "to the client": [t.arrived - t.sent for t in self.timings],
            "readable to client": [t.arrived - t.readable for t in self.timings],
        }
        return "; ".join(["ms at 50/90/99 %/maximum", *(f"{name} {spread(times)}" for name, times in stages.items() if times)])


def spread(times):
    places = [min(len(times) * share // 100, len(times) - 1) for share in (50, 90, 99, 100)]
    return "/".join(f"{sorted(times)[place] / 1000:.1f}" for place in places)
