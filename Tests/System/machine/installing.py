"""make install, access to the nodes afterwards, and make uninstall."""

import errno
import grp
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import service
from testing import shell
from testing.checks import check, equal
from testing.uinput import TouchDevice, Touchscreen

# Every path, and the files of users and groups.
Snapshot = tuple[set[str], list[str]]

PROJECT = "/opt/gestured"
SOCKETS = ["gestured.socket", "gestured-focus.socket"]
TREES = ["/etc", "/usr", "/var/lib", "/run/gestured", "/run/systemd/system"]
# systemd writes these while the test runs.
PASSING = re.compile(r"^/var/lib/(systemd|private)(/|$)")


def snapshot() -> Snapshot:
    """Every path that an installation could leave, and the users and groups."""
    paths = shell.output("find", *TREES, "-print").splitlines()
    groups = [Path(path).read_text() for path in ("/etc/passwd", "/etc/group", "/etc/gshadow")]
    return {path for path in paths if not PASSING.match(path) and not path.startswith("find:")}, groups


def succeeds(sentence: str, done: tuple[int, str]) -> str:
    """The status is 0. Returns what was printed."""
    equal(sentence, done[0], 0, done[1])
    return done[1]


def manual_pages() -> list[str]:
    """Their names."""
    with tempfile.TemporaryDirectory() as folder:
        shell.output(f"{PROJECT}/man/generate", f"{PROJECT}/binaries", f"{folder}/pages")
        return os.listdir(f"{folder}/pages")


def make(target: str, *arguments: str) -> tuple[int, str]:
    return shell.run("make", "--no-print-directory", target, f"BINARIES={PROJECT}/binaries", *arguments, cwd=PROJECT)


def access_list(node: str) -> str:
    return shell.output("getfacl", "--omit-header", "--absolute-names", node)


def opens(node: str, groups: list[str], flags: str = "O_RDONLY", user: int = 61184) -> str:
    """The result of opening the node as an unprivileged process with these groups: `opened` or the error's name."""
    numbers = [grp.getgrnam(name).gr_gid for name in groups]
    reader, writer = os.pipe()
    # A process of its own, but not a program of its own: an interpreter takes half a second to start here.
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(numbers)
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            os.open(node, getattr(os, flags))
            os.write(writer, b"opened")
        except OSError as error:
            os.write(writer, errno.errorcode[error.errno or 0].encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answer:
        return answer.read()


def install(devices: Sequence[TouchDevice]) -> None:
    printed = succeeds("make install ends with status 0", make("install"))
    for device in devices:
        check(f"make install lists {device.node}", device.node in printed, printed)
    for name in SOCKETS:
        equal(f"{name} is enabled", shell.output("systemctl", "is-enabled", name), "enabled")
        equal(f"{name} listens", service.unit("ActiveState", name), "active")
    owner = shell.output("stat", "-c", "%A %U %G", "/run/gestured/gestured.sock")
    equal("every user can connect to the socket: the daemon decides what each receives", owner, "srw-rw-rw- root root")
    owner = shell.output("stat", "-c", "%A %U", "/run/gestured/focus.sock")
    equal("every user can connect to the focus socket", owner, "srw-rw-rw- root")
    succeeds("make install can be repeated", make("install"))


def units() -> None:
    verified = shell.run("systemd-analyze", "verify", "gestured.service", *SOCKETS)
    equal("systemd-analyze verify prints nothing", verified, (0, ""))
    unit = "/usr/local/lib/systemd/system/gestured.service"
    for manner, command in [("as a file", ["--offline=true", unit]), ("as it runs", ["gestured.service"])]:
        printed = shell.output("systemd-analyze", "security", "--no-pager", *command)
        score = re.search(r"exposure level for gestured.service: ([\d.]+)", printed)
        check(f"its exposure {manner} is at most 1.0", score and float(score[1]) <= 1.0, printed)


def identity() -> None:
    pid = service.process()
    if not check("the service runs", pid, shell.output("systemctl", "status", "gestured.service")):
        return
    status = shell.status(pid)
    check("the service is not root", "0" not in status["Uid"].split() + status["Gid"].split(), status["Uid"])
    capabilities = {int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    equal("the service has no capability and cannot gain one", capabilities, {0})
    equal("the service can gain no new privileges", status["NoNewPrivs"], "1")
    groups = set(status["Groups"].split()) - {status["Gid"].split()[0]}
    input_group = shell.output("getent", "group", "gestured-input").split(":")[2]
    equal("its only other group is gestured-input", groups, {input_group})


def access(touch: Sequence[TouchDevice], others: dict[str, str]) -> None:
    for device in touch:
        equal(f"group gestured-input opens {device.name}", opens(device.node, ["gestured-input"]), "opened")
        writing = opens(device.node, ["gestured-input"], "O_RDWR")
        equal(f"group gestured-input cannot write to {device.name}", writing, "EACCES")
        equal(f"group input still opens {device.name} to write", opens(device.node, ["input"], "O_RDWR"), "opened")
        equal(f"others still cannot open {device.name}", opens(device.node, ["users"]), "EACCES")
    for name, node in others.items():
        equal(f"group gestured-input cannot open {name}", opens(node, ["gestured-input"]), "EACCES")
        equal(f"group input still opens {name}", opens(node, ["input"], "O_RDWR"), "opened")
    if service.process():
        equal("the service has opened the touch nodes only", service.open_nodes(), {device.node for device in touch})


# A key for typing, and the keys of a phone's or tablet's frame, as the kernel's driver of Goodix touchscreens declares them.
TYPING_KEYS = ("KEY_A", "KEY_5", "KEY_KP5", "KEY_KPENTER", "KEY_BRL_DOT1", "KEY_NUMERIC_1")
FRAME_KEYS = ("KEY_F1", "KEY_F6", "KEY_LEFTMETA", "KEY_POWER", "KEY_VOLUMEUP", "KEY_BACK")


def access_by_keys() -> None:
    """Touchscreens that come and go: what udev's rule makes of their keys."""
    typed = [(key,) for key in TYPING_KEYS] + [(*FRAME_KEYS, "KEY_A")]
    for keys, expected in (*((keys, "EACCES") for keys in typed), (FRAME_KEYS, "opened")):
        screen = Touchscreen("Trial Keys", keys)
        shell.run("udevadm", "settle")
        equal(f"a touchscreen with {', '.join(keys)}: {expected}", opens(screen.node, ["gestured-input"]), expected)
        screen.remove()


def uninstall(before: Snapshot, devices: Sequence[TouchDevice], lists: list[str]) -> None:
    succeeds("make uninstall ends with status 0", make("uninstall"))
    equal("make uninstall stops the service", service.process(), 0)
    after = snapshot()
    same_files("make uninstall removes what was installed, and no other file", after[0], before[0])
    equal("make uninstall removes the user and the groups", after[1:], before[1:])
    equal("make uninstall restores the access lists of the nodes", [access_list(d.node) for d in devices], lists)


def same_files(sentence: str, found: set[str], expected: set[str]) -> None:
    """Only the difference is shown."""
    equal(sentence, (found - expected, expected - found), (set(), set()))


def staged(before: Snapshot) -> None:
    """A package build: files are installed in DESTDIR only."""
    root = "/tmp/staged"
    arguments = ["PREFIX=/usr", f"DESTDIR={root}"]
    succeeds("make install PREFIX=/usr DESTDIR=… succeeds", make("install", *arguments))
    files = {path.removeprefix(root) for path in shell.output("find", root, "-type", "f").splitlines()}
    expected = {
        "/usr/bin/gestured", "/usr/bin/gesturectl", "/usr/share/gestured/gestured.toml", "/etc/gestured/gestured.toml",
        "/usr/lib/systemd/system/gestured.service", *(f"/usr/lib/systemd/system/{name}" for name in SOCKETS),
        "/usr/lib/systemd/user/gestured-focus.service", "/usr/lib/systemd/user/gestured-actions.service",
        "/usr/lib/systemd/user/gestured-touchegg.service", "/usr/share/gestured/gestured.schema.json",
        *(f"/usr/share/gestured/recordings/{name}" for name in os.listdir(f"{PROJECT}/Examples/recordings")),
        *(f"/usr/share/gestured/actions/{name}" for name in os.listdir(f"{PROJECT}/packaging/actions")),
        *(f"/usr/share/gnome-shell/extensions/focus{version}@gestured/{name}"
          for version in ("", "-43")
          for name in ("actions.js", "exclusive.js", "extension.js", "focus.js", "metadata.json", "touchscreens.js")),
        "/usr/share/metainfo/org.gestured.Desktop.metainfo.xml",
        "/usr/lib/udev/rules.d/72-gestured.rules", "/usr/lib/sysusers.d/gestured.conf",
        "/usr/share/gestured/haptics/switch", "/usr/share/gestured/haptics/gestured-haptics.conf",
        "/usr/share/gestured/haptics/73-gestured-haptics.rules",
        "/usr/share/bash-completion/completions/gesturectl", "/usr/share/zsh/site-functions/_gesturectl",
        "/usr/share/fish/vendor_completions.d/gesturectl.fish",
        *(f"/usr/share/man/man{page[-1]}/{page}" for page in manual_pages()),
    }
    same_files("it installs every file there, and no other", files, expected)
    text = shell.read(f"{root}/usr/lib/systemd/system/gestured.service")
    check("its unit starts the program from PREFIX", "ExecStart=/usr/bin/gestured\n" in text, text)
    keep_configuration(root, arguments)
    equal("make uninstall DESTDIR=… removes them", shell.output("find", root, "-type", "f"), "")
    equal("both change nothing else on the machine", snapshot(), before)


def keep_configuration(root: str, arguments: list[str]) -> None:
    """The lines of the scripts are the same without DESTDIR, where they take minutes."""
    path = f"{root}/etc/gestured/gestured.toml"
    shell.write(path, shell.read(path) + "# ours\n")
    make("install", *arguments)
    check("installing again keeps a changed configuration", shell.read(path).endswith("# ours\n"))
    status, printed = make("uninstall", *arguments)
    kept = status == 0 and os.path.exists(path) and "was changed and stays" in printed
    check("uninstalling keeps it, too, and prints that", kept, printed)
    if kept:
        os.unlink(path)
