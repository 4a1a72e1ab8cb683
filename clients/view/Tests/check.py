"""Checks `gesturectl view` in headless Chromium; see run.

    check.py BINARIES GESTURE_VIEW CHROMIUM [figures [SECONDS]]
"""

import contextlib
import http.client
import json
import math
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

# Only bounds a failure: a busy machine is slow.
TIMEOUT = 120
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
NOBODY = 65534
NAME = "<img src=x onerror=alert(1)></script><script>alert(2)</script>&amp;"

binaries, gesture_view = pathlib.Path(sys.argv[1]), sys.argv[2]
failed = 0


def check(condition, text, detail=""):
    global failed
    failed += not condition
    print(f"{'ok     ' if condition else 'FAILED '} {text}{f': {detail}' if detail and not condition else ''}", flush=True)


def until(condition, what):
    end = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


def wait(page, condition):
    """Playwright's own wait evaluates a text in the page, which the page's security policy forbids."""
    until(lambda: page.evaluate(condition), condition)


def recording(path, seconds, fingers, rate, name=NAME):
    """Fingers that go in circles on a touchscreen, and lift each second."""
    axes = [(0x00, 6880), (0x01, 3880), (0x35, 6880), (0x36, 3880)]
    with open(path, "w") as file:
        file.write(f"# EVEMU 1.3\nN: {name}\nI: 0018 6765 7374 0100\nP: 02 00 00 00 00 00 00 00\n")
        file.write("B: 00 0b 00 00 00 00 00 00 00\n" + "B: 01 00 00 00 00 00 00 00 00\n" * 5)
        file.write("B: 01 00 04 00 00 00 00 00 00\nB: 03 03 00 00 00 00 80 60 02\n")
        file.writelines(f"A: {axis:02x} 0 {most} 0 0 20\n" for axis, most in axes)
        file.write(f"A: 2f 0 {max(fingers, 2) - 1} 0 0 0\nA: 39 0 65535 0 0 0\n")
        number = 0
        for frame in range(seconds * rate):
            stamp = f"{1 + frame / rate:.6f}"
            phase = frame % rate
            lines = []
            for finger in range(fingers):
                if phase > rate * 0.9:
                    break
                angle = 2 * math.pi * (frame / rate + finger / fingers)
                centre = 500 + 6000 * finger / fingers
                lines.append(f"E: {stamp} 0003 002f {finger:04d}\n")
                if phase == 0:
                    lines.append(f"E: {stamp} 0003 0039 {number % 65536:04d}\n")
                    number += 1
                lines.append(f"E: {stamp} 0003 0035 {int(centre + 300 * math.cos(angle)):04d}\n")
                lines.append(f"E: {stamp} 0003 0036 {int(1900 + 900 * math.sin(angle)):04d}\n")
                if phase == int(rate * 0.9):
                    lines.append(f"E: {stamp} 0003 0039 -001\n")
            if phase in (0, int(rate * 0.9)):
                lines.append(f"E: {stamp} 0001 014a 000{int(phase == 0)}\n")
            if lines:
                file.writelines([*lines, f"E: {stamp} 0000 0000 0000\n"])


class View:
    """gesturectl view on a daemon that plays a recording."""

    def __init__(self, folder, played, settings=""):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=folder))
        self.socket = self.folder / "s"
        os.chmod(self.folder, 0o755)
        self.log = open(self.folder / "log", "w+")
        self.daemon = None
        if played:
            (self.folder / "gestured.toml").write_text(settings)
            plays = [word for path in played for word in ("--play", path)]
            self.daemon = subprocess.Popen([binaries / "gestured", "--config", self.folder / "gestured.toml", "--socket", self.socket, *plays],
                                           stdout=self.log, stderr=self.log)
            until(self.socket.exists, "gestured listens")
        self.port = 0
        self.views = []

    def open(self, *options, socket=None):
        command = [binaries / "gesturectl", "view", "--socket", socket or self.socket, "--server", gesture_view,
                   "--port", str(self.port), *options]
        view = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.views.append(view)
        return view

    def address(self, *options):
        view = self.open(*options)
        line = view.stdout.readline().strip()
        if not line.startswith("http://127.0.0.1:"):
            raise ValueError(f"gesturectl view prints {line!r}: {view.stderr.read()}")
        return line

    def close(self):
        for process in [*self.views, *([self.daemon] if self.daemon else [])]:
            if process.poll() is None:
                process.terminate()
            process.wait(TIMEOUT)
        self.log.close()


def answer(address, path, token=None, **headers):
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


def listeners(port):
    """The addresses that listen on the port, as the kernel writes them."""
    rows = [line.split() for file in ("/proc/net/tcp", "/proc/net/tcp6") for line in open(file).readlines()[1:]]
    return [row[1].split(":")[0] for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == port]


def is_drawn(page):
    """True if the surface has pixels in the colour of a finger."""
    return page.evaluate("""() => {
        const canvas = document.getElementById("surface");
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 1] > pixels[i] + 40) count++;
        return count > 50;
    }""")


def check_server(view, address):
    port = int(address.split(":")[2].split("/")[0])
    check(listeners(port) == ["0100007F"], "it listens on 127.0.0.1 alone", listeners(port))
    status, page = answer(address, "/")
    check(status == 200 and '{"live":true}' in page and NAME[:10] not in page, "the page has no data", status)
    check(answer(address, "/lines", "own")[0] == 200, "the token opens the lines")
    refused: dict[str, dict[str, str]] = {
        "no token": {}, "a wrong token": {"token": "0" * 32}, "a longer token": {"token": address.partition("#")[2] + "0"},
        "another host": {"token": "own", "Host": f"example.org:{port}"},
        "another origin": {"token": "own", "Origin": "http://example.org"},
    }
    for name, arguments in refused.items():
        status, text = answer(address, "/lines", **arguments)
        check(status == 403, f"{name} opens nothing", f"{status} {text}")


def check_page(browser, view, address, pictures):
    errors = []
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)

    def refuse(dialog):
        errors.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("dialog", refuse)
    page.goto(address)
    wait(page, "document.querySelectorAll('#sequences .sequence').length > 1")
    wait(page, "window.gestureView?.perSecond > 0")
    until(lambda: is_drawn(page), "a finger is drawn")
    check(True, "the contacts are drawn, and the touch sequences listed")
    check(NAME in page.inner_text("#device"), "a name with HTML is shown as it is", page.inner_text("#device"))

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
    check(count >= 2 and is_drawn(saved), "what was recorded is a report", f"{count} touch sequences")
    saved.close()

    page.click("#freeze")
    check(page.is_visible("#time") and page.get_attribute("#freeze", "aria-pressed") == "true", "a frozen view can be scrubbed")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (390, 820, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.documentElement.scrollWidth")
            check(wide <= width, f"nothing is wider than {width} pixels, {scheme}", wide)
            if pictures:
                page.screenshot(path=f"{pictures}/view-{width}-{scheme}.png")
        violations = Axe().run(page, options=RULES).response["violations"]
        check(not violations, f"axe finds nothing, {scheme}", [violation["id"] for violation in violations])
    page.click("#freeze")

    other = context.new_page()
    other.goto(address)
    wait(other, "window.gestureView?.perSecond > 0")
    second = view.address()
    third = context.new_page()
    third.goto(second)
    wait(third, "window.gestureView?.perSecond > 0")
    check(second != address, "two pages of a view, and a second view, receive everything")
    third.close()
    other.close()
    wait(page, "window.gestureView?.perSecond > 0")
    check(view.views[0].poll() is None, "a browser that goes away leaves the others alone")

    wrong = context.new_page()
    wrong.goto(address.partition("#")[0] + "#0000")
    wrong.wait_for_selector("#notice:not([hidden])", timeout=TIMEOUT * 1000)
    check("no valid token" in wrong.inner_text("#notice"), "a wrong token is explained", wrong.inner_text("#notice"))
    wrong.close()
    errors[:] = [error for error in errors if "403" not in error]

    view.daemon.terminate()
    wait(page, "/connection to gestured has ended/.test(document.getElementById('notice').textContent)")
    check(True, "the page says that the daemon has ended")
    check(view.views[0].wait(TIMEOUT) == 1, "gesturectl view fails then", view.views[0].returncode)
    check(not errors, "no error in the console, and no script from a name", errors)
    context.close()


def check_devices(browser, folder, short, long):
    """The first device leaves while it is drawn; the second is then shown."""
    view = View(folder, [short, long])
    page = browser.new_page()
    page.goto(view.address())
    wait(page, "[...document.getElementById('devices').options].some(o => /removed/.test(o.textContent))")
    check(True, "a device that leaves is named as removed")
    wait(page, "document.getElementById('device').textContent.startsWith('second')")
    check(True, "the device that is touched then is shown")
    view.views[0].send_signal(signal.SIGINT)
    check(view.views[0].wait(TIMEOUT) == 0, "an interrupt ends the view")
    wait(page, "!document.getElementById('notice').hidden")
    check("gesturectl view has ended" in page.inner_text("#notice"), "the page says so", page.inner_text("#notice"))
    page.close()
    view.close()


def check_withheld(browser, folder, played):
    """Another user than the daemon's has no right to positions."""
    if os.geteuid() != 0 or os.path.exists("/run/dbus/system_bus_socket"):
        return print("SKIPPED: positions that are withheld, which needs root for another user, and no logind")
    copy = folder / "programs"
    copy.mkdir()
    for program in (binaries / "gesturectl", gesture_view):
        shutil.copy(program, copy)
    os.chmod(folder, 0o755)
    view = View(folder, [played], '[access]\ngroup = ""\n')
    os.chmod(view.socket, 0o666)
    command = [copy / "gesturectl", "view", "--socket", view.socket]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, user=NOBODY, extra_groups=[])
    view.views.append(process)
    address = process.stdout.readline().strip()
    if not address:
        check(False, "another user opens a view", process.stderr.read())
        return view.close()
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("#notice:not([hidden])", timeout=TIMEOUT * 1000)
    text = page.inner_text("#notice")
    check("withholds positions" in text and "[[grant]]" in text, "the page says what to do when positions are withheld", text)
    page.close()
    process.terminate()
    process.wait(TIMEOUT)
    errors = process.stderr.read()
    check("[[grant]]" in errors, "the terminal says it too", errors)
    view.close()


def check_bad_input(folder, played):
    view = View(folder, [played])
    address = view.address()
    view.port = int(address.split(":")[2].split("/")[0])
    process = view.open()
    output, errors = process.communicate(timeout=TIMEOUT)
    check(process.returncode == 1 and "cannot serve port" in errors and "--port 0" in errors and not output,
          "a port in use is named, and what to do", errors)
    view.port = 0
    process = view.open("--server", "/nowhere/gesture-view")
    errors = process.communicate(timeout=TIMEOUT)[1]
    check(process.returncode == 1 and "cannot start /nowhere/gesture-view" in errors, "a missing server is named", errors)
    process = view.open(socket=view.folder / "none")
    errors = process.communicate(timeout=TIMEOUT)[1]
    check(process.returncode == 1 and "none" in errors, "a daemon that does not run is named", errors)
    for options in (["--port", "70000"], ["--units", "points"], ["--gesture", "wink"]):
        process = view.open(*options)
        errors = process.communicate(timeout=TIMEOUT)[1]
        check(process.returncode == 2 and options[0] in errors, f"{' '.join(options)} is refused", errors)
    # The server alone: it is started by gesturectl.
    for words, text in (("x", b""), ("", b""), ("0", b""), ("0", b"10\nshort"), ("0", b"-1\n")):
        done = subprocess.run([gesture_view, *words.split()], input=text, capture_output=True, timeout=TIMEOUT)
        check(done.returncode == 64 and done.stderr.startswith(b"gesture-view: "), f"gesture-view {words} {text!r} is refused",
              done.stderr)
    view.close()


def lines_of(played, folder, seconds):
    """What gesturectl view receives while a recording is played, and the page that it serves: both as it sends them."""
    view = View(folder, [played])
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(TIMEOUT)
    connection.connect(str(view.socket))
    requests = [{"type": "subscribe", "id": 1, "gesture": {"standard": "touchscreen"}, "explain": True, "scope": "session",
                 "units": "millimetres"},
                {"type": "subscribe", "id": 2, "contacts": True, "units": "millimetres", "scope": "session"}]
    connection.sendall("".join(json.dumps(request) + "\n" for request in requests).encode())
    found, first = [], None
    for line in connection.makefile("rb"):
        message = json.loads(line)
        if message["type"] == "error":
            raise ValueError(message)
        found.append(message)
        if message["type"] == "contacts":
            first = first or message["time"]
            if message["time"] - first > seconds * 1e6 and not any(contact["phase"] != "ended" for contact in message["contacts"]):
                break
    connection.close()
    page = answer(view.address(), "/")[1]
    view.close()
    return page, found


class FedPage:
    """The page of a gesture-view that receives lines from here, in a browser."""

    def __init__(self, browser, page_text):
        self.server = subprocess.Popen([gesture_view, "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        encoded = page_text.encode()
        self.server.stdin.write(f"{len(encoded)}\n".encode() + encoded)
        self.server.stdin.flush()
        self.page = browser.new_page(viewport={"width": 1440, "height": 900})
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.server.stdout.readline().decode().strip())
        self.sent = 0

    def send(self, messages):
        self.server.stdin.write("".join(json.dumps(message) + "\n" for message in messages).encode())
        self.server.stdin.flush()
        self.sent += len(messages)

    def drain(self, behind=0):
        """Until the page has read all lines, up to so many. The server drops frames for one that reads more slowly."""
        wait(self.page, f"window.gestureView?.lines >= {self.sent - behind}")

    def memory(self):
        """In MB, of the page's objects and of the server."""
        self.page.request_gc()
        return self.page.evaluate("performance.memory.usedJSHeapSize") / 1e6, memory(self.server.pid) / 1024

    def close(self):
        self.page.close()
        self.server.stdin.close()
        self.server.wait(TIMEOUT)


def check_memory(browser, page_text, messages, minutes):
    """So many minutes of fingers, as fast as the page reads them. What the page and its server keep does not grow."""
    fed = FedPage(browser, page_text)
    fed.send([message for message in messages if "time" not in message])
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
        if number % 5 == 4:
            fed.drain(behind=1)
        if number % (repeats // 6) == repeats // 6 - 1:
            fed.drain()
            sizes.append(fed.memory())
    text = ", ".join(f"{heap:.1f} and {resident:.1f}" for heap, resident in sizes)
    print(f"        {fed.sent} lines of {repeats * length / 60e6:.0f} minutes; after each sixth, MB of the page and of gesture-view: {text}")
    check(len(sizes) >= 6 and fed.page.evaluate("window.gestureView.dropped") == 0, f"{minutes} minutes of three fingers reach the page", sizes)
    # Chromium's own objects vary by about half a megabyte.
    check(sizes[-1][0] <= sizes[0][0] * 1.1 + 0.5, "the page's memory does not grow", text)
    check(sizes[-1][1] <= sizes[0][1] * 1.1 + 4, "the server's memory does not grow", text)

    # Without positions there are gestures and no frames. Of those, 200 are kept.
    only = [message for message in body if message["type"] == "gesture"]
    sizes = []
    for _ in range(2):
        for _ in range(60):
            fed.send(only)
            for message in only:
                message["time"] += length
                message["gesture"] += gestures
            fed.drain(behind=1)
        fed.drain()
        sizes.append(fed.memory()[0])
    check(sizes[1] <= sizes[0] * 1.1 + 0.5, "nor does the page's without frames, as when positions are withheld", sizes)
    check(not fed.errors, "no error in the console", fed.errors)
    fed.close()


def contact(number, phase, column, row):
    return {"id": number, "phase": phase, "position": [column, row], "state": "finger" if number % 2 else "palm",
            **({} if number % 2 else {"cause": "size"})}


def check_many_contacts(browser, page_text, messages):
    """More contacts than any device has, at once and one after the other; then the device leaves, and others come and go."""
    fed = FedPage(browser, page_text)
    hello = next(message for message in messages if message["type"] == "hello")
    device, count, start = hello["devices"][0], 10_000, 1_000_000_000
    fed.send([hello])

    def frame(time, contacts):
        return {"type": "contacts", "subscription": 2, "time": time, "device": device["id"], "contacts": contacts}

    for step in range(8):
        phase = "began" if step == 0 else "ended" if step == 7 else "moved"
        fed.send([frame(start + step * 8000, [contact(number, phase, number % 300 + step, number // 300) for number in range(count)])])
        fed.drain(behind=1)
    for number in range(count, 2 * count):
        time_of = start + 100_000 + (number - count) * 20_000
        place = number % 300, number % 170
        fed.send([frame(time_of, [contact(number, "began", *place)]), frame(time_of + 8000, [contact(number, "ended", *place)])])
        if number % 500 == 499:
            fed.drain(behind=1)
    fed.drain()
    check(is_drawn(fed.page) and fed.page.evaluate("window.gestureView.rate") > 0, "ten thousand contacts at once, and as many in turn, are drawn")
    heap = fed.memory()[0]
    check(heap < 60, "they are forgotten again", f"{heap:.1f} MB")

    last = start + 1_000_000_000
    fed.send([frame(last, [contact(99_999, "began", 50, 50)]), frame(last + 8000, [contact(99_999, "moved", 60, 50)]),
              {"type": "deviceRemoved", "device": device["id"]}])
    wait(fed.page, "/removed/.test(document.getElementById('devices').textContent)")
    fed.send([{"type": "deviceAdded", "device": device}, frame(last + 16000, [contact(100_001, "began", 90, 90)])])
    wait(fed.page, "!/removed/.test(document.getElementById('devices').textContent)")
    check(not fed.errors, "a device leaves while its finger is drawn, and comes back", fed.errors)
    for number in range(200):
        other = {**device, "id": f"event{100 + number}"}
        fed.send([{"type": "deviceAdded", "device": other}, {"type": "deviceRemoved", "device": other["id"]}])
    fed.drain()
    options = fed.page.evaluate("document.getElementById('devices').options.length")
    check(options <= 20, "devices that have left are forgotten", options)
    check(not fed.errors, "no error in the console", fed.errors)
    fed.close()


def check_other_user(view, address):
    """Another user of the machine reaches the port, and finds the token nowhere."""
    if os.geteuid() != 0:
        return print("SKIPPED: another user, which needs root")
    script = """
import glob, http.client, sys
address, token = sys.stdin.read().split()
for headers in ({}, {"Authorization": "Bearer " + "0" * len(token)}):
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/lines", headers=headers)
    print(connection.getresponse().status)
found = []
for name in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
    try:
        found += [name] * (token.encode() in open(name, "rb").read())
    except OSError:
        pass
print("found in", found)
"""
    host, _, token = address.removeprefix("http://").partition("/#")
    done = subprocess.run([sys.executable, "-c", script], input=f"{host} {token}", capture_output=True, text=True, timeout=TIMEOUT,
                          user=NOBODY, group=NOBODY, extra_groups=[])
    check(done.stdout.split("\n")[:3] == ["403", "403", "found in []"], "another user of the machine cannot read the lines",
          done.stdout + done.stderr)


def memory(process):
    return int(next(line for line in open(f"/proc/{process}/status") if line.startswith("VmRSS")).split()[1])


def figures(browser, folder, seconds):
    played = folder / "ten.evemu"
    recording(played, seconds + 20, 10, 1000, "ten fingers")
    view = View(folder, [played])
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(view.address())
    wait(page, "window.gestureView?.perSecond > 500")
    server = int(subprocess.run(["pgrep", "-P", str(view.views[0].pid)], capture_output=True, text=True).stdout)
    rates = []
    print("seconds  pictures/s  frames/s  not drawn  heap of the page, MB  gesture-view, MB  gesturectl, MB")
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        page.wait_for_timeout(5000)
        now = page.evaluate("({...window.gestureView, heap: performance.memory.usedJSHeapSize / 1e6})")
        rates.append(now["rate"])
        print(f"{time.monotonic() - start:7.0f}  {now['rate']:10}  {now['perSecond']:8}  {now['dropped']:9}  {now['heap']:20.1f}"
              f"  {memory(server) / 1024:16.1f}  {memory(view.views[0].pid) / 1024:14.1f}", flush=True)
    print(f"median {sorted(rates)[len(rates) // 2]} pictures/s")
    view.close()
    three = folder / "three.evemu"
    recording(three, 20, 3, 100, "three fingers")
    page_text, messages = lines_of(three, folder, 6)
    check_memory(browser, page_text, messages, 60)


def main():
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=sys.argv[3], args=["--no-sandbox", "--enable-precise-memory-info"], timeout=TIMEOUT * 1000)
        stack.callback(browser.close)
        if sys.argv[4:5] == ["figures"]:
            figures(browser, folder, int((sys.argv[5:] or ["60"])[0]))
            sys.exit(failed > 0)
        long, short, second = folder / "long.evemu", folder / "short.evemu", folder / "second.evemu"
        recording(long, 600, 3, 100)
        recording(short, 6, 1, 100)
        recording(second, 600, 2, 100, "second")
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
        recording(three, 20, 3, 100, "three fingers")
        page_text, messages = lines_of(three, folder, 6)
        check_many_contacts(browser, page_text, messages)
        check_memory(browser, page_text, messages, 6)
    if failed:
        sys.exit(f"view: {failed} checks failed")


main()
