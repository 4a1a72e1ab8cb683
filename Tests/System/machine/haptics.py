"""Haptic feedback: off by default; when enabled, the active user can play effects on suitable devices."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import installing
import motors
import service
import sessions
from service import CONFIGURATION
from testing import shell
from testing.checks import check, equal, find, wait_until
from testing.uinput import TouchDevice

SWITCH = "/usr/local/share/gestured/haptics/switch"
LIGHT, SUCCESS = ("rumble", 0, 0x6000, 20, 1), ("rumble", 0xFFFF, 0xFFFF, 50, 1)


def haptic(user: str, feedback: str, *options: str) -> tuple[int, str]:
    """Status, and the part of the output that programs read."""
    status, printed = shell.run("runuser", "-u", user, "--", "/usr/local/bin/gesturectl", "haptic", feedback, *options)
    return status, printed.removeprefix("gesturectl: ").split(":")[0]


def refused(sentence: str, user: str, answer: str) -> None:
    equal(sentence, haptic(user, "light"), (1, answer))


def plays(sentence: str, user: str, motor: motors.Motor, feedback: str, effect: tuple[object, ...], *options: str) -> None:
    motor.clear()
    answer = haptic(user, feedback, *options)
    played = wait_until(lambda: list(motor.played))
    equal(sentence, (answer, played), ((0, "ok"), [effect]))


def off_by_default(motor: motors.Motor) -> None:
    refused("haptics are off by default, for root as well", "root", "unsupported (notEnabled)")
    equal("the service has no node open for writing", written(), set())
    equal("the service cannot write to a vibrator",
          installing.opens(motor.node, ["gestured-input"], "O_RDWR"), "EACCES")
    text = CONFIGURATION.read_text()
    CONFIGURATION.write_text(re.sub(r"^#enabled = false", "enabled = true", text, flags=re.M))
    service.restart()
    refused("the configuration alone does not enable them: the service cannot write", "root",
            "unsupported (notEnabled)")
    shell.run("setfacl", "-m", "g:gestured-input:rw", motor.node)
    service.restart()
    refused("write access to the node alone does not enable them: the unit forbids it", "root", "unsupported (notEnabled)")
    shell.run("setfacl", "-x", "g:gestured-input", motor.node)
    CONFIGURATION.write_text(text)
    equal("nothing has vibrated", (motor.played, motor.effects), ([], {}))


def mistake_is_refused() -> None:
    """In a file that sets it in another way of TOML, the switch's section would be a mistake."""
    text, daemon = CONFIGURATION.read_text(), service.process()
    CONFIGURATION.write_text("haptics.enabled = false\n")
    status, printed = shell.run(SWITCH, "on")
    check("a file that would get a mistake is refused, with the line",
          status == 1 and f"{CONFIGURATION}:3: [haptics]: given twice" in printed, printed)
    equal("and stays as it is", CONFIGURATION.read_text(), "haptics.enabled = false\n")
    equal("and the service runs on", service.process(), daemon)
    CONFIGURATION.write_text(text)


def written() -> set[str]:
    """The input nodes that the service has open for writing."""
    pid, nodes = service.process(), set()
    for number, link in shell.descriptors(pid).items():
        flags = find(r"^flags:\s+(\d+)", shell.read(f"/proc/{pid}/fdinfo/{number}"), re.M)
        if link.startswith("/dev/input/") and int(flags[1], 8) & os.O_ACCMODE != os.O_RDONLY:
            nodes.add(link)
    return nodes


def run(touch: Sequence[TouchDevice]) -> None:
    for user in ("sitter", "remote"):
        shell.run("useradd", "--create-home", user)
    motor, pad = motors.vibrator(), motors.gamepad()
    lists = [installing.access_list(device.node) for device in touch]
    off_by_default(motor)
    mistake_is_refused()

    equal("one command enables haptics", shell.run(SWITCH, "on"), (0, "haptics are on"))
    equal("then the service can write to a vibrator",
          installing.opens(motor.node, ["gestured-input"], "O_RDWR"), "opened")
    equal("but cannot open a gamepad", installing.opens(pad.node, ["gestured-input"]), "EACCES")
    for device in touch:
        equal(f"and cannot write to {device.name}, which cannot vibrate",
              installing.opens(device.node, ["gestured-input"], "O_RDWR"), "EACCES")
    shell.run("/usr/local/bin/gesturectl", "devices")
    equal("before the first request no node is open for writing", written(), set())
    refused("a user is refused while no user is active", "sitter", "notPermitted (notActive)")
    check("a user logs in on a terminal", sessions.login("sitter", 1), shell.output("loginctl"))
    refused("a user who is not active is refused", "remote", "notPermitted (notActive)")
    equal("nothing has vibrated", motor.effects, {})

    plays("light plays a light effect for the active user", "sitter", motor, "light", LIGHT)
    plays("success plays a strong one", "sitter", motor, "success", SUCCESS)
    plays("root is allowed as well", "root", motor, "light", LIGHT)
    equal("only the vibrator is open for writing", written(), {motor.node})
    failed_over(motor)
    equal("the gamepad has not vibrated", (pad.effects, pad.played), ({}, []))
    off_again(touch, lists, pad)


def failed_over(motor: motors.Motor) -> None:
    touchpad = motors.touchpad()
    plays("a vibrator is preferred to a touchpad", "sitter", motor, "light", LIGHT)
    plays("unless the touchpad is named", "sitter", touchpad, "success", SUCCESS, "--device", touchpad.id)
    motor.remove()
    plays("without the vibrator the touchpad plays", "sitter", touchpad, "light", LIGHT)
    touchpad.remove()
    clicking = motors.touchpad("Trial Clicking Touchpad", [motors.FF_HAPTIC, motors.FF_RUMBLE], [0, motors.PRESSUREPAD])
    shown = wait_until(lambda: "by pressure, with a motor" in shell.output("/usr/local/bin/gesturectl", "devices"))
    check("a touchpad that clicks by itself is shown as one", shown, shell.output("/usr/local/bin/gesturectl", "devices"))
    refused("and does not vibrate, because it would click no more", "sitter", "unsupported (noDevice)")
    equal("even if it is named", haptic("sitter", "light", "--device", clicking.id), (1, "unsupported (noDevice)"))
    equal("so nothing was uploaded to it", (clicking.effects, clicking.played, written()), ({}, [], set()))
    clicking.remove()
    refused("without both there is no device", "sitter", "unsupported (noDevice)")
    wave = motors.vibrator("Trial Wave", forces=[motors.FF_PERIODIC, motors.FF_SINE])
    plays("a vibrator without rumble, plugged in later, plays a periodic effect", "sitter", wave, "success",
          ("periodic", 0x7FFF, 0, 50, 1))
    service.restart()
    freed = wait_until(lambda: wave.erased)
    equal("a service that stops erases its effect", (freed, wave.effects), ([("periodic", 0x7FFF, 0, 50)], {}))
    wave.remove()


def off_again(touch: Sequence[TouchDevice], lists: list[str], pad: motors.Motor) -> None:
    motor = motors.vibrator()
    equal("one command disables haptics", shell.run(SWITCH, "off"), (0, "haptics are off"))
    refused("then they are off", "sitter", "unsupported (notEnabled)")
    equal("the service can no longer write to a vibrator",
          installing.opens(motor.node, ["gestured-input"], "O_RDWR"), "EACCES")
    equal("the access lists of touch devices are restored", [installing.access_list(d.node) for d in touch], lists)
    equal("the configuration is restored",
          CONFIGURATION.read_text() == Path("/usr/local/share/gestured/gestured.toml").read_text(), True)
    equal("they can be enabled again, until the removal",
          shell.run(SWITCH, "on"), (0, "haptics are on"))
    sessions.logout("sitter", 1)
    for device in (motor, pad):
        device.remove()
    # The installation did not create their groups and homes.
    for user in ("sitter", "remote"):
        shell.run("loginctl", "terminate-user", user)
        shell.run("userdel", "--remove", "--force", user)
