"""Gestures by WebSocket, for kiosk pages, Electron and OBS, on this machine alone.

A page receives the daemon's own messages. It shows a token, and comes from an origin that was named: other pages in the
same browser may open the address, too. `/gestured.js` is a module for pages, which connects again and cancels what was in
progress.
"""
from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections import deque
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import ConnectionClosed

from .source import Step

log = logging.getLogger("gestured-bridge")

CAPACITY = 1024
"""Messages that wait for one page. A newer `changed` replaces a waiting one of the same gesture."""
PAGES = 64
"""The most pages at once."""
MODULE = b"""// Calls onStep with each step. When the bridge is gone it cancels what was in progress, and connects again.
export function gestures(address, onStep) {
    const open = new Map();
    let socket, isClosed = false, wait = 250;
    const end = () => {
        for (const step of open.values()) onStep({ ...step, phase: "cancelled", reason: "disconnected" });
        open.clear();
    };
    const connect = () => {
        socket = new WebSocket(address);
        socket.onopen = () => { wait = 250; };
        socket.onmessage = ({ data }) => {
            const step = JSON.parse(data);
            const isOver = step.phase === "ended" || step.phase === "cancelled";
            if (isOver) open.delete(step.gesture); else open.set(step.gesture, step);
            onStep(step);
        };
        socket.onclose = () => {
            end();
            if (!isClosed) setTimeout(connect, wait);
            wait = Math.min(2 * wait, 5000);
        };
    };
    connect();
    return () => { isClosed = true; socket.close(); };
}
"""


class Page:
    """One page's queue. It knows which gestures it has seen begin, and receives no others."""

    def __init__(self) -> None:
        self.waiting: deque[Step] = deque()
        self.known: set[int] = set()
        self.signal = asyncio.Event()
        self.has_overrun = False
        self.has_left = False

    def receive(self, step: Step) -> None:
        if step.phase == "began":
            self.known.add(step.number)
        if step.number not in self.known or self.has_overrun:
            return
        if step.is_over:
            self.known.discard(step.number)
        if step.phase == "changed" and len(self.waiting) >= CAPACITY // 2:
            superseded = next((old for old in self.waiting if old.number == step.number and old.phase == "changed"), None)
            if superseded:
                self.waiting.remove(superseded)
        self.waiting.append(step)
        self.has_overrun = len(self.waiting) > CAPACITY
        self.signal.set()


class Websocket:
    """Serves pages on 127.0.0.1 until it is closed."""

    def __init__(self, port: int, token: str, origins: list[str], positions: bool = False) -> None:
        self.port, self.token, self.origins, self.positions = port, token, origins, positions
        self.pages: set[Page] = set()
        self.server: Any = None

    async def start(self) -> None:
        """Raises OSError if the port is taken."""
        try:
            from websockets.asyncio.server import serve as modern
        except ImportError:
            from websockets.legacy.server import serve as legacy

            self.server = await legacy(
                self._serve, "127.0.0.1", self.port, process_request=self._answer_legacy, compression=None)
        else:
            self.server = await modern(self._serve, "127.0.0.1", self.port, process_request=self._answer, compression=None)
        self.port = self.server.sockets[0].getsockname()[1]

    # MARK: Requests

    def _answer(self, connection: Any, request: Any) -> Any:
        """Of websockets 13 and later."""
        answer = self._refusal(request.path, request.headers.get("Origin"), request.headers.get("Host"))
        if answer is None:
            return None
        status, body, kind = answer
        response = connection.respond(status, body.decode())
        del response.headers["Content-Type"]
        response.headers["Content-Type"] = kind
        if kind == "text/javascript":
            response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    async def _answer_legacy(self, path: str, headers: Any) -> Any:
        """Of websockets 10, which Debian 12 has."""
        answer = self._refusal(path, headers.get("Origin"), headers.get("Host"))
        if answer is None:
            return None
        status, body, kind = answer
        return status, [("Content-Type", kind), ("Access-Control-Allow-Origin", "*")], body

    def _refusal(self, path: str, origin: str | None, host: str | None) -> tuple[HTTPStatus, bytes, str] | None:
        """The answer to what is no page with a token of a named origin; None if the connection is accepted."""
        parts = urlsplit(path)
        if host not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            return HTTPStatus.FORBIDDEN, b"another host than 127.0.0.1\n", "text/plain"
        if parts.path == "/gestured.js":
            return HTTPStatus.OK, MODULE, "text/javascript"
        if parts.path != "/":
            return HTTPStatus.NOT_FOUND, b"there are / for a WebSocket, and /gestured.js\n", "text/plain"
        token = (parse_qs(parts.query).get("token") or [""])[0]
        if not hmac.compare_digest(token.encode(), self.token.encode()):
            return HTTPStatus.FORBIDDEN, b"the token is missing or wrong\n", "text/plain"
        # Browsers always name the origin of a page. Programs name none.
        if origin is not None and origin not in self.origins:
            log.warning("refused a page of the origin %s; --origin %s allows it", ascii(origin), ascii(origin))
            return HTTPStatus.FORBIDDEN, b"the origin was not named with --origin\n", "text/plain"
        if len(self.pages) >= PAGES:
            return HTTPStatus.SERVICE_UNAVAILABLE, b"too many pages\n", "text/plain"
        return None

    # MARK: Pages

    async def _serve(self, connection: Any, _path: str = "") -> None:
        page = Page()
        self.pages.add(page)
        reader = asyncio.ensure_future(self._watch(connection, page))
        try:
            while not page.has_overrun and not page.has_left:
                while page.waiting:
                    await connection.send(json.dumps(page.waiting.popleft().json(self.positions), separators=(",", ":")))
                page.signal.clear()
                if not page.waiting and not page.has_left:
                    await page.signal.wait()
            if page.has_overrun:
                log.warning("a page that does not read was disconnected")
                await connection.close(1013, "too slow")
        except ConnectionClosed:
            pass
        finally:
            reader.cancel()
            self.pages.discard(page)

    async def _watch(self, connection: Any, page: Page) -> None:
        """Until the page has left. Pages have nothing to say."""
        try:
            async for _ in connection:
                await connection.close(1008, "the bridge receives nothing")
        except ConnectionClosed:
            pass
        finally:
            page.has_left = True
            page.signal.set()

    def receive(self, step: Step) -> None:
        for page in self.pages:
            page.receive(step)

    async def close(self) -> None:
        """After the ends of gestures in progress have been sent."""
        if self.server:
            # Lets the pages' tasks send what waits.
            for _ in range(20):
                if not any(page.waiting for page in self.pages):
                    break
                await asyncio.sleep(0.01)
            self.server.close()
            await self.server.wait_closed()
