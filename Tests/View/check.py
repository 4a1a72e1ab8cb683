"""Checks `gesturectl view` in headless Chromium; see run.

    check.py BINARIES CHROMIUM [figures [SECONDS]]
"""

import contextlib
import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any

from testing import browser as pages
from testing import shell
from testing.checks import TIMEOUT, check, counts, wait_until
from testing.client import Lines, Message, connected, encoded
from testing.daemon import Daemon
from testing.display import NOBODY
from testing.recording import write_circles

NAME = "<img src=x onerror=alert(1)></script><script>alert(2)</script>&amp;"

# Lines: less than a megabyte, of the four that the server keeps for a page.
PIECE = 1000

binaries = pathlib.Path(sys.argv[1])


def until(condition: Callable[[], object], what: str) -> None:
    if not wait_until(condition):
        raise TimeoutError(what)


def wait(page: Any, condition: str) -> None:
    """Playwright's own wait evaluates a text in the page, which the page's security policy forbids."""
    until(lambda: page.evaluate(condition), condition)


class View:
    """gesturectl view on a daemon that plays a recording."""

    def __init__(self, folder: pathlib.Path, played: Sequence[pathlib.Path], settings: str = "") -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        os.chmod(self.folder, 0o755)
        daemon = Daemon(binaries / "gestured", self.folder, play=played, settings=settings).listens()
        self.socket, self.daemon = daemon.socket, daemon.process
        self.port = 0
        self.views: list[shell.Process] = []

    def open(self, *options: str, path: object = None, program: object = binaries / "gesturectl", **more: Any) -> shell.Process:
        words = ["view", "--socket", path or self.socket, "--port", self.port, *options]
        view = shell.start(program, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
        self.views.append(view)
        return view

    def address(self, *options: str) -> str:
        view = self.open(*options)
        assert view.stdout and view.stderr
        line = str(view.stdout.readline()).strip()
        if not line.startswith("http://127.0.0.1:"):
            raise ValueError(f"gesturectl view prints {line!r}: {view.stderr.read()}")
        return line

    def close(self) -> None:
        for process in [*self.views, self.daemon]:
            if process.poll() is None:
                process.terminate()
            process.wait(TIMEOUT)


def answer(address: str, path: str, token: str | None = None, **headers: str) -> tuple[int, str]:
    host, _, own = address.removeprefix("http://").partition("/#")
    connection = http.client.HTTPConnection(host, timeout=TIMEOUT)
    if token == "own":
        token = own
    fields = {**({"Authorization": f"Bearer {token}"} if token else {}), **headers}
    connection.request("GET", path, headers=fields)
    response = connection.getresponse()
    body = response.read() if response.status != 200 or path == "/" else response.readline()
    connection.close()
    return response.status, body.decode()


def listeners(port: int) -> list[str]:
    """The addresses that listen on the port, as the kernel writes them."""
    rows = [line.split() for file in ("/proc/net/tcp", "/proc/net/tcp6") for line in shell.read(file).splitlines()[1:]]
    return [row[1].split(":")[0] for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == port]


def is_drawn(page: Any) -> object:
    """True if the surface has pixels in the colour of a finger."""
    return page.evaluate("""() => {
        const canvas = document.getElementById("surface");
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 1] > pixels[i] + 40) count++;
        return count > 50;
    }""")


def check_server(view: View, address: str) -> None:
    port = int(address.split(":")[2].split("/")[0])
    check("it listens on 127.0.0.1 alone", listeners(port) == ["0100007F"], listeners(port))
    status, page = answer(address, "/")
    check("the page has no data", status == 200 and '{"live":true}' in page and NAME[:10] not in page, status)
    check("the token opens the lines", answer(address, "/lines", "own")[0] == 200)
    refused: dict[str, dict[str, str]] = {
        "no token": {}, "a wrong token": {"token": "0" * 32}, "a longer token": {"token": address.partition("#")[2] + "0"},
        "another host": {"token": "own", "Host": f"example.org:{port}"},
        "another origin": {"token": "own", "Origin": "http://example.org"},
    }
    for name, arguments in refused.items():
        status, text = answer(address, "/lines", **arguments)
        check(f"{name} opens nothing", status == 403, f"{status} {text}")


def check_page(browser: Any, view: View, address: str, pictures: str | None) -> None:
    errors: list[str] = []
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    page = context.new_page()
    pages.watch(page, errors)

    def refuse(dialog: Any) -> None:
        errors.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("dialog", refuse)
    page.goto(address)
    wait(page, "document.querySelectorAll('#sequences .sequence').length > 1")
    wait(page, "window.gestureView?.perSecond > 0")
    until(lambda: is_drawn(page), "a finger is drawn")
    check("the contacts are drawn, and the touch sequences listed", True)
    check("a name with HTML is shown as it is", NAME in page.inner_text("#device"), page.inner_text("#device"))

    page.click("#record")
    page.wait_for_timeout(2500)
    page.click("#record")
    with page.expect_download(timeout=TIMEOUT * 1000) as download:
        page.click("#download")
    report = view.folder / "report.html"
    download.value.save_as(report)
    saved = context.new_page()
    saved.on("pageerror", lambda error: errors.append(f"saved: {error}"))
    saved.goto(report.as_uri())
    count = saved.locator("#sequences .sequence").count()
    check("what was recorded is a report", count >= 2 and is_drawn(saved), f"{count} touch sequences")
    saved.close()

    page.set_viewport_size({"width": 390, "height": 844})
    check("a phone's width shows one touch, above its picture", page.is_visible("#answer .sequence")
          and not page.is_visible("#list") and page.evaluate("document.getElementById('answer').getBoundingClientRect().bottom"
                            " <= document.getElementById('drawing').getBoundingClientRect().top"))
    page.set_viewport_size({"width": 1440, "height": 900})
    page.click("#freeze")
    check("a frozen view can be scrubbed", page.is_visible("#time") and page.get_attribute("#freeze", "aria-pressed") == "true")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in pages.WIDTHS:
            wide = pages.excess_width(page, width)
            check(f"nothing is wider than {width} pixels, {scheme}", not wide, wide)
            if pictures:
                page.screenshot(path=f"{pictures}/view-{width}-{scheme}.png")
        violations = pages.violations(page)
        check(f"axe finds nothing, {scheme}", not violations, violations)
    page.click("#freeze")

    other = context.new_page()
    other.goto(address)
    wait(other, "window.gestureView?.perSecond > 0")
    second = view.address()
    third = context.new_page()
    third.goto(second)
    wait(third, "window.gestureView?.perSecond > 0")
    check("two pages of a view, and a second view, receive everything", second != address)
    third.close()
    other.close()
    wait(page, "window.gestureView?.perSecond > 0")
    check("a browser that goes away leaves the others alone", view.views[0].poll() is None)

    wrong = context.new_page()
    wrong.goto(address.partition("#")[0] + "#0000")
    wrong.wait_for_selector("#notice:not([hidden])", timeout=TIMEOUT * 1000)
    check("a wrong token is explained", "no valid token" in wrong.inner_text("#notice"), wrong.inner_text("#notice"))
    wrong.close()
    errors[:] = [error for error in errors if "403" not in error]

    view.daemon.terminate()
    wait(page, "/connection to gestured has ended/.test(document.getElementById('notice').textContent)")
    check("the page reports that the daemon has ended", True)
    check("gesturectl view fails then", view.views[0].wait(TIMEOUT) == 1, view.views[0].returncode)
    check("no error in the console, and no script from a name", not errors, errors)
    context.close()


def check_devices(browser: Any, folder: pathlib.Path, short: pathlib.Path, long: pathlib.Path) -> None:
    """The first device leaves while it is drawn; the second is then shown."""
    view = View(folder, [short, long])
    page = browser.new_page()
    page.goto(view.address())
    wait(page, "[...document.getElementById('devices').options].some(o => /removed/.test(o.textContent))")
    check("a device that leaves is named as removed", True)
    wait(page, "document.getElementById('device').textContent.startsWith('second')")
    check("the device that is touched then is shown", True)
    view.views[0].send_signal(signal.SIGINT)
    check("an interrupt ends the view", view.views[0].wait(TIMEOUT) == 0)
    wait(page, "!document.getElementById('notice').hidden")
    check("the page reports it", "gesturectl view has ended" in page.inner_text("#notice"), page.inner_text("#notice"))
    page.close()
    view.close()


def check_withheld(browser: Any, folder: pathlib.Path, played: pathlib.Path) -> None:
    """Another user than the daemon's has no right to positions."""
    if os.geteuid() != 0 or os.path.exists("/run/dbus/system_bus_socket"):
        print("SKIPPED: positions that are withheld, which needs root for another user, and no logind")
        return
    copy = folder / "programs"
    copy.mkdir()
    shutil.copy(binaries / "gesturectl", copy)
    os.chmod(folder, 0o755)
    view = View(folder, [played], '[access]\ngroup = ""\n')
    os.chmod(view.socket, 0o666)
    process = view.open(program=copy / "gesturectl", **NOBODY)
    assert process.stdout and process.stderr
    address = process.stdout.readline().strip()
    if not address:
        check("another user opens a view", False, process.stderr.read())
        view.close()
        return
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("#notice:not([hidden])", timeout=TIMEOUT * 1000)
    text = page.inner_text("#notice")
    check("the page explains what to do when positions are withheld", "withholds positions" in text and "[[grant]]" in text, text)
    page.close()
    process.terminate()
    process.wait(TIMEOUT)
    errors = process.stderr.read()
    check("the terminal explains it too", "[[grant]]" in errors, errors)
    view.close()


def check_bad_input(folder: pathlib.Path, played: pathlib.Path) -> None:
    view = View(folder, [played])
    address = view.address()
    view.port = int(address.split(":")[2].split("/")[0])
    process = view.open()
    output, errors = process.communicate(timeout=TIMEOUT)
    check("a port in use is named, and what to do", process.returncode == 1 and "cannot serve port" in errors
          and "--port 0" in errors and not output, errors)
    view.port = 0
    process = view.open(path=view.folder / "none")
    errors = process.communicate(timeout=TIMEOUT)[1]
    check("a daemon that does not run is named", process.returncode == 1 and "none" in errors, errors)
    for options in (["--port", "70000"], ["--units", "points"], ["--gesture", "wink"]):
        process = view.open(*options)
        errors = process.communicate(timeout=TIMEOUT)[1]
        check(f"{' '.join(options)} is refused", process.returncode == 2 and options[0] in errors, errors)
    view.close()


def lines_of(played: pathlib.Path, folder: pathlib.Path, seconds: int) -> list[Message]:
    """What gesturectl view receives while a recording is played."""
    view = View(folder, [played])
    lines = Lines(connected(path=view.socket))
    lines.connection.settimeout(TIMEOUT)
    lines.send(type="subscribe", id=1, gesture={"standard": "touchscreen"}, explain=True, scope="session", units="millimetres")
    lines.send(type="subscribe", id=2, contacts=True, units="millimetres", scope="session")
    found: list[Message] = []
    first = 0
    while message := lines.next():
        if message["type"] == "error":
            raise ValueError(message)
        found.append(message)
        if message["type"] == "contacts":
            first = first or message["time"]
            is_lifted = all(contact["phase"] == "ended" for contact in message["contacts"])
            if message["time"] - first > seconds * 1e6 and is_lifted:
                break
    lines.close()
    view.close()
    return found


def megabytes(process: int) -> float:
    return int(shell.status(process)["VmRSS"]) / 1024


class FedPage:
    """The page of a gesturectl view that receives lines from here, in a browser."""

    def __init__(self, browser: Any, folder: pathlib.Path, hello: Message) -> None:
        path = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "socket"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            self.server = shell.start(binaries / "gesturectl", "view", "--socket", path, stdout=subprocess.PIPE)
            self.entry = listener.accept()[0]
        # The daemon's first line, without which gesturectl does not begin.
        self.write(encoded(hello))
        assert self.server.stdout
        self.page = browser.new_page(viewport={"width": 1440, "height": 900})
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.server.stdout.readline().decode().strip())
        self.sent, self.read = 1, 0
        # The server keeps no frames for a page that has not asked for them yet.
        self.drain()

    def write(self, data: bytes) -> None:
        self.entry.sendall(data)

    def send(self, messages: list[Message]) -> None:
        """Stays so near to the page that the server drops nothing, however slow the page is on a busy machine."""
        for start in range(0, len(messages), PIECE):
            piece = messages[start:start + PIECE]
            self.write(encoded(*piece))
            self.sent += len(piece)
            if self.sent - self.read >= 2 * PIECE:
                self.drain(behind=PIECE)

    def drain(self, behind: int = 0) -> None:
        """Until the page has read all lines, up to so many."""
        wait(self.page, f"window.gestureView?.lines >= {self.sent - behind}")
        self.read = self.sent - behind

    def memory(self) -> tuple[float, float]:
        """In MB, of the page's objects and of the server."""
        # The picture of the last lines is drawn, or it will not be soon: half a picture's objects are no growth.
        self.page.evaluate("Promise.race([new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),"
                           " new Promise(late => setTimeout(late, 5000))])")
        self.page.request_gc()
        return self.page.evaluate("performance.memory.usedJSHeapSize") / 1e6, megabytes(self.server.pid)

    def close(self) -> None:
        self.page.close()
        self.entry.close()
        self.server.wait(TIMEOUT)


def check_hold(browser: Any, folder: pathlib.Path, messages: list[Message]) -> None:
    """The ring around a finger that rests closes without another line, and is gone when the finger moves."""
    first, *others = (message for message in messages if "time" not in message)
    fed = FedPage(browser, folder, first)
    fed.send(others)
    frame = next(message for message in messages if message["type"] == "contacts")
    down = {**frame, "contacts": [{"id": 1, "phase": "began", "state": "finger", "position": [40, 30]}]}
    fed.send([down])
    fed.drain()
    check("a ring grows around a finger that rests", 0 < fed.page.evaluate("window.gestureView.held") <= 1)
    wait(fed.page, "window.gestureView.held === 1")
    moved = [{"id": 1, "phase": "moved", "state": "finger", "position": [45, 30]}]
    fed.send([{**frame, "time": frame["time"] + 8000, "contacts": moved}])
    fed.drain()
    check("it closes, and a finger that moves has none", fed.page.evaluate("window.gestureView.held") == 0)
    check("without an error", not fed.errors, fed.errors)
    fed.close()


def check_memory(browser: Any, folder: pathlib.Path, messages: list[Message], minutes: int) -> None:
    """So many minutes of fingers, as fast as the page reads them. What the page and its server keep does not grow."""
    first, *others = (message for message in messages if "time" not in message)
    fed = FedPage(browser, folder, first)
    fed.send(others)
    body = [message for message in messages if "time" in message]
    length = body[-1]["time"] - body[0]["time"] + 100_000
    contacts = 1 + max(contact["id"] for message in body for contact in message.get("contacts", []))
    gestures = 1 + max(message.get("gesture", 0) for message in body)
    repeats, sizes = int(minutes * 60e6 / length), []
    for number in range(repeats):
        fed.send(body)
        for message in body:
            message["time"] += length
            for contact in message.get("contacts", []):
                contact["id"] += contacts
            if "gesture" in message:
                message["gesture"] += gestures
        if number % (repeats // 6) == repeats // 6 - 1:
            fed.drain()
            sizes.append(fed.memory())
    text = ", ".join(f"{heap:.1f} and {resident:.1f}" for heap, resident in sizes)
    print(f"        {fed.sent} lines of {repeats * length / 60e6:.0f} minutes; after each sixth, MB of the page and the server:"
          f" {text}")
    check(f"{minutes} minutes of three fingers reach the page", len(sizes) >= 6
          and fed.page.evaluate("window.gestureView.dropped") == 0, sizes)
    # Chromium's own objects vary by about half a megabyte.
    check("the page's memory does not grow", sizes[-1][0] <= sizes[0][0] * 1.1 + 0.5, text)
    check("the server's memory does not grow", sizes[-1][1] <= sizes[0][1] * 1.1 + 4, text)

    # Without positions there are gestures and no frames. Of those, 200 are kept.
    only = [message for message in body if message["type"] == "gesture"]
    heaps: list[float] = []
    for _ in range(2):
        for _ in range(60):
            fed.send(only)
            for message in only:
                message["time"] += length
                message["gesture"] += gestures
            fed.drain(behind=1)
        fed.drain()
        heaps.append(fed.memory()[0])
    check("nor does the page's without frames, as when positions are withheld", heaps[1] <= heaps[0] * 1.1 + 0.5, heaps)
    check("no error in the console", not fed.errors, fed.errors)
    fed.close()


def contact(number: int, phase: str, column: float, row: float) -> Message:
    return {"id": number, "phase": phase, "position": [column, row], "state": "finger" if number % 2 else "palm",
            **({} if number % 2 else {"cause": "size"})}


def check_many_contacts(browser: Any, folder: pathlib.Path, messages: list[Message]) -> None:
    """More contacts than any device has, at once and one after the other; then the device leaves, and others come and go."""
    hello = next(message for message in messages if message["type"] == "hello")
    fed = FedPage(browser, folder, hello)
    device, count, start = hello["devices"][0], 10_000, 1_000_000_000

    def frame(time: int, contacts: list[Message]) -> Message:
        return {"type": "contacts", "subscription": 2, "time": time, "device": device["id"], "contacts": contacts}

    for step in range(8):
        phase = "began" if step == 0 else "ended" if step == 7 else "moved"
        fed.send([frame(start + step * 8000,
                        [contact(number, phase, number % 300 + step, number // 300) for number in range(count)])])
        fed.drain(behind=1)
    for number in range(count, 2 * count):
        time_of = start + 100_000 + (number - count) * 20_000
        position = number % 300, number % 170
        fed.send([frame(time_of, [contact(number, "began", *position)]),
                  frame(time_of + 8000, [contact(number, "ended", *position)])])
        if number % 500 == 499:
            fed.drain(behind=1)
    fed.drain()
    check("ten thousand contacts at once, and as many in turn, are drawn", is_drawn(fed.page)
          and fed.page.evaluate("window.gestureView.rate") > 0)
    heap = fed.memory()[0]
    check("their memory is freed again", heap < 60, f"{heap:.1f} MB")

    last = start + 1_000_000_000
    fed.send([frame(last, [contact(99_999, "began", 50, 50)]), frame(last + 8000, [contact(99_999, "moved", 60, 50)]),
              {"type": "deviceRemoved", "device": device["id"]}])
    wait(fed.page, "/removed/.test(document.getElementById('devices').textContent)")
    fed.send([{"type": "deviceAdded", "device": device}, frame(last + 16000, [contact(100_001, "began", 90, 90)])])
    wait(fed.page, "!/removed/.test(document.getElementById('devices').textContent)")
    check("a device leaves while its finger is drawn, and comes back", not fed.errors, fed.errors)
    for number in range(200):
        other = {**device, "id": f"event{100 + number}"}
        fed.send([{"type": "deviceAdded", "device": other}, {"type": "deviceRemoved", "device": other["id"]}])
    fed.drain()
    options = fed.page.evaluate("document.getElementById('devices').options.length")
    check("devices that have left are removed", options <= 20, options)
    check("no error in the console", not fed.errors, fed.errors)
    fed.close()


def check_other_user(view: View, address: str) -> None:
    """Another user of the machine reaches the port, and finds the token nowhere."""
    if os.geteuid() != 0:
        print("SKIPPED: another user, which needs root")
        return
    script = """
import glob, http.client, resource, socket, sys
address, token = sys.stdin.readline().split()
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
statuses = []
for headers in ({}, {"Authorization": "Bearer " + "0" * len(token)}):
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/lines", headers=headers)
    statuses.append(connection.getresponse().status)
found = []
for name in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
    try:
        found += [name] * (token.encode() in open(name, "rb").read())
    except OSError:
        pass
held = [socket.create_connection(tuple(address.split(":"))) for _ in range(1100)]
print(statuses, "found in", found, "holds", len(held), flush=True)
sys.stdin.read()
"""
    host, _, token = address.removeprefix("http://").partition("/#")
    other = shell.start(sys.executable, "-c", script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **NOBODY)
    assert other.stdin and other.stdout
    other.stdin.write(f"{host} {token}\n")
    other.stdin.flush()
    line = str(other.stdout.readline()).strip()
    check("another user of the machine cannot read the lines", line.startswith("[403, 403] found in []"), line)
    check("1,100 connections of another user keep no browser out", line.endswith("holds 1100")
          and answer(address, "/")[0] == 200 and answer(address, "/lines", "own")[0] == 200, line)
    other.communicate()
    check("and do not end the view", view.views[0].poll() is None, view.views[0].returncode)


def figures(browser: Any, folder: pathlib.Path, seconds: int) -> None:
    played = folder / "ten.evemu"
    write_circles(played, seconds + 20, 10, 1000, "ten fingers")
    view = View(folder, [played])
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(view.address())
    wait(page, "window.gestureView?.perSecond > 500")
    rates = []
    print("seconds  pictures/s  frames/s  not drawn  heap of the page, MB  gesturectl, MB")
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        page.wait_for_timeout(5000)
        now = page.evaluate("({...window.gestureView, heap: performance.memory.usedJSHeapSize / 1e6})")
        rates.append(now["rate"])
        print(f"{time.monotonic() - start:7.0f}  {now['rate']:10}  {now['perSecond']:8}  {now['dropped']:9}  {now['heap']:20.1f}"
              f"  {megabytes(view.views[0].pid):14.1f}", flush=True)
    print(f"median {sorted(rates)[len(rates) // 2]} pictures/s")
    view.close()
    three = folder / "three.evemu"
    write_circles(three, 20, 3, 100, "three fingers")
    check_memory(browser, folder, lines_of(three, folder, 6), 60)


def main() -> None:
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(pages.launched(sys.argv[2], "--enable-precise-memory-info"))
        if sys.argv[3:4] == ["figures"]:
            figures(browser, folder, int((sys.argv[4:] or ["60"])[0]))
            sys.exit(counts[False] > 0)
        long, short, second = folder / "long.evemu", folder / "short.evemu", folder / "second.evemu"
        write_circles(long, 600, 3, 100, NAME)
        write_circles(short, 6, 1, 100, NAME)
        write_circles(second, 600, 2, 100, "second")
        view = View(folder, [long])
        address = view.address()
        check_server(view, address)
        check_other_user(view, address)
        check_page(browser, view, address, os.environ.get("PICTURES"))
        view.close()
        check_devices(browser, folder, short, second)
        check_withheld(browser, folder, long)
        check_bad_input(folder, long)
        three = folder / "three.evemu"
        write_circles(three, 20, 3, 100, "three fingers")
        messages = lines_of(three, folder, 6)
        check_many_contacts(browser, folder, messages)
        check_hold(browser, folder, messages)
        check_memory(browser, folder, messages, 6)
    if counts[False]:
        sys.exit(f"view: {counts[False]} checks failed")


main()
