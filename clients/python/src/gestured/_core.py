"""The connection without a loop: requests, answers, subscriptions and reconnection. It never blocks.

    disconnected ──► connecting ──► connected
         ▲───────────────┴──────────────┘
"""
from __future__ import annotations

import errno
import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Literal

from ._decoding import text, whole
from ._geometry import Vector
from ._gesture import Gesture, encoded
from ._log import explains, log, printable
from .errors import ConnectionFailed, GestureError, NotConnected, PositionsWithheld, RequestRefused, Unsupported
from .events import CompositionValue, Event, read_event
from .protocol import (
    CLOSING_CODES,
    Access,
    Contacts,
    Device,
    DeviceFilter,
    DragValue,
    ErrorMessage,
    Explanation,
    Hands,
    Hello,
    Region,
    Scope,
    UnitName,
    read_access,
    read_contacts,
    read_device,
    read_error_message,
    read_explanation,
    read_hello,
    read_status,
)

DEFAULT_PATH = "/run/gestured/gestured.sock"
PROTOCOL = 1
# Longer than any line of the daemon.
LONGEST_LINE = 1 << 20
# Arrays and objects in each other, more than any line of the daemon has.
DEEPEST = 64
# How much of an invalid line a reason has.
SHOWN = 200
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
MILLIMETRES_PER_POINT = 0.15875

Units = UnitName | tuple[float, float]
"""`points`, `millimetres`, `normalized`, or a width and height to which the surface is scaled."""
State = Literal["disconnected", "connecting", "connected"]
DeviceChange = Literal["added", "changed", "removed"]
Answer = Callable[[dict[str, Any] | GestureError], None]
Line = dict[str, Any]


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_constant)
# Python reads at most 4,300 digits. No number has so many, but a key of a later daemon, which nobody reads, may.
_patient_decoder = json.JSONDecoder(
    parse_constant=_constant, parse_int=lambda digits: int(digits) if len(digits) < 400 else inf
)


def decode(line: str) -> Any:
    try:
        # decode() looks for spaces around the value, which takes as long as a third of it.
        value, end = _decoder.raw_decode(line) if line[:1] == "{" else (None, -1)
        if end != len(line):
            value = _decoder.decode(line)
    except json.JSONDecodeError:
        raise
    except ValueError:
        value = _patient_decoder.decode(line)
    # Nearly all lines have fewer in all.
    if line.count("{") + line.count("[") > DEEPEST and is_deeper(value, DEEPEST):
        raise ValueError(f"nested deeper than {DEEPEST}")
    if "\\u" in line:
        # Half a surrogate pair is no text, which raises a ValueError.
        json.dumps(value, ensure_ascii=False).encode()
    return value


def encode(request: Line) -> bytes:
    """ValueError for a number that is not finite, and for half a surrogate pair, which the daemon could not answer."""
    return json.dumps(request, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode() + b"\n"


def is_deeper(value: Any, levels: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    return levels == 0 or any(is_deeper(each, levels - 1) for each in (value.values() if isinstance(value, dict) else value))


def now() -> float:
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def log_explanation(explanation: Explanation) -> None:
    log.warning("%s", printable(explanation.sentence))


class Subscription:
    """One subscription, which is made again on each connection.

        waiting ──► requested ──► active
           ▲            └──► refused
           └──── from every state when the connection ends
    """

    def __init__(
        self,
        core: Core,
        gesture: Gesture[Any] | None,
        device: DeviceFilter | None,
        region: Region | None,
        units: Units,
        scope: Scope,
        claim: bool,
        on_event: Callable[[Event[Any]], None],
        on_failure: Callable[[GestureError], None] | None = None,
        on_explanation: Callable[[Explanation], None] | None = None,
        on_contacts: Callable[[Contacts], None] | None = None,
        hands: Hands = "together",
    ) -> None:
        """Without a gesture it is a subscription to contacts."""
        self.core = core
        self.gesture = gesture
        self.region = region
        """The one that the app wants."""
        self.in_force: Region | None = None
        """The region in force at the daemon; before its answer, the requested one."""
        self.moves = 0
        """How many moves await their answer."""
        self.on_event = on_event
        self.on_failure = on_failure or self.warn
        self.warned = ""
        """What was logged of the last failure. A daemon that starts again refuses with the same words."""
        self.on_explanation = on_explanation or (log_explanation if gesture is not None and explains() else None)
        self.on_contacts = on_contacts
        self.state = "waiting"
        self.number: int | None = None
        self.open: dict[int, Event[Any]] = {}
        """The last event of each gesture in progress."""
        self.failure: GestureError | None = None
        """Why the daemon does not recognise the gesture."""
        self.units = units
        self.request: Line = {"gesture": gesture.json()} if gesture else {"contacts": True}
        if device is not None:
            self.request["device"] = encoded(device)
        if not isinstance(units, str):
            width, height = encoded(units)
            self.request["units"] = {"width": width, "height": height}
        elif units != "points":
            self.request["units"] = units
        if scope != "focused":
            self.request["scope"] = scope
        if claim:
            self.request["claim"] = True
        if hands != "together":
            self.request["hands"] = hands
        if on_explanation:
            self.request["explain"] = True
        self.asks_to_explain = self.on_explanation is log_explanation
        """A daemon that cannot explain is not asked to, because the gesture does not depend on it."""
        # An error now: later it would interrupt the client's own work.
        encode(self.request | {"region": encoded(region)})

    @property
    def is_ended(self) -> bool:
        return self.state == "ended"

    def capabilities(self) -> list[str]:
        keys = ["contacts", "region", "units", "scope", "claim", "hands", "explain"]
        request = self.request | ({"region": None} if self.region else {})
        own = self.gesture.capabilities() if self.gesture else []
        return own + [key for key in keys if key in request]

    def subscribe(self) -> None:
        hello = self.core.hello
        if hello is None:
            return
        self.failure = None
        self.in_force = self.region
        if missing := [word for word in self.capabilities() if word not in hello.capabilities]:
            self.fail(Unsupported(missing[0], hello.server))
            return
        self.state = "requested"
        request = self.request | ({"region": encoded(self.region)} if self.region else {})
        if self.asks_to_explain and "explain" in hello.capabilities:
            request["explain"] = True
        self.core.send("subscribe", request, self.answered)

    def answered(self, answer: Line | GestureError) -> None:
        if isinstance(answer, NotConnected):
            return
        if isinstance(answer, GestureError):
            if self.is_ended:
                return
            # The refusal does not concern a region that was chosen since.
            if self.region != self.in_force:
                self.subscribe()
            else:
                self.fail(answer)
            return
        self.number = number = answer["subscription"]
        if self.is_ended:
            self.core.send("unsubscribe", {"subscription": number}, lambda _: None)
            return
        self.state = "active"
        self.core.numbers[number] = self
        if self.region != self.in_force:
            self.send_region()

    def fail(self, failure: GestureError) -> None:
        self.state = "refused"
        self.failure = failure
        self.core.call(self.on_failure, failure)

    def warn(self, failure: GestureError) -> None:
        words = printable(failure)
        if words != self.warned:
            self.warned = words
            log.warning("%s", words)

    def move(self, region: Region | None) -> None:
        """Continues in another region. A gesture in progress stays with the one in which its fingers touched."""
        encoded(region)
        wanted, self.region = self.region, region
        if self.state == "refused":
            self.subscribe()
        elif self.state == "active" and region != wanted:
            self.send_region()

    def send_region(self) -> None:
        wanted = self.region
        hello = self.core.hello
        if hello is not None and "move" not in hello.capabilities:
            self.refuse_move(Unsupported("move", hello.server))
            return
        request: Line = {"subscription": self.number} | ({"region": encoded(wanted)} if wanted else {})

        def answered(answer: Line | GestureError) -> None:
            if isinstance(answer, NotConnected):
                return
            self.moves -= 1
            if isinstance(answer, GestureError):
                self.refuse_move(answer)
            else:
                self.in_force = wanted

        self.moves += 1
        self.core.send("move", request, answered)

    def refuse_move(self, failure: GestureError) -> None:
        """The region in force stays so, unless another was chosen since."""
        if self.is_ended:
            return
        if self.moves == 0:
            self.region = self.in_force
        self.core.call(self.on_failure, failure)

    def surface(self, device: str) -> Vector | None:
        """The size of a device's surface in the subscription's units."""
        if isinstance(self.units, tuple):
            return Vector(*self.units)
        if self.units == "normalized":
            return Vector(1.0, 1.0)
        found = self.core.devices.get(device)
        if found is None:
            return None
        unit = 1.0 if self.units == "millimetres" else MILLIMETRES_PER_POINT
        return Vector(found.size.x / unit, found.size.y / unit)

    def set_surface(self, value: object, surface: Vector | None) -> None:
        if isinstance(value, DragValue):
            value.surface = surface
        elif isinstance(value, CompositionValue):
            for part in value.parts:
                self.set_surface(part.value, surface)

    def handle(self, event: Event[Any]) -> None:
        phase = event.phase
        # A gesture begins once, and nothing else comes before.
        if (event.gesture in self.open) is (phase == "began"):
            return
        self.set_surface(event.value, self.surface(event.device))
        if phase == "began" or phase == "changed":
            self.open[event.gesture] = event
        else:
            del self.open[event.gesture]
        self.core.call(self.on_event, event)

    def set_positions(self, positions: str) -> None:
        if positions == "withheld":
            self.failure = PositionsWithheld(
                "positions are withheld: a region and edges receive nothing until the app is known to have the focus, or the "
                "configuration grants positions"
            )
            self.core.call(self.on_failure, self.failure)
        elif isinstance(self.failure, PositionsWithheld):
            self.failure = None

    def reset(self) -> None:
        """The connection has ended."""
        if not self.is_ended:
            self.state = "waiting"
        self.number = None
        self.moves = 0
        if isinstance(self.failure, PositionsWithheld):
            self.failure = None

    def cancel(self, reason: str, device: str | None = None) -> None:
        """Cancels the gestures in progress, with the time of their last event."""
        for event in list(self.open.values()):
            # A callback may have ended the subscription, which cancels the others itself.
            if event.gesture in self.open and (device is None or event.device == device):
                del self.open[event.gesture]
                self.core.call(self.on_event, replace(event, phase="cancelled", reason=reason))

    def end(self, reason: str) -> None:
        """Unsubscribes. Nothing is received afterwards."""
        if self.is_ended:
            return
        self.state = "ended"
        self.core.subscriptions.remove(self)
        if self.number is not None:
            self.core.numbers.pop(self.number, None)
            if self.core.hello is not None:
                self.core.send("unsubscribe", {"subscription": self.number}, lambda _: None)
        self.cancel(reason)


class Core:
    """The client's end of the socket."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.hello: Hello | None = None
        self.devices: dict[str, Device] = {}
        self.access: Access | None = None
        self.failure: ConnectionFailed | None = None
        """Why there is no connection; None before the first attempt and while there is one."""
        self.socket: socket.socket | None = None
        self.subscriptions: list[Subscription] = []
        self.numbers: dict[int, Subscription] = {}
        self.is_closed = False
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change of the state, the devices or the access."""
        self.on_failure: Callable[[ConnectionFailed], None] = lambda _: None
        """Called with each failure whose words are new."""
        self.on_device: Callable[[DeviceChange, Device], None] = lambda change, device: None
        self.call: Callable[..., None] = lambda function, *arguments: function(*arguments)
        """Calls back, and catches what the callback raises."""
        self.raised: list[Exception] = []
        """What callbacks of the synchronous client have raised. Lines that wait are not handled while there is any."""
        self.input = bytearray()
        self.lines: list[bytes] = []
        """Whole lines that wait, last one first."""
        self.output = bytearray()
        self.pending: dict[int, tuple[str, Answer]] = {}
        """The kind of each request without an answer, and what awaits it."""
        self.last_id = 0
        self.delay = FIRST_DELAY
        self.next_attempt = 0.0
        self.failures = 0
        """How many attempts and connections have ended."""
        self.closing_error: ErrorMessage | None = None

    @property
    def state(self) -> State:
        return "disconnected" if self.socket is None else "connecting" if self.hello is None else "connected"

    @property
    def deadline(self) -> float | None:
        """The time of the next attempt to connect; None while there is a connection, and after the end."""
        return None if self.is_closed or self.socket is not None else self.next_attempt

    @property
    def is_idle(self) -> bool:
        """True if there are subscriptions, but no attempt to connect was ever made."""
        return bool(self.subscriptions) and self.socket is None and self.failures == 0

    @property
    def wants_write(self) -> bool:
        return self.socket is not None and bool(self.output)

    # MARK: Requests

    def request(self, kind: str, members: Line, answer: Answer, needing: str | None = None) -> None:
        """A single request, which is answered at once if there is no connection or no such capability."""
        if self.hello is None:
            answer(NotConnected("not connected to the daemon"))
        elif needing is not None and needing not in self.hello.capabilities:
            answer(Unsupported(needing, self.hello.server))
        else:
            self.send(kind, members, answer)

    def send(self, kind: str, members: Line, answer: Answer) -> None:
        id = self.last_id + 1
        self.output += encode({"type": kind, "id": id} | members)
        self.last_id = id
        self.pending[id] = kind, answer
        self.flush()

    def flush(self) -> None:
        """Ignores a broken connection: reading reports it, after the daemon's last lines."""
        if self.socket is None or not self.output:
            return
        try:
            del self.output[: self.socket.send(self.output, socket.MSG_NOSIGNAL)]
        except OSError:
            return

    # MARK: Messages

    def process(self, limit: int = 1 << 16) -> None:
        """Connects if that is due, and handles what has arrived, up to so many bytes."""
        if self.is_closed:
            return
        try:
            if self.socket is None:
                if self.next_attempt > now():
                    return
                self.connect()
            if self.output:
                self.flush()
            if self.lines or self.receive(limit):
                # A callback that raises in the synchronous client leaves the lines behind it for the next call.
                lines = self.lines
                while lines and lines is self.lines and not self.raised:
                    self.handle(lines.pop())
        except ConnectionFailed as failure:
            self.disconnect(failure)

    def connect(self) -> None:
        connecting: socket.socket | None = None
        try:
            connecting = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
            connecting.connect(self.path)
        except (OSError, ValueError) as error:
            if connecting is not None:
                connecting.close()
            advice = "; is gestured running?" if getattr(error, "errno", 0) in (errno.ENOENT, errno.ECONNREFUSED) else ""
            words = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            raise ConnectionFailed(f"cannot connect to {self.path}: {words}{advice}") from None
        self.socket = connecting
        self.call(self.on_change)

    def receive(self, limit: int) -> bool:
        """Returns False if nothing has arrived."""
        if self.socket is None:
            return False
        try:
            received = self.socket.recv(limit)
        except BlockingIOError:
            return False
        except OSError as error:
            raise ConnectionFailed(f"connection lost: {os.strerror(error.errno or 0)}") from None
        if not received:
            if self.closing_error:
                raise ConnectionFailed(f"the daemon closed the connection: {self.closing_error.message}", self.closing_error)
            raise ConnectionFailed("the daemon closed the connection")
        # Mostly one line.
        if not self.input and received.find(b"\n") == len(received) - 1:
            self.lines = [received[:-1]]
            return True
        self.input += received
        *whole, rest = self.input.split(b"\n")
        self.input = rest
        if len(rest) > LONGEST_LINE:
            raise self.too_long()
        self.lines = [bytes(line) for line in reversed(whole)]
        return True

    def handle(self, line: bytes) -> None:
        if len(line) > LONGEST_LINE:
            raise self.too_long()
        try:
            message = decode(line.decode())
            kind = text(message["type"])
            event = read_event(message) if kind == "gesture" else None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise self.not_understood(line) from None
        if event is not None:
            if subscription := self.numbers.get(event.subscription):
                if subscription.gesture is None or not subscription.gesture.matches(event.value):
                    raise ConnectionFailed(
                        "the daemon sent an invalid message: a value that does not match the gesture of subscription "
                        f"{event.subscription}"
                    )
                subscription.handle(event)
            return
        handler = self.HANDLERS.get(kind)
        if handler is None:
            return
        try:
            act = handler(self, message)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self.not_understood(line) from None
        if act:
            act()

    def too_long(self) -> ConnectionFailed:
        return ConnectionFailed("the daemon sent an invalid message: a line that is too long")

    def not_understood(self, line: bytes) -> ConnectionFailed:
        start = line[:SHOWN].decode(errors="replace") + "\u2026" * (len(line) > SHOWN)
        return ConnectionFailed(f"the daemon sent an invalid message: {printable(start)}")

    # Each reads a message, and returns what is to be done.

    def read_hello(self, line: Line) -> Callable[[], None]:
        hello = read_hello(line)
        if hello.protocol != PROTOCOL:
            older = "it" if hello.protocol > PROTOCOL else "gestured"
            raise ConnectionFailed(
                f"{hello.server} speaks protocol {hello.protocol}; this client supports protocol {PROTOCOL}: update {older}"
            )

        def act() -> None:
            self.hello = hello
            self.devices = {device.id: device for device in hello.devices}
            self.access = hello.access
            self.failure = None
            self.delay = FIRST_DELAY
            log.info("connected to %s", printable(hello.server))
            self.call(self.on_change)
            for device in hello.devices:
                # A callback may have closed the client.
                if self.hello is hello:
                    self.call(self.on_device, "added", device)
            for subscription in list(self.subscriptions):
                if subscription.state == "waiting":
                    subscription.subscribe()

        return act

    def read_answer(self, line: Line) -> Callable[[], None] | None:
        kind, answer = self.pending.get(id := whole(line["id"]), (None, None))
        if kind == "status":
            read_status(line)
        if kind == "subscribe":
            line = line | {"subscription": whole(line["subscription"])}
            if line["subscription"] < 1:
                raise ValueError("expected the number of the subscription")
        self.pending.pop(id, None)
        return partial(answer, line) if answer else None

    def read_error(self, line: Line) -> Callable[[], None] | None:
        error = read_error_message(line)
        if error.id is None:
            # Others concern a device.
            if error.code in CLOSING_CODES:
                self.closing_error = error
            else:
                log.warning("%s", printable(error.message))
            return None
        _, answer = self.pending.pop(error.id, (None, None))
        return partial(answer, RequestRefused(error)) if answer else None

    def read_access(self, line: Line) -> Callable[[], None]:
        self.access = read_access(line["access"])
        return partial(self.call, self.on_change)

    def read_device(self, line: Line) -> Callable[[], None]:
        device = read_device(line["device"])

        def act() -> None:
            change: DeviceChange = "changed" if device.id in self.devices else "added"
            self.devices[device.id] = device
            self.call(self.on_change)
            self.call(self.on_device, change, device)

        return act

    def read_removal(self, line: Line) -> Callable[[], None]:
        id = text(line["device"])

        def act() -> None:
            for subscription in list(self.subscriptions):
                subscription.cancel("deviceLost", id)
            gone = self.devices.pop(id, None)
            self.call(self.on_change)
            if gone:
                self.call(self.on_device, "removed", gone)

        return act

    def read_positions(self, line: Line) -> Callable[[], None] | None:
        subscription, positions = self.numbers.get(whole(line["subscription"])), text(line["positions"])
        return partial(subscription.set_positions, positions) if subscription else None

    def read_explanation(self, line: Line) -> Callable[[], None] | None:
        explanation = read_explanation(line)
        subscription = self.numbers.get(explanation.subscription)
        if subscription is None or subscription.on_explanation is None:
            return None
        return partial(self.call, subscription.on_explanation, explanation)

    def read_contacts(self, line: Line) -> Callable[[], None] | None:
        contacts = read_contacts(line)
        subscription = self.numbers.get(contacts.subscription)
        if subscription is None or subscription.on_contacts is None:
            return None
        return partial(self.call, subscription.on_contacts, contacts)

    HANDLERS: dict[str, Callable[[Core, Line], Callable[[], None] | None]] = {
        "hello": read_hello,
        "ok": read_answer,
        "status": read_answer,
        "error": read_error,
        "accessChanged": read_access,
        "deviceAdded": read_device,
        "deviceChanged": read_device,
        "deviceRemoved": read_removal,
        "subscriptionChanged": read_positions,
        "explanation": read_explanation,
        "contacts": read_contacts,
    }

    # MARK: The end of a connection

    def disconnect(self, failure: ConnectionFailed) -> None:
        """Everything that arrived before has been delivered."""
        devices = self.devices
        self.drop()
        if self.failure is None or str(self.failure) != str(failure):
            self.failure = failure
            self.on_failure(failure)
        self.failures += 1
        self.next_attempt = now() + self.delay
        self.delay = min(2 * self.delay, LONGEST_DELAY)
        # All of them before the first callback, which may end another one.
        for subscription in list(self.subscriptions):
            subscription.reset()
        for subscription in list(self.subscriptions):
            subscription.cancel("disconnected")
        self.fail_requests()
        for device in devices.values():
            if not self.is_closed:
                self.call(self.on_device, "removed", device)
        if not self.is_closed:
            self.call(self.on_change)

    def drop(self) -> None:
        if self.socket is not None:
            self.socket.close()
        self.socket = self.hello = self.access = self.closing_error = None
        self.devices = {}
        self.numbers = {}
        self.input, self.output, self.lines = bytearray(), bytearray(), []

    def fail_requests(self) -> None:
        unanswered, self.pending = self.pending, {}
        for _, answer in unanswered.values():
            answer(NotConnected("the connection ended before the answer"))

    def close(self) -> None:
        """Ends the connection for good. Gestures in progress are cancelled `disconnected`."""
        if self.is_closed:
            return
        self.is_closed = True
        self.drop()
        self.failure = None
        ended, self.subscriptions = self.subscriptions, []
        for subscription in ended:
            subscription.state, subscription.number = "ended", None
            subscription.cancel("disconnected")
        self.fail_requests()
        self.call(self.on_change)
