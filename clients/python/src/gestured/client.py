"""The client for asyncio."""
from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Generic, TypeVar

from ._core import DEFAULT_PATH, Core, Subscription, Units, log, now
from ._gesture import Gesture
from .errors import ConnectionFailed, GestureError, Overrun, PositionsWithheld
from .events import Event
from .protocol import Access, Contacts, Device, DeviceFilter, Explanation, Feedback, Hello, Region, Scope, Status, read_status

V = TypeVar("V")

CAPACITY = 256
"""How many events a stream's reader may be behind."""


class Attachment(Generic[V]):
    """A gesture that calls back. It stays attached until `detach()`, also while there is no connection."""

    def __init__(self, subscription: Subscription, update: Callable[[], None]) -> None:
        self._subscription = subscription
        self._update = update

    @property
    def region(self) -> Region | None:
        """The region of the last `move()`, unless it was refused; None for the whole surface."""
        return self._subscription.region

    @property
    def failure(self) -> GestureError | None:
        """Why the daemon does not recognise the gesture; None while it does, or before its answer."""
        return self._subscription.failure

    @property
    def is_attached(self) -> bool:
        return not self._subscription.is_ended

    def move(self, region: Region | None) -> None:
        """Continues in another region. A gesture in progress stays with the one in which its fingers touched."""
        self._subscription.move(region)
        self._update()

    def detach(self) -> None:
        """Cancels the gesture in progress as `unsubscribed`, and unsubscribes."""
        self._subscription.end("unsubscribed")
        self._update()


class ClientBase:
    """What the clients with and without asyncio have in common."""

    def __init__(self, path: str = DEFAULT_PATH) -> None:
        self._core = Core(path)
        self._core.on_change = self._changed
        self._former = (self._core.state, self._core.failure)
        self._access: Access | None = None
        self.on_state_change: Callable[[str], None] | None = None
        """Called with `disconnected`, `connecting` or `connected` after each change of it or of the failure.
        Gestures in progress have been cancelled before."""
        self.on_access_change: Callable[[Access | None], None] | None = None
        """Called after each change of `access`."""

    @property
    def state(self) -> str:
        """`disconnected`, `connecting` (the daemon has not greeted) or `connected`."""
        return self._core.state

    @property
    def failure(self) -> ConnectionFailed | None:
        """Why there is no connection; None before the first attempt, and while there is one."""
        return self._core.failure

    @property
    def hello(self) -> Hello | None:
        """The daemon's greeting on this connection."""
        return self._core.hello

    @property
    def devices(self) -> list[Device]:
        """The touch devices that are present; none while not connected."""
        return list(self._core.devices.values())

    @property
    def access(self) -> Access | None:
        """What the app may receive at present; None while not connected."""
        return self._core.access

    def attach(
        self,
        gesture: Gesture[V],
        on_event: Callable[[Event[V]], None],
        *,
        device: DeviceFilter | None = None,
        region: Region | None = None,
        units: Units = "points",
        scope: Scope = "focused",
        claim: bool = False,
        on_failure: Callable[[GestureError], None] | None = None,
        on_explanation: Callable[[Explanation], None] | None = None,
    ) -> Attachment[V]:
        """Subscribes to a gesture, and again after each reconnection.

        Args:
            gesture: What to recognise. ValueError if it has a number that is not finite.
            on_event: Called with each event.
            device: Only devices of this kind, id or name.
            region: In `units`; only contacts that begin inside count.
            units: `points`, `millimetres`, `normalized`, or a width and height to which the surface is scaled.
            scope: `session` also without the focus, for shells.
            claim: Whether the gesture takes its fingers from other apps. Needs the scope `session`.
            on_failure: Called with the reason if the daemon does not recognise the gesture or does not move it.
                Without it, the logger `gestured` warns.
            on_explanation: Called with why gestures were recognised or not.
        """
        if self._core.is_closed:
            raise GestureError("the client is closed")
        subscription = Subscription(
            self._core, gesture, device, region, units, scope, claim, on_event, on_failure or self._warn, on_explanation
        )
        self._core.subscriptions.append(subscription)
        subscription.subscribe()
        self._update()
        return Attachment(subscription, self._update)

    def attach_contacts(
        self,
        on_contacts: Callable[[Contacts], None],
        *,
        device: DeviceFilter | None = None,
        units: Units = "points",
        scope: Scope = "focused",
        on_failure: Callable[[GestureError], None] | None = None,
    ) -> Attachment[Any]:
        """Subscribes to all contacts of each frame, also those that are taken for no finger, and again after reconnecting.

        Args:
            on_contacts: Called with each frame. It receives nothing while positions are withheld, which `on_failure` is told.
            device, units, scope, on_failure: As of `attach()`.
        """
        if self._core.is_closed:
            raise GestureError("the client is closed")
        subscription = Subscription(
            self._core, None, device, None, units, scope, False, lambda _: None, on_failure or self._warn,
            on_contacts=on_contacts,
        )
        self._core.subscriptions.append(subscription)
        subscription.subscribe()
        self._update()
        return Attachment(subscription, self._update)

    def _warn(self, failure: GestureError) -> None:
        log.warning("%s", failure)

    def _changed(self) -> None:
        if (self._core.state, self._core.failure) != self._former:
            self._former = (self._core.state, self._core.failure)
            if self.on_state_change:
                self.on_state_change(self._core.state)
        if self._core.access != self._access:
            self._access = self._core.access
            if self.on_access_change:
                self.on_access_change(self._access)

    def _update(self) -> None:
        """Called after each request."""


class GestureStream(Generic[V]):
    """A gesture's events for one reader: `async for event in stream`. It continues after reconnections.

    It ends when the client is closed, and raises RequestRefused or Unsupported if the daemon does not recognise the gesture.
    When half of CAPACITY waits, a newer `changed` replaces a waiting one of the same gesture, as in the daemon. If that is not
    enough it unsubscribes, and raises Overrun after the waiting events and a `cancelled` for each gesture in progress.
    """

    def __init__(self, client: ClientBase, gesture: Gesture[V], **options: Any) -> None:
        self._events: deque[Event[V]] = deque()
        self._failure: GestureError | None = None
        self._is_finished = False
        self._signal = asyncio.Event()
        self._attachment: Attachment[V] | None = None
        # The client does not keep the stream: without a reader it unsubscribes.
        receive, fail = weakref.WeakMethod(self._receive), weakref.WeakMethod(self._fail)

        def on_event(event: Event[V]) -> None:
            if method := receive():
                method(event)

        def on_failure(failure: GestureError) -> None:
            if method := fail():
                method(failure)

        self._attachment = client.attach(gesture, on_event, on_failure=on_failure, **options)
        self._subscription = self._attachment._subscription
        if self._is_finished:
            self.close()

    def __aiter__(self) -> GestureStream[V]:
        return self

    async def __anext__(self) -> Event[V]:
        while True:
            if self._events:
                return self._events.popleft()
            if self._failure:
                failure, self._failure = self._failure, None
                raise failure
            if self._is_finished or self._subscription.is_ended:
                raise StopAsyncIteration
            self._signal.clear()
            await self._signal.wait()

    async def __aenter__(self) -> GestureStream[V]:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def move(self, region: Region | None) -> None:
        """Continues in another region. If the daemon refuses, the stream raises the error and ends."""
        if self._attachment:
            self._attachment.move(region)

    def close(self) -> None:
        """Unsubscribes and ends the stream."""
        self._is_finished = True
        self._events.clear()
        if self._attachment:
            self._attachment.detach()
        self._events.clear()
        self._signal.set()

    def __del__(self) -> None:
        if getattr(self, "_attachment", None) and not self._subscription.is_ended:
            self._subscription.on_event = lambda _: None
            self.close()

    def _receive(self, event: Event[V]) -> None:
        if self._is_finished:
            return
        if event.phase == "changed" and len(self._events) >= CAPACITY // 2:
            self._remove_changed(event.gesture)
        self._events.append(event)
        self._signal.set()
        if len(self._events) > CAPACITY:
            self._overrun()

    def _remove_changed(self, gesture: int) -> None:
        for index in range(len(self._events) - 1, -1, -1):
            if self._events[index].gesture == gesture:
                if self._events[index].phase == "changed":
                    del self._events[index]
                return

    def _overrun(self) -> None:
        waiting = deque(self._events)
        self._is_finished = True
        self._subscription.on_event = waiting.append
        self._subscription.end("overrun")
        self._events = waiting
        self._failure = Overrun(f"more than {CAPACITY} unread events")

    def _fail(self, failure: GestureError) -> None:
        # The client's access reports it, and the gesture stays attached.
        if isinstance(failure, PositionsWithheld):
            return
        self._failure = failure
        self._is_finished = True
        if self._attachment:
            self._attachment.detach()
        self._signal.set()


class Client(ClientBase):
    """A connection to the daemon in an asyncio loop. It connects at once, and again after 0.1 to 5 s when it is lost.

        async with Client() as client:
            async for drag in client.gestures(Drag(fingers=3)):
                print(drag.phase, drag.value.velocity)

    An exception of a callback goes to the loop's exception handler; nothing else is affected.
    """

    def __init__(self, path: str = DEFAULT_PATH) -> None:
        super().__init__(path)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watched: tuple[int, bool] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._waiting: list[asyncio.Future[Hello]] = []
        self._streams: weakref.WeakSet[GestureStream[Any]] = weakref.WeakSet()
        self._signals: weakref.WeakSet[asyncio.Event] = weakref.WeakSet()
        self._core.call = self._call

    async def __aenter__(self) -> Client:
        self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        if self._loop is None and not self._core.is_closed:
            self._loop = asyncio.get_running_loop()
            self._process()

    async def connected(self) -> Hello:
        """Waits for the daemon's greeting. Raises ConnectionFailed if an attempt to connect fails meanwhile."""
        self._start()
        if self._core.hello:
            return self._core.hello
        if self._core.failure:
            raise self._core.failure
        waiting: asyncio.Future[Hello] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        return await waiting

    def gestures(
        self,
        gesture: Gesture[V],
        *,
        device: DeviceFilter | None = None,
        region: Region | None = None,
        units: Units = "points",
        scope: Scope = "focused",
        claim: bool = False,
    ) -> GestureStream[V]:
        """The events of a gesture, from now on. See `attach()` for the arguments."""
        self._start()
        stream = GestureStream(self, gesture, device=device, region=region, units=units, scope=scope, claim=claim)
        self._streams.add(stream)
        return stream

    async def contacts(
        self, *, device: DeviceFilter | None = None, units: Units = "points", scope: Scope = "focused"
    ) -> AsyncIterator[Contacts]:
        """All contacts of each frame, from now on: `async for frame in client.contacts()`. See `attach_contacts()`.

        A reader that is CAPACITY frames behind loses the oldest. Raises RequestRefused or Unsupported.
        """
        self._start()
        frames: deque[Contacts] = deque(maxlen=CAPACITY)
        failures: list[GestureError] = []
        signal = asyncio.Event()
        self._signals.add(signal)

        def receive(frame: Contacts) -> None:
            frames.append(frame)
            signal.set()

        def fail(failure: GestureError) -> None:
            # The client's access reports it, and the contacts stay attached.
            if not isinstance(failure, PositionsWithheld):
                failures.append(failure)
                signal.set()

        attachment = self.attach_contacts(receive, device=device, units=units, scope=scope, on_failure=fail)
        try:
            while True:
                while frames:
                    yield frames.popleft()
                if failures:
                    raise failures[0]
                if self._core.is_closed:
                    return
                signal.clear()
                await signal.wait()
        finally:
            attachment.detach()

    async def haptic(self, feedback: Feedback, device: str | None = None) -> None:
        """Makes a device vibrate once."""
        await self._answer("haptic", {"feedback": feedback} | ({"device": device} if device else {}), "haptic")

    async def cancel_gestures(self, device: str | None = None) -> None:
        """Cancels the gestures in progress of the user, in all apps. For shells."""
        await self._answer("cancel", {"device": device} if device else {}, "cancel")

    async def status(self) -> Status:
        """What this connection and its user have used."""
        return read_status(await self._answer("status", {}, "status"))

    async def reload(self) -> None:
        """Makes the daemon read its configuration again."""
        await self._answer("reload", {}, None)

    def _answer(self, kind: str, members: dict[str, Any], needing: str | None) -> Coroutine[Any, Any, dict[str, Any]]:
        async def answer() -> dict[str, Any]:
            self._start()
            future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

            def answered(answer: dict[str, Any] | GestureError) -> None:
                if future.done():
                    return
                if isinstance(answer, GestureError):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)

            self._core.request(kind, members, answered, needing)
            self._update()
            return await future

        return answer()

    def close(self) -> None:
        """Ends the connection for good. Gestures in progress are cancelled `disconnected`, and streams end."""
        self._core.close()
        self._update()
        for stream in self._streams:
            stream._signal.set()
        for signal in self._signals:
            signal.set()

    # MARK: The loop

    def _process(self) -> None:
        self._core.process()
        self._update()

    def _update(self) -> None:
        if self._loop is None:
            return
        core, loop = self._core, self._loop
        wanted = (core.socket.fileno(), core.wants_write) if core.socket else None
        if wanted != self._watched:
            if self._watched and (wanted is None or wanted[0] != self._watched[0]):
                loop.remove_reader(self._watched[0])
            if self._watched and self._watched[1] and wanted != (self._watched[0], True):
                loop.remove_writer(self._watched[0])
            if wanted:
                loop.add_reader(wanted[0], self._process)
                if wanted[1]:
                    loop.add_writer(wanted[0], self._process)
            self._watched = wanted
        if core.deadline is None:
            if self._timer:
                self._timer.cancel()
                self._timer = None
        elif self._timer is None:
            self._timer = loop.call_later(max(0.0, core.deadline - now()), self._expire)

    def _expire(self) -> None:
        self._timer = None
        self._process()

    def _changed(self) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if future.done():
                continue
            if self._core.hello:
                future.set_result(self._core.hello)
            elif self._core.failure or self._core.is_closed:
                future.set_exception(self._core.failure or ConnectionFailed("the client was closed"))
            else:
                self._waiting.append(future)
        super()._changed()

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        try:
            function(*arguments)
        except Exception as error:
            if self._loop is None:
                raise
            self._loop.call_exception_handler({"message": "a gesture callback raised", "exception": error})
