"""apt install, upgrade, remove and purge of the Debian package."""

import fcntl
import glob
import os
import pwd
import re
import shutil
import signal
import subprocess

import installing
import newcomer
import sessions
import shell
import strokes
import touch
from failures import half_a_drag, reconnected
from report import check, equal
from subscriber import DRAG, Subscriber, wait_until

CONFIGURATION = "/etc/gestured/gestured.toml"
SOCKETS = installing.SOCKETS
# dpkg's and apt's own records.
RECORDS = re.compile(r"^/var/lib/(dpkg|apt)(/|$)")
FOCUS = "systemctl --user enable --now gestured-focus.service"
BROKEN = "[tap]\nmaximumDuration = far\n"
MISTAKE = "gestured.toml:2: tap.maximumDuration"
FULL = "No space left on device"


def exists(program):
    return shutil.which(program) is not None


def desktop_libraries():
    return [path for path in glob.glob("/usr/lib/*/lib*") if re.search(r"/lib(X11|xcb|wayland)", path)]


def snapshot(device):
    paths, groups = installing.snapshot()
    return {path for path in paths if not RECORDS.match(path)}, groups, installing.access_list(device.node)


def apt(*arguments):
    """Keeps a changed configuration, as an administrator would."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return shell.run("apt-get", "--yes", "-o", "Dpkg::Options::=--force-confold", *arguments, env=environment)


def package(version, name="gestured"):
    return glob.glob(f"/opt/{version}/{name}_*.deb")[0]


def installed(name="gestured"):
    """The package's state and version; empty if dpkg does not know it."""
    status, printed = shell.run("dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", name)
    return "" if status else printed


def answers():
    return shell.run("gesturectl", "status")[0] == 0


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def install(version):
    status, printed = apt("install", package(version))
    equal(f"apt install ./gestured_*.deb ({version}) ends with status 0", status, 0) or print(printed)
    for name in SOCKETS:
        equal(f"{name} is enabled and listens", (shell.output("systemctl", "is-enabled", name), shell.unit("ActiveState", name)),
              ("enabled", "active"))
    check("the service answers", answers(), shell.output("systemctl", "status", "gestured.service"))


def swipe(screen):
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


def desktop_needs_libraries():
    status, printed = apt("install", "--simulate", package("new", "gestured-desktop"))
    depends = shell.output("dpkg-deb", "--field", package("new", "gestured-desktop"), "Depends")
    needed = re.findall(r"libx[a-z0-9-]*", depends)
    unnamed = [name for name in needed if f" {name} " not in f"{printed} "]
    presets = shell.output("gesturectl", "actions", "init", "i3")
    check("without it gesturectl names the package that has the presets", "gestured-desktop has the presets" in presets, presets)
    equal("gestured-desktop needs the libraries of X11 and of keyboards",
          (status != 0, "libxcb1" in needed, "libxkbcommon0" in needed, unnamed), (True, True, True, [])) or print(printed)


def upgrade(screen):
    client = reconnected("member")
    half_a_drag(client, screen)
    pid, socket = shell.daemon(), os.stat("/run/gestured/gestured.sock").st_ino
    status, printed = apt("install", package("new"))
    equal("an upgrade ends with status 0", status, 0) or print(printed)
    message = client.last(DRAG, "drag")
    equal("the drag in progress was cancelled: shutdown", (message["phase"], message.get("reason")), ("cancelled", "shutdown"))
    check("the client's stream ended", client.wait_end())
    screen.up()
    equal("the socket stayed, so that no connection was refused", os.stat("/run/gestured/gestured.sock").st_ino, socket)
    reconnected("member").close()
    check("another daemon answers", shell.daemon() not in (0, pid), shell.daemon())
    check("it is the new version", "0.0.9" not in installed(), installed())


def upgrade_with_mistakes():
    pid = shell.daemon()
    write(CONFIGURATION, BROKEN)
    status, printed = apt("install", "--reinstall", package("new"))
    check("an upgrade over a broken configuration names the mistake", status == 0 and MISTAKE in printed, printed)
    check("and the old daemon keeps answering", answers() and shell.daemon() == pid, shell.daemon())
    shutil.copy("/usr/share/gestured/gestured.toml", CONFIGURATION)


def upgrade_on_full_disk():
    """As much as fits into a page is left for one of the package's folders."""
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "/usr/share/gestured")
    status, printed = apt("install", "--reinstall", package("new"))
    shell.run("umount", "/usr/share/gestured")
    check("an upgrade on a full disk fails and names it", status != 0 and FULL in printed, printed)
    check("the service still answers", answers(), shell.output("systemctl", "status", "gestured.service"))
    status, printed = apt("install", "--reinstall", package("new"))
    equal("with space it succeeds", (status, installed().split()[0]), (0, "installed")) or print(printed)


def remove(screen):
    client = reconnected("member")
    status, printed = apt("remove", "gestured")
    equal("apt remove ends with status 0", status, 0) or print(printed)
    check("it ends the clients' streams", client.wait_end())
    equal("it leaves no program, socket or access list", (
        exists("gestured"), os.path.exists("/run/gestured/gestured.sock"), "gestured" in installing.access_list(screen.node)),
        (False, False, False))
    check("it keeps the configuration", os.path.exists(CONFIGURATION))


def purge(before, screen, *others):
    if installed():
        status, printed = apt("purge", "gestured", *others)
        equal("apt purge ends with status 0", status, 0) or print(printed)
    after = snapshot(screen)
    equal("it leaves no file, and removes no other", (after[0] - before[0], before[0] - after[0]), (set(), set()))
    equal("it leaves no user, group or access list", after[1:], before[1:])


# MARK: - The package for desktops


def user_manager(*words):
    """The status and the output of systemctl in the systemd of `member`."""
    folder = f"XDG_RUNTIME_DIR=/run/user/{pwd.getpwnam('member').pw_uid}"
    return shell.run("runuser", "-u", "member", "--", "env", folder, "systemctl", "--user", *words)


def enabled():
    """Whether the services of users' sessions are enabled for all users: the focus source, and actions."""
    names = ["gestured-focus.service", "gestured-actions.service"]
    return [shell.output("systemctl", "--global", "is-enabled", name) for name in names]


def desktop(screen):
    """The previous packages may have the package's former name; the libraries come from the archive."""
    status, printed = apt("install", *glob.glob("/opt/libraries/*.deb"))
    equal("the libraries of X11 and of keyboards can be installed", status, 0) or print(printed)
    before = snapshot(screen)

    status, printed = apt("install", package("old"), package("old", "gestured-focus"))
    equal("the previous packages install: gestured, gestured-focus", status, 0) or print(printed)
    status, printed = apt("install", package("new"), package("new", "gestured-desktop"))
    equal("gestured-desktop takes the place of gestured-focus", (status, installed("gestured-focus").startswith("installed"),
          installed("gestured-desktop").split()[:1]), (0, False, ["installed"])) or print(printed)
    equal("the focus source stays enabled, actions are each user's own", enabled(), ["enabled", "disabled"])
    problem("doctor finds that the focus source is not enabled", "no focus source runs", FOCUS)
    user_manager("daemon-reload")
    status, printed = user_manager(*FOCUS.split()[2:])
    equal("its command works", status, 0) or print(printed)
    status, printed = shell.run("env", "XDG_CONFIG_HOME=/tmp/trial", "gesturectl", "actions", "init", "i3")
    written = os.path.exists("/tmp/trial/gestured/actions.toml")
    equal("gesturectl finds the presets of actions", (status, written), (0, True)) or print(printed)

    apt("purge", "gestured-focus")
    status, printed = apt("install", "--reinstall", package("new", "gestured-desktop"))
    equal("the focus source is enabled without what the former package left", (status, enabled()), (0, ["enabled", "disabled"]))
    newcomer.run(screen, "member")
    user_manager("disable", "gestured-focus.service")
    shutil.rmtree("/home/member/.config", ignore_errors=True)
    status, printed = apt("remove", "gestured-desktop")
    equal("without gestured-desktop the service still answers", (status, answers()), (0, True)) or print(printed)
    purge(before, screen, "gestured-desktop")


# MARK: - Bad surroundings


def other_installation(before, screen):
    """As `make install` would have left it."""
    unit = "/usr/local/lib/systemd/system/gestured.service"
    os.makedirs(os.path.dirname(unit), exist_ok=True)
    write(unit, "[Service]\nExecStart=/usr/local/bin/gestured\n")
    status, printed = apt("install", package("new"))
    named = unit in printed and "make uninstall" in printed
    check("next to another installation it refuses, and names it", status != 0 and named, printed)
    os.remove(unit)
    os.removedirs(os.path.dirname(unit)) if not before[0] & {os.path.dirname(unit)} else None
    shutil.copy("/usr/bin/sleep", "/opt/gestured")
    process = os.spawnv(os.P_NOWAIT, "/opt/gestured", ["/opt/gestured", "1000"])
    status, printed = apt("install", package("new"))
    check("next to a daemon from elsewhere it refuses, and names it", status != 0 and f"process {process}" in printed, printed)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.remove("/opt/gestured")
    purge(before, screen)


def without_systemd(before, screen):
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


def install_on_full_disk(before, screen):
    folder = "/usr/share/gestured"
    os.mkdir(folder)
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder)
    status, printed = apt("install", package("new"))
    shell.run("umount", folder)
    os.rmdir(folder)
    check("on a full disk it does not install, and names the reason", status != 0 and FULL in printed, printed)
    equal("the machine is as before", snapshot(screen), before)
    purge(before, screen)


def existing_groups(before, screen):
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


def existing_user(before, screen):
    shell.run("useradd", "--system", "--user-group", "gestured")
    status, printed = apt("install", package("new"))
    check("an existing user is used, and named", status == 0 and "the user gestured existed before" in printed, printed)
    check("the service answers", answers())
    apt("purge", "gestured")
    check("a purge keeps that user", shell.run("getent", "passwd", "gestured")[0] == 0)
    shell.run("userdel", "gestured")
    purge(before, screen)


def install_over_mistakes():
    os.makedirs(os.path.dirname(CONFIGURATION), exist_ok=True)
    write(CONFIGURATION, BROKEN)
    status, printed = apt("install", package("new"))
    check("over a broken configuration it installs, and names the mistake", status == 0 and MISTAKE in printed, printed)
    equal("the configuration is kept", open(CONFIGURATION).read(), BROKEN)
    write(CONFIGURATION, "")
    shell.run("systemctl", "restart", *SOCKETS)
    check("the service answers once it is corrected", answers(), shell.output("systemctl", "status", "gestured.service"))


# MARK: - gesturectl doctor


def diagnosis(user="member"):
    return shell.run("runuser", "-u", user, "--", "env", f"USER={user}", "gesturectl", "doctor")


def problem(sentence, text, fix, user="member"):
    """A sentence is broken at 80 columns. Without a fix, no command may be printed for it."""
    status, printed = diagnosis(user)
    lines = re.sub(r"\n {24}(?!\$)", " ", printed).splitlines()
    found = [index for index, line in enumerate(lines) if line.startswith("problem") and text in line]
    following = lines[found[0] + 1:found[0] + 2] if found else []
    command = following[0].strip() if following and following[0].startswith(" ") else None
    check(sentence, status == 1 and bool(found) and command == (f"$ {fix}" if fix else None), printed)


def fixed(fix):
    """The command as it was printed, as root."""
    return shell.run("sh", "-c", fix.replace("sudo ", ""))


def recovers(user="root"):
    return wait_until(lambda: not any(line.startswith("problem") for line in without_focus(user)))


def without_focus(user):
    """The findings, without that of the focus: the machine has no desktop."""
    return [line for line in diagnosis(user)[1].splitlines() if " focus " not in line]


def doctor(screen):
    problem("doctor finds that the focus is unknown, and which package is missing", "gestured-desktop is not installed",
            "sudo apt install ./gestured-desktop_*.deb")
    check("doctor finds nothing wrong for root", diagnosis("root")[0] == 0, diagnosis("root")[1])

    sockets = "sudo systemctl enable --now gestured.socket gestured-focus.socket"
    shell.run("systemctl", "stop", *SOCKETS, "gestured.service")
    problem("doctor finds that the service does not run", "cannot connect", sockets)
    fixed(sockets)
    check("its command starts it", answers())

    shell.run("setfacl", "--remove-all", screen.node)
    shell.run("systemctl", "restart", "gestured.service")
    access = f"sudo udevadm trigger --settle {screen.node}"
    problem("doctor finds a device without access", "(EACCES)", access)
    fixed(access)
    opened = wait_until(lambda: diagnosis("root")[0] == 0)
    check("its command grants access", opened, diagnosis("root")[1])

    rule = "/etc/udev/rules.d/71-untagged.rules"
    write(rule, 'ATTRS{name}=="Untagged Screen", ENV{ID_INPUT_TOUCHSCREEN}=""\n')
    shell.run("udevadm", "control", "--reload")
    untagged = touch.Touchscreen("Untagged Screen")
    tag = f"sudo udevadm trigger --action=add --settle {untagged.node}"
    problem("doctor finds a device that udev has not tagged", "Untagged Screen", tag, "root")
    os.remove(rule)
    shell.run("udevadm", "control", "--reload")
    fixed(tag)
    check("its command tags it", wait_until(lambda: diagnosis("root")[0] == 0), diagnosis("root")[1])

    other = os.open(untagged.node, os.O_RDWR)
    fcntl.ioctl(other, 0x40044590, 1)
    shell.run("systemctl", "restart", "gestured.service")
    problem("doctor finds a grabbed device", "is grabbed", f"sudo fuser --verbose {untagged.node}", "root")
    os.close(other)
    untagged.remove()

    screen.remove()
    problem("doctor finds that there is no device", "is present", "cat /proc/bus/input/devices", "root")
    screen.__init__()
    check("it finds the device that is plugged in", recovers(), diagnosis("root")[1])

    saved = open(CONFIGURATION).read()
    write(CONFIGURATION, BROKEN)
    mistake = f"sudoedit {CONFIGURATION} && sudo gesturectl reload"
    problem("doctor finds a broken configuration", MISTAKE, mistake)
    write(CONFIGURATION, saved)

    session_findings()


def session_findings():
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


def asleep():
    """logind announces the sleep, and waits for an inhibitor; the unit that it starts afterwards does nothing."""
    suspending = "/run/systemd/system/systemd-suspend.service.d/trial.conf"
    waiting = "/run/systemd/logind.conf.d/trial.conf"
    settings = {suspending: "[Service]\nExecStart=\nExecStart=/bin/true\n", waiting: "[Login]\nInhibitDelayMaxSec=600\n"}
    for path, text in settings.items():
        os.makedirs(os.path.dirname(path))
        write(path, text)
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "kill", "--signal=HUP", "systemd-logind.service")
    inhibit = ["systemd-inhibit", "--what=sleep", "--mode=delay", "--who=trial", "sleep", "infinity"]
    delay = subprocess.Popen(inhibit, start_new_session=True)
    check("sleep can be delayed", wait_until(lambda: "trial" in shell.output("systemd-inhibit", "--list")))
    status, printed = shell.run("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
                                "org.freedesktop.login1.Manager", "Suspend", "b", "false")
    equal("logind accepts that the machine shall sleep", status, 0) or print(printed)
    found = wait_until(lambda: "the machine is asleep, so no gestures arrive" in diagnosis()[1])
    check("doctor finds that the machine is about to sleep", found and diagnosis()[0] == 1, diagnosis()[1])
    os.killpg(delay.pid, signal.SIGKILL)
    delay.wait()
    check("and that it is awake", recovers("member"), diagnosis()[1])
    for path in settings:
        shutil.rmtree(os.path.dirname(path))
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "kill", "--signal=HUP", "systemd-logind.service")
