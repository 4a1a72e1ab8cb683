"""Devices with force feedback made with uinput, which record what they play.

libevdev cannot create such devices: the kernel passes each effect to the process that created the device, and waits.
"""

import fcntl
import os
import struct
import threading
from collections.abc import Sequence
from typing import Any

from testing.uinput import EVENT, UI_DEV_DESTROY, settle

UI_DEV_CREATE = 0x5501
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_FFBIT, UI_SET_PROPBIT = (
    0x40045564, 0x40045565, 0x40045567, 0x4004556B, 0x4004556E)
UI_GET_SYSNAME = 0x8040552C
UI_BEGIN_FF_UPLOAD, UI_END_FF_UPLOAD = 0xC06855C8, 0x406855C9
UI_BEGIN_FF_ERASE, UI_END_FF_ERASE = 0xC00C55CA, 0x400C55CB
EV_KEY, EV_ABS, EV_FF, EV_UINPUT = 1, 3, 0x15, 0x101
UI_FF_UPLOAD, UI_FF_ERASE = 1, 2
FF_RUMBLE, FF_PERIODIC, FF_SINE = 0x50, 0x51, 0x5A
# Of Linux 6.18: a touchpad that clicks by itself, until a program uploads an effect.
FF_HAPTIC, PRESSUREPAD = 0x4F, 7

# Request and result, then the effect: type, id, direction, trigger, length, delay, and the first numbers of the union,
# aligned to 8 bytes.
UPLOAD = struct.Struct("IiHhH4xHHxxHHh")
UPLOAD_SIZE = 104


class Motor:
    """`played` holds (kind, strong or magnitude, weak, length, pulses) of every effect that was played."""

    def __init__(self, name: str, forces: Sequence[int] = (FF_RUMBLE,), keys: Sequence[int] = (),
                 axes: Sequence[tuple[int, int, int]] = (), properties: Sequence[int] = ()) -> None:
        self.name = name
        self.effects: dict[int, tuple[object, ...]] = {}
        self.played: list[tuple[object, ...]] = []
        self.erased: list[tuple[object, ...] | None] = []
        self.maker = os.open("/dev/uinput", os.O_RDWR)
        self._enable(UI_SET_EVBIT, [EV_FF] + [EV_KEY] * bool(keys) + [EV_ABS] * bool(axes))
        self._enable(UI_SET_FFBIT, forces)
        self._enable(UI_SET_KEYBIT, keys)
        self._enable(UI_SET_PROPBIT, properties)
        for code, maximum, resolution in axes:
            fcntl.ioctl(self.maker, UI_SET_ABSBIT, code)
            fcntl.ioctl(self.maker, UI_ABS_SETUP, struct.pack("HxxiiiiiI", code, 0, 0, maximum, 0, 0, resolution))
        # The smallest devices hold one effect.
        fcntl.ioctl(self.maker, UI_DEV_SETUP, struct.pack("HHHH80sI", 0x18, 0x1234, 0x5679, 1, name.encode(), 1))
        fcntl.ioctl(self.maker, UI_DEV_CREATE)
        threading.Thread(target=self._answer, daemon=True).start()
        self.node = self._find_node()
        self.id = os.path.basename(self.node)
        settle()

    def remove(self) -> None:
        fcntl.ioctl(self.maker, UI_DEV_DESTROY)

    def clear(self) -> None:
        self.played.clear()

    def _enable(self, request: int, codes: Sequence[int]) -> None:
        for code in codes:
            fcntl.ioctl(self.maker, request, code)

    def _find_node(self) -> str:
        name = fcntl.ioctl(self.maker, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        settle()
        folder = f"/sys/devices/virtual/input/{name}"
        return "/dev/input/" + next(entry for entry in os.listdir(folder) if entry.startswith("event"))

    def _answer(self) -> None:
        while True:
            try:
                data = os.read(self.maker, EVENT.size)
            except OSError:
                return
            _, _, kind, code, value = EVENT.unpack(data)
            if kind == EV_UINPUT and code == UI_FF_UPLOAD:
                self._upload(value)
            elif kind == EV_UINPUT and code == UI_FF_ERASE:
                erase = bytearray(struct.pack("IiI", value, 0, 0))
                fcntl.ioctl(self.maker, UI_BEGIN_FF_ERASE, erase)
                self.erased.append(self.effects.pop(struct.unpack("IiI", erase)[2], None))
                fcntl.ioctl(self.maker, UI_END_FF_ERASE, erase)
            elif kind == EV_FF and code in self.effects and value > 0:
                self.played.append((*self.effects[code], value))

    def _upload(self, request: int) -> None:
        upload = bytearray(UPLOAD_SIZE)
        struct.pack_into("I", upload, 0, request)
        fcntl.ioctl(self.maker, UI_BEGIN_FF_UPLOAD, upload)
        _, _, kind, id, _, length, delay, first, second, third = UPLOAD.unpack_from(upload)
        if kind == FF_RUMBLE:
            self.effects[id] = ("rumble", first, second, length)
        else:
            self.effects[id] = ("periodic", third, 0, length)
        fcntl.ioctl(self.maker, UI_END_FF_UPLOAD, upload)


def vibrator(name: str = "Trial Vibrator", **options: Any) -> Motor:
    return Motor(name, **options)


def gamepad() -> Motor:
    """BTN_SOUTH, BTN_EAST and two sticks, as a game's."""
    return Motor("Trial Gamepad", keys=[0x130, 0x131], axes=[(0, 255, 0), (1, 255, 0)])


def touchpad(name: str = "Trial Haptic Touchpad", forces: Sequence[int] = (FF_RUMBLE,),
             properties: Sequence[int] = (0,)) -> Motor:
    """BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP; INPUT_PROP_POINTER; x, y and their slots."""
    axes = [(0, 3255, 31), (1, 2015, 31), (0x2F, 4, 0), (0x35, 3255, 31), (0x36, 2015, 31), (0x39, 65535, 0)]
    return Motor(name, forces, keys=[0x110, 0x14A, 0x145, 0x14D], axes=axes, properties=properties)
