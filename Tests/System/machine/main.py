"""The system test, in the machine, as root: installs gestured, makes gestures, causes failures, uninstalls."""

import actions
import failures
import fault_table
import gestures
import haptics
import identical
import installing
import running
import sandbox
import sessions
import subscriber
from faults import attacks
from faults.repeat import show_table
from subscriber import Subscriber, grammar_errors
from testing import shell
from testing.checks import check, equal, finish
from testing.uinput import KEYBOARD_KEYS, Keyboard, Touchpad, Touchscreen

for user in ("member", "guest", "stranger"):
    shell.run("useradd", "--create-home", user)
# The faults' users, which stay: after the removal, the accounts are compared with those of now.
attacks.users()

screen, pad, keyboard = Touchscreen(), Touchpad(), Keyboard()
screen_keyboard = Touchscreen("Trial Screen Keyboard", KEYBOARD_KEYS)
others = {"a keyboard": keyboard.node, "a node that is touchscreen and keyboard": screen_keyboard.node}
lists = [installing.access_list(device.node) for device in (screen, pad)]

print("make run")
command = running.without_access([screen, pad])
running.with_access(command, screen)
for device in (screen, pad):
    shell.run("setfacl", "--remove-all", device.node)

print("installation")
before = installing.snapshot()
installing.staged(before)
installing.install([screen, pad])

print("access")
stranger = Subscriber("stranger")
check("every user can connect and subscribe", stranger.ready(), stranger.messages)
equal("a user without a session receives no gestures", stranger.hello["access"]["session"], "inactive")
stranger.close()
client = Subscriber("member")
check("another user can, too", client.ready(), client.messages)
installing.units()
installing.identity()
installing.access([screen, pad], others)
installing.access_by_keys()
shell.run("udevadm", "trigger", "--subsystem-match=input", "--settle")
equal("access survives another udevadm trigger", installing.opens(screen.node, ["gestured-input"]), "opened")
_, listed = shell.run("runuser", "-u", "member", "--", "/usr/local/bin/gesturectl", "devices")
check("gesturectl devices lists both for an ordinary user", screen.node in listed and pad.node in listed, listed)

print("sandbox")
sandbox.run(screen, keyboard)

print("haptics")
haptics.run([screen, pad])
# Enabling haptics restarts the service.
client = failures.reconnected("member")

print("gestures")
check("a user logs in on a terminal", sessions.login("member", 1), shell.output("loginctl"))
gestures.hello(client, [(screen, "touchscreen"), (pad, "touchpad")])
gestures.tap(client, screen)
gestures.long_press(client, screen)
gestures.drags(client, screen, [(100, 0), (-150, 60), (40, 0)])
gestures.two_finger_drag(client, pad)

print("identical panels")
identical.run("member")

print("actions")
# The client's stream ends when the daemon is killed.
subscriber.expect_abrupt_end()
actions.run(screen, "member", 1)
client.close()
client = failures.reconnected("member")
second = gestures.hotplug(client)

print("failures")
failures.hardware_fault(screen)
failures.device_removed(client, second)
gestures.tap(client, screen)
client = failures.service_stopped(client, screen, "member")
client = failures.service_killed(client, screen, "member")
client = failures.service_hung("member")
gestures.tap(client, screen)

print("faults")
# After a kill it would not reconnect, and the service would hold one connection less.
client.close()
check("another user logs in on the next terminal", sessions.login("guest", 2), shell.output("loginctl"))
fault_table.run(screen, often=False)
equal("no client received a violation of the grammar", grammar_errors(), [])
for terminal, user in enumerate(("member", "guest"), 1):
    sessions.logout(user, terminal)
client = failures.reconnected("member")

print("removal")
installing.uninstall(before, [screen, pad], lists)
check("make uninstall ends the clients' streams", client.wait_end())
show_table()
finish()
