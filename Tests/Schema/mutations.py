"""Requests that differ from good ones in a place or two. Equal seeds give equal requests."""
import copy
import json
import random
from typing import Any

Path = tuple[Any, ...]

KEYS = ["type", "id", "gesture", "device", "region", "units", "explain", "scope", "claim", "subscription", "feedback", "fingers",
        "count", "maximumDistance", "maximumDuration", "maximumDelay", "minimumDuration", "minimumDistance", "edges",
        "edgeDistance", "velocity", "directions", "minimumVelocity", "minimumScaleDelta", "minimumAngleDelta", "templates",
        "minimumScore", "x", "y", "width", "height", "of", "kind", "name", "points", "processes", "app", "window", "output",
        "outputs", "devices", "locked", "scale", "transform", "builtIn", "drag", "tap", "race", "standard", "sequence",
        "Id", "fingerz", ""]
WORDS = ["any", "never", "touchpad", "touchscreen", "points", "millimetres", "normalized", "session", "focused", "left", "up",
         "window", "surface", "automatic", "swiftUI", "90", "flipped", "success", "Left", "", "x" * 64, "x" * 65, "x" * 255,
         "x" * 256, "é" * 128, "event5", "\u0000", "𝄞"]
NUMBERS = [0, 1, 2, 3, 10, 11, 16, -1, 0.5, -0.0, 1.0, 2.5, 0.001, 0.0009, 1e-300, 45, 3600, 3600.5, 1e9, 1e9 + 1, 1e6,
           1e6 + 1, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -2**63, -2**63 - 1, 1e16, 1e300, -1e300]
OTHERS: list[Any] = [None, True, False, [], {}, [[]], [1, 2], [3, 4], ["left", "up"], ["left", 1], [{}], {"kind": "touchpad"},
                     {"width": 1920, "height": 1080}, {"x": 0, "y": 0, "width": 1, "height": 1}, [1] * 512, [1] * 513]
# Several gestures, for compositions.
GESTURES: list[Any] = [{"tap": {}}, {"drag": {"fingers": 2}}, {"longPress": {"minimumDuration": "never"}},
                       {"standard": "touchpad"},
                       {"race": [{"tap": {}}, {"drag": {}}]}, {"magnify": {}}, {"swipe": {"directions": "up"}},
                       {"tap": {}, "drag": {}}]


def places(value: Any, path: Path = ()) -> list[Path]:
    """The path of each value below this one, and its own."""
    found = [path]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += places(child, (*path, key))
    return found


class Mutations:
    def __init__(self, seed: int, requests: list[str]) -> None:
        self.random = random.Random(seed)
        self.requests = [json.loads(line) for line in requests]

    def line(self) -> str:
        request = copy.deepcopy(self.random.choice(self.requests))
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            request = self.changed(request)
        return json.dumps(request, ensure_ascii=self.random.random() < 0.5)

    def value(self) -> Any:
        pools: list[list[Any]] = [WORDS, NUMBERS, NUMBERS, OTHERS, GESTURES]
        return copy.deepcopy(self.random.choice(self.random.choice(pools)))

    def changed(self, request: Any) -> Any:
        path = self.random.choice(places(request))
        if not path:
            # The line itself stays an object in most cases.
            return self.value() if self.random.random() < 0.02 else self.extended(request)
        parent = request
        for key in path[:-1]:
            parent = parent[key]
        key = path[-1]
        old = parent[key]
        kind = self.random.randrange(6)
        if kind == 0:
            del parent[key]
        elif kind == 1 and isinstance(old, (int, float)) and not isinstance(old, bool):
            parent[key] = self.random.choice([old + 1, old - 1, -old, old * 1000, old / 2, float(old), str(old)])
        elif kind == 2 and isinstance(old, list) and old:
            parent[key] = self.random.choice([old * 2, old[:1], old[::-1], old * 20, [old]])
        elif kind == 3:
            parent[key] = self.extended(old)
        elif kind == 4 and "gesture" in request:
            parts = [copy.deepcopy(self.random.choice(GESTURES)) for _ in range(self.random.randrange(1, 9))]
            request["gesture"] = {self.random.choice(["race", "sequence", "exclusive", "simultaneous"]): parts}
        else:
            parent[key] = self.value()
        return request

    def extended(self, value: Any) -> Any:
        if isinstance(value, dict):
            value[self.random.choice(KEYS)] = self.value()
        elif isinstance(value, list):
            value.insert(self.random.randrange(len(value) + 1), self.value())
        return value
