"""A user's session in a root of its own: buses, gestured, its focus follower, and apps in windows."""
import json
import os
import socket
import subprocess
import tomllib
from collections.abc import Callable
from typing import Any

from testing import shell
from testing.checks import TIMEOUT, ensure, eventually, fail, passed
from testing.client import Client, Message
from testing.daemon import Daemon
from testing.recording import TOUCH, TRACKING, Writer, X, Y
from turning import check_quiet

USER = 1000
FOLDER = "/opt/test"
RUNTIME = f"/run/user/{USER}"
HOME = "/tmp/home"
TEST = "/tmp/test.sock"
# The folder of the daemon's sockets.
DAEMON = "/run/gestured"
# A desktop's own event to the line that an app receives, in seconds.
LIMIT = 0.05
AS_USER: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []}
Focusing = Callable[["App"], float | None]

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
    "GSK_RENDERER": "cairo", "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
}


def start(*words: object, as_user: bool = True, log: str | None = None, **options: Any) -> shell.Process:
    """Starts a program, whose output goes to a file in /tmp."""
    output = open(f"/tmp/{log or os.path.basename(str(words[0]))}.log", "a")
    return shell.start(*words, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                       **{**(AS_USER if as_user else {}), **options})


def run(*words: str) -> str:
    """The output of a program of the user; nothing if it failed."""
    done = subprocess.run(words, env=environment, capture_output=True, text=True, **AS_USER)
    with open("/tmp/run.log", "a") as file:
        file.write(f"{words}: {done}\n")
    return str(done.stdout)


def log(name: str) -> str:
    return shell.read(f"/tmp/{name}.log")


def make_session() -> None:
    for folder in HOME, RUNTIME, "/tmp/.X11-unix":
        os.makedirs(folder, exist_ok=True)
        os.chown(folder, USER, USER)
    os.chmod(RUNTIME, 0o700)
    os.makedirs("/run/dbus")
    os.makedirs(DAEMON)
    for path, text in LOGIND_STATE.items():
        shell.write(path, text)
    with open("/etc/passwd", "r+") as file:
        if f":{USER}:{USER}:" not in file.read():
            file.write(f"tester:x:{USER}:{USER}::{HOME}:/bin/sh\n")
    shell.run("dbus-daemon", f"--config-file={shell.write('/tmp/system-bus.conf', SYSTEM_BUS)}", "--fork", check=True)
    start("python3", "-m", "dbusmock", "--system", "--template", "logind", as_user=False, log="logind")
    mock("org.freedesktop.login1", "/org/freedesktop/login1", "AddSession", "c1", "seat0", "uint32:1000", "tester", "true")
    # GNOME locks the screen only if there is a display manager.
    manager, path = "org.gnome.DisplayManager", "/org/gnome/DisplayManager/Manager"
    start("python3", "-m", "dbusmock", "--system", manager, path, f"{manager}.Manager", as_user=False, log="display-manager")
    mock(manager, path, "AddProperty", f"{manager}.Manager", "Version", "variant:string:43.0")
    start("dbus-daemon", "--session", "--nofork", f"--address={environment['DBUS_SESSION_BUS_ADDRESS']}")
    eventually(lambda: os.path.exists(f"{RUNTIME}/bus"), "the session bus")


def mock(service: str, path: str, method: str, *arguments: str) -> None:
    """Calls a method of a stand-in on the system bus, when there is one."""
    typed = [argument if ":" in argument else f"boolean:{argument}" if argument in ("true", "false")
             else f"string:{argument}" for argument in arguments]
    command = ["dbus-send", "--system", "--print-reply", f"--dest={service}", path, f"org.freedesktop.DBus.Mock.{method}", *typed]
    eventually(lambda: shell.run(*command)[0] == 0, f"{service}.{method}")


def write_drags(path: str, touches: int = 400) -> str:
    """A finger that drags again and again. The line on which it comes down tells which touch it is."""
    writer, at = Writer(), 3.0
    writer.frame(1, (1, TOUCH, 0))
    for touch in range(touches):
        y = 100 + 8 * touch
        writer.frame(at, (3, TRACKING, touch), (3, X, 1000), (3, Y, y), (1, TOUCH, 1), (3, 0, 1000), (3, 1, y))
        for step in range(1, 41):
            writer.frame(at + step * 0.02, (3, X, 1000 + 60 * step), (3, 0, 1000 + 60 * step))
        writer.frame(at + 0.82, (3, TRACKING, -1), (1, TOUCH, 0))
        at += 1.1
    return writer.save(path)


def touch_of(drag: Message) -> int:
    """The number of the touch of a drag."""
    y: float = drag["value"]["drag"]["startLocation"][1] / 160 * 25.4 * 20
    return round((y - 100) / 8)


def start_gestured() -> Daemon:
    """Root's, for every user, as the installed sockets are."""
    daemon = Daemon(f"{FOLDER}/bin/gestured", DAEMON, play=[write_drags("/tmp/drags.evemu")], settings=None, follows=True,
                    starts=start, as_user=False)
    sockets = daemon.socket, daemon.focus_socket
    eventually(lambda: all(map(os.path.exists, sockets)), "gestured's sockets")
    for path in sockets:
        os.chmod(path, 0o666)
    return daemon


def start_follower() -> shell.Process:
    return start(f"{FOLDER}/bin/gesturectl", "focus", "--follow", "--json", "--socket", f"{DAEMON}/focus.sock", log="follower")


def show_touches(width: int, height: int) -> shell.Process:
    """Starts a full-screen app that logs its touches."""
    app = start("python3", f"{FOLDER}/Tests/Desktops/exclusive/touch_window.py", log="touches")
    eventually(lambda: f"shown {width} {height}" in log("touches"), "the window is full-screen", lambda: log("touches"))
    return app


def touches() -> tuple[int, int]:
    """How many touches have begun and ended in that app."""
    words = [line.split()[0] for line in log("touches").splitlines() if line]
    return words.count("down"), words.count("up")


def received(touch: Callable[[], object]) -> int:
    """How many touches the app receives of those that a function makes."""
    before, last = touches(), (-1, -1)
    touch()
    while last != (last := touches()):
        shell.run("sleep", "0.5")
    ensure("each touch that begins in the app ends there", last[0] - before[0] == last[1] - before[1], (before, last))
    return last[0] - before[0]


class Preset:
    """The installed actions of a desktop, whose commands are run as gestures would."""

    def __init__(self, name: str) -> None:
        file = f"{FOLDER}/share/gestured/actions/{name}.toml"
        status, printed = shell.run(f"{FOLDER}/bin/gesturectl", "actions", "check", "--file", file, env=environment, **AS_USER)
        if status != 0:
            fail(f"the preset {name} has mistakes: {printed}")
        self.commands = {rule["name"]: rule["run"] for rule in tomllib.loads(shell.read(file))["action"]}

    def perform(self, name: str, query: Callable[[], object]) -> None:
        """Runs the rule's command until the query is true."""
        command = self.commands[name]
        status, printed = shell.run("sh", "-c", command, env=environment, **AS_USER)
        if status != 0:
            fail(f"{name}: {command}: {printed}")
        eventually(query, name)
        passed(f"the preset's rule “{name}” does it")


class App(Client):
    """A client in a window of its own: app.py, which passes on its lines, each with the time at which it arrived."""

    listener: socket.socket | None = None

    def __init__(self, name: str) -> None:
        if App.listener is None:
            App.listener = socket.socket(socket.AF_UNIX)
            App.listener.bind(TEST)
            os.chmod(TEST, 0o666)
            App.listener.listen()
            App.listener.settimeout(TIMEOUT)
        self.name = name
        self.process = start("python3", f"{FOLDER}/whole/app.py", name, f"{DAEMON}/gestured.sock", TEST, log="app")
        connection = App.listener.accept()[0]
        lines = connection.makefile("rb")
        if lines.readline().decode().strip() != name:
            fail(f"{name}: the wrong app connected")
        # Drags that arrive without the focus.
        self.leaks: list[Message] = []
        passed(f"{name} runs in a window")
        connection.sendall(b"connect\n")
        super().__init__(lines, connection.sendall)
        self.send(type="subscribe", gesture={"drag": {}})

    def decode(self, line: bytes) -> Message:
        stamp, _, text = line.partition(b" ")
        message: Message = {**json.loads(text), "arrived": float(stamp)}
        # The daemon cancels what is in progress first, and sends the new access after that.
        if message["type"] == "gesture" and self.access.get("focus") in ("unfocused", "lost"):
            self.leaks.append(message)
        return message

    @property
    def is_focused(self) -> bool:
        return self.access.get("focus") == "focused"

    def expect(self, what: str, *phases: str) -> Message:
        """The next step of a drag but `changed`, which must be of one of these phases."""
        step = self.next(f"{self.name}: {what}", lambda message: message["type"] == "gesture" and message["phase"] != "changed",
                         TIMEOUT)
        return step if step["phase"] in phases else fail(f"{self.name}: {what}: expected {' or '.join(phases)}, got {step}")

    def until(self, what: str, phase: str) -> Message:
        """The next step of this phase, after drags that were in progress."""
        while (step := self.expect(what, "began", "ended", "cancelled"))["phase"] != phase:
            pass
        return step

    def expect_access(self, focus: str, what: str, session: str | None = None) -> None:
        eventually(lambda: self.access.get("focus") == focus and session in (None, self.access.get("session")),
                   f"{self.name} is {focus}: {what}", lambda: self.access)

    def cancelled(self, change: Callable[[], object], what: str, *reasons: str) -> None:
        """Makes a change in the middle of a drag, which must be cancelled for one of these reasons."""
        self.drop()
        self.until("a drag", "began")
        change()
        end = self.expect(what, "cancelled", "ended")
        reason = end.get("reason", "before")
        # A drag may be over before the change.
        ensure(f"{what}: {end['phase']} {reason}", end["phase"] == "ended" or reason in reasons,
               f"{self.name}: expected {' or '.join(reasons)}")

    def takes_focus(self, focus: Focusing, what: str = "") -> None:
        eventually(lambda: focus(self) and self.is_focused, f"{self.name} gets the focus {what}")


def focused_app(apps: list[App]) -> App:
    return eventually(lambda: [app for app in apps if app.is_focused], "a window has the focus")[0]


def begin(focus: Focusing) -> tuple[shell.Process, list[App]]:
    """gestured, a follower and two apps; the focus moves between them in mid-drag. Returns the follower and the apps."""
    start_gestured()
    follower = start_follower()
    apps = [App("org.example.One"), App("org.example.Two")]
    check_focus_changes(apps, focus, 50)
    check_quiet(follower.pid)
    return follower, apps


def check_focus_changes(apps: list[App], focus: Focusing, count: int) -> None:
    """Moves the focus in the middle of each of `count` drags. `focus` returns the time of the desktop's own event."""
    here, there = apps
    # A window that opens takes the focus.
    there.takes_focus(focus)
    here.takes_focus(focus)
    delays: list[float] = []
    touch = -1
    # A drag that was in progress does not count.
    for app in apps:
        app.drop()
    begun = here.until("a drag in the app with the focus", "began")
    while len(delays) < count:
        if touch_of(begun) <= touch:
            fail(f"{here.name}: the touch {touch_of(begun)} began again after the focus had moved")
        touch = touch_of(begun)
        moved = focus(there) or fail(f"{there.name} was not activated")
        end = here.expect("the focus moved", "cancelled", "ended")
        if end["phase"] == "ended":
            # The drag was over before the desktop had moved the focus, and the next one may have begun. Its end comes before the
            # new access.
            here.expect_access("unfocused", "the focus moved")
            here.drop()
        elif end["reason"] != "focusChanged":
            fail(f"{here.name}: cancelled {end['reason']} when the focus moved")
        else:
            delays.append(end["arrived"] - moved)
        here, there = there, here
        begun = here.expect("the next drag, in the app that got the focus", "began")
    if leaks := [(app.name, app.leaks[0]) for app in apps if app.leaks]:
        fail(f"received without the focus: {leaks}")
    delays.sort()
    # Printed only: on a machine with other work, a process may wait for longer than this.
    within = sum(delay <= LIMIT for delay in delays)
    passed(f"{count} focus changes, each cancelled focusChanged, and the other app gets the next drag: after "
           f"{delays[count // 2] * 1000:.1f} ms (median), {delays[-1] * 1000:.1f} ms (longest), {within} within "
           f"{LIMIT * 1000:.0f} ms; load {os.getloadavg()[0]:.0f}")


def check_output(app: App) -> None:
    eventually(lambda: app.output().get("rule") == "onlyOutput", "the touchscreen belongs to an output", lambda: app.devices)
    passed(f"the touchscreen belongs to {app.output()['name']}, the only output")


def check_turns(app: App, turn: Callable[[int], object], count: int) -> None:
    """Turns the only output in the middle of drags. `turn` takes wl_output's number of the transform."""
    check_output(app)
    words, reasons, number = ["normal", "90", "180", "270"], list[str](), 0
    # The finger drags to the right on the panel, all the time.
    seen = [(1, 0), (0, 1), (-1, 0), (0, -1)]

    def await_turn(to: int) -> None:
        eventually(lambda: app.output().get("transform") == words[to], f"the output is turned to {words[to]}", app.output)

    while len(reasons) < count:
        number = (number + 1) % 4
        app.drop()
        app.until("a drag", "began")
        turn(number)
        end = app.expect("the output turns", "cancelled", "ended")
        await_turn(number)
        if end["phase"] == "ended":
            # The drag was over before the desktop had turned the output.
            continue
        # GNOME may take the focus from the window for a moment.
        if end["reason"] not in ("outputChanged", "focusChanged"):
            fail(f"{app.name}: cancelled {end['reason']} when the output turned")
        reasons.append(end["reason"])
        x, y = app.until("a whole drag after that", "ended")["value"]["drag"]["translation"]
        length = abs(x) + abs(y)
        if (round(x / length), round(y / length)) != seen[number]:
            fail(f"turned to {words[number]}: a drag by {x}, {y}; the user sees {seen[number]}")
    turn(0)
    await_turn(0)
    passed(f"{count} rotations during a drag, each cancelled ({reasons.count('outputChanged')} outputChanged), and the next drag "
           "as the user sees it")


def check_follower_restart(follower: shell.Process, app: App) -> shell.Process:
    app.cancelled(lambda: shell.stop(follower), "the follower is killed", "focusChanged")
    app.expect_access("lost", "the follower is gone")
    follower = start_follower()
    app.expect_access("focused", "another follower reports")
    app.expect("the next drag", "began")
    passed("another follower takes over")
    return follower


def check_change_without_follower(follower: shell.Process, apps: list[App], focus: Focusing) -> shell.Process:
    """The focus moves while no follower runs, and back afterwards."""
    first, second = sorted(apps, key=lambda app: not app.is_focused)
    shell.stop(follower)
    eventually(lambda: focus(second), f"{second.name} gets the focus without a follower")
    follower = start_follower()
    second.expect_access("focused", "a follower reports")
    eventually(lambda: focus(first), f"{first.name} gets the focus again")
    first.expect_access("focused", "the focus that the last follower knew is reported again")
    passed("a focus that moved while no follower ran, and back, is reported")
    return follower


def check_restart(process: shell.Process, start_desktop: Callable[[], object], follower: shell.Process, focus: Focusing) -> App:
    """Ends the desktop, and with it its windows; starts it again, with two new windows. Returns the app with the focus."""
    before = len(log("follower"))
    shell.stop(process)
    # Wayland's end and the bus are reported in any order.
    eventually(lambda: "the desktop does not run" in log("follower")[before:], "the follower reports the end")
    start_desktop()
    apps = [App("org.example.Three"), App("org.example.Four")]
    for app in apps:
        app.takes_focus(focus)
    if follower.poll() is not None:
        fail("the follower ended with the desktop")
    apps[1].expect("a drag after the restart", "began")
    passed("the desktop restarts, and the same follower reports its focus")
    return apps[1]
