"""make install, access to the nodes afterwards, and make uninstall."""

import os
import re

import shell
from report import check, equal

PROJECT = "/opt/gestured"
SOCKETS = ["gestured.socket", "gestured-focus.socket"]
TREES = ["/etc", "/usr", "/var/lib", "/run/gestured", "/run/systemd/system"]
# systemd writes these while the test runs.
PASSING = re.compile(r"^/var/lib/(systemd|private)(/|$)")


def snapshot():
    """Every path that an installation could leave, and the users and groups."""
    paths = shell.output("find", *TREES, "-print").splitlines()
    groups = [open(path).read() for path in ("/etc/passwd", "/etc/group", "/etc/gshadow")]
    return {path for path in paths if not PASSING.match(path) and not path.startswith("find:")}, groups


def make(target):
    return shell.run("make", "--no-print-directory", target, f"BINARIES={PROJECT}/binaries", cwd=PROJECT)


def access_list(node):
    return shell.output("getfacl", "--omit-header", "--absolute-names", node)


def opens(node, groups, flags="O_RDONLY", user=61184):
    """The result of opening the node as an unprivileged process with these groups: `opened` or the error's name."""
    program = f"""
import errno, os
try:
    os.open({node!r}, os.{flags}); print("opened")
except OSError as error:
    print(errno.errorcode[error.errno])
"""
    identity = ["--reuid", str(user), "--regid", str(user), "--groups", ",".join(groups)]
    return shell.output("setpriv", *identity, "--bounding-set=-all", "python3", "-c", program)


def install(devices):
    status, printed = make("install")
    equal("make install ends with status 0", status, 0) or print(printed)
    for device in devices:
        check(f"make install lists {device.node}", device.node in printed, printed)
    for name in SOCKETS:
        equal(f"{name} is enabled", shell.output("systemctl", "is-enabled", name), "enabled")
        equal(f"{name} listens", shell.unit("ActiveState", name), "active")
    owner = shell.output("stat", "-c", "%A %U %G", "/run/gestured/gestured.sock")
    equal("every user can connect to the socket: the daemon decides what each receives", owner, "srw-rw-rw- root root")
    owner = shell.output("stat", "-c", "%A %U", "/run/gestured/focus.sock")
    equal("every user can connect to the focus socket", owner, "srw-rw-rw- root")
    status, printed = make("install")
    equal("make install can be repeated", status, 0) or print(printed)


def units():
    verified = shell.run("systemd-analyze", "verify", "gestured.service", *SOCKETS)
    equal("systemd-analyze verify prints nothing", verified, (0, ""))
    unit = "/usr/local/lib/systemd/system/gestured.service"
    for manner, command in [("as a file", ["--offline=true", unit]), ("as it runs", ["gestured.service"])]:
        printed = shell.output("systemd-analyze", "security", "--no-pager", *command)
        score = re.search(r"exposure level for gestured.service: ([\d.]+)", printed)
        check(f"its exposure {manner} is at most 1.0", score and float(score[1]) <= 1.0, printed)


def identity():
    pid = shell.daemon()
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


def open_nodes():
    """The input nodes that the service has open."""
    folder = f"/proc/{shell.daemon()}/fd"
    links = [os.readlink(f"{folder}/{name}") for name in os.listdir(folder)]
    return {link for link in links if link.startswith("/dev/input/")}


def access(touch, others):
    for device in touch:
        equal(f"group gestured-input opens {device.name}", opens(device.node, ["gestured-input"]), "opened")
        writing = opens(device.node, ["gestured-input"], "O_RDWR")
        equal(f"group gestured-input cannot write to {device.name}", writing, "EACCES")
        equal(f"group input still opens {device.name} to write", opens(device.node, ["input"], "O_RDWR"), "opened")
        equal(f"others still cannot open {device.name}", opens(device.node, ["users"]), "EACCES")
    for name, node in others.items():
        equal(f"group gestured-input cannot open {name}", opens(node, ["gestured-input"]), "EACCES")
        equal(f"group input still opens {name}", opens(node, ["input"], "O_RDWR"), "opened")
    if shell.daemon():
        equal("the service has opened the touch nodes only", open_nodes(), {device.node for device in touch})


def uninstall(before, devices, lists):
    status, printed = make("uninstall")
    equal("make uninstall ends with status 0", status, 0) or print(printed)
    equal("make uninstall stops the service", shell.daemon(), 0)
    after = snapshot()
    equal("make uninstall removes what was installed, and no other file", (after[0] - before[0], before[0] - after[0]), (set(), set()))
    equal("make uninstall removes the user and the groups", after[1], before[1])
    equal("make uninstall restores the access lists of the nodes", [access_list(d.node) for d in devices], lists)


def staged(before):
    """A package build: files are installed in DESTDIR only."""
    root = "/tmp/staged"
    arguments = [f"BINARIES={PROJECT}/binaries", "PREFIX=/usr", f"DESTDIR={root}"]
    status, printed = shell.run("make", "--no-print-directory", "install", *arguments, cwd=PROJECT)
    files = {path.removeprefix(root) for path in shell.output("find", root, "-type", "f").splitlines()}
    equal("make install PREFIX=/usr DESTDIR=… succeeds", status, 0) or print(printed)
    expected = {
        "/usr/bin/gestured", "/usr/bin/gesturectl", "/usr/share/gestured/gestured.toml", "/etc/gestured/gestured.toml",
        "/usr/lib/systemd/system/gestured.service", *(f"/usr/lib/systemd/system/{name}" for name in SOCKETS),
        "/usr/lib/systemd/user/gestured-focus.service", "/usr/lib/systemd/user/gestured-actions.service",
        "/usr/lib/systemd/user/gestured-touchegg.service", "/usr/share/gestured/gestured.schema.json",
        "/usr/lib/systemd/system-preset/80-gestured.preset",
        *(f"/usr/share/gestured/recordings/{name}" for name in os.listdir(f"{PROJECT}/Examples/recordings")),
        *(f"/usr/share/gestured/actions/{name}" for name in os.listdir(f"{PROJECT}/packaging/actions")),
        *(f"/usr/share/gnome-shell/extensions/focus{version}@gestured/{name}"
          for version in ("", "-43") for name in ("actions.js", "extension.js", "focus.js", "metadata.json", "touchscreens.js")),
        "/usr/lib/udev/rules.d/72-gestured.rules", "/usr/lib/sysusers.d/gestured.conf",
        "/usr/share/gestured/haptics/switch", "/usr/share/gestured/haptics/gestured-haptics.conf",
        "/usr/share/gestured/haptics/73-gestured-haptics.rules",
        "/usr/share/bash-completion/completions/gesturectl", "/usr/share/zsh/site-functions/_gesturectl",
        "/usr/share/fish/vendor_completions.d/gesturectl.fish",
        *(f"/usr/share/man/man{page[-1]}/{page}" for page in os.listdir(f"{PROJECT}/man/pages")),
    }
    # Only the difference is shown.
    equal("it installs every file there, and no other", (files - expected, expected - files), (set(), set()))
    service = open(f"{root}/usr/lib/systemd/system/gestured.service").read()
    check("its unit starts the program from PREFIX", "ExecStart=/usr/bin/gestured\n" in service, service)
    keep_configuration(root, arguments)
    equal("make uninstall DESTDIR=… removes them", shell.output("find", root, "-type", "f"), "")
    equal("both change nothing else on the machine", snapshot(), before)


def keep_configuration(root, arguments):
    """The lines of the scripts are the same without DESTDIR, where they take minutes."""
    path = f"{root}/etc/gestured/gestured.toml"
    with open(path, "a") as configuration:
        configuration.write("# ours\n")
    shell.run("make", "--no-print-directory", "install", *arguments, cwd=PROJECT)
    check("installing again keeps a changed configuration", open(path).read().endswith("# ours\n"))
    status, printed = shell.run("make", "--no-print-directory", "uninstall", *arguments, cwd=PROJECT)
    kept = status == 0 and os.path.exists(path) and "was changed and stays" in printed
    check("uninstalling keeps it, too, and prints that", kept, printed)
    if kept:
        os.unlink(path)
