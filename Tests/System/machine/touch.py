"""Touch devices made with uinput.

Every device is read back through its own node: tests compare what gestured sends with the kernel's times, not with
the times at which a slow, emulated machine should have acted.
"""

import fcntl
import os
import struct
import time

import libevdev

EVIOCSCLOCKID = 0x400445A0
UI_DEV_DESTROY = 0x5502
UI_SET_PHYS = 0x4008556C
EVENT = struct.Struct("llHHi")


def maker(address=None):
    """uinput, for a device that reports this address as EVIOCGPHYS: the parts of one piece of hardware share its front."""
    file = open("/dev/uinput", "r+b", buffering=0)
    if address:
        fcntl.ioctl(file, UI_SET_PHYS, address.encode() + b"\0")
    return file


def event(name, value):
    return libevdev.InputEvent(libevdev.evbit(name), value=value)


class TouchDevice:
    """A protocol B device of `width` by `height` mm with `resolution` units a mm."""

    slots = 10
    removed = []

    def __init__(self, name, width, height, resolution, properties, keys, settle=True, address=None):
        """Without `settle` udev may still not have processed it."""
        self.name = name
        self.resolution = resolution
        device = libevdev.Device()
        device.name = name
        device.id = {"bustype": 0x18, "vendor": 0x1234, "product": 0x5678, "version": 1}
        for property in properties:
            device.enable(property)
        for key in keys:
            device.enable(libevdev.evbit(key))
        x = libevdev.InputAbsInfo(minimum=0, maximum=width * resolution, resolution=resolution)
        y = libevdev.InputAbsInfo(minimum=0, maximum=height * resolution, resolution=resolution)
        for axis, info in [("ABS_X", x), ("ABS_Y", y), ("ABS_MT_POSITION_X", x), ("ABS_MT_POSITION_Y", y)]:
            device.enable(libevdev.evbit(axis), info)
        device.enable(libevdev.EV_ABS.ABS_MT_SLOT, libevdev.InputAbsInfo(minimum=0, maximum=self.slots - 1))
        device.enable(libevdev.EV_ABS.ABS_MT_TRACKING_ID, libevdev.InputAbsInfo(minimum=-1, maximum=65535))
        self.maker = maker(address)
        self.uinput = device.create_uinput_device(self.maker)
        self.node = self.uinput.devnode
        self.id = os.path.basename(self.node)
        if settle:
            os.system("udevadm settle")
        self.reader = os.open(self.node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.reader, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self.tracking = 0
        # The slots of the fingers that are down.
        self.held: set[int] = set()

    def remove(self):
        """Removes the device as unplugging does."""
        os.close(self.reader)
        fcntl.ioctl(self.maker, UI_DEV_DESTROY)
        # Python may collect `uinput` later and destroy the device again by the file's number. The number must not be
        # the next device's by then.
        self.removed.append(self.maker)

    def units(self, position):
        return [round(millimetres * self.resolution) for millimetres in position]

    def nearest(self, position):
        """The nearest position that the device can report."""
        return [units / self.resolution for units in self.units(position)]

    def fingers_key(self, count):
        return []

    def send(self, events):
        """Sends one frame; returns the kernel's time for it in µs."""
        self.uinput.send_events(events + [event("SYN_REPORT", 0)])
        stamp = None
        try:
            while data := os.read(self.reader, EVENT.size * 64):
                for seconds, micros, *_ in EVENT.iter_unpack(data):
                    stamp = seconds * 1_000_000 + micros
        except BlockingIOError:
            pass
        return stamp

    def down(self, positions):
        events = []
        for slot, position in enumerate(positions):
            self.tracking += 1
            x, y = self.units(position)
            events += [event("ABS_MT_SLOT", slot), event("ABS_MT_TRACKING_ID", self.tracking)]
            events += [event("ABS_MT_POSITION_X", x), event("ABS_MT_POSITION_Y", y)]
            self.held.add(slot)
        x, y = self.units(positions[0])
        events += [event("BTN_TOUCH", 1)] + self.fingers_key(len(positions))
        return self.send(events + [event("ABS_X", x), event("ABS_Y", y)])

    def move(self, positions):
        """Moves every finger. One that is not down would be a fault of the hardware."""
        return self._move(enumerate(positions), positions[0])

    def move_held(self, positions):
        """Moves the fingers that are down."""
        return self._move([(slot, position) for slot, position in enumerate(positions) if slot in self.held], positions[0])

    def _move(self, contacts, first):
        events = []
        for slot, position in contacts:
            x, y = self.units(position)
            events += [event("ABS_MT_SLOT", slot)]
            events += [event("ABS_MT_POSITION_X", x), event("ABS_MT_POSITION_Y", y)]
        x, y = self.units(first)
        return self.send(events + [event("ABS_X", x), event("ABS_Y", y)])

    def up(self, count=1):
        events = []
        for slot in range(count):
            events += [event("ABS_MT_SLOT", slot), event("ABS_MT_TRACKING_ID", -1)]
            self.held.discard(slot)
        return self.send(events + [event("BTN_TOUCH", 0)] + self.fingers_key(0))


class Touchscreen(TouchDevice):
    def __init__(self, name="Trial Touchscreen", keys=(), settle=True, address=None):
        super().__init__(name, 344, 194, 20, [libevdev.INPUT_PROP_DIRECT], ["BTN_TOUCH", *keys], settle, address)


class Touchpad(TouchDevice):
    slots = 5
    tools = ["BTN_TOOL_FINGER", "BTN_TOOL_DOUBLETAP", "BTN_TOOL_TRIPLETAP"]

    def __init__(self, name="Trial Touchpad"):
        self.touching = 0
        super().__init__(name, 105, 65, 31, [libevdev.INPUT_PROP_POINTER], ["BTN_TOUCH", "BTN_LEFT", *self.tools])

    def fingers_key(self, count):
        """Every touchpad reports how many fingers are down; libevdev and gestured rely on it."""
        before, self.touching = self.touching, count
        released = [event(self.tools[before - 1], 0)] if before else []
        return released + ([event(self.tools[count - 1], 1)] if count else [])


KEYBOARD_KEYS = [code.name for code in libevdev.EV_KEY.codes if 1 <= code.value <= 88]


class Keyboard:
    def __init__(self, name="Trial Keyboard"):
        device = libevdev.Device()
        device.name = name
        for key in KEYBOARD_KEYS:
            device.enable(libevdev.evbit(key))
        self.uinput = device.create_uinput_device()
        self.node = self.uinput.devnode
        os.system("udevadm settle")

    def press(self, name, value):
        self.uinput.send_events([event(name, value), event("SYN_REPORT", 0)])


class Pen:
    """A pen that writes on a screen of 344 by 194 mm."""

    def __init__(self, name="Trial Pen", address=None, keys=(), settle=True):
        device = libevdev.Device()
        device.name = name
        device.id = {"bustype": 0x18, "vendor": 0x1234, "product": 0x5678, "version": 1}
        device.enable(libevdev.INPUT_PROP_DIRECT)
        for key in ("BTN_TOOL_PEN", "BTN_TOOL_RUBBER", "BTN_TOUCH", "BTN_STYLUS", *keys):
            device.enable(libevdev.evbit(key))
        for axis, most in [("ABS_X", 34400), ("ABS_Y", 19400)]:
            device.enable(libevdev.evbit(axis), libevdev.InputAbsInfo(minimum=0, maximum=most, resolution=100))
        device.enable(libevdev.EV_ABS.ABS_PRESSURE, libevdev.InputAbsInfo(minimum=0, maximum=4095))
        self.name = name
        self.maker = maker(address)
        self.uinput = device.create_uinput_device(self.maker)
        self.node = self.uinput.devnode
        self.id = os.path.basename(self.node)
        self.place = 0
        if settle:
            os.system("udevadm settle")

    def remove(self):
        fcntl.ioctl(self.maker, UI_DEV_DESTROY)
        TouchDevice.removed.append(self.maker)

    def _send(self, *events):
        self.place = (self.place + 37) % 10000
        place = [event("ABS_X", 5000 + self.place), event("ABS_Y", 4000 + self.place)]
        self.uinput.send_events([*events, *place, event("SYN_REPORT", 0)])

    def near(self, tool="BTN_TOOL_PEN"):
        self._send(event(tool, 1))

    def move(self):
        self._send(event("ABS_PRESSURE", self.place % 4000))

    def away(self, tool="BTN_TOOL_PEN"):
        self._send(event(tool, 0))


class Switches:
    """A lid and a hinge."""

    def __init__(self, name="Trial Switches", keys=()):
        device = libevdev.Device()
        device.name = name
        for code in ("SW_LID", "SW_TABLET_MODE", *keys):
            device.enable(libevdev.evbit(code))
        self.name = name
        self.maker = maker()
        self.uinput = device.create_uinput_device(self.maker)
        self.node = self.uinput.devnode
        os.system("udevadm settle")

    def remove(self):
        fcntl.ioctl(self.maker, UI_DEV_DESTROY)
        TouchDevice.removed.append(self.maker)

    def set(self, name, value):
        self.uinput.send_events([event(name, value), event("SYN_REPORT", 0)])
