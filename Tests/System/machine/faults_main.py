"""make faults, in the machine, as root: installs gestured and causes faults: all, or those named; `sandbox` is one."""

import sys

import fault_table
import installing
import sandbox
import sessions
from faults.repeat import show_table
from subscriber import LocalSubscriber
from testing import shell
from testing.checks import check, finish
from testing.uinput import Keyboard, Touchscreen

for user in ("member", "guest"):
    shell.run("useradd", "--create-home", user)
screen, keyboard = Touchscreen(), Keyboard()
installing.install([screen])
for terminal, user in enumerate(("member", "guest"), 1):
    check(f"{user} logs in", sessions.login(user, terminal), shell.output("loginctl"))
sessions.switch(1)
with LocalSubscriber("member") as client:
    check("the installed service answers", client.ready(), client.messages)
names = sys.argv[1:]
if not names or "sandbox" in names:
    installing.units()
    sandbox.run(screen, keyboard)
if names != ["sandbox"]:
    fault_table.run(screen, [name for name in names if name != "sandbox"])
show_table()
finish()
