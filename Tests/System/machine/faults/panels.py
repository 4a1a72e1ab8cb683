"""Panels of many kinds, plugged in through uhid: the kernel's hid-multitouch reads what they report of fingers that tap, drag and
pinch, and a client receives the same gestures of each panel."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from panel import PANELS, Contact, Ids, Panel, PanelDevice
from subscriber import Expressions, Subscriber, subscribed
from testing.checks import wait_until
from testing.client import Message
from testing.uinput import Position

from faults.repeat import repeat, row, unequal, unless

STANDARD = 1
# Seconds after which the next tap is not of the same row: 350 ms by default.
LONGEST_ROW = 0.5
# Seconds beyond its own time that a report may be late before the fingers count as too slow: fast taps whose gap shrinks from
# 70 to 30 ms are one finger that the panel lost for a moment.
LATEST = 0.02
HOVER = 0.06
Path = Callable[[float], Position]


@dataclass(frozen=True)
class Finger:
    """Its position on its path, from 0 to 1, in mm from the surface's centre; it moves from `begins` to `rests`, in seconds."""

    path: Path
    down: float
    up: float
    begins: float = 0
    rests: float = math.inf
    # From then on the panel takes it for a palm.
    palm: float = math.inf

    def at(self, seconds: float) -> Position:
        begins, rests = max(self.begins, self.down), min(self.rests, self.up)
        return self.path(min(max((seconds - begins) / (rests - begins), 0), 1))


def line(start: Position, end: Position) -> Path:
    return lambda part: [a + (b - a) * part for a, b in zip(start, end)]


def arc(radius: float, start: float, end: float) -> Path:
    """Angles in degrees, clockwise from the right."""
    def place(part: float) -> Position:
        angle = math.radians(start + (end - start) * part)
        return radius * math.cos(angle), radius * math.sin(angle)
    return place


def tap(x: float, y: float = 0, down: float = 0, lasts: float = 0.08) -> Finger:
    return Finger(line((x, y), (x, y)), down, down + lasts)


def drag(start: Position, end: Position, lasts: float, down: float = 0, rest: float = 0) -> Finger:
    """It rests before it lifts."""
    return Finger(line(start, end), down, down + lasts + rest, rests=down + lasts)


def row_of(fingers: int, start: Position, end: Position, lasts: float, apart: float = 18) -> list[Finger]:
    offsets = [apart * (finger - (fingers - 1) / 2) for finger in range(fingers)]
    return [drag((start[0] + offset, start[1]), (end[0] + offset, end[1]), lasts) for offset in offsets]


def pinch(fingers: int, before: float, after: float, rest: float = 0) -> list[Finger]:
    """Radii."""
    angles = [360 * finger / fingers - 20 for finger in range(fingers)]
    paths = [(arc(before, angle, angle)(0), arc(after, angle, angle)(0)) for angle in angles]
    return [drag(*path, 0.4, rest=rest) for path in paths]


@dataclass(frozen=True)
class Sequence:
    """What fingers do, and what a subscriber of the standard set receives on a touchscreen and on a touchpad."""

    name: str
    fingers: Callable[[Panel], list[Finger]]
    screen: list[str] | None
    pad: list[str] | None
    # The most fingers at once.
    most: int = 1
    # Which panels can do it.
    needs: Callable[[Panel], bool] = lambda panel: True
    # From when to when the panel's button, or its pen's tip, is down.
    pressed: tuple[float, float] = (math.inf, math.inf)

    def expected(self, panel: Panel) -> list[str] | None:
        """None if the panel cannot do it."""
        can = self.most <= panel.contacts and self.needs(panel)
        return (self.pad if panel.is_pad else self.screen) if can else None


def left(panel: Panel) -> float:
    return -panel.size[0] / 2


def thumb(panel: Panel) -> Finger:
    """It holds the panel's frame."""
    return tap(left(panel) + 3, 15, lasts=1.6)


SEQUENCES = [
    Sequence("a tap", lambda _: [tap(0)], ["tap 1, 1"], ["tap 1, 1"]),
    Sequence("a double tap", lambda _: [tap(0, lasts=0.07), tap(0.5, down=0.2)], ["tap 1, 1", "tap 1, 2"],
             ["tap 1, 1", "tap 1, 2"]),
    Sequence("four fast taps", lambda _: [tap(0, down=0.13 * count, lasts=0.06) for count in range(4)],
             [f"tap 1, {count}" for count in range(1, 5)], [f"tap 1, {count}" for count in range(1, 5)]),
    Sequence("a tap that rolls", lambda _: [drag((0, 0), (1.2, 0.3), 0.08)], ["tap 1, 1"], ["tap 1, 1"]),
    Sequence("a long press", lambda _: [tap(0, lasts=0.8)], ["longPress 1"], ["longPress 1"]),
    Sequence("a slow drag", lambda _: [drag((-30, 0), (30, 0), 0.6)], ["drag 1 right"], []),
    Sequence("a drag upwards that stops", lambda _: [drag((0, 25), (0, -25), 0.4, rest=0.2)], ["drag 1 up"], []),
    Sequence("a flick", lambda _: [drag((30, 0), (-30, 0), 0.15)], ["drag 1 left"], []),
    Sequence("a long press that moves", lambda _: [Finger(line((-20, 0), (20, 0)), 0, 1.1, begins=0.7)],
             ["longPress 1 outcompeted", "drag 1 right"], None),
    Sequence("a tap of two fingers", lambda _: [tap(-10), tap(10)], ["tap 2, 1"], ["tap 2, 1"], 2),
    Sequence("a double tap of two fingers", lambda _: [tap(x, down=down) for down in (0, 0.2) for x in (-10, 10)],
             ["tap 2, 1", "tap 2, 2"], ["tap 2, 1", "tap 2, 2"], 2),
    Sequence("two fingers down", lambda _: row_of(2, (0, -20), (0, 20), 0.4), ["drag 2 down"], ["drag 2 down"], 2),
    Sequence("a second finger 20 ms later",
             lambda _: [Finger(line((x, 0), (x + 45, 0)), down, 0.4, begins=0.06) for x, down in ((-35, 0), (-15, 0.02))],
             ["drag 2 right"], ["drag 2 right"], 2),
    Sequence("two fingers that lift one after the other",
             lambda _: [drag((-30, 0), (10, 0), 0.3, rest=0.05), drag((-10, 5), (30, 5), 0.3, rest=0.12)],
             ["drag 2 right"], ["drag 2 right"], 2),
    Sequence("a pinch outwards", lambda _: pinch(2, 10, 28), ["pinch 2 out"], ["pinch 2 out"], 2),
    Sequence("a pinch inwards", lambda _: pinch(2, 28, 10), ["pinch 2 in"], ["pinch 2 in"], 2),
    Sequence("a pinch whose fingers lift one after the other",
             lambda _: [finger if number else Finger(finger.path, 0, 0.48, rests=finger.rests)
                        for number, finger in enumerate(pinch(2, 10, 28, rest=0.15))], ["pinch 2 out"], ["pinch 2 out"], 2),
    Sequence("a turn", lambda _: [Finger(arc(22, start, start + 70), 0, 0.5) for start in (0, 180)], ["turn 2 right"],
             ["turn 2 right"], 2),
    Sequence("two taps at two places with one id", lambda _: [tap(-30), tap(30, down=0.16)], ["tap 1, 1", "tap 1, 1"],
             ["tap 1, 1", "tap 1, 1"]),
    Sequence("another finger as one lifts", lambda _: [tap(-30, lasts=0.1), tap(30, 10, down=0.11, lasts=0.1)],
             ["tap 1, 1", "tap 1, 1"], ["tap 1, 1", "tap 1, 1"]),
    Sequence("a finger that slides out", lambda panel: [drag((-left(panel) - 40, 0), (-left(panel), 0), 0.3)],
             ["drag 1 right"], []),
    Sequence("a finger from the edge", lambda panel: [drag((left(panel) + 0.5, 0), (left(panel) + 45, 0), 0.3)],
             ["drag 1 right"], []),
    Sequence("a tap beside a thumb on the frame", lambda panel: [thumb(panel), tap(0, down=0.9)],
             ["longPress 1 palm", "tap 1, 1"], None, 2),
    Sequence("a drag beside a thumb on the frame", lambda panel: [thumb(panel), drag((0, 0), (40, 0), 0.3, down=0.9)],
             ["longPress 1 palm", "drag 1 right"], None, 2),
    Sequence("three fingers to the left", lambda _: row_of(3, (20, 0), (-20, 0), 0.3), ["drag 3 left"], ["drag 3 left"], 3),
    Sequence("a tap of three fingers", lambda _: [tap(x) for x in (-18, 0, 18)], ["tap 3, 1"], ["tap 3, 1"], 3),
    Sequence("five fingers inwards", lambda _: pinch(5, 30, 14), ["pinch 5 in"], ["pinch 5 in"], 5),
    Sequence("a palm as it lifts", lambda _: [Finger(line((0, 0), (0, 0)), 0, 0.1, palm=0.1)], [], [],
             needs=lambda panel: panel.has_confidence),
    Sequence("a drag beside a palm",
             lambda _: [Finger(line((45, 20), (45, 20)), 0, 0.9, palm=0), drag((-40, 0), (0, 0), 0.4, down=0.3)],
             ["drag 1 right"], [], 2, lambda panel: panel.has_confidence),
    Sequence("a click", lambda _: [tap(0, lasts=0.25)], None, [], pressed=(0.08, 0.18)),
    Sequence("a pen that touches in mid-drag", lambda _: [drag((-30, 0), (30, 0), 0.6)], ["drag 1 right penNear"], None,
             needs=lambda panel: panel.has_pen, pressed=(0.3, 0.4)),
]
UNPLUGGED = Sequence("unplugged in mid-drag", lambda _: row_of(2, (-25, 0), (25, 0), 0.4), ["drag 2 right deviceLost"],
                     ["drag 2 right deviceLost"])


class Hand:
    """Its fingers on a panel, at the times of the sequence."""

    def __init__(self, panel: Panel, device: PanelDevice, ids: Ids) -> None:
        self.panel, self.device, self.ids = panel, device, ids

    def play(self, sequence: Sequence, until: float = math.inf) -> float:
        """Returns the longest time from the moment that a report shows to when the next one was written, in seconds."""
        fingers, taken = sequence.fingers(self.panel), dict[Finger, int]()
        end, hover = max(finger.up for finger in fingers), HOVER if self.panel.hovers else 0
        period, last, longest, pen = 1 / self.panel.rate, 0.0, 0.0, False
        began = time.monotonic()
        while last < min(end + hover, until):
            now = time.monotonic() - began
            contacts = list(self._contacts(fingers, taken, now, hover))
            is_pressed = sequence.pressed[0] <= now < sequence.pressed[1]
            if contacts:
                self.device.show(contacts, now, is_pressed and self.panel.is_pad)
            if self.panel.has_pen and is_pressed != pen:
                self.device.write(50, 50, pen := is_pressed)
            longest, last = max(longest, time.monotonic() - began - last), now
            time.sleep(period - (time.monotonic() - began) % period)
        return longest

    def _contacts(self, fingers: list[Finger], taken: dict[Finger, int], now: float, hover: float) -> Iterator[Contact]:
        """A finger that lifts is in one more report."""
        for finger in fingers:
            if finger.down - hover <= now < finger.up + hover and finger not in taken:
                taken[finger] = self.ids.next(taken.values())
            if finger in taken:
                x, y = (side / 2 + place for side, place in zip(self.panel.size, finger.at(now)))
                yield Contact(taken[finger], x, y, finger.down <= now < finger.up, now < finger.up + hover, now < finger.palm)
                if now >= finger.up + hover:
                    del taken[finger]


def shown(messages: list[Message]) -> str:
    """A gesture in words: its kind, its fingers, where it went, and why it ended early."""
    first, last = messages[0], messages[-1]
    value: Message = next((message["value"] for message in reversed(messages) if message.get("value")), {})
    kind = next((kind for kind in ("tap", "longPress", "drag", "simultaneous") if kind in value), "nothing")
    if kind == "simultaneous":
        words = pinched(*(part[name] for part, name in zip(value[kind], ("magnify", "rotate"))))
    elif kind == "drag":
        words = f"drag {value[kind]['fingers']} {direction(*value[kind]['translation'])}"
    else:
        words = f"{kind} {value.get(kind, {}).get('fingers')}" + (f", {value[kind]['count']}" if kind == "tap" else "")
    if (first["phase"], last["phase"]) == ("began", "ended"):
        return words
    return f"{words} {last.get('reason', last['phase'])}" if first["phase"] == "began" else f"{words} from {first['phase']}"


def pinched(magnify: Message, rotate: Message) -> str:
    scale, angle = magnify["magnification"], rotate["rotation"]
    if abs(angle) > abs(math.log(scale)):
        return f"turn {magnify['fingers']} {'right' if angle > 0 else 'left'}"
    return f"pinch {magnify['fingers']} {'out' if scale > 1 else 'in'}"


def direction(x: float, y: float) -> str:
    if abs(x) >= abs(y):
        return "right" if x > 0 else "left"
    return "down" if y > 0 else "up"


def gestures(client: Subscriber, id: str) -> list[str]:
    """What was recognised on the device, in the order in which it began."""
    found: dict[int, list[Message]] = {}
    for message in client.gestures(STANDARD):
        if message["device"] == id:
            found.setdefault(message["gesture"], []).append(message)
    return [shown(messages) for messages in found.values()]


class Trial:
    """One panel, plugged in, with a client that receives everything."""

    def __init__(self, panel: Panel, number: int) -> None:
        self.panel, self.number = panel, number
        expressions: Expressions = {STANDARD: {"standard": panel.kind}}
        self.client = subscribed("root", expressions)
        self.right = self.total = 0
        self.plug()

    def plug(self) -> None:
        self.client.mark()
        self.device = PanelDevice(self.panel, f"Trial Panel {self.number}")
        self.hand = Hand(self.panel, self.device, Ids(self.panel))
        self.announced = wait_until(self._announced) or [{}]
        self.id = self.announced[-1].get("id", "")

    def _announced(self) -> list[Message]:
        devices = [m["device"] for m in self.client.recent("deviceAdded") + self.client.recent("deviceChanged")]
        nodes = self.device.nodes().values()
        return [device for device in devices if device["node"] in nodes and device["availability"] == "open"]

    def run(self) -> list[str]:
        if not self.id:
            return [f"{self.panel.name}: not announced; its inputs are {self.device.nodes()}"]
        errors = self._described()
        for sequence in SEQUENCES:
            errors += self._repeated(sequence, self._played)
        errors += self._repeated(UNPLUGGED, self._unplugged)
        return errors

    def _described(self) -> list[str]:
        device, panel = self.announced[-1], self.panel
        # The kernel's resolution is a whole number of units a millimetre.
        is_near = all(abs(a - b) <= b / 100 for a, b in zip(device["size"], panel.shown_size))
        return (unless(is_near, f"{panel.name}: its size is {device['size']}, not {panel.shown_size}")
                + unequal(f"{panel.name}: its slots", device["slots"], panel.contacts)
                + unequal(f"{panel.name}: its kind", device["kind"], panel.kind)
                + unequal(f"{panel.name}: its assumption", device.get("assumption", ""), panel.assumption))

    def _repeated(self, sequence: Sequence, attempt: Callable[[Sequence], float]) -> list[str]:
        if (expected := sequence.expected(self.panel)) is None:
            return []
        # A busy machine may be too slow for what the fingers do; then they do it again.
        for _ in range(20):
            longest = attempt(sequence)
            found = gestures(self.client, self.id)
            if found == expected or longest < 1 / self.panel.rate + LATEST:
                break
        self.total += 1
        self.right += found == expected
        return unequal(f"{self.panel.name}: {sequence.name}, {longest * 1000:.0f} ms", found, expected)

    def _played(self, sequence: Sequence) -> float:
        time.sleep(LONGEST_ROW)
        self.client.discard()
        longest = self.hand.play(sequence)
        # A click, and a finger that remains on a touchpad, are decided a tenth of a second later.
        time.sleep(0.15)
        self.client.synchronise()
        return longest

    def _unplugged(self, sequence: Sequence) -> float:
        if not self.device.nodes():
            self.plug()
        time.sleep(LONGEST_ROW)
        self.client.discard()
        longest = self.hand.play(sequence, until=0.3)
        self.device.remove()
        wait_until(lambda: self.client.recent("deviceRemoved"))
        self.client.synchronise()
        return longest

    def close(self) -> None:
        if self.device.nodes():
            self.device.remove()
            wait_until(lambda: not self.device.nodes())
        self.client.close()


def play(times: int) -> None:
    def once(number: int) -> list[str]:
        # Not every panel in every system test: the ones that are tried are spread over all.
        trial = Trial(PANELS[(2 * number + 1) * len(PANELS) // (2 * times)], number)
        errors = trial.run()
        trial.close()
        row(f"a panel {trial.panel.name}", trial.total, f"{trial.right} right")
        return errors

    repeat("fingers on a panel of HID", times, once)
