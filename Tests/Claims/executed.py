"""What the tests executed, from the coverage that the compiler counts."""

import json


class Executed:
    def __init__(self, path):
        self.counts = {}
        for function in json.loads(path.read_text())["data"][0]["functions"]:
            # A file's private functions have its name before theirs.
            name = function["name"].rsplit(":", 1)[-1]
            self.counts[name] = self.counts.get(name, 0) + function["count"]

    def count(self, symbol):
        """How often its code ran; None for what has no code of its own: a type, a case, a stored property."""
        stem = "$s" + symbol.usr.split(":", 1)[1]
        names = [stem]
        for ending, code in (("vp", ("vg", "vs", "vM", "vr")), ("vpZ", ("vgZ", "vsZ", "vMZ")), ("ip", ("ig", "iM"))):
            if stem.endswith(ending):
                names += [stem.removesuffix(ending) + accessor for accessor in code]
        counts = [self.counts[name] for name in names if name in self.counts]
        return sum(counts) if counts else None
