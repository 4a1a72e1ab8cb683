"""A user logs in again: rules and the focus source work after each login, on every desktop of the machine, or on a stand-in."""

import os
import shutil
from collections.abc import Callable, Iterator

import sessions
import strokes
from actions import User
from testing import shell
from testing.checks import check, wait_until
from testing.uinput import TouchDevice

Findings = tuple[set[str], str]
ACTIONS, FOCUS = "gestured-actions.service", "gestured-focus.service"
# Without a screen and without a graphics card.
LOG = "exec >/tmp/session.log 2>&1;"
HEADLESS = f"{LOG} export WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1;"
X11 = f"{LOG} export DISPLAY=:7 XAUTHORITY=$HOME/.trial; xauth add :7 . $(mcookie); Xvfb :7 -auth $XAUTHORITY &"
WAIT = "until [ -e /tmp/.X11-unix/X7 ]; do sleep 0.1; done;"

# The name, the command of the session, a command that only the session's environment makes succeed, and whether the desktop
# reports the focus. Commands of a desktop that is not installed are left out.
DESKTOPS = [
    ("sway", f"{HEADLESS} exec sway", "swaymsg -t get_version", True),
    ("labwc", f"{HEADLESS} exec labwc -s 'foot sleep 1000'", "foot true", True),
    ("cage", f"{HEADLESS} exec cage -- foot sleep 1000", "foot true", False),
    ("i3", f"{X11} {WAIT} exec i3 -c /tmp/i3.config", "i3-msg -t get_version", True),
    ("openbox", f"{X11} {WAIT} exec openbox", "gesturectl focus", True),
]
RULE = """[[action]]
name = "edge"
gesture = "edge left"
fingers = 1
run = '''(echo "$WAYLAND_DISPLAY$DISPLAY $SWAYSOCK"; ({command}) >/dev/null 2>&1 && echo inside) >> ~/actions'''
"""


def desktops() -> Iterator[tuple[str, list[str], str, bool]]:
    installed = [row for row in DESKTOPS if shutil.which(row[0])]
    for name, command, inside, reports in installed:
        yield name, ["sh", "-c", command], inside, reports
    if not installed:
        yield "the stand-in", ["python3", "-B", "/opt/machine/compositor.py"], "test -S $SWAYSOCK", True


def mistakes(member: User, doctor: Callable[[], Findings]) -> None:
    """What keeps an enabled service from running the rules, each as doctor says it."""
    def says(what: str, words: str, command: str) -> None:
        problems, printed = doctor()
        check(f"doctor is not ok with {what}, and names the command",
              "actions" in problems and words in printed and command in printed, printed)

    rules = shell.read(member.file)
    member.write(rules.replace("edge left", "edge slide left"))
    says("a mistake in the rules", 'actions.toml:3: mistake: action.gesture: expected one of top, bottom, left, right after edge',
         "$ gesturectl actions check")
    os.remove(member.file)
    says("a service without rules", f"the service runs, but there is no file {member.file}", "$ gesturectl actions init")
    member.write(rules)
    member.systemctl("stop", ACTIONS)
    says("a stopped service", "the service does not run", f"$ systemctl --user restart {ACTIONS}")
    member.systemctl("start", ACTIONS)
    os.remove(f"{member.home}/.config/systemd/user/default.target.wants/{ACTIONS}")
    member.systemctl("daemon-reload")
    says("a service that an older version enabled", "starts with some desktops only", f"$ systemctl --user reenable {ACTIONS}")
    member.systemctl("reenable", ACTIONS)
    _, printed = doctor()
    check("and its command corrects that", "some desktops only" not in printed, printed)


def again(times: int, screen: TouchDevice) -> None:
    """`member` is logged in on the first terminal, without a display."""
    member = User("member")
    shell.write("/tmp/i3.config", "# i3 config file (v4)\n")
    sessions.switch(1)

    def doctor() -> Findings:
        """What has problems, apart from the machine's devices, and the text without the breaks of lines."""
        status, printed = shell.run("runuser", "-u", "member", "--", "env", f"XDG_RUNTIME_DIR=/run/user/{member.id}",
                                    "gesturectl", "doctor")
        problems = {line.split()[1] for line in printed.splitlines() if line.startswith("problem")}
        assert status == int(bool(problems)), printed
        return problems - {"device"}, " ".join(printed.split())

    def swipe() -> None:
        strokes.drag(screen, (1, 20), (60, 0), 0.3)

    def logout() -> None:
        # An X server that the session has started would otherwise outlive it.
        shell.run("loginctl", "terminate-session", sessions.session(1) or "")
        sessions.logout("member", 1)

    def login(command: list[str]) -> None:
        logout()
        sessions.login("member", 1, *command)
        sessions.switch(1)

    def details() -> str:
        log, runtime = shell.read("/tmp/session.log")[-1500:], shell.output("ls", "-la", f"/run/user/{member.id}")
        status = member.systemctl("status", ACTIONS, FOCUS)[1]
        return f"{shell.output('ps', '-u', 'member', '-o', 'pid,ppid,args')}\n{runtime}\n{log}\n{status}"

    def works(name: str, reports: bool) -> None:
        before = len(member.wrote())
        done = strokes.repeated(swipe, lambda: "inside" in member.wrote()[before:], 60)
        check(f"{name}: the rule runs in the session", done, f"{member.wrote()[-1:]}\n{details()}")
        # The desktop needs a moment until it reports.
        expected: set[str] = set() if reports else {"focus"}
        wait_until(lambda: doctor()[0] == expected, 60, pause=1)
        problems, printed = doctor()
        display = {"i3": " on :7", "openbox": " on :7", "the stand-in": " on wayland-1"}.get(name, f"{name} on ")
        check(f"{name}: doctor is ok" if reports else f"{name}: doctor names what it lacks",
              problems == expected and display in printed and "receives gestures" in printed, printed)

    status, printed = member.systemctl("enable", "--now", ACTIONS, FOCUS)
    check("both services are enabled", status == 0, printed)
    for name, command, inside, reports in desktops():
        member.write(RULE.format(command=inside))
        for number in range(times):
            # A manager that ends with the last session, and one that stays, as within 10 s of a logout.
            if number % 2 == 0:
                logout()
                shell.run("systemctl", "stop", f"user@{member.id}.service")
            shell.run("rm", "-f", "/tmp/session.log")
            login(command)
            works(name, reports)

    login(["sleep", "infinity"])
    waits = wait_until(lambda: "no display yet" in member.systemctl("status", ACTIONS)[1], 60)
    check("without a display the services wait", waits, member.systemctl("status", ACTIONS, FOCUS)[1])
    starts = member.systemctl("show", "--value", "--property=NRestarts", ACTIONS, FOCUS)[1].split()
    check("and were not restarted", set(starts) == {"0"}, f"{starts}\n{member.journal()[-1500:]}")
    # Not in every test, which has two logins.
    if times > 2:
        mistakes(member, doctor)
    for words, verb in [(["mask", "--now"], "masked"), (["disable", "--now"], "disabled")]:
        member.systemctl(*words, ACTIONS)
        problems, printed = doctor()
        check(f"doctor is not ok with the service {verb}, and names the command",
              "actions" in problems and f"the service is {verb}" in printed
              and f"systemctl --user enable --now {ACTIONS}" in printed, printed)
        member.systemctl("unmask", ACTIONS)
    member.systemctl("disable", "--now", FOCUS)
    os.remove(member.file)
    logout()
    sessions.login("member", 1)
    sessions.switch(1)
