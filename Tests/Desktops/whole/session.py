"""A user's session in a root of its own: buses, gestured, its focus follower, and apps in windows."""
import atexit
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
import tomllib

# On a machine with other work a desktop may take long. This only bounds a failure.
TIMEOUT = float(os.environ.get("DESKTOPS_TIMEOUT", 60))
USER = 1000
FOLDER = "/opt/test"
RUNTIME = f"/run/user/{USER}"
HOME = "/tmp/home"
DAEMON, FOCUS, TEST = "/run/gestured.sock", "/run/gestured-focus.sock", "/tmp/test.sock"
# A desktop's own event to the line that an app receives, in seconds.
LIMIT = 0.05

# Stand-ins may own every name.
SYSTEM_BUS = """<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
</busconfig>"""

# What libsystemd reads of logind.
LOGIND_STATE = {
    "/run/systemd/seats/seat0": f"IS_SEAT0=1\nACTIVE=c1\nACTIVE_UID={USER}\nSESSIONS=c1\nUIDS={USER}\n",
    "/run/systemd/sessions/c1": f"UID={USER}\nUSER=tester\nACTIVE=1\nSTATE=active\nSEAT=seat0\nTYPE=wayland\nCLASS=user\n",
    f"/run/systemd/users/{USER}": "NAME=tester\nSTATE=active\nSESSIONS=c1\nONLINE_SESSIONS=c1\nACTIVE_SESSIONS=c1\nSEATS=seat0\n",
}

environment = {
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": HOME, "XDG_RUNTIME_DIR": RUNTIME, "XDG_SESSION_ID": "c1",
    "DBUS_SESSION_BUS_ADDRESS": f"unix:path={RUNTIME}/bus", "XDG_SESSION_TYPE": "wayland", "LANG": "C.UTF-8",
    "GSK_RENDERER": "cairo",
}


def fail(sentence):
    sys.exit(f"FAILED: {sentence}")


def passed(sentence):
    print(f"ok: {sentence}", flush=True)


def eventually(query, what):
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if answer := query():
            return answer
        time.sleep(0.02)
    fail(f"not within {TIMEOUT} s: {what}")


def start(*words, as_user=True, log=None, **options):
    """Starts a program, whose output goes to a file in /tmp."""
    output = open(f"/tmp/{log or os.path.basename(words[0])}.log", "a")
    user = {"user": USER, "group": USER, "extra_groups": []} if as_user else {}
    return subprocess.Popen(words, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=output,
                            stderr=output, **{**user, **options})


def stop(process):
    process.kill()
    process.wait()


def run(*words):
    """The output of a program of the user; nothing if it failed."""
    done = subprocess.run(words, env=environment, capture_output=True, text=True, user=USER, group=USER, extra_groups=[])
    with open("/tmp/run.log", "a") as file:
        file.write(f"{words}: {done}\n")
    return done.stdout


def log(name):
    with open(f"/tmp/{name}.log") as file:
        return file.read()


def make_session():
    for folder in HOME, RUNTIME, "/tmp/.X11-unix":
        os.makedirs(folder, exist_ok=True)
        os.chown(folder, USER, USER)
    os.chmod(RUNTIME, 0o700)
    os.makedirs("/run/dbus")
    for path, text in LOGIND_STATE.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    with open("/etc/passwd", "r+") as file:
        if f":{USER}:{USER}:" not in file.read():
            file.write(f"tester:x:{USER}:{USER}::{HOME}:/bin/sh\n")
    with open("/tmp/system-bus.conf", "w") as file:
        file.write(SYSTEM_BUS)
    subprocess.run(["dbus-daemon", "--config-file=/tmp/system-bus.conf", "--fork"], check=True)
    start("python3", "-m", "dbusmock", "--system", "--template", "logind", as_user=False, log="logind")
    mock("org.freedesktop.login1", "/org/freedesktop/login1", "AddSession", "c1", "seat0", "uint32:1000", "tester", "true")
    # GNOME locks the screen only if there is a display manager.
    start("python3", "-m", "dbusmock", "--system", "org.gnome.DisplayManager", "/org/gnome/DisplayManager/Manager",
          "org.gnome.DisplayManager.Manager", as_user=False, log="display-manager")
    mock("org.gnome.DisplayManager", "/org/gnome/DisplayManager/Manager", "AddProperty",
         "org.gnome.DisplayManager.Manager", "Version", "variant:string:43.0")
    start("dbus-daemon", "--session", "--nofork", f"--address={environment['DBUS_SESSION_BUS_ADDRESS']}")
    eventually(lambda: os.path.exists(f"{RUNTIME}/bus"), "the session bus")


def mock(service, path, method, *arguments):
    """Calls a method of a stand-in on the system bus, when there is one."""
    typed = [argument if ":" in argument else f"boolean:{argument}" if argument in ("true", "false")
             else f"string:{argument}" for argument in arguments]
    eventually(lambda: subprocess.run(
        ["dbus-send", "--system", "--print-reply", f"--dest={service}", path, f"org.freedesktop.DBus.Mock.{method}",
         *typed], capture_output=True).returncode == 0, f"{service}.{method}")


def write_recording(path, touches):
    """A finger that drags again and again. The line on which it comes down tells which touch it is."""
    lines = ["# EVEMU 1.3", "N: gestured touchscreen", "I: 0018 6765 7374 0100", "P: 02 00 00 00 00 00 00 00",
             "B: 00 0b 00 00 00 00 00 00 00", *["B: 01 00 00 00 00 00 00 00 00"] * 5, "B: 01 00 04 00 00 00 00 00 00",
             "B: 03 03 00 00 00 00 80 60 02", "A: 00 0 6880 0 0 20", "A: 01 0 3880 0 0 20", "A: 2f 0 9 0 0 0",
             "A: 35 0 6880 0 0 20", "A: 36 0 3880 0 0 20", "A: 39 0 65535 0 0 0"]

    def frame(at, *events):
        for kind, code, value in (*events, (0, 0, 0)):
            lines.append(f"E: {at:.6f} {kind:04x} {code:04x} {value}")

    at = 1.0
    frame(at, (1, 0x14A, 0))
    at += 2
    for touch in range(touches):
        y = 100 + 8 * touch
        frame(at, (3, 0x39, touch), (3, 0x35, 1000), (3, 0x36, y), (1, 0x14A, 1), (3, 0, 1000), (3, 1, y))
        for step in range(1, 41):
            frame(at + step * 0.02, (3, 0x35, 1000 + 60 * step), (3, 0, 1000 + 60 * step))
        frame(at + 0.82, (3, 0x39, -1), (1, 0x14A, 0))
        at += 1.1
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


class Gestured:
    def __init__(self, touches=400):
        write_recording("/tmp/drags.evemu", touches)
        self.process = start(f"{FOLDER}/bin/gestured", "--play", "/tmp/drags.evemu", "--socket", DAEMON,
                             "--focus-socket", FOCUS, as_user=False)
        eventually(lambda: os.path.exists(FOCUS) and os.path.exists(DAEMON), "gestured's sockets")
        for path in DAEMON, FOCUS:
            os.chmod(path, 0o666)


class Preset:
    """The installed actions of a desktop, whose commands are run as gestures would."""

    def __init__(self, name):
        check = subprocess.run(
            [f"{FOLDER}/bin/gesturectl", "actions", "check", "--file", f"{FOLDER}/share/gestured/actions/{name}.toml"],
            env=environment, capture_output=True, text=True, user=USER, group=USER, extra_groups=[])
        if check.returncode != 0:
            fail(f"the preset {name} has mistakes: {check.stderr}")
        with open(f"{FOLDER}/share/gestured/actions/{name}.toml", "rb") as file:
            self.commands = {rule["name"]: rule["run"] for rule in tomllib.load(file)["action"]}

    def perform(self, name, query):
        """Runs the rule's command until the query is true."""
        words = self.commands[name]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, user=USER, group=USER, extra_groups=[])
        if done.returncode != 0:
            fail(f"{name}: {' '.join(words)}: {done.stderr}")
        eventually(query, name)
        passed(f"the preset's rule “{name}” does it")


class Follower:
    def __init__(self):
        self.process = start(f"{FOLDER}/bin/gesturectl", "focus", "--follow", "--json", "--socket", FOCUS, log="follower")

    def wakeups(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            fields = file.read().split()
        return int(fields[fields.index("voluntary_ctxt_switches:") + 1])


class Message:
    """A line that an app received, and when."""

    def __init__(self, line):
        stamp, _, text = line.partition(" ")
        self.time = float(stamp)
        self.json = json.loads(text)

    def __getitem__(self, key):
        return self.json.get(key)

    @property
    def touch(self):
        """The number of the touch of a drag."""
        return round((self.json["value"]["drag"]["startLocation"][1] / 160 * 25.4 * 20 - 100) / 8)


class App:
    """A client in a window of its own."""

    listener = None

    def __init__(self, name):
        if App.listener is None:
            App.listener = socket.socket(socket.AF_UNIX)
            App.listener.bind(TEST)
            os.chmod(TEST, 0o666)
            App.listener.listen()
            App.listener.settimeout(TIMEOUT)
        self.name = name
        self.process = start("python3", f"{FOLDER}/whole/app.py", name, DAEMON, TEST, log="app")
        self.connection = self.listener.accept()[0]
        self.lines = self.connection.makefile("r")
        if self.lines.readline().strip() != name:
            fail(f"{name}: the wrong app connected")
        self.messages = queue.Queue()
        self.access = {}
        self.devices = {}
        self.leaks = []
        passed(f"{name} runs in a window")

    def subscribe(self):
        self.connection.sendall(b"connect\n")
        threading.Thread(target=self._read, daemon=True).start()
        self.send({"type": "subscribe", "id": 1, "gesture": {"drag": {}}})

    def send(self, request):
        self.connection.sendall((json.dumps(request) + "\n").encode())

    def _read(self):
        for line in self.lines:
            message = Message(line)
            if message["type"] in ("hello", "accessChanged"):
                self.access = message["access"]
            for device in [*(message["devices"] or []), message["device"]]:
                if isinstance(device, dict):
                    self.devices[device["id"]] = device
            if message["type"] == "gesture":
                self.messages.put(message)
                # The daemon cancels what is in progress first, and sends the new access after that.
                if self.access.get("focus") in ("unfocused", "lost"):
                    self.leaks.append(message.json)

    def expect(self, what, *phases):
        """The next message of one of these phases. Ignores `changed`."""
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                message = self.messages.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                fail(f"{self.name}: no {' or '.join(phases)}: {what}; access: {self.access}")
            if message["phase"] in phases:
                return message
            if message["phase"] != "changed":
                fail(f"{self.name}: {what}: expected {' or '.join(phases)}, got {message.json}")

    def expect_access(self, focus, what, session=None):
        eventually(lambda: self.access.get("focus") == focus and session in (None, self.access.get("session")),
                   f"{self.name} is {focus}: {what}; access: {self.access}")

    def cancelled(self, change, what, *reasons):
        """Makes a change in the middle of a drag, which must be cancelled for one of these reasons."""
        self.drain()
        while self.expect("a drag", "began", "ended", "cancelled")["phase"] != "began":
            pass
        change()
        end = self.expect(what, "cancelled", "ended")
        # A drag may be over before the change.
        if end["phase"] == "cancelled" and end["reason"] not in reasons:
            fail(f"{self.name}: {what}: cancelled {end['reason']}, expected {' or '.join(reasons)}")
        passed(f"{what}: {end['phase']} {end['reason'] or 'before'}")

    def expect_no_leak(self):
        if self.leaks:
            fail(f"{self.name}: received without the focus: {self.leaks[0]}")

    def drain(self):
        """Drops what has arrived."""
        while not self.messages.empty():
            self.messages.get()

    def close(self):
        stop(self.process)


def check_focus_changes(apps, focus, count):
    """Moves the focus in the middle of each of `count` drags. `focus` returns the time of the desktop's own event."""
    here, there = apps
    # A window that opens takes the focus.
    for app in there, here:
        eventually(lambda: focus(app) and app.access.get("focus") == "focused", f"{app.name} gets the focus")
    delays = []
    touch = -1
    # A drag that was in progress does not count.
    for app in apps:
        app.drain()
    begun = here.expect("a drag in the app with the focus", "began", "ended", "cancelled")
    while begun["phase"] != "began":
        begun = here.expect("a drag in the app with the focus", "began")
    while len(delays) < count:
        if begun.touch <= touch:
            fail(f"{here.name}: the touch {begun.touch} began again after the focus had moved")
        touch = begun.touch
        moved = focus(there) or fail(f"{there.name} was not activated")
        end = here.expect("the focus moved", "cancelled", "ended")
        if end["phase"] == "ended":
            # The drag was over before the desktop had moved the focus, and the next one may have begun. Its end comes before the
            # new access.
            here.expect_access("unfocused", "the focus moved")
            here.drain()
            here, there = there, here
            begun = here.expect("the next drag", "began")
            continue
        if end["reason"] != "focusChanged":
            fail(f"{here.name}: cancelled {end['reason']} when the focus moved")
        delays.append(end.time - moved)
        here, there = there, here
        begun = here.expect("the next drag, in the app that got the focus", "began")
    for app in apps:
        app.expect_no_leak()
    delays.sort()
    # Printed only: on a machine with other work, a process may wait for longer than this.
    within = sum(delay <= LIMIT for delay in delays)
    passed(f"{count} focus changes, each cancelled focusChanged, and the other app gets the next drag: after "
           f"{delays[count // 2] * 1000:.1f} ms (median), {delays[-1] * 1000:.1f} ms (longest), {within} within "
           f"{LIMIT * 1000:.0f} ms; load {os.getloadavg()[0]:.0f}")


def check_output(app):
    """Returns a function that returns the touchscreen's output."""
    def output():
        return app.devices.get("recording-1", {}).get("output") or {}

    eventually(lambda: output().get("rule") == "onlyOutput", f"the touchscreen belongs to the only output: {app.devices}")
    passed(f"the touchscreen belongs to {output()['name']}, the only output")
    return output


def check_turns(app, turn, count):
    """Turns the only output in the middle of drags. `turn` takes wl_output's number of the transform."""
    output = check_output(app)
    words, reasons, cancelled, number = ["normal", "90", "180", "270"], [], 0, 0
    # The finger drags to the right on the panel, all the time.
    seen = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    while cancelled < count:
        number = (number + 1) % 4
        app.drain()
        while app.expect("a drag", "began", "ended", "cancelled")["phase"] != "began":
            pass
        turn(number)
        end = app.expect("the output turns", "cancelled", "ended")
        eventually(lambda: output().get("transform") == words[number], f"the output is turned to {words[number]}: {output()}")
        if end["phase"] == "ended":
            # The drag was over before the desktop had turned the output.
            continue
        # GNOME may take the focus from the window for a moment.
        if end["reason"] not in ("outputChanged", "focusChanged"):
            fail(f"{app.name}: cancelled {end['reason']} when the output turned")
        reasons.append(end["reason"])
        while (drag := app.expect("a whole drag after that", "began", "ended", "cancelled"))["phase"] != "ended":
            pass
        x, y = drag["value"]["drag"]["translation"]
        length = abs(x) + abs(y)
        if (round(x / length), round(y / length)) != seen[number]:
            fail(f"turned to {words[number]}: a drag by {x}, {y}; the user sees {seen[number]}")
        cancelled += 1
    turn(0)
    eventually(lambda: output().get("transform") == "normal", "the output is turned back")
    passed(f"{count} rotations during a drag, each cancelled ({reasons.count('outputChanged')} outputChanged), and the next drag "
           "as the user sees it")


def check_quiet(follower):
    """Half a second may still hold answers to reports."""
    def is_quiet():
        before = follower.wakeups()
        time.sleep(1)
        return follower.wakeups() == before
    eventually(is_quiet, "a second without a wakeup of the follower")
    passed("no wakeup of the follower while nothing changes")


def check_follower_restart(follower, app):
    app.cancelled(lambda: stop(follower.process), "the follower is killed", "focusChanged")
    app.expect_access("lost", "the follower is gone")
    follower = Follower()
    app.expect_access("focused", "another follower reports")
    app.expect("the next drag", "began")
    passed("another follower takes over")
    return follower


def check_change_without_follower(follower, apps, focus):
    """The focus moves while no follower runs, and back afterwards."""
    first, second = sorted(apps, key=lambda app: app.access["focus"] != "focused")
    stop(follower.process)
    eventually(lambda: focus(second), f"{second.name} gets the focus without a follower")
    follower = Follower()
    second.expect_access("focused", "a follower reports")
    eventually(lambda: focus(first), f"{first.name} gets the focus again")
    first.expect_access("focused", "the focus that the last follower knew is reported again")
    passed("a focus that moved while no follower ran, and back, is reported")
    return follower


def check_restart(process, start_desktop, follower, focus):
    """Ends the desktop, and with it its windows; starts it again, with two new windows. Returns the app with the focus."""
    before = len(log("follower"))
    stop(process)
    # Wayland's end and the bus are reported in any order.
    eventually(lambda: "the desktop does not run" in log("follower")[before:], "the follower reports the end")
    start_desktop()
    apps = [App("org.example.Three"), App("org.example.Four")]
    for app in apps:
        app.subscribe()
    for app in apps:
        eventually(lambda: focus(app) and app.access.get("focus") == "focused", f"{app.name} gets the focus")
    if follower.process.poll() is not None:
        fail("the follower ended with the desktop")
    apps[1].expect("a drag after the restart", "began")
    passed("the desktop restarts, and the same follower reports its focus")
    return apps[1]
