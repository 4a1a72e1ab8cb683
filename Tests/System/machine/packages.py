"""apt install, upgrade, remove and purge of the Debian package."""

import fcntl
import glob
import os
import re
import shutil
import signal

import installing
import newcomer
import service
import sessions
import strokes
from failures import cancelled, half_a_drag, reconnected
from installing import same_files, succeeds
from service import CONFIGURATION
from subscriber import DRAG, Subscriber
from testing import shell
from testing.checks import check, equal, wait_until
from testing.uinput import TouchDevice, Touchscreen

Snapshot = tuple[set[str], list[str], str]
SOCKETS = installing.SOCKETS
# dpkg's and apt's own records.
RECORDS = re.compile(r"^/var/lib/(dpkg|apt)(/|$)")
FOCUS = "systemctl --user enable --now gestured-focus.service"
BROKEN = "[tap]\nmaximumDuration = far\n"
MISTAKE = "gestured.toml:2: tap.maximumDuration"
FULL = "No space left on device"


def exists(program: str) -> bool:
    return shutil.which(program) is not None


def desktop_libraries() -> list[str]:
    return [path for path in glob.glob("/usr/lib/*/lib*") if re.search(r"/lib(X11|xcb|wayland)", path)]


def snapshot(device: TouchDevice) -> Snapshot:
    paths, groups = installing.snapshot()
    return {path for path in paths if not RECORDS.match(path)}, groups, installing.access_list(device.node)


def apt(*arguments: str) -> tuple[int, str]:
    """Keeps a changed configuration, as an administrator would."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return shell.run("apt-get", "--yes", "-o", "Dpkg::Options::=--force-confold", *arguments, env=environment)


def package(version: str, name: str = "gestured") -> str:
    return glob.glob(f"/opt/{version}/{name}_*.deb")[0]


def installed(name: str = "gestured") -> str:
    """The package's state and version; empty if dpkg does not know it."""
    status, printed = shell.run("dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", name)
    return "" if status else printed


def answers() -> bool:
    return shell.run("gesturectl", "status")[0] == 0


def install(version: str) -> None:
    succeeds(f"apt install ./gestured_*.deb ({version}) ends with status 0", apt("install", package(version)))
    for name in SOCKETS:
        states = shell.output("systemctl", "is-enabled", name), service.unit("ActiveState", name)
        equal(f"{name} is enabled and listens", states, ("enabled", "active"))
    check("the service answers", answers(), shell.output("systemctl", "status", "gestured.service"))


def swipe(screen: Touchscreen) -> None:
    client = Subscriber("member", {DRAG: {"swipe": {}}})
    check("a client of the active user subscribes", client.ready(), client.messages)
    listed = shell.output("gesturectl", "devices")
    check("gesturectl devices lists the touchscreen", screen.node in listed, listed)
    # On a busy host a finger may pause before it lifts, and then it is no swipe.
    for _ in range(30):
        stroke = strokes.drag(screen, (60, 100), (300, 0), 0.4)
        message = client.last(DRAG, "swipe", since=stroke.samples[0][0])
        if message["phase"] == "ended":
            break
    equal("a swipe on a uinput touchscreen arrives", (message["phase"], message["value"].get("direction")), ("ended", "right"))
    client.close()


def desktop_needs_libraries() -> None:
    status, printed = apt("install", "--simulate", package("new", "gestured-desktop"))
    depends = shell.output("dpkg-deb", "--field", package("new", "gestured-desktop"), "Depends")
    needed = re.findall(r"libx[a-z0-9-]*", depends)
    unnamed = [name for name in needed if f" {name} " not in f"{printed} "]
    presets = shell.output("gesturectl", "actions", "init", "i3")
    check("without it gesturectl names the package that has the presets", "gestured-desktop has the presets" in presets, presets)
    equal("gestured-desktop needs the libraries of X11 and of keyboards",
          (status != 0, "libxcb1" in needed, "libxkbcommon0" in needed, unnamed), (True, True, True, []), printed)


def upgrade(screen: Touchscreen) -> None:
    client = reconnected("member")
    half_a_drag(client, screen)
    pid, socket = service.process(), os.stat("/run/gestured/gestured.sock").st_ino
    succeeds("an upgrade ends with status 0", apt("install", package("new")))
    cancelled("the drag in progress was cancelled", client, "shutdown")
    check("the client's stream ended", client.wait_end())
    screen.up()
    equal("the socket stayed, so that no connection was refused", os.stat("/run/gestured/gestured.sock").st_ino, socket)
    reconnected("member").close()
    check("another daemon answers", service.process() not in (0, pid), service.process())
    check("it is the new version", "0.0.9" not in installed(), installed())


def upgrade_with_mistakes() -> None:
    pid = service.process()
    shell.write(CONFIGURATION, BROKEN)
    status, printed = apt("install", "--reinstall", package("new"))
    check("an upgrade over a broken configuration names the mistake", status == 0 and MISTAKE in printed, printed)
    check("and the old daemon keeps answering", answers() and service.process() == pid, service.process())
    shutil.copy("/usr/share/gestured/gestured.toml", CONFIGURATION)


def upgrade_on_full_disk() -> None:
    """As much as fits into a page is left for one of the package's folders."""
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "/usr/share/gestured")
    status, printed = apt("install", "--reinstall", package("new"))
    shell.run("umount", "/usr/share/gestured")
    check("an upgrade on a full disk fails and names it", status != 0 and FULL in printed, printed)
    check("the service still answers", answers(), shell.output("systemctl", "status", "gestured.service"))
    status, printed = apt("install", "--reinstall", package("new"))
    equal("with space it succeeds", (status, installed().split()[0]), (0, "installed"), printed)


def remove(screen: Touchscreen) -> None:
    client = reconnected("member")
    succeeds("apt remove ends with status 0", apt("remove", "gestured"))
    check("it ends the clients' streams", client.wait_end())
    equal("it leaves no program, socket or access list", (
        exists("gestured"), os.path.exists("/run/gestured/gestured.sock"), "gestured" in installing.access_list(screen.node)),
        (False, False, False))
    check("it keeps the configuration", os.path.exists(CONFIGURATION))


def purge(before: Snapshot, screen: Touchscreen, *others: str) -> None:
    if installed():
        succeeds("apt purge ends with status 0", apt("purge", "gestured", *others))
    after = snapshot(screen)
    same_files("it leaves no file, and removes no other", after[0], before[0])
    equal("it leaves no user, group or access list", after[1:], before[1:])


# MARK: - The package for desktops


def enabled() -> list[str]:
    """Whether the services of users' sessions are enabled for all users: the focus source, and actions."""
    names = ["gestured-focus.service", "gestured-actions.service"]
    return [shell.output("systemctl", "--global", "is-enabled", name) for name in names]


def desktop(screen: Touchscreen) -> None:
    """The previous packages may have the package's former name; the libraries come from the archive."""
    succeeds("the libraries of X11 and of keyboards can be installed", apt("install", *glob.glob("/opt/libraries/*.deb")))
    before = snapshot(screen)

    succeeds("the previous packages install: gestured, gestured-focus",
             apt("install", package("old"), package("old", "gestured-focus")))
    status, printed = apt("install", package("new"), package("new", "gestured-desktop"))
    equal("gestured-desktop takes the place of gestured-focus", (status, installed("gestured-focus").startswith("installed"),
          installed("gestured-desktop").split()[:1]), (0, False, ["installed"]), printed)
    equal("the focus source stays enabled, actions are each user's own", enabled(), ["enabled", "disabled"])
    problem("doctor finds that the focus source is not enabled", "no focus source runs", FOCUS)
    service.of_user("member", "daemon-reload")
    succeeds("its command works", service.of_user("member", *FOCUS.split()[2:]))
    status, printed = shell.run("env", "XDG_CONFIG_HOME=/tmp/trial", "gesturectl", "actions", "init", "i3")
    written = os.path.exists("/tmp/trial/gestured/actions.toml")
    equal("gesturectl finds the presets of actions", (status, written), (0, True), printed)

    apt("purge", "gestured-focus")
    status, printed = apt("install", "--reinstall", package("new", "gestured-desktop"))
    equal("the focus source is enabled without what the former package left", (status, enabled()), (0, ["enabled", "disabled"]))
    newcomer.run(screen, "member")
    service.of_user("member", "disable", "gestured-focus.service")
    shutil.rmtree("/home/member/.config", ignore_errors=True)
    status, printed = apt("remove", "gestured-desktop")
    equal("without gestured-desktop the service still answers", (status, answers()), (0, True), printed)
    purge(before, screen, "gestured-desktop")


# MARK: - Bad surroundings


def other_installation(before: Snapshot, screen: Touchscreen) -> None:
    """As `make install` would have left it."""
    unit = "/usr/local/lib/systemd/system/gestured.service"
    shell.write(unit, "[Service]\nExecStart=/usr/local/bin/gestured\n")
    status, printed = apt("install", package("new"))
    named = unit in printed and "make uninstall" in printed
    check("next to another installation it refuses, and names it", status != 0 and named, printed)
    os.remove(unit)
    if os.path.dirname(unit) not in before[0]:
        os.removedirs(os.path.dirname(unit))
    shutil.copy("/usr/bin/sleep", "/opt/gestured")
    process = os.spawnv(os.P_NOWAIT, "/opt/gestured", ["/opt/gestured", "1000"])
    status, printed = apt("install", package("new"))
    check("next to a daemon from elsewhere it refuses, and names it", status != 0 and f"process {process}" in printed, printed)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.remove("/opt/gestured")
    purge(before, screen)


def without_systemd(before: Snapshot, screen: Touchscreen) -> None:
    """A mount namespace in which systemd does not run."""
    script = "mount -t tmpfs none /run && export DEBIAN_FRONTEND=noninteractive && apt-get --yes install " + package("new")
    status, printed = shell.run("unshare", "--mount", "sh", "-c", script)
    named = "systemd does not run here" in printed
    check("without systemd it installs and prints that nothing was started", status == 0 and named, printed)
    equal("the program works", shell.run("gestured", "--check-config")[0], 0)
    script = "mount -t tmpfs none /run && DEBIAN_FRONTEND=noninteractive apt-get --yes purge gestured"
    shell.run("unshare", "--mount", "sh", "-c", script)
    shell.run("systemctl", "daemon-reload")
    purge(before, screen)


def install_on_full_disk(before: Snapshot, screen: Touchscreen) -> None:
    folder = "/usr/share/gestured"
    os.mkdir(folder)
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder)
    status, printed = apt("install", package("new"))
    shell.run("umount", folder)
    os.rmdir(folder)
    check("on a full disk it does not install, and names the reason", status != 0 and FULL in printed, printed)
    equal("the machine is as before", snapshot(screen), before)
    purge(before, screen)


def existing_groups(before: Snapshot, screen: Touchscreen) -> None:
    names = ["gestured", "gestured-input"]
    for name in names:
        shell.run("groupadd", name)
    shell.run("usermod", "--append", "--groups", "gestured-input", "member")
    status, printed = apt("install", package("new"))
    named = all(f"the group {name} existed before" in printed for name in names)
    check("existing groups are used, and named", status == 0 and named, printed)
    check("members who can read touch devices now are named", "can read touch devices now: member" in printed, printed)
    check("the service answers", answers())
    apt("purge", "gestured")
    left = [shell.output("getent", "group", name).partition(":")[0] for name in names]
    equal("a purge keeps those groups", left, names)
    check("and their members", shell.output("getent", "group", "gestured-input").endswith(":member"))
    for name in names:
        shell.run("groupdel", name)
    purge(before, screen)


def existing_user(before: Snapshot, screen: Touchscreen) -> None:
    shell.run("useradd", "--system", "--user-group", "gestured")
    status, printed = apt("install", package("new"))
    check("an existing user is used, and named", status == 0 and "the user gestured existed before" in printed, printed)
    check("the service answers", answers())
    apt("purge", "gestured")
    check("a purge keeps that user", shell.run("getent", "passwd", "gestured")[0] == 0)
    shell.run("userdel", "gestured")
    purge(before, screen)


def install_over_mistakes() -> None:
    shell.write(CONFIGURATION, BROKEN)
    status, printed = apt("install", package("new"))
    check("over a broken configuration it installs, and names the mistake", status == 0 and MISTAKE in printed, printed)
    equal("the configuration is kept", CONFIGURATION.read_text(), BROKEN)
    shell.write(CONFIGURATION, "")
    shell.run("systemctl", "restart", *SOCKETS)
    check("the service answers once it is corrected", answers(), shell.output("systemctl", "status", "gestured.service"))


# MARK: - gesturectl doctor


def diagnosis(user: str = "member") -> tuple[int, str]:
    return shell.run("runuser", "-u", user, "--", "env", f"USER={user}", "gesturectl", "doctor")


def problem(sentence: str, text: str, fix: str | None, user: str = "member") -> None:
    """A sentence is broken at 80 columns. Without a fix, no command may be printed for it."""
    status, printed = diagnosis(user)
    lines = re.sub(r"\n {24}(?!\$)", " ", printed).splitlines()
    found = [index for index, line in enumerate(lines) if line.startswith("problem") and text in line]
    following = lines[found[0] + 1:found[0] + 2] if found else []
    command = following[0].strip() if following and following[0].startswith(" ") else None
    check(sentence, status == 1 and bool(found) and command == (f"$ {fix}" if fix else None), printed)


def fixed(fix: str) -> tuple[int, str]:
    """The command as it was printed, as root."""
    return shell.run("sh", "-c", fix.replace("sudo ", ""))


def recovers(user: str = "root") -> bool:
    return wait_until(lambda: not any(line.startswith("problem") for line in without_focus(user)))


def without_focus(user: str) -> list[str]:
    """The findings, without that of the focus: the machine has no desktop."""
    return [line for line in diagnosis(user)[1].splitlines() if " focus " not in line]


def doctor(screen: Touchscreen) -> None:
    problem("doctor finds that the focus is unknown, and which package is missing", "gestured-desktop is not installed",
            "sudo apt install ./gestured-desktop_*.deb")
    check("doctor finds nothing wrong for root", diagnosis("root")[0] == 0, diagnosis("root")[1])

    sockets = "sudo systemctl enable --now gestured.socket gestured-focus.socket"
    shell.run("systemctl", "stop", *SOCKETS, "gestured.service")
    problem("doctor finds that the service does not run", "cannot connect", sockets)
    fixed(sockets)
    check("its command starts it", answers())

    shell.run("setfacl", "--remove-all", screen.node)
    service.restart()
    access = f"sudo udevadm trigger --settle {screen.node}"
    problem("doctor finds a device without access", "(EACCES)", access)
    fixed(access)
    opened = wait_until(lambda: diagnosis("root")[0] == 0)
    check("its command grants access", opened, diagnosis("root")[1])

    rule = "/etc/udev/rules.d/71-untagged.rules"
    shell.write(rule, 'ATTRS{name}=="Untagged Screen", ENV{ID_INPUT_TOUCHSCREEN}=""\n')
    shell.run("udevadm", "control", "--reload")
    untagged = Touchscreen("Untagged Screen")
    tag = f"sudo udevadm trigger --action=add --settle {untagged.node}"
    problem("doctor finds a device that udev has not tagged", "Untagged Screen", tag, "root")
    os.remove(rule)
    shell.run("udevadm", "control", "--reload")
    fixed(tag)
    check("its command tags it", wait_until(lambda: diagnosis("root")[0] == 0), diagnosis("root")[1])

    other = os.open(untagged.node, os.O_RDWR)
    fcntl.ioctl(other, 0x40044590, 1)
    service.restart()
    problem("doctor finds a grabbed device", "is grabbed", f"sudo fuser --verbose {untagged.node}", "root")
    os.close(other)
    untagged.remove()

    screen.remove()
    problem("doctor finds that there is no device", "is present", "cat /proc/bus/input/devices", "root")
    Touchscreen.__init__(screen)
    check("it finds the device that is plugged in", recovers(), diagnosis("root")[1])

    saved = CONFIGURATION.read_text()
    shell.write(CONFIGURATION, BROKEN)
    mistake = f"sudoedit {CONFIGURATION} && sudo gesturectl reload"
    problem("doctor finds a broken configuration", MISTAKE, mistake)
    shell.write(CONFIGURATION, saved)

    session_findings()


def session_findings() -> None:
    display = shell.output("loginctl", "show-user", "--value", "--property=Display", "member").strip()
    logind = sessions.Logind()
    logind.locked_hint(1, True)
    check("a session can be locked", wait_until(lambda: "locked" in diagnosis()[1]), diagnosis()[1])
    problem("doctor finds that the session is locked", "locked, so no gestures arrive", f"loginctl unlock-session {display}")
    logind.locked_hint(1, False)
    logind.close()
    check("and that it is unlocked", recovers("member"), diagnosis()[1])

    asleep()

    sessions.logout("member", 1)
    gone = wait_until(lambda: "no session of this user is active" in diagnosis()[1])
    check("a session can end", gone, diagnosis()[1])
    problem("doctor finds that no session is active", "no session of this user is active", None)
    check("a user logs in again", sessions.login("member", 1), shell.output("loginctl"))


def asleep() -> None:
    """logind announces the sleep, and waits for an inhibitor; the unit that it starts afterwards does nothing."""
    suspending = "/run/systemd/system/systemd-suspend.service.d/trial.conf"
    waiting = "/run/systemd/logind.conf.d/trial.conf"
    settings = {suspending: "[Service]\nExecStart=\nExecStart=/bin/true\n", waiting: "[Login]\nInhibitDelayMaxSec=600\n"}
    for path, text in settings.items():
        shell.write(path, text)
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "kill", "--signal=HUP", "systemd-logind.service")
    inhibit = ["systemd-inhibit", "--what=sleep", "--mode=delay", "--who=trial", "sleep", "infinity"]
    delay = shell.start(*inhibit, start_new_session=True)
    check("sleep can be delayed", wait_until(lambda: "trial" in shell.output("systemd-inhibit", "--list")))
    manager = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
    succeeds("logind accepts that the machine shall sleep", shell.run("busctl", "call", *manager, "Suspend", "b", "false"))
    found = wait_until(lambda: "the machine is asleep, so no gestures arrive" in diagnosis()[1])
    check("doctor finds that the machine is about to sleep", found and diagnosis()[0] == 1, diagnosis()[1])
    os.killpg(delay.pid, signal.SIGKILL)
    delay.wait()
    check("and that it is awake", recovers("member"), diagnosis()[1])
    for path in settings:
        shutil.rmtree(os.path.dirname(path))
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "kill", "--signal=HUP", "systemd-logind.service")
