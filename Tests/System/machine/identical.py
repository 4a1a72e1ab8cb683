"""Two panels of one model, and one whose driver also names a pen, with udev's ID_PATH as two ports of USB would have it."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import libevdev
import strokes
from testing import shell
from testing.checks import check, equal, wait_until
from testing.client import SOCKET, Client, connected, encoded
from testing.uinput import TouchDevice, Touchscreen, settle

CONFIGURATION = Path("/etc/gestured/gestured.toml")
FOCUS = "/run/gestured/focus.sock"
RULES = Path("/etc/udev/rules.d/60-identical.rules")
# Devices of uinput have no port; the address stands for it.
RULE = 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{{phys}}=="{0}/*", ENV{{ID_PATH}}="pci-0000:00:14.0-usb-0:{1}:1.0"\n'
PORTS = {"left": 2, "right": 3}
NAME = "Twin Panel"
SECTIONS = """
[[device]]
path = "pci-0000:00:14.0-usb-0:2:*"
output = "HDMI-A-1"
[[device]]
path = "pci-0000:00:14.0-usb-0:3:*"
output = "HDMI-A-2"
"""
KIND = """
[[device]]
name = "Misjudged Panel"
kind = "touchscreen"
"""


def path(side: str) -> str:
    return f"pci-0000:00:14.0-usb-0:{PORTS[side]}:1.0"


class PenPanel(TouchDevice):
    """Contacts on a screen, whose driver also names a pen and, with `stylus`, its button: udev takes it for a tablet."""

    def __init__(self, name: str, *keys: str) -> None:
        super().__init__(name, 344, 194, 20, libevdev.INPUT_PROP_DIRECT, ["BTN_TOUCH", "BTN_TOOL_PEN", *keys])


def reload() -> None:
    shell.run("systemctl", "reload", "gestured.service")


@contextlib.contextmanager
def configured(text: str) -> Iterator[None]:
    before = CONFIGURATION.read_text()
    CONFIGURATION.write_text(before + text)
    reload()
    try:
        yield
    finally:
        CONFIGURATION.write_text(before)
        reload()


def listed() -> str:
    return shell.run("/usr/local/bin/gesturectl", "devices")[1]


def has(client: Client, device: TouchDevice, **facts: Any) -> bool:
    """Whether the daemon has reported these facts of the device, soon."""
    def holds() -> bool:
        known = client.devices.get(device.id, {})
        return all(known.get(key) == value for key, value in facts.items())
    return wait_until(holds)


def is_on(client: Client, device: TouchDevice, output: str) -> bool:
    """Whether the daemon has reported that the device belongs to the output, soon."""
    return wait_until(lambda: bool(client.devices.get(device.id, {}).get("output", {}).get("name") == output))


def taps(client: Client, subscription: int) -> int:
    return sum(message["type"] == "gesture" and message["subscription"] == subscription and message["phase"] == "began"
               for message in list(client.messages))


def run(user: str) -> None:
    RULES.write_text("".join(RULE.format(side, port) for side, port in PORTS.items()))
    shell.run("udevadm", "control", "--reload")
    connection = connected(user, SOCKET)
    client = Client(connection.makefile("rb"), connection.sendall)
    check("the daemon greets", wait_until(lambda: client.messages), client.messages)
    try:
        twins(client, user)
        pens(client)
    finally:
        connection.shutdown(socket.SHUT_RDWR)
        RULES.unlink()
        shell.run("udevadm", "control", "--reload")


def twins(client: Client, user: str) -> None:
    panels = {side: Touchscreen(NAME, address=f"{side}/input0") for side in ("left", "right")}
    for side, panel in panels.items():
        check(f"the {side} panel is reported with its port", has(client, panel, path=path(side), name=NAME), client.devices)
        check(f"gesturectl devices shows the port of the {side} panel", path(side) in listed(), listed())
    numbers = {side: client.subscribe({"tap": {}}, device={"path": f"*usb-0:{port}:*"}, scope="session")
               for side, port in PORTS.items()}
    for side, panel in panels.items():
        before = {other: taps(client, number) for other, number in numbers.items()}
        strokes.tap(panel)
        check(f"a tap on the {side} panel reaches its subscription",
              wait_until(lambda: taps(client, numbers[side]) > before[side]), client.messages[-3:])
        other = next(name for name in panels if name != side)
        equal("and not that of the other panel", taps(client, numbers[other]), before[other])

    outputs = [{"name": f"HDMI-A-{number}", "x": 1920 * (number - 1), "y": 0, "width": 1920, "height": 1080} for number in (1, 2)]
    with configured(SECTIONS), contextlib.closing(connected(user, FOCUS)) as focus:
        focus.sendall(encoded({"type": "outputs", "id": 1, "outputs": outputs}))
        for side, output in (("left", "HDMI-A-1"), ("right", "HDMI-A-2")):
            check(f"the {side} panel belongs to {output}", is_on(client, panels[side], output), client.devices)
        ids = {side: panel.id for side, panel in panels.items()}
        for panel in panels.values():
            panel.remove()
        settle()
        # Plugged in again in the other order, each gets the other's number, or a new one.
        panels = {side: Touchscreen(NAME, address=f"{side}/input0") for side in ("right", "left")}
        print(f"plugged in again: {ids} became { {side: panel.id for side, panel in panels.items()} }")
        for side, output in (("left", "HDMI-A-1"), ("right", "HDMI-A-2")):
            check(f"plugged in again in the other order, the {side} panel belongs to {output}",
                  is_on(client, panels[side], output), client.devices)
    with configured(SECTIONS + SECTIONS.replace("HDMI-A-2", "DP-1")):
        printed = shell.run("/usr/local/bin/gestured", "--check-config", "--config", str(CONFIGURATION))[1]
        check("two sections with one path are named",
              printed.count("has the same path") == 2 and "overrides its output" in printed, printed)
    for panel in panels.values():
        panel.remove()
    settle()


def pens(client: Client) -> None:
    certain = PenPanel("Named Pen Panel")
    check("a touchscreen whose driver names a pen is a touchscreen",
          has(client, certain, kind="touchscreen", availability="open"), client.devices)
    number = client.subscribe({"tap": {}}, device={"id": certain.id}, scope="session")
    strokes.tap(certain)
    check("its taps arrive", wait_until(lambda: taps(client, number)), client.messages[-3:])
    certain.remove()
    misjudged = PenPanel("Misjudged Panel", "BTN_STYLUS")
    check("with a pen's button it is left to udev", misjudged.node not in listed(), listed())
    with configured(KIND):
        check("a section with its name makes it a touchscreen", has(client, misjudged, kind="touchscreen", availability="open"),
              client.devices)
        number = client.subscribe({"tap": {}}, device={"id": misjudged.id}, scope="session")
        strokes.tap(misjudged)
        check("and its taps arrive", wait_until(lambda: taps(client, number)), client.messages[-3:])
    check("without the section it is none again", wait_until(lambda: misjudged.node not in listed()), listed())
    misjudged.remove()
    settle()
