"""Devices made with uinput, in a virtual machine.

Every touch device is read back through its own node: tests compare what gestured sends with the kernel's times, not with
the times at which a slow, emulated machine should have acted.
"""

import contextlib
import fcntl
import os
import struct
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import libevdev

EVIOCSCLOCKID = 0x400445A0
UI_DEV_DESTROY = 0x5502
UI_SET_PHYS = 0x4008556C
EVENT = struct.Struct("llHHi")
Position = Sequence[float]


def event(name: str, value: int) -> Any:
    return libevdev.InputEvent(libevdev.evbit(name), value=value)


def settle() -> None:
    os.system("udevadm settle")


class Device:
    removed: list[Any] = []

    def __init__(self, name: str, codes: Iterable[str], axes: Mapping[str, tuple[int, int, int]] | None = None,
                 properties: Iterable[Any] = (), address: str | None = None, settles: bool = True) -> None:
        """An axis has a minimum, a maximum and a resolution. The parts of one piece of hardware share the front of the address,
        EVIOCGPHYS. Without `settles` udev may still not have processed the device."""
        self.name = name
        device = libevdev.Device()
        device.name = name
        device.id = {"bustype": 0x18, "vendor": 0x1234, "product": 0x5678, "version": 1}
        for property in properties:
            device.enable(property)
        for code in codes:
            device.enable(libevdev.evbit(code))
        for axis, (least, most, resolution) in (axes or {}).items():
            device.enable(libevdev.evbit(axis), libevdev.InputAbsInfo(minimum=least, maximum=most, resolution=resolution))
        try:
            self.maker = open("/dev/uinput", "r+b", buffering=0)
        except OSError as error:
            sys.exit(f"/dev/uinput: {error.strerror}: the tests make their devices with it; modprobe uinput, or use a kernel "
                     "with CONFIG_INPUT_UINPUT")
        if address:
            fcntl.ioctl(self.maker, UI_SET_PHYS, address.encode() + b"\0")
        self.uinput = device.create_uinput_device(self.maker)
        self.node: str = self.uinput.devnode
        self.id = os.path.basename(self.node)
        if settles:
            settle()

    def remove(self) -> None:
        """Removes the device as unplugging does."""
        fcntl.ioctl(self.maker, UI_DEV_DESTROY)
        # Python may collect `uinput` later and destroy the device again by the file's number. The number must not be
        # the next device's by then.
        self.removed.append(self.maker)

    def write(self, *events: Any) -> None:
        """Sends one frame."""
        self.uinput.send_events([*events, event("SYN_REPORT", 0)])

    def set(self, name: str, value: int) -> None:
        """A key or a switch."""
        self.write(event(name, value))


class TouchDevice(Device):
    """A protocol B device of `width` by `height` mm with `resolution` units a mm."""

    slots = 10

    def __init__(self, name: str, width: int, height: int, resolution: int, property: Any, keys: Iterable[str],
                 **options: Any) -> None:
        self.resolution = resolution
        x, y = (0, width * resolution, resolution), (0, height * resolution, resolution)
        axes = {"ABS_X": x, "ABS_Y": y, "ABS_MT_POSITION_X": x, "ABS_MT_POSITION_Y": y, "ABS_MT_SLOT": (0, self.slots - 1, 0),
                "ABS_MT_TRACKING_ID": (-1, 65535, 0)}
        super().__init__(name, keys, axes, [property], **options)
        self.reader = os.open(self.node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.reader, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self.tracking = 0
        # The slots of the fingers that are down.
        self.held: set[int] = set()

    def remove(self) -> None:
        os.close(self.reader)
        super().remove()

    def units(self, position: Position) -> list[int]:
        return [round(millimetres * self.resolution) for millimetres in position]

    def nearest(self, position: Position) -> list[float]:
        """The nearest position that the device can report."""
        return [units / self.resolution for units in self.units(position)]

    def fingers_key(self, count: int) -> list[Any]:
        return []

    def send(self, events: Iterable[Any]) -> int | None:
        """Sends one frame; returns the kernel's time for it in µs. It drops a frame that changes nothing, which has no time."""
        self.write(*events)
        return next(reversed(self.kernel_times()), None)

    def kernel_times(self) -> list[int]:
        """The times of the events since the last call, in µs."""
        stamps: list[int] = []
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self.reader, EVENT.size * 64):
                stamps += [seconds * 1_000_000 + micros for seconds, micros, *_ in EVENT.iter_unpack(data)]
        return stamps

    def position_events(self, position: Position, prefix: str = "ABS_MT_POSITION_") -> list[Any]:
        return [event(prefix + axis, units) for axis, units in zip("XY", self.units(position))]

    def down(self, positions: Sequence[Position]) -> int:
        events = []
        for slot, position in enumerate(positions):
            self.tracking += 1
            events += [event("ABS_MT_SLOT", slot), event("ABS_MT_TRACKING_ID", self.tracking), *self.position_events(position)]
            self.held.add(slot)
        events += [event("BTN_TOUCH", 1), *self.fingers_key(len(positions))]
        return self.send(events + self.position_events(positions[0], "ABS_")) or 0

    def move(self, positions: Sequence[Position], only_held: bool = False) -> int | None:
        """Moves every finger, or those that are down; otherwise one that is not down would be a fault of the hardware."""
        events = []
        for slot, position in enumerate(positions):
            if slot in self.held or not only_held:
                events += [event("ABS_MT_SLOT", slot), *self.position_events(position)]
        return self.send(events + self.position_events(positions[0], "ABS_"))

    def up(self, count: int = 1) -> int:
        events = []
        for slot in range(count):
            events += [event("ABS_MT_SLOT", slot), event("ABS_MT_TRACKING_ID", -1)]
            self.held.discard(slot)
        return self.send([*events, event("BTN_TOUCH", int(bool(self.held))), *self.fingers_key(len(self.held))]) or 0


class Touchscreen(TouchDevice):
    def __init__(self, name: str = "Trial Touchscreen", keys: Iterable[str] = (), **options: Any) -> None:
        super().__init__(name, 344, 194, 20, libevdev.INPUT_PROP_DIRECT, ["BTN_TOUCH", *keys], **options)


class Touchpad(TouchDevice):
    slots = 5
    tools = [f"BTN_TOOL_{name}" for name in ("FINGER", "DOUBLETAP", "TRIPLETAP", "QUADTAP", "QUINTTAP")]

    def __init__(self, name: str = "Trial Touchpad", resolution: int = 31) -> None:
        self.touching = 0
        super().__init__(name, 105, 65, resolution, libevdev.INPUT_PROP_POINTER, ["BTN_TOUCH", "BTN_LEFT", *self.tools])

    def fingers_key(self, count: int) -> list[Any]:
        """Every touchpad reports how many fingers are down; libevdev and gestured rely on it."""
        before, self.touching = self.touching, count
        released = [event(self.tools[before - 1], 0)] if before else []
        return released + ([event(self.tools[count - 1], 1)] if count else [])


KEYBOARD_KEYS = [code.name for code in libevdev.EV_KEY.codes if 1 <= code.value <= 88]


class Keyboard(Device):
    def __init__(self, name: str = "Trial Keyboard") -> None:
        super().__init__(name, KEYBOARD_KEYS)


class Pen(Device):
    """A pen that writes on a screen of 344 by 194 mm."""

    def __init__(self, name: str = "Trial Pen", keys: Iterable[str] = (), **options: Any) -> None:
        self.travelled = 0
        axes = {"ABS_X": (0, 34400, 100), "ABS_Y": (0, 19400, 100), "ABS_PRESSURE": (0, 4095, 0)}
        super().__init__(name, ["BTN_TOOL_PEN", "BTN_TOOL_RUBBER", "BTN_TOUCH", "BTN_STYLUS", *keys], axes,
                         [libevdev.INPUT_PROP_DIRECT], **options)

    def _send(self, name: str, value: int) -> None:
        self.travelled = (self.travelled + 37) % 10000
        self.write(event(name, value), event("ABS_X", 5000 + self.travelled), event("ABS_Y", 4000 + self.travelled))

    def near(self, tool: str = "BTN_TOOL_PEN") -> None:
        self._send(tool, 1)

    def move(self) -> None:
        self._send("ABS_PRESSURE", self.travelled % 4000)

    def away(self, tool: str = "BTN_TOOL_PEN") -> None:
        self._send(tool, 0)


class Switches(Device):
    """A lid and a hinge."""

    def __init__(self, name: str = "Trial Switches", keys: Iterable[str] = ()) -> None:
        super().__init__(name, ["SW_LID", "SW_TABLET_MODE", *keys])
