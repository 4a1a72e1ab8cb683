"""make faults, in the machine, as root: installs gestured and causes faults: all, or those named; `sandbox` is one."""

import sys

import fault_table
import installing
import sandbox
import sessions
import shell
import touch
from report import check, finish
from subscriber import LocalSubscriber

for user in ("member", "guest"):
    shell.run("useradd", "--create-home", user)
screen, keyboard = touch.Touchscreen(), touch.Keyboard()
installing.install([screen])
for terminal, user in enumerate(("member", "guest"), 1):
    check(f"{user} logs in", sessions.login(user, terminal), shell.output("loginctl"))
sessions.switch(1)
client = LocalSubscriber("member")
check("the installed service answers", client.ready(), client.messages)
client.close()
names = sys.argv[1:]
if not names or "sandbox" in names:
    installing.units()
    sandbox.run(screen, keyboard)
if names != ["sandbox"]:
    fault_table.run(screen, [name for name in names if name != "sandbox"])
finish()
