"""apt install, upgrade, remove and purge of the Debian package."""

import fcntl
import glob
import os
import re
import shutil
import signal

import installing
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
BROKEN = "[tap]\nmaximumDuration = far\n"


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


def installed():
    return shell.output("dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", "gestured").replace("dpkg-query: no packages found matching gestured", "")


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
    # Repeated until the finger does not pause before it lifts: on a busy host it may, and then it is no swipe.
    stroke = strokes.even_drag(screen, (60, 100), (300, 0), 0.4)
    message = client.last(DRAG, "swipe", since=stroke.lifted)
    equal("a swipe on a uinput touchscreen arrives", (message["phase"], message["value"].get("direction")), ("ended", "right"))
    client.close()


def focus_needs_libraries():
    status, printed = apt("install", "--simulate", package("new", "gestured-focus"))
    check("gestured-focus names the libraries of X11 that it needs", status != 0 and "libxcb1" in printed, printed)


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
    check("an upgrade over a broken configuration names the mistake", status == 0 and "gestured.toml:2: tap.maximumDuration" in printed, printed)
    check("and the old daemon keeps answering", answers() and shell.daemon() == pid, shell.daemon())
    shutil.copy("/usr/share/gestured/gestured.toml", CONFIGURATION)


def upgrade_on_full_disk():
    """As much as fits into a page is left for one of the package's folders."""
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "/usr/share/gestured")
    status, printed = apt("install", "--reinstall", package("new"))
    shell.run("umount", "/usr/share/gestured")
    check("an upgrade on a full disk fails and names it", status != 0 and "No space left on device" in printed, printed)
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


def purge(before, screen):
    if installed():
        status, printed = apt("purge", "gestured")
        equal("apt purge ends with status 0", status, 0) or print(printed)
    after = snapshot(screen)
    equal("it leaves no file, and removes no other", (after[0] - before[0], before[0] - after[0]), (set(), set()))
    equal("it leaves no user, group or access list", after[1:], before[1:])


# MARK: - Bad surroundings


def other_installation(before, screen):
    """As `make install` would have left it."""
    unit = "/usr/local/lib/systemd/system/gestured.service"
    os.makedirs(os.path.dirname(unit), exist_ok=True)
    write(unit, "[Service]\nExecStart=/usr/local/bin/gestured\n")
    status, printed = apt("install", package("new"))
    check("next to another installation it refuses, and names it", status != 0 and unit in printed and "make uninstall" in printed, printed)
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
    check("without systemd it installs and prints that nothing was started", status == 0 and "systemd does not run here" in printed, printed)
    equal("the program works", shell.run("gestured", "--check-config")[0], 0)
    shell.run("unshare", "--mount", "sh", "-c", "mount -t tmpfs none /run && DEBIAN_FRONTEND=noninteractive apt-get --yes purge gestured")
    shell.run("systemctl", "daemon-reload")
    purge(before, screen)


def existing_group(before, screen):
    shell.run("groupadd", "gestured-input")
    shell.run("usermod", "--append", "--groups", "gestured-input", "member")
    status, printed = apt("install", package("new"))
    check("an existing group is used, and its members are named", status == 0 and "can read touch devices now: member" in printed, printed)
    check("the service answers", answers())
    apt("purge", "gestured")
    check("a purge keeps that group", shell.output("getent", "group", "gestured-input").endswith(":member"))
    shell.run("groupdel", "gestured-input")
    purge(before, screen)


def install_over_mistakes():
    os.makedirs(os.path.dirname(CONFIGURATION), exist_ok=True)
    write(CONFIGURATION, BROKEN)
    status, printed = apt("install", package("new"))
    check("over a broken configuration it installs, and names the mistake", status == 0 and "gestured.toml:2: tap.maximumDuration" in printed, printed)
    equal("the configuration is kept", open(CONFIGURATION).read(), BROKEN)
    write(CONFIGURATION, "")
    shell.run("systemctl", "restart", *SOCKETS)
    check("the service answers once it is corrected", answers(), shell.output("systemctl", "status", "gestured.service"))


# MARK: - gesturectl doctor


def diagnosis(user="member"):
    return shell.run("runuser", "-u", user, "--", "env", f"USER={user}", "gesturectl", "doctor")


def problem(sentence, text, fix, user="member"):
    status, printed = diagnosis(user)
    check(sentence, status == 1 and any(line.startswith("problem") and text in line for line in printed.splitlines())
          and any(line.strip() == f"$ {fix}" for line in printed.splitlines()), printed)


def fixed(fix):
    """The command as it was printed, as root."""
    return shell.run("sh", "-c", fix.replace("sudo ", ""))


def doctor(screen):
    focus = "systemctl --user enable --now gestured-focus.service"
    problem("doctor finds that the focus is unknown", "apps receive no positions", focus)
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

    write(rule, 'KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}="", ENV{ID_INPUT_TABLET}="1"\n')
    shell.run("udevadm", "control", "--reload")
    shell.run("udevadm", "trigger", "--settle", screen.node)
    problem("doctor finds that there is no device", "no touchscreen or touchpad is present", "sudo libinput list-devices", "root")
    os.remove(rule)
    shell.run("udevadm", "control", "--reload")
    shell.run("udevadm", "trigger", "--settle", screen.node)

    saved = open(CONFIGURATION).read()
    write(CONFIGURATION, BROKEN)
    mistake = f"sudoedit {CONFIGURATION} && sudo systemctl restart gestured.service"
    problem("doctor finds a broken configuration", "gestured.toml:2: tap.maximumDuration", mistake)
    write(CONFIGURATION, saved)

    sessions.logout("member", 1)
    inactive = 'loginctl activate "$(loginctl show-user --value --property=Display "$USER")"'
    gone = wait_until(lambda: "no session of this user is active" in diagnosis()[1])
    check("a session can end", gone, diagnosis()[1])
    problem("doctor finds that no session is active", "no session of this user is active", inactive)
    check("a user logs in again", sessions.login("member", 1), shell.output("loginctl"))
