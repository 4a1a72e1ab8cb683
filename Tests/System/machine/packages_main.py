"""The test of the Debian packages, in the machine, as root.

    packages_main.py all|short

`short` is installation, a swipe, removal and purge; `all` adds upgrades, gesturectl doctor, bad surroundings and the
package for desktops.
"""

import sys

import packages
import service
import sessions
from testing import shell
from testing.checks import check, equal, finish
from testing.uinput import Touchscreen

# The image's own, which forbids that an installation starts a service.
service.remove("/usr/sbin/policy-rc.d")
shell.run("useradd", "--create-home", "member")
screen = Touchscreen()
before = packages.snapshot(screen)
print(shell.output("uname", "-r"), shell.output("sh", "-c", "ldd --version | head -n 1; systemctl --version | head -n 1"))
equal("the machine has no compiler", [name for name in ("gcc", "clang", "swiftc") if packages.exists(name)], [])
equal("the machine has no library of a desktop", packages.desktop_libraries(), [])
check("a user logs in on a terminal", sessions.login("member", 1), shell.output("loginctl"))

if sys.argv[1] == "all":
    print("bad surroundings")
    packages.other_installation(before, screen)
    packages.without_systemd(before, screen)
    packages.existing_groups(before, screen)
    packages.existing_user(before, screen)
    packages.install_on_full_disk(before, screen)
    print("upgrade")
    packages.install("old")
    packages.upgrade(screen)
    packages.upgrade_with_mistakes()
    packages.upgrade_on_full_disk()
    print("doctor")
    packages.doctor(screen)
    packages.remove(screen)
    packages.purge(before, screen)
    print("broken configuration")
    packages.install_over_mistakes()
    packages.purge(before, screen)

print("installation")
packages.install("new")
packages.desktop_needs_libraries()
packages.swipe(screen)
print("removal")
packages.remove(screen)
packages.purge(before, screen)
if sys.argv[1] == "all":
    print("the package for desktops")
    packages.desktop(screen)
finish()
