"""Devices made with uhid, in a virtual machine: the kernel's own HID drivers read their descriptors and reports."""

import itertools
import os
import struct
import threading
from pathlib import Path

from testing.checks import wait_until

DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE, INPUT, SET_REPORT, SET_REPORT_REPLY = 1, 9, 10, 11, 12, 13, 14
# struct uhid_event and what it carries; every number is little-endian, and the kernel packs them.
TYPE = struct.Struct("<I")
CREATED = struct.Struct("<128s64s64sHHIIII")
REQUESTED = struct.Struct("<IBB")
ANSWERED, SET = struct.Struct("<IHH"), struct.Struct("<IH")
LARGEST = 4380
BUS_USB, VENDOR, PRODUCT = 3, 0x1234, 0x5679
# EIO, for a report that the device does not have.
NO_REPORT = 5
INPUTS = Path("/sys/class/input")
addresses = itertools.count(1)


class HidDevice:
    """A piece of hardware on a bus. It answers requests for its feature reports, as `features` holds them by their number."""

    def __init__(self, name: str, descriptor: bytes, features: dict[int, bytes]) -> None:
        self.name, self.features = name, features
        self.address = f"trial/uhid{next(addresses)}"
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        # The driver asks for reports while the device is made.
        threading.Thread(target=self._answer, daemon=True).start()
        names = (text.encode() for text in (name, self.address, ""))
        self._write(CREATE, CREATED.pack(*names, len(descriptor), BUS_USB, VENDOR, PRODUCT, 0, 0) + descriptor)

    def _write(self, kind: int, content: bytes = b"") -> None:
        os.write(self.file, TYPE.pack(kind) + content)

    def _answer(self) -> None:
        """Until the device is removed."""
        while True:
            try:
                event = os.read(self.file, LARGEST)
            except OSError:
                return
            kind = TYPE.unpack_from(event)[0]
            if kind not in (GET_REPORT, SET_REPORT):
                continue
            request, number, _ = REQUESTED.unpack_from(event, TYPE.size)
            if kind == SET_REPORT:
                self._write(SET_REPORT_REPLY, SET.pack(request, 0))
            else:
                report = self.features.get(number, b"")
                self._write(GET_REPORT_REPLY, ANSWERED.pack(request, 0 if report else NO_REPORT, len(report)) + report)

    def report(self, content: bytes) -> None:
        """The device sends an input report; its first byte is the report's number."""
        self._write(INPUT, struct.pack("<H", len(content)) + content)

    def nodes(self) -> dict[str, str]:
        """The node of each of its inputs, by the name that the driver gave it."""
        found = {}
        for input in INPUTS.glob("event*/device"):
            try:
                if (input / "phys").read_text().strip() == self.address:
                    found[(input / "name").read_text().strip()] = f"/dev/input/{input.parent.name}"
            except OSError:
                continue
        return found

    def settled(self, inputs: int) -> bool:
        """True once it has so many inputs."""
        return wait_until(lambda: len(self.nodes()) >= inputs)

    def remove(self) -> None:
        """As unplugging does."""
        self._write(DESTROY)
        os.close(self.file)
