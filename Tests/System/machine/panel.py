"""Panels as their HID report descriptors state them: what they report of fingers, and how. Each is one row of `PANELS`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from testing.uhid import HidDevice

# Usage pages, and usages of the digitizer page.
DESKTOP, BUTTONS, DIGITIZER, VENDOR = 0x01, 0x09, 0x0D, 0xFF00
PEN, TOUCHSCREEN, TOUCHPAD, CONFIGURATION, STYLUS, FINGER = 0x02, 0x04, 0x05, 0x0E, 0x20, 0x22
PRESSURE, IN_RANGE, TIP, BARREL, CONFIDENCE, WIDTH, HEIGHT = 0x30, 0x32, 0x42, 0x44, 0x47, 0x48, 0x49
CONTACT, INPUT_MODE, COUNT, MOST, SCAN_TIME = 0x51, 0x52, 0x54, 0x55, 0x56
SURFACE_SWITCH, BUTTON_SWITCH, BUTTON_KIND = 0x57, 0x58, 0x59
X, Y, CERTIFICATE = 0x30, 0x31, 0xC5
# Items: the tag and the type of each, without its length.
INPUT, FEATURE, COLLECTION, END = 0x80, 0xB0, 0xA0, 0xC0
PAGE, LEAST, GREATEST, REAL_LEAST, REAL_GREATEST, EXPONENT, UNIT, BITS, REPORT, REPEATED = range(0x04, 0xA4, 0x10)
USAGE = 0x08
VARIABLE, CONSTANT = 2, 3
APPLICATION, LOGICAL, PHYSICAL = 1, 2, 0
# Numbers of reports.
TOUCHES, MOST_CONTACTS, CERTIFIED, MODE, SWITCHES, PEN_STATE = range(1, 7)
SECONDS = 0x1001
# Units of a position, of 16 bits.
POSITIONS = 32767


class Length(Enum):
    """The unit of a panel's positions, its exponent, and how many such parts a millimetre has."""

    CENTIMETRES = 0x11, -2, 10.0
    INCHES = 0x13, -3, 1000 / 25.4
    # A mistake that many panels make; they mean inches. The kernel knows no resolution then.
    CUBIC_INCHES = 0x33, -3, 1000 / 25.4
    NONE = 0, 0, 0.0


@dataclass(frozen=True)
class Contact:
    """What a panel reports of one finger. Positions are in mm from the surface's top left corner."""

    id: int
    x: float
    y: float
    touches: bool = True
    is_near: bool = True
    is_finger: bool = True


@dataclass(frozen=True)
class Panel:
    name: str
    # Millimetres.
    size: tuple[float, float] = (344, 194)
    unit: Length = Length.CENTIMETRES
    is_pad: bool = False
    # The most contacts at once, and how many one report has: further contacts follow in further reports.
    contacts: int = 10
    in_report: int = 10
    # Reports a second.
    rate: int = 100
    # Certified for Windows 8: the kernel's driver then has other rules than for Windows 7.
    is_certified: bool = True
    has_count: bool = True
    has_scan_time: bool = True
    has_range: bool = False
    has_confidence: bool = False
    has_area: bool = False
    has_pen: bool = False
    # A finger is reported before it touches and after it lifts.
    hovers: bool = False
    first_id: int = 0
    # Each contact has another id than the one before; otherwise the lowest that is free.
    ids_rise: bool = False
    # Every place in a report is that of one contact, with its id, also while nothing touches.
    has_fixed_places: bool = False
    # The report with the last lift says that there are no contacts. The kernel's driver takes that from a panel of Windows 7
    # only: of one of Windows 8 it learns of the lift from the next report, or after 0.1 s.
    ends_with_none: bool = False
    # What `hello` says of the size, where the kernel knows none, and that size.
    assumption: str = ""
    assumed_size: tuple[float, float] | None = None

    @property
    def kind(self) -> str:
        return "touchpad" if self.is_pad else "touchscreen"

    @property
    def shown_size(self) -> tuple[float, float]:
        return self.assumed_size or self.size


PANELS = [
    Panel("of Windows 7, two contacts in a report", contacts=2, in_report=2, rate=80, is_certified=False, has_scan_time=False,
          has_range=True),
    Panel("of Windows 7, one contact in a report", contacts=5, in_report=1, is_certified=False, has_scan_time=False,
          has_count=False),
    Panel("with ten contacts in two reports", in_report=5, unit=Length.INCHES),
    Panel("of Windows 8, ten contacts in a report", rate=125, has_range=True, has_area=True),
    Panel("that reports palms", has_confidence=True, has_area=True),
    Panel("of a precision touchpad", (105, 65), is_pad=True, contacts=5, in_report=3, rate=125, has_confidence=True),
    Panel("that counts contacts from 1", contacts=5, in_report=5, first_id=1, ids_rise=True),
    Panel("that reports hovering fingers", has_range=True, hovers=True),
    Panel("without a count of contacts", contacts=5, in_report=5, is_certified=False, has_scan_time=False, has_count=False,
          has_fixed_places=True),
    Panel("that counts no contact at the last lift", contacts=5, in_report=5, is_certified=False, has_scan_time=False,
          ends_with_none=True),
    Panel("in cubic inches", (531, 299), Length.CUBIC_INCHES,
          assumption="no resolution: 531 × 299 mm from the HID report descriptor"),
    Panel("with 25 reports a second", contacts=2, in_report=2, rate=25, is_certified=False, has_scan_time=False),
    Panel("with a pen that reports only its tip", has_pen=True),
    Panel("that stands upright", (336, 597)),
    Panel("without a unit", unit=Length.NONE, assumption="no resolution: 294 × 165 mm assumed", assumed_size=(294, 165.375)),
]


def item(tag: int, value: int = 0) -> bytes:
    for length, code in ((1, 1), (2, 2), (4, 3)):
        if -(1 << 8 * length - 1) <= value < 1 << 8 * length - 1:
            return bytes([tag | code]) + value.to_bytes(length, "little", signed=True)
    raise ValueError(f"no item has the value {value}")


def items(*pairs: tuple[int, int]) -> bytes:
    return b"".join(item(tag, value) for tag, value in pairs)


def collection(kind: int, usage: int, *content: bytes) -> bytes:
    return items((PAGE, DIGITIZER), (USAGE, usage), (COLLECTION, kind)) + b"".join(content) + bytes([END])


class Layout:
    """The fields of a report in their order, and what the descriptor says of them."""

    def __init__(self, number: int) -> None:
        self.number = number
        # The number of bits of each field; one without a name is always 0.
        self.fields: list[tuple[str, int]] = []

    def field(self, name: str, usage: int, bits: int, greatest: int, page: int = DIGITIZER, main: int = INPUT) -> bytes:
        self.fields.append((name, bits))
        return items((PAGE, page), (REPORT, self.number), (LEAST, 0), (GREATEST, greatest), (BITS, bits), (REPEATED, 1),
                     (USAGE, usage), (main, VARIABLE))

    def flags(self, *usages: tuple[str, int, int]) -> bytes:
        """A byte of flags: the name, the usage and the page of each."""
        fields = b"".join(self.field(name, usage, 1, 1, page) for name, usage, page in usages)
        self.fields.append(("", 8 - len(usages)))
        return fields + items((BITS, 8 - len(usages)), (REPEATED, 1), (INPUT, CONSTANT))

    def positions(self, prefix: str, panel: Panel) -> bytes:
        unit, exponent, parts = panel.unit.value
        found = items((UNIT, unit), (EXPONENT, exponent & 0xF), (REAL_LEAST, 0))
        for axis, usage, length in (("x", X, panel.size[0]), ("y", Y, panel.size[1])):
            found += item(REAL_GREATEST, round(length * parts)) + self.field(prefix + axis, usage, 16, POSITIONS, DESKTOP)
        return found + items((UNIT, 0), (EXPONENT, 0), (REAL_GREATEST, 0))

    def packed(self, values: dict[str, int]) -> bytes:
        bits, offset = 0, 0
        for name, length in self.fields:
            bits |= values.get(name, 0) << offset
            offset += length
        return bytes([self.number]) + bits.to_bytes(offset // 8, "little")


class PanelDevice(HidDevice):
    """A panel that is plugged in."""

    def __init__(self, panel: Panel, name: str) -> None:
        self.panel, self.touches, self.pen = panel, Layout(TOUCHES), Layout(PEN_STATE)
        content = [self._contact(f"{place}.") for place in range(panel.in_report)]
        if panel.has_scan_time:
            content.append(items((UNIT, SECONDS), (EXPONENT, -4 & 0xF), (REAL_GREATEST, 65535)) +
                           self.touches.field("time", SCAN_TIME, 16, 65535) + items((UNIT, 0), (EXPONENT, 0), (REAL_GREATEST, 0)))
        if panel.has_count:
            content.append(self.touches.field("count", COUNT, 8, 127))
        if panel.is_pad:
            content.append(self.touches.flags(("button", 1, BUTTONS)))
        content.append(Layout(MOST_CONTACTS).field("", MOST, 8, panel.contacts, main=FEATURE))
        features = {MOST_CONTACTS: bytes([MOST_CONTACTS, panel.contacts])}
        if panel.is_pad:
            content.append(Layout(MOST_CONTACTS).field("", BUTTON_KIND, 8, 1, main=FEATURE))
            features[MOST_CONTACTS] += bytes([0])
        if panel.is_certified:
            content.append(items((PAGE, VENDOR), (REPORT, CERTIFIED), (USAGE, CERTIFICATE), (GREATEST, 255), (BITS, 8),
                                 (REPEATED, 256), (FEATURE, VARIABLE)))
            features[CERTIFIED] = bytes([CERTIFIED]) + bytes(256)
        descriptor = collection(APPLICATION, TOUCHPAD if panel.is_pad else TOUCHSCREEN, *content)
        if panel.is_pad:
            descriptor += self._modes(features)
        if panel.has_pen:
            state = self.pen.flags(("tip", TIP, DIGITIZER), ("barrel", BARREL, DIGITIZER))
            state += self.pen.positions("", panel) + self.pen.field("pressure", PRESSURE, 16, 1023)
            descriptor += collection(APPLICATION, PEN, collection(PHYSICAL, STYLUS, state))
        super().__init__(name, descriptor, features)

    def _contact(self, prefix: str) -> bytes:
        layout, panel = self.touches, self.panel
        flags = [("tip", TIP), *[("near", IN_RANGE)] * panel.has_range, *[("finger", CONFIDENCE)] * panel.has_confidence]
        content = layout.flags(*[(prefix + name, usage, DIGITIZER) for name, usage in flags])
        content += layout.field(prefix + "id", CONTACT, 8, 127) + layout.positions(prefix, panel)
        if panel.has_area:
            content += layout.field(prefix + "width", WIDTH, 16, 32767) + layout.field(prefix + "height", HEIGHT, 16, 32767)
        return collection(LOGICAL, FINGER, content)

    @staticmethod
    def _modes(features: dict[int, bytes]) -> bytes:
        """A touchpad is a mouse until the driver has set its mode."""
        features |= {MODE: bytes([MODE, 0]), SWITCHES: bytes([SWITCHES, 3])}
        mode = Layout(MODE).field("", INPUT_MODE, 8, 10, main=FEATURE)
        switches = [Layout(SWITCHES).field("", usage, 4, 1, main=FEATURE) for usage in (SURFACE_SWITCH, BUTTON_SWITCH)]
        return collection(APPLICATION, CONFIGURATION, collection(LOGICAL, FINGER, mode),
                          collection(LOGICAL, FINGER, *switches))

    def _units(self, x: float, y: float) -> list[int]:
        """Positions beyond the surface are at its end."""
        return [min(max(round(place / length * POSITIONS), 0), POSITIONS) for place, length in zip((x, y), self.panel.size)]

    def show(self, contacts: Sequence[Contact], seconds: float, is_pressed: bool = False) -> None:
        """Sends the reports of one moment."""
        panel, places = self.panel, self._places(contacts)
        is_last = panel.ends_with_none and not any(contact.touches for contact in contacts)
        common = {"time": round(seconds * 10_000) % 65536, "button": int(is_pressed)}
        for first in range(0, max(len(places), 1), panel.in_report):
            values = {**common, "count": len(contacts) if first == 0 and not is_last else 0}
            for place, contact in enumerate(places[first:first + panel.in_report]):
                values |= self._values(f"{place}.", contact)
            self.report(self.touches.packed(values))

    def _places(self, contacts: Sequence[Contact]) -> list[Contact]:
        if not self.panel.has_fixed_places:
            return list(contacts)
        present = {contact.id: contact for contact in contacts}
        return [present.get(id) or Contact(id, 0, 0, False, False) for id in range(self.panel.in_report)]

    def _values(self, prefix: str, contact: Contact) -> dict[str, int]:
        x, y = self._units(contact.x, contact.y)
        # Units of the width's and the height's own range.
        area = 300 if contact.is_finger else 3000
        values = {"tip": contact.touches, "near": contact.is_near, "finger": contact.is_finger, "id": contact.id, "x": x, "y": y,
                  "width": area, "height": area}
        return {prefix + name: int(value) for name, value in values.items()}

    def write(self, x: float, y: float, tip: bool) -> None:
        """The pen's state."""
        across, down = self._units(x, y)
        self.report(self.pen.packed({"tip": int(tip), "x": across, "y": down, "pressure": 500 * int(tip)}))


class Ids:
    """The numbers that a panel gives to contacts."""

    def __init__(self, panel: Panel) -> None:
        self.panel, self.given = panel, 0

    def next(self, taken: Iterable[int]) -> int:
        self.given += 1
        if self.panel.ids_rise:
            return self.panel.first_id + self.given % 100
        return next(id for id in range(self.panel.first_id, 128) if id not in set(taken))

