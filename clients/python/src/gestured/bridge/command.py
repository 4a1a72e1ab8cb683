"""The command line of `gestured-bridge`."""
from __future__ import annotations

import argparse
import asyncio
import logging
import os
import secrets
import signal
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import DEFAULT_PATH, Access, Client, __version__
from .source import GESTURES, Source

log = logging.getLogger("gestured-bridge")

NEEDS = {"paho": ("mqtt", "paho-mqtt", "python3-paho-mqtt"), "websockets": ("websocket", "websockets", "python3-websockets"),
         "pythonosc": ("osc", "python-osc", None)}


class Failure(Exception):
    """Ends the bridge, with its words."""


def port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; 1 to 65535 would be right")
    return int(text)


def origin(text: str) -> str:
    scheme, colon, rest = text.partition("://")
    if text != "null" and (not colon or not scheme or not rest or "/" in rest):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no origin; https://kiosk.example, or null for pages of files, would be right")
    return text


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--socket", default=DEFAULT_PATH, metavar="PATH", help="the daemon's socket (default: %(default)s)")
    common.add_argument("--gesture", action="append", default=[], choices=sorted(GESTURES),
                        help="a gesture to pass on; repeatable (default: the standard set of each device)")
    common.add_argument("--positions", action="store_true",
                        help="also pass on where the fingers are, if the daemon grants positions to this user")
    made = argparse.ArgumentParser(prog="gestured-bridge", description="Passes the gestures of gestured on.")
    made.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    kinds = made.add_subparsers(dest="kind", required=True, metavar="mqtt|websocket|osc")

    mqtt = kinds.add_parser("mqtt", parents=[common], help="to a broker, with Home Assistant's discovery")
    mqtt.add_argument("--host", default="127.0.0.1", help="the broker (default: %(default)s)")
    mqtt.add_argument("--port", type=port, help="the broker's port (default: 1883, with --tls 8883)")
    mqtt.add_argument("--tls", action="store_true", help="encrypt, and check the broker's certificate")
    mqtt.add_argument("--user", help="the user's name at the broker")
    mqtt.add_argument("--password-file", type=Path, metavar="FILE", help="a file with the password in its first line")
    mqtt.add_argument("--name", default=socket.gethostname(), help="this machine in topics (default: %(default)s)")
    mqtt.add_argument("--changes", action="store_true", help="also publish each movement of a gesture in progress")

    web = kinds.add_parser("websocket", parents=[common], help="to pages in browsers of this machine")
    web.add_argument("--port", type=port, default=8737, help="(default: %(default)s)")
    web.add_argument("--origin", type=origin, action="append", default=[],
                     help="pages of this origin may connect; repeatable; null is a page from a file")
    web.add_argument("--token-file", type=Path, metavar="FILE", default=configuration() / "bridge-token",
                     help="the token's file, which is made if it is missing (default: %(default)s)")

    osc = kinds.add_parser("osc", parents=[common], help="to a receiver of OSC, and of TUIO")
    osc.add_argument("--host", default="127.0.0.1", help="the receiver (default: %(default)s)")
    osc.add_argument("--port", type=port, default=9000, help="the receiver's port (default: %(default)s)")
    osc.add_argument("--tuio", type=port, metavar="PORT",
                     help="also send contacts to this port, usually 3333, as TUIO 1.1; needs positions")
    return made


def configuration() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "gestured"


def secret(path: Path) -> str:
    """The first line of a file that others may not read."""
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise Failure(f"{path}: others may read it; chmod 600 {path}")
        text = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"{path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    if not text or not text[0].strip():
        raise Failure(f"{path}: it is empty")
    return text[0].strip()


def token(path: Path) -> str:
    """The token; a new one if there is no file."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "w") as file:
            file.write(secrets.token_hex(16) + "\n")
    except FileExistsError:
        pass
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from None
    return secret(path)


# MARK: Running

async def run(options: argparse.Namespace) -> None:
    """Until a signal."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with Client(options.socket) as client:
        failures: set[str] = set()

        def fail(failure: str) -> None:
            if failure not in failures:
                failures.add(failure)
                log.warning("%s", failure)

        await {"mqtt": run_mqtt, "websocket": run_websocket, "osc": run_osc}[options.kind](options, client, fail, stopped)


Failing = Callable[[str], None]


async def run_mqtt(options: argparse.Namespace, client: Client, fail: Failing, stopped: asyncio.Event) -> None:
    from .mqtt import Mqtt

    password = secret(options.password_file) if options.password_file else None
    bridge = Mqtt(options.host, options.port or (8883 if options.tls else 1883), node=options.name, user=options.user,
                  password=password, tls=options.tls, changes=options.changes, positions=options.positions)
    client.on_device_change = lambda _change, _device: bridge.describe(client.devices)
    # The daemon may have greeted already.
    bridge.describe(client.devices)
    Source(client, options.gesture, bridge.receive, fail)
    await stopped.wait()
    client.close()
    bridge.close()


async def run_websocket(options: argparse.Namespace, client: Client, fail: Failing, stopped: asyncio.Event) -> None:
    from .websocket import Websocket

    bridge = Websocket(options.port, token(options.token_file), options.origin, options.positions)
    try:
        await bridge.start()
    except OSError as error:
        raise Failure(f"cannot serve port {options.port}: {os.strerror(error.errno or 0)}; --port takes another") from None
    print(f"ws://127.0.0.1:{bridge.port}/?token=…, with the token of {options.token_file}", flush=True)
    Source(client, options.gesture, bridge.receive, fail)
    await stopped.wait()
    client.close()
    await bridge.close()


async def run_osc(options: argparse.Namespace, client: Client, fail: Failing, stopped: asyncio.Event) -> None:
    from .osc import ALIVE, Osc, Sender, Tuio

    bridges: list[Any] = [Osc(Sender(options.host, options.port), options.positions)]
    if options.tuio:
        tuio = Tuio(Sender(options.host, options.tuio), f"gestured@{socket.gethostname()}")
        bridges.append(tuio)
        client.attach_contacts(tuio.receive, units="normalized", scope="session", on_failure=lambda failure: fail(
            f"TUIO has nothing to send: {failure}"))
        client.on_access_change = lambda access: withheld(access, fail)
    Source(client, options.gesture, bridges[0].receive, fail)
    while not stopped.is_set():
        try:
            await asyncio.wait_for(stopped.wait(), ALIVE)
        except TimeoutError:
            for bridge in bridges:
                bridge.alive()
    client.close()
    for bridge in bridges:
        bridge.close()


def withheld(access: Access | None, fail: Failing) -> None:
    if access and access.positions == "withheld":
        fail("TUIO has nothing to send: the daemon withholds positions from this user; a [[grant]] with positions = true "
             "gives them")


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    logging.basicConfig(format="gestured-bridge: %(message)s", level=logging.INFO)
    try:
        asyncio.run(run(options))
    except ModuleNotFoundError as error:
        kind, package, debian = NEEDS.get((error.name or "").partition(".")[0], (None, None, None))
        if kind is None:
            raise
        apt = f"apt install {debian}, or " if debian else ""
        print(f"gestured-bridge: {kind} needs {package}: {apt}pip install 'gestured[{kind}]'", file=sys.stderr)
        return 69
    except Failure as failure:
        print(f"gestured-bridge: {failure}", file=sys.stderr)
        return 1
    return 0
