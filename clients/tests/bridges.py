"""Tests gestured-bridge; see bridges.

    bridges.py CHROMIUM [figures]
"""
import contextlib
import json
import os
import pathlib
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import paho.mqtt.client as mqtt
from pythonosc.dispatcher import Dispatcher
from pythonosc.osc_server import BlockingOSCUDPServer
from testing import browser as pages
from testing import shell
from testing.checks import TIMEOUT, check, eventually, finish, wait_until
from testing.standin import DRAG, SCREEN, StandIn

# What the daemon sends where positions are withheld.
WITHHELD = {"drag": {key: value for key, value in DRAG.items() if "ocation" not in key}}
TAP = {"tap": {"fingers": 2, "count": 2, "location": [10, 20]}}
ENDS = ("ended", "cancelled")
Step = dict[str, Any]


def free_port(kind: int = socket.SOCK_STREAM) -> int:
    with socket.socket(socket.AF_INET, kind) as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Bridge:
    """gestured-bridge on a stand-in for the daemon."""

    def __init__(self, folder: pathlib.Path, *words: object) -> None:
        self.daemon = StandIn(str(folder / "socket"))
        self.words = [sys.executable, "-B", "-m", "gestured.bridge", *map(str, words), "--socket", str(folder / "socket")]
        self.environment = os.environ | {"XDG_CONFIG_HOME": str(folder)}
        self.log = folder / "log"
        self.subscription = 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.words, env=self.environment, stdout=subprocess.DEVNULL, stderr=self.log.open("a"))
        self.greet()

    def greet(self) -> None:
        """Connects as the daemon, with a touchscreen."""
        self.daemon.accept(devices=[SCREEN])
        self.subscription = self.daemon.subscribed_to_standard()
        # The pad's, which has no device here.
        self.daemon.subscribed(None)

    def step(self, phase: str, gesture: int, value: Step | None = None, at: int = 1000) -> None:
        self.daemon.send({"type": "gesture", "subscription": self.subscription, "gesture": gesture, "phase": phase, "time": at,
                          "device": SCREEN["id"], "value": value or {"drag": DRAG}})

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(TIMEOUT)

    def restart(self) -> None:
        self.kill()
        self.start()

    def close(self) -> str:
        """Ends it as systemd does. Returns what it has printed."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(TIMEOUT)
        self.daemon.close()
        return self.log.read_text()


@contextlib.contextmanager
def bridging(*words: object) -> Iterator[Bridge]:
    with tempfile.TemporaryDirectory() as folder:
        bridge = Bridge(pathlib.Path(folder), *words)
        try:
            yield bridge
        finally:
            bridge.close()


def ends_once(steps: list[Step], count: int) -> bool:
    """True if each of so many gestures began and ended exactly once."""
    began = Counter(step["gesture"] for step in steps if step["phase"] == "began")
    ended = Counter(step["gesture"] for step in steps if step["phase"] in ENDS)
    return len(began) == count and set(began.values()) == {1} and began == ended


# MARK: MQTT


class Broker:
    """mosquitto; it keeps its sessions over a restart if it writes each change to a file."""

    def __init__(self, folder: pathlib.Path, is_persistent: bool = True) -> None:
        self.folder, self.port = folder, free_port()
        lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous true", "max_queued_messages 0", "max_inflight_messages 0",
                 "user root", f"persistence {str(is_persistent).lower()}"]
        if is_persistent:
            lines += [f"persistence_location {folder}/", "autosave_on_changes true", "autosave_interval 1"]
        (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", self.folder / "mosquitto.conf"],
                                        stdout=subprocess.DEVNULL, stderr=(self.folder / "mosquitto.log").open("a"))

        def listens() -> bool:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return True
            return False

        eventually(listens, "mosquitto listens")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        assert self.process
        self.process.send_signal(number)
        self.process.wait(TIMEOUT)


class Receiver:
    """A client of the broker that follows the rule of the documents: `offline` ends what is in progress."""

    def __init__(self, port: int) -> None:
        self.messages: list[tuple[str, Any]] = []
        self.steps: list[Step] = []
        self.open: dict[int, Step] = {}
        version = getattr(mqtt, "CallbackAPIVersion", None)
        options: dict[str, Any] = {"callback_api_version": version.VERSION1} if version else {}
        self.client = mqtt.Client(client_id="receiver", clean_session=False, **options)
        self.client.on_message = self.receive
        self.client.on_connect = lambda client, *_: client.subscribe([("gestured/#", 2), ("homeassistant/#", 1)])
        self.subscribed = threading.Event()
        self.client.on_subscribe = lambda *_: self.subscribed.set()
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self.subscribed.wait(TIMEOUT)

    def receive(self, _client: Any, _data: Any, message: Any) -> None:
        text = message.payload.decode()
        self.messages.append((message.topic, json.loads(text) if text.startswith("{") else text))
        if message.topic.endswith("/gesture"):
            self.follow(json.loads(text))
        elif message.topic.endswith("/availability") and text == "offline":
            for step in list(self.open.values()):
                self.follow({**step, "phase": "cancelled", "reason": "disconnected"})

    def follow(self, step: Step) -> None:
        self.steps.append({**step, "at": time.time() * 1e3})
        if step["phase"] in ENDS:
            self.open.pop(step["gesture"], None)
        else:
            self.open[step["gesture"]] = step

    def events(self) -> list[Any]:
        return [content for topic, content in self.messages if topic.endswith("/event")]

    def has(self, topic: str, content: Any = None) -> bool:
        return any(at == topic and content in (None, value) for at, value in self.messages)

    def await_online(self, node: str, since: int = 0) -> None:
        """Until the broker has passed on that the bridge of this name is there: gestures before are no events later."""
        topic = f"gestured/{node}/availability"
        eventually(lambda: (topic, "online") in self.messages[since:], f"{node} is online")

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def check_mqtt() -> None:
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(pathlib.Path(folder))
        receiver = Receiver(broker.port)
        with bridging("mqtt", "--port", broker.port, "--name", "Living Room") as bridge:
            receiver.await_online("living_room")
            config = "homeassistant/event/gestured_living_room_screen/config"
            eventually(lambda: receiver.has(config), "Home Assistant's discovery")
            found = next(content for topic, content in receiver.messages if topic == config)
            check("a device is an event entity, with its kinds of gestures",
                  found["state_topic"] == "gestured/living_room/screen/event"
                  and {"tap", "double_tap", "drag_right", "pinch_in", "long_press"} <= set(found["event_types"])
                  and found["availability_topic"] == "gestured/living_room/availability", found)
            bridge.step("began", 1, TAP)
            bridge.step("ended", 1, TAP)
            for phase in ("began", "changed", "changed", "ended"):
                bridge.step(phase, 2)
            eventually(lambda: len(receiver.events()) == 2 and not receiver.open, "two events")
            words = [(event["event_type"], event["fingers"]) for event in receiver.events()]
            check("what fingers did is one event, of a type that was announced", words == [("double_tap", 2), ("drag_right", 2)]
                  and {word for word, _ in words} <= set(found["event_types"]), words)
            check("no position is published that was not asked for", "ocation" not in json.dumps(receiver.events()))
            press = {"longPress": {"fingers": 1, "pressing": True, "completed": True}}
            bridge.step("began", 3, press)
            eventually(lambda: len(receiver.events()) == 3, "the press is an event")
            check("a long press is an event when it is long enough", receiver.events()[2]["event_type"] == "long_press"
                  and 3 in receiver.open)
            bridge.step("ended", 3, press)
            eventually(lambda: not receiver.open, "the press ends")
            check("and not again when it ends", len(receiver.events()) == 3, receiver.events())

            # The broker dies while a gesture is in progress, which ends meanwhile; another begins and ends without a broker.
            bridge.step("began", 4)
            eventually(lambda: 4 in receiver.open, "the drag begins")
            broker.stop(signal.SIGKILL)
            eventually(lambda: "is lost" in bridge.log.read_text(), "the bridge notices")
            bridge.step("ended", 4)
            bridge.step("began", 5)
            bridge.step("ended", 5)
            # Read in order: a client that connects again has read what came before.
            bridge.daemon.hang_up()
            bridge.greet()
            broker.start()
            eventually(lambda: not receiver.open, "the end arrives after the broker's restart")
            check("a broker that was killed costs no end, and repeats nothing", ends_once(receiver.steps, 4), receiver.steps)
            check("a gesture without a broker is no event later", len(receiver.events()) == 3, receiver.events())

            bridge.step("began", 6)
            eventually(lambda: receiver.open, "another begins")
            bridge.kill()
            eventually(lambda: not receiver.open, "the broker reports that the bridge is gone")
            check("the gesture of a bridge that was killed ends once", ends_once(receiver.steps, 5), receiver.steps)
            count = len(receiver.messages)
            bridge.start()
            receiver.await_online("living_room", count)

            bridge.step("began", 7)
            eventually(lambda: receiver.open, "another begins")
            bridge.daemon.hang_up()
            eventually(lambda: not receiver.open, "the daemon's end is an end")
            bridge.greet()
            bridge.step("began", 7)
            eventually(lambda: receiver.open, "the daemon is back, with the same number")
            bridge.process.terminate()
            bridge.process.wait(TIMEOUT)
            eventually(lambda: not receiver.open, "an end in order")
            check("an end of the bridge in order cancels what is in progress", bridge.process.returncode == 0)
        receiver.close()
        broker.stop()
    check_refusals()


def check_positions() -> None:
    """With --positions, where fingers are is passed on where the daemon grants it, and nothing is missed where it does not."""
    steps = OscReceiver()
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(pathlib.Path(folder))
        receiver = Receiver(broker.port)
        with bridging("mqtt", "--port", broker.port, "--name", "desk", "--positions") as bridge:
            receiver.await_online("desk")
            for gesture, value in ((1, {"drag": DRAG}), (2, WITHHELD)):
                bridge.step("began", gesture, value)
                bridge.step("ended", gesture, value)
            eventually(lambda: len(receiver.events()) == 2, "two events")
            granted, other = (event["value"]["drag"] for event in receiver.events())
            check("MQTT has positions with --positions", granted["location"] == DRAG["location"], granted)
            check("and an event without them where they are withheld",
                  "location" not in other and other["translation"] == DRAG["translation"], other)
        with bridging("osc", "--port", steps.port, "--positions") as bridge:
            lengths = []
            for gesture, value in ((1, {"drag": DRAG}), (2, WITHHELD)):
                bridge.step("began", gesture, value)
                lengths.append(steps.next(lambda address, _: address == "/gestured/drag/began"))
            # OSC's numbers have 32 bits.
            found = [round(number, 2) for number in lengths[0][-2:]]
            check("OSC has x and y at the end with --positions", found == DRAG["location"], lengths)
            check("and two numbers less where they are withheld", len(lengths[1]) == len(lengths[0]) - 2, lengths)
        receiver.close()
        broker.stop()
    steps.close()


def check_refusals() -> None:
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(pathlib.Path(folder))
        broker.stop()
        path = pathlib.Path(folder, "mosquitto.conf")
        path.write_text(path.read_text().replace("allow_anonymous true", "allow_anonymous false"))
        broker.start()
        with bridging("mqtt", "--port", broker.port) as bridge:
            eventually(lambda: "refuses" in bridge.log.read_text(), "the refusal is printed")
            bridge.step("began", 1)
            told = pathlib.Path(folder, "mosquitto.log")
            eventually(lambda: told.read_text().count("not authorised") >= 3, "three attempts")
            printed = bridge.log.read_text()
            check("a broker that refuses is named once, with the cause",
                  printed.count("refuses") == 1 and "is lost" not in printed and str(broker.port) in printed
                  and ("may not connect" in printed or "wrong user" in printed), printed)
        broker.stop()
    with socket.create_server(("127.0.0.1", 0)) as nonsense, bridging("mqtt", "--port", nonsense.getsockname()[1]) as bridge:
        nonsense.settimeout(TIMEOUT)
        connection = nonsense.accept()[0]
        with contextlib.suppress(OSError):
            connection.sendall(b"HTTP/1.1 400 no MQTT here\r\n\r\n" * 1000)
        connection.close()
        eventually(lambda: "is lost" in bridge.log.read_text(), "what is no broker is reported")
        check("what is no broker does not end the bridge", bridge.process.poll() is None)
    check_strange_brokers()
    bad: list[tuple[list[str], str]] = [
        (["mqtt", "--port", "70000"], "70000"), (["mqtt", "--password-file", "/nonexistent"], "/nonexistent"),
        (["websocket", "--origin", "kiosk"], "kiosk"), (["osc", "--tuio", "0"], "'0' is no port"), (["pigeon"], "pigeon"),
        (["osc", "--gesture", "wink"], "wink"),
    ]
    for words, named in bad:
        done = subprocess.run([sys.executable, "-B", "-m", "gestured.bridge", *words], capture_output=True, text=True,
                              timeout=TIMEOUT)
        check(f"{' '.join(words)} is refused by name", done.returncode in (1, 2) and named in done.stderr
              and "Traceback" not in done.stderr, done.stderr)


def check_strange_brokers() -> None:
    """Of another version, and one that floods with topics, and acknowledges nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server, bridging("mqtt", "--port", server.getsockname()[1]) as bridge:
        server.settimeout(TIMEOUT)
        # The library tries MQTT 3.1, too.
        for _ in range(2):
            connection = server.accept()[0]
            connection.recv(1000)
            connection.sendall(b"\x20\x02\x00\x01")
            connection.close()
        eventually(lambda: "another version of MQTT" in bridge.log.read_text(), "the version is named")
        check("a broker of another version is named", bridge.process.poll() is None)
        connection = server.accept()[0]
        connection.settimeout(TIMEOUT)
        connection.recv(1000)
        connection.sendall(b"\x20\x02\x00\x00")
        eventually(lambda: "connected to the broker" in bridge.log.read_text(), "the bridge is connected")
        for number in range(10_000):
            topic = f"flood/{number:06}".encode()
            connection.sendall(bytes([0x30, 2 + len(topic) + 100, 0, len(topic)]) + topic + bytes(100))
        received = bytearray()

        def read() -> None:
            with contextlib.suppress(OSError):
                while data := connection.recv(1 << 20):
                    received.extend(data)

        reader = threading.Thread(target=read)
        reader.start()
        for number in range(12_000):
            bridge.step("began", number, TAP)
            bridge.step("ended", number, TAP)
        eventually(lambda: b"/gesture" in received, "gestures reach a broker that floods and acknowledges nothing")
        check("a broker that floods and acknowledges nothing keeps the bridge from nothing", bridge.process.poll() is None)
        # What it has not read yet is no part of it.
        bridge.daemon.hang_up()
        bridge.greet()
        check("its memory is bounded", megabytes(bridge.process.pid) < 120, megabytes(bridge.process.pid))
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        reader.join()
        connection.close()


def megabytes(process: int) -> float:
    return int(shell.status(process)["VmRSS"]) / 1024


# MARK: WebSocket

TOKEN = "0123456789abcdef"
PAGE = """<!doctype html><meta charset="utf-8"><title>kiosk</title><script type="module">
import {{ gestures }} from "http://127.0.0.1:{port}/gestured.js";
window.steps = [];
gestures("ws://127.0.0.1:{port}/?token={token}", step => {{
    steps.push({{ ...step, at: performance.timeOrigin + performance.now() }});
}});
window.isReady = true;
</script>"""


@contextlib.contextmanager
def serving(body: str) -> Iterator[str]:
    """A web server with one page. Its origin."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            # A page that was killed does not wait.
            with contextlib.suppress(BrokenPipeError):
                self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextlib.contextmanager
def serving_page(chromium: Any, *options: str) -> Iterator[tuple[Bridge, Any, str, int, pathlib.Path]]:
    """A bridge, a page that is served for it, the page's origin, the bridge's port, and a folder."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, serving(PAGE.format(port=port, token=TOKEN)) as origin:
        file = pathlib.Path(folder, "token")
        file.write_text(TOKEN + "\n")
        file.chmod(0o600)
        with bridging("websocket", "--port", port, "--token-file", file, "--origin", origin, *options) as bridge:
            page = chromium.new_page()
            page.goto(origin)
            yield bridge, page, origin, port, pathlib.Path(folder)


def check_websocket(chromium: Any) -> None:
    with serving_page(chromium) as (bridge, page, origin, port, folder):
        def steps() -> list[Step]:
            found: list[Step] = page.evaluate("window.steps")
            return found

        reach(bridge, page)
        for phase in ("began", "changed", "ended"):
            bridge.step(phase, 2)
        eventually(lambda: len(steps()) == 3, "three steps")
        drag = steps()[1]["value"]["drag"]
        check("a page receives the daemon's messages", [step["phase"] for step in steps()] == ["began", "changed", "ended"]
              and drag["translation"] == DRAG["translation"] and "location" not in drag, steps())

        page.evaluate("window.steps.length = 0")
        bridge.step("began", 3)
        eventually(lambda: len(steps()) == 1, "a gesture begins")
        bridge.restart()
        eventually(lambda: len(steps()) == 2, "the page ends it")
        check("the gesture of a bridge that was killed ends once in the page", ends_once(steps(), 1), steps())
        reach(bridge, page)
        check("the page connects again", True)

        # One page leaves, and the browser of another is killed, while both have a gesture in progress.
        mark = f"--mark={port}"
        doomed = chromium.browser_type.launch(executable_path=sys.argv[1], args=["--no-sandbox", mark], timeout=pages.TIMEOUT)
        killed = doomed.new_page()
        killed.goto(origin)
        reach(bridge, killed)
        page.evaluate("window.steps.length = 0")
        bridge.step("began", 2)
        eventually(lambda: len(steps()) == 1 and killed.evaluate("window.steps.length") == 1, "both begin a gesture")
        kill_marked(mark)
        page.close()
        page = chromium.new_page()
        page.goto(origin)
        eventually(lambda: page.evaluate("window.isReady") is True, "the page is ready")
        bridge.step("changed", 2)
        bridge.step("ended", 2)
        seen = reach(bridge, page)
        check("a page that was killed leaves the bridge, and the next receives no half of a gesture",
              bridge.process.poll() is None and ends_once(seen, len(seen) // 2), seen)

        with serving(PAGE.format(port=port, token=TOKEN)) as stranger:
            foreign = chromium.new_page()
            foreign.goto(stranger)
            eventually(lambda: "refused a page of the origin" in bridge.log.read_text(), "the origin is refused")
            check("a page of another origin is refused, and named", stranger in bridge.log.read_text()
                  and foreign.evaluate("window.steps.length") == 0, bridge.log.read_text())
            foreign.close()
        check_requests(port, TOKEN, origin)
        page.close()
        open_file = folder / "open"
        open_file.write_text(TOKEN)
        open_file.chmod(0o644)
        done = subprocess.run([sys.executable, "-B", "-m", "gestured.bridge", "websocket", "--token-file", str(open_file)],
                              capture_output=True, text=True, timeout=TIMEOUT)
        check("a token that others may read is refused", done.returncode == 1 and "chmod 600" in done.stderr, done.stderr)


def kill_marked(mark: str) -> None:
    """Kills the browser that was started with this word, and waits for its end."""
    def words(process: str) -> list[str]:
        try:
            return pathlib.Path("/proc", process, "cmdline").read_text(errors="replace").split("\0")
        except OSError:
            return []

    found = [process for process in os.listdir("/proc") if process.isdigit() and mark in words(process)]
    assert found, f"no browser with {mark}"
    for process in found:
        os.kill(int(process), signal.SIGKILL)
    eventually(lambda: not any(mark in words(process) for process in found), "the browser is gone")


def reach(bridge: Bridge, page: Any) -> list[Step]:
    """A page connects by and by, and receives what begins then. Returns what it received, and nothing is under way."""
    last = 0

    def has(mark: int) -> bool:
        return bool(page.evaluate(f"window.steps.some(step => step.time === {mark} && step.phase === 'ended')"))

    def arrives() -> bool:
        nonlocal last
        last += 1
        for phase in ("began", "ended"):
            bridge.step(phase, last, at=last)
        return wait_until(lambda: has(last), 0.5)

    eventually(arrives, "the page receives steps")
    found: list[Step] = page.evaluate("window.steps.splice(0)")
    return [step for step in found if step["time"] <= last]


def check_websocket_positions(chromium: Any) -> None:
    """Positions reach a page with --positions, where the daemon grants them."""
    with serving_page(chromium, "--positions") as (bridge, page, *_):
        reach(bridge, page)
        for gesture, value in ((1, {"drag": DRAG}), (2, WITHHELD)):
            bridge.step("began", gesture, value)
            bridge.step("ended", gesture, value)
        eventually(lambda: bool(page.evaluate("window.steps.length === 4")), "four steps")
        granted, other = (page.evaluate(f"window.steps[{index}].value.drag") for index in (0, 2))
        check("a page has positions with --positions", granted["location"] == DRAG["location"], granted)
        check("and none where they are withheld",
              "location" not in other and other["translation"] == DRAG["translation"], other)
        page.close()


def check_requests(port: int, token: str, origin: str) -> None:
    def status(path: str, **headers: str) -> str:
        with socket.create_connection(("127.0.0.1", port), TIMEOUT) as connection:
            fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13", **headers}
            lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
            connection.sendall("\r\n".join(lines).encode())
            return connection.recv(100).split(b" ")[1].decode()

    right = f"/?token={token}"
    answers = {
        "the token and the origin": (status(right, Origin=origin), "101"), "a program with the token": (status(right), "101"),
        "no token": (status("/", Origin=origin), "403"), "a longer token": (status(right + "0"), "403"),
        "another origin": (status(right, Origin="https://evil.example"), "403"),
        "a page of a file": (status(right, Origin="null"), "403"), "another host": (status(right, Host="evil.example"), "403"),
        "another path": (status("/other" + right), "404"),
    }
    for name, (found, expected) in answers.items():
        check(f"{name}: {expected}", found == expected, found)


# MARK: OSC


class OscReceiver:
    """A receiver of OSC, of another maker's library, that keeps what it receives."""

    def __init__(self) -> None:
        self.received: queue.Queue[tuple[str, tuple[Any, ...]]] = queue.Queue()
        dispatcher = Dispatcher()
        dispatcher.set_default_handler(lambda address, *arguments: self.received.put((address, arguments)))
        # In the order of the datagrams; the buffer holds what comes while other programs run.
        self.server = BlockingOSCUDPServer(("127.0.0.1", 0), dispatcher)
        self.server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 23)
        self.port: int = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self, fits: Callable[[str, tuple[Any, ...]], bool]) -> tuple[Any, ...]:
        """The arguments of the first that fits."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            address, arguments = self.received.get(timeout=TIMEOUT)
            if fits(address, arguments):
                return arguments
        raise TimeoutError

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def check_osc() -> None:
    steps, tuio = OscReceiver(), OscReceiver()
    with tempfile.TemporaryDirectory() as folder, StandIn(f"{folder}/socket") as daemon:
        words = [sys.executable, "-B", "-m", "gestured.bridge", "osc", "--socket", f"{folder}/socket", "--port", str(steps.port),
                 "--tuio", str(tuio.port)]
        process = subprocess.Popen(words)

        def greet() -> dict[str, int]:
            """The subscriptions by what they are for."""
            daemon.accept(devices=[SCREEN])
            found = {}
            for _ in range(3):
                request = daemon.subscribed(None)
                found["contacts" if request.get("contacts") else request["gesture"]["standard"]] = request["id"]
            return found

        numbers = greet()
        check("the bridge begins with nothing in progress", steps.next(lambda address, _: address == "/gestured/alive") == ())
        daemon.drag("began", subscription=numbers["touchscreen"])
        began = steps.next(lambda address, _: address == "/gestured/drag/began")
        check("a step has number, device, fingers and what the gesture has", began[:3] == (1, SCREEN["id"], 2)
              and len(began) == 7 and abs(began[3] - 10.4) < 1e-4, began)
        check("each second there is a list of what is in progress",
              steps.next(lambda address, _: address == "/gestured/alive") == (1,))

        def frame(time_of: int, *contacts: Step) -> None:
            daemon.send({"type": "contacts", "subscription": numbers["contacts"], "time": time_of, "device": SCREEN["id"],
                         "contacts": list(contacts)})

        def contact(number: int, phase: str, x: float, state: str = "finger") -> Step:
            return {"id": number, "phase": phase, "position": [x, 0.5], "state": state}

        frame(1_000_000, contact(4, "began", 0.25), contact(5, "began", 0.9, "palm"))
        frame(1_100_000, contact(4, "moved", 0.35))
        moved = tuio.next(lambda address, arguments: arguments[:1] == ("set",) and arguments[2] > 0.3)
        check("TUIO has fingers with position and speed, and no palm", moved[1] == 1 and abs(moved[2] - 0.35) < 1e-5
              and abs(moved[4] - 1) < 1e-3, moved)
        frame(1_200_000, contact(4, "ended", 0.35))
        check("a finger that lifts is alive no more", tuio.next(lambda _, arguments: arguments == ("alive",)) == ("alive",))
        process.kill()
        process.wait(TIMEOUT)
        process = subprocess.Popen(words)
        while steps.next(lambda address, _: address == "/gestured/alive"):
            pass
        check("after a kill -9 the next bridge says that nothing is in progress", True)
        numbers = greet()
        daemon.drag("began", subscription=numbers["touchscreen"])
        steps.next(lambda address, _: address == "/gestured/drag/began")
        process.terminate()
        check("an end in order cancels",
              steps.next(lambda address, _: address == "/gestured/drag/cancelled")[0] == 1 and process.wait(TIMEOUT) == 0)
    steps.close()
    tuio.close()


# MARK: Figures

COUNT, RATE = 5000, 1000


def flood(bridge: Bridge) -> None:
    """Taps at a rate, each of two messages, with the time of sending."""
    start = time.time()
    for number in range(COUNT):
        due = start + number / RATE
        if (early := due - time.time()) > 0:
            time.sleep(early)
        for phase in ("began", "ended"):
            bridge.step(phase, 10_000 + number, TAP, int(time.time() * 1e6))


def report(name: str, steps: list[Step]) -> None:
    """How late the steps arrived, in milliseconds."""
    ordered = sorted(step["at"] - step["time"] / 1e3 for step in steps)
    median, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    print(f"        {name}: {len(steps)} steps; p50 {median:.2f} ms, p99 {late:.2f} ms")
    check(f"{name}: {RATE} gestures a second without loss", ends_once(steps, COUNT), len(steps))


def figures(chromium: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(pathlib.Path(folder), is_persistent=False)
        receiver = Receiver(broker.port)
        with bridging("mqtt", "--port", broker.port) as bridge:
            eventually(lambda: any(topic.endswith("/config") for topic, _ in receiver.messages), "discovery")
            flood(bridge)
            eventually(lambda: len(receiver.steps) >= 2 * COUNT, "all steps", lambda: len(receiver.steps))
            report("mqtt", receiver.steps)
        receiver.close()
        broker.stop()
    with serving_page(chromium) as (bridge, page, *_):
        reach(bridge, page)
        flood(bridge)
        eventually(lambda: bool(page.evaluate(f"window.steps.length >= {2 * COUNT}")), "all steps")
        steps = page.evaluate("window.steps")
        report("websocket", steps)
        page.close()
    receiver_osc = OscReceiver()
    with bridging("osc", "--port", receiver_osc.port) as bridge:
        flood(bridge)
        found: list[Step] = []
        end = time.monotonic() + TIMEOUT
        # Lists of what is in progress go on for ever.
        while len(found) < 2 * COUNT and time.monotonic() < end:
            address, arguments = receiver_osc.received.get(timeout=TIMEOUT)
            if address.startswith("/gestured/tap/"):
                found.append({"gesture": arguments[0], "phase": address.rpartition("/")[2]})
        check(f"osc: {RATE} gestures a second without loss", ends_once(found, COUNT), len(found))
    receiver_osc.close()


def main() -> None:
    if sys.argv[2:3] == ["figures"]:
        with pages.launched(sys.argv[1]) as chromium:
            figures(chromium)
        finish()
    check_mqtt()
    check_positions()
    with pages.launched(sys.argv[1]) as chromium:
        check_websocket(chromium)
        check_websocket_positions(chromium)
    check_osc()
    finish()


main()
