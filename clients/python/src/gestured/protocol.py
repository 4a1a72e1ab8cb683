"""The gestures, values and messages of the protocol. Written by clients/python/generate from the schema."""
from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ._decoding import FailureReason, failure_reason, flag, number, point, rectangle, sequence, text, vector, whole, word
from ._geometry import Point, Rectangle, Vector
from ._gesture import SingleGesture

Object = dict[str, Any]

Phase = Literal["began", "changed", "ended", "cancelled"]
read_phase = word(frozenset(["began", "changed", "ended", "cancelled"]))
Edge = Literal["top", "bottom", "left", "right"]
read_edge = word(frozenset(["top", "bottom", "left", "right"]))
EdgePart = Literal["start", "middle", "end"]
read_edge_part = word(frozenset(["start", "middle", "end"]))
Corner = Literal["topLeft", "topRight", "bottomLeft", "bottomRight"]
read_corner = word(frozenset(["topLeft", "topRight", "bottomLeft", "bottomRight"]))
Direction = Literal["up", "down", "left", "right"]
read_direction = word(frozenset(["up", "down", "left", "right"]))
VelocityEstimator = Literal["automatic", "weightedLSQ2", "lsq2", "swiftUI"]
read_velocity_estimator = word(frozenset(["automatic", "weightedLSQ2", "lsq2", "swiftUI"]))
RegionOrigin = Literal["surface", "window"]
read_region_origin = word(frozenset(["surface", "window"]))
DeviceKind = Literal["touchscreen", "touchpad"]
read_device_kind = word(frozenset(["touchscreen", "touchpad"]))
Scope = Literal["focused", "session"]
read_scope = word(frozenset(["focused", "session"]))
Feedback = Literal["selection", "light", "medium", "heavy", "success", "warning", "error"]
read_feedback = word(frozenset(["selection", "light", "medium", "heavy", "success", "warning", "error"]))


@dataclass(slots=True, kw_only=True)
class TapValue:
    """The value of the gesture `tap`."""

    fingers: int
    """The number of fingers that make the gesture."""
    count: int
    """The number of this tap in its row."""
    location: Point | None = None
    """The centre of the fingers."""


def read_tap_value(line: Object) -> TapValue:
    return TapValue(
        fingers=whole(line["fingers"]),
        count=whole(line["count"]),
        location=point(line["location"]) if "location" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class LongPressValue:
    """The value of the gesture `longPress`."""

    fingers: int
    """The number of fingers that make the gesture."""
    pressing: bool
    """Whether the fingers are down."""
    completed: bool
    """Whether the minimum duration was reached."""
    location: Point | None = None
    """The centre of the fingers."""
    start_location: Point | None = None
    """Where the fingers came down."""
    deadline: int | None = None
    """When the press will complete, in microseconds. Absent if it never will."""


def read_long_press_value(line: Object) -> LongPressValue:
    return LongPressValue(
        fingers=whole(line["fingers"]),
        location=point(line["location"]) if "location" in line else None,
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        pressing=flag(line["pressing"]),
        completed=flag(line["completed"]),
        deadline=whole(line["deadline"]) if "deadline" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class DragValue:
    """The value of the gesture `drag`."""

    fingers: int
    """The number of fingers that make the gesture."""
    translation: Vector
    """How far the fingers have moved."""
    velocity: Vector
    """Units per second."""
    predicted_end_translation: Vector
    """How far the fingers would have moved there."""
    location: Point | None = None
    """The centre of the fingers."""
    start_location: Point | None = None
    """Where the fingers came down."""
    predicted_end_location: Point | None = None
    """Where the gesture would come to rest."""
    edge: Edge | None = None
    """The edge at which the fingers came down, if the subscription has edges."""
    part: EdgePart | None = None
    """The third of the edge."""
    corner: Corner | None = None
    """The corner, if the fingers came down near two edges."""


def read_drag_value(line: Object) -> DragValue:
    return DragValue(
        fingers=whole(line["fingers"]),
        location=point(line["location"]) if "location" in line else None,
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        translation=vector(line["translation"]),
        velocity=vector(line["velocity"]),
        predicted_end_location=point(line["predictedEndLocation"]) if "predictedEndLocation" in line else None,
        predicted_end_translation=vector(line["predictedEndTranslation"]),
        edge=read_edge(line["edge"]) if "edge" in line else None,
        part=read_edge_part(line["part"]) if "part" in line else None,
        corner=read_corner(line["corner"]) if "corner" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class SwipeValue:
    """The value of the gesture `swipe`."""

    fingers: int
    """The number of fingers that make the gesture."""
    direction: Direction
    """The main axis of the movement."""
    translation: Vector
    """How far the fingers have moved."""
    velocity: Vector
    """Units per second."""
    location: Point | None = None
    """The centre of the fingers."""
    start_location: Point | None = None
    """Where the fingers came down."""
    edge: Edge | None = None
    """The edge at which the fingers came down, if the subscription has edges."""
    part: EdgePart | None = None
    """The third of the edge."""
    corner: Corner | None = None
    """The corner, if the fingers came down near two edges."""


def read_swipe_value(line: Object) -> SwipeValue:
    return SwipeValue(
        fingers=whole(line["fingers"]),
        direction=read_direction(line["direction"]),
        location=point(line["location"]) if "location" in line else None,
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        translation=vector(line["translation"]),
        velocity=vector(line["velocity"]),
        edge=read_edge(line["edge"]) if "edge" in line else None,
        part=read_edge_part(line["part"]) if "part" in line else None,
        corner=read_corner(line["corner"]) if "corner" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class MagnifyValue:
    """The value of the gesture `magnify`."""

    fingers: int
    """The number of fingers that make the gesture."""
    magnification: float
    """The distance between the fingers, relative to the one at their touch."""
    velocity: float
    """Magnification per second."""
    location: Point | None = None
    """The centre of the fingers."""
    start_location: Point | None = None
    """Where the fingers came down."""


def read_magnify_value(line: Object) -> MagnifyValue:
    return MagnifyValue(
        fingers=whole(line["fingers"]),
        location=point(line["location"]) if "location" in line else None,
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        magnification=number(line["magnification"]),
        velocity=number(line["velocity"]),
    )


@dataclass(slots=True, kw_only=True)
class RotateValue:
    """The value of the gesture `rotate`."""

    fingers: int
    """The number of fingers that make the gesture."""
    rotation: float
    """Radians since the fingers came down, clockwise."""
    velocity: float
    """Radians per second."""
    location: Point | None = None
    """The centre of the fingers."""
    start_location: Point | None = None
    """Where the fingers came down."""


def read_rotate_value(line: Object) -> RotateValue:
    return RotateValue(
        fingers=whole(line["fingers"]),
        location=point(line["location"]) if "location" in line else None,
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        rotation=number(line["rotation"]),
        velocity=number(line["velocity"]),
    )


@dataclass(slots=True, kw_only=True)
class StrokeValue:
    """The value of the gesture `stroke`."""

    template: str
    """The name of the template that the path is most like."""
    score: float
    """How much, 0…1."""
    size: Vector
    """The width and height of the path."""
    start_location: Point | None = None
    """Where the fingers came down."""
    bounding_box: Rectangle | None = None
    """The smallest rectangle that contains the path."""


def read_stroke_value(line: Object) -> StrokeValue:
    return StrokeValue(
        template=text(line["template"]),
        score=number(line["score"]),
        size=vector(line["size"]),
        start_location=point(line["startLocation"]) if "startLocation" in line else None,
        bounding_box=rectangle(line["boundingBox"]) if "boundingBox" in line else None,
    )


@dataclass(frozen=True, slots=True)
class Template:
    """A shape that a path is compared with."""

    name: str
    """Reported if the path is most like it."""
    points: Collection[tuple[float, float]]
    """In the order of drawing, y downwards. Not all are equal."""

    KEYS: ClassVar[dict[str, str]] = {
        "name": "name",
        "points": "points",
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(SingleGesture[TapValue]):
    """The gesture `tap`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    count: int | None = None
    """How many taps in a row make the gesture."""
    maximum_distance: float | Literal["any"] | None = None
    """A finger of a tap moves less than this."""
    maximum_duration: float | None = None
    """A tap is shorter than this."""
    maximum_delay: float | None = None
    """The next tap of a double tap touches at most this long after the first has ended."""

    NAME: ClassVar[str] = "tap"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "count": "count",
        "maximum_distance": "maximumDistance",
        "maximum_duration": "maximumDuration",
        "maximum_delay": "maximumDelay",
    }
    VALUE: ClassVar[type[Any]] = TapValue


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPress(SingleGesture[LongPressValue]):
    """The gesture `longPress`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    minimum_duration: float | Literal["never"] | None = None
    """How long a finger stays down for a long press."""
    maximum_distance: float | Literal["any"] | None = None
    """A finger that has moved this far before then is no long press."""

    NAME: ClassVar[str] = "longPress"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "minimum_duration": "minimumDuration",
        "maximum_distance": "maximumDistance",
    }
    VALUE: ClassVar[type[Any]] = LongPressValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(SingleGesture[DragValue]):
    """The gesture `drag`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    minimum_distance: float | None = None
    """How far the fingers' centre travels before a drag begins; 0 begins at touch-down."""
    edges: Edge | Collection[Edge] | None = None
    """The edges of the surface at one of which the first finger comes down, with the others beside it."""
    edge_distance: float | None = None
    """How near to an edge the fingers of a gesture that starts there come down."""
    velocity: VelocityEstimator | None = None
    """How its velocity is estimated."""

    NAME: ClassVar[str] = "drag"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "minimum_distance": "minimumDistance",
        "edges": "edges",
        "edge_distance": "edgeDistance",
        "velocity": "velocity",
    }
    VALUE: ClassVar[type[Any]] = DragValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Swipe(SingleGesture[SwipeValue]):
    """The gesture `swipe`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    directions: Direction | Collection[Direction] | None = None
    """The directions that count."""
    minimum_distance: float | None = None
    """How far from where they came down the fingers leave, at least."""
    minimum_velocity: float | None = None
    """How fast the fingers' centre is on the fastest part of its way, at least; 0 takes any speed."""
    minimum_lift_velocity: float | None = None
    """How fast it is when the fingers lift, at least; 400 is a flick, 0 takes fingers that have stopped."""
    edges: Edge | Collection[Edge] | None = None
    """The edges of the surface at one of which the first finger comes down, with the others beside it."""
    edge_distance: float | None = None
    """How near to an edge the fingers of a gesture that starts there come down."""
    velocity: VelocityEstimator | None = None
    """How its velocity is estimated."""

    NAME: ClassVar[str] = "swipe"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "directions": "directions",
        "minimum_distance": "minimumDistance",
        "minimum_velocity": "minimumVelocity",
        "minimum_lift_velocity": "minimumLiftVelocity",
        "edges": "edges",
        "edge_distance": "edgeDistance",
        "velocity": "velocity",
    }
    VALUE: ClassVar[type[Any]] = SwipeValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Magnify(SingleGesture[MagnifyValue]):
    """The gesture `magnify`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    minimum_scale_delta: float | None = None
    """How far the scale gets from 1 before a magnification begins; 0 begins when the fingers are down."""
    velocity: VelocityEstimator | None = None
    """How its velocity is estimated."""

    NAME: ClassVar[str] = "magnify"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "minimum_scale_delta": "minimumScaleDelta",
        "velocity": "velocity",
    }
    VALUE: ClassVar[type[Any]] = MagnifyValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotate(SingleGesture[RotateValue]):
    """The gesture `rotate`. What is None has the default of the daemon's configuration."""

    fingers: int | Collection[int] | None = None
    """The numbers of fingers that can make it."""
    minimum_angle_delta: float | None = None
    """How far the fingers turn before a rotation begins; 0 begins when they are down."""
    velocity: VelocityEstimator | None = None
    """How its velocity is estimated."""

    NAME: ClassVar[str] = "rotate"
    KEYS: ClassVar[dict[str, str]] = {
        "fingers": "fingers",
        "minimum_angle_delta": "minimumAngleDelta",
        "velocity": "velocity",
    }
    VALUE: ClassVar[type[Any]] = RotateValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke(SingleGesture[StrokeValue]):
    """The gesture `stroke`. What is None has the default of the daemon's configuration."""

    templates: Collection[Template]
    """The shapes that a path is compared with."""
    minimum_score: float | None = None
    """How much a stroke is like its template, at least; 1 is the same shape."""

    NAME: ClassVar[str] = "stroke"
    KEYS: ClassVar[dict[str, str]] = {
        "templates": "templates",
        "minimum_score": "minimumScore",
    }
    VALUE: ClassVar[type[Any]] = StrokeValue


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in the subscription's units."""

    x: float
    y: float
    width: float
    height: float
    of: RegionOrigin | None = None
    """Where the region's origin is."""

    KEYS: ClassVar[dict[str, str]] = {
        "x": "x",
        "y": "y",
        "width": "width",
        "height": "height",
        "of": "of",
    }


@dataclass(frozen=True, slots=True)
class DeviceFilter:
    """Devices of one kind, id or name: exactly one of them."""

    kind: DeviceKind | None = None
    id: str | None = None
    name: str | None = None

    KEYS: ClassVar[dict[str, str]] = {
        "kind": "kind",
        "id": "id",
        "name": "name",
    }


@dataclass(slots=True, kw_only=True)
class Output:
    """The output of a touchscreen."""

    rule: str
    """Why it is this output."""
    name: str | None = None
    """The connector."""
    transform: str | None = None


def read_output(line: Object) -> Output:
    return Output(
        name=text(line["name"]) if "name" in line else None,
        transform=text(line["transform"]) if "transform" in line else None,
        rule=text(line["rule"]),
    )


@dataclass(slots=True, kw_only=True)
class Device:
    """A touch device."""

    id: str
    name: str
    node: str
    kind: str
    seat: str
    size: Vector
    """Millimetres."""
    slots: int
    availability: str
    resolution: Vector | None = None
    """Device units per millimetre; absent if assumed."""
    assumption: str | None = None
    """What was overridden, and by which source."""
    reason: str | None = None
    """With `unavailable`."""
    off: str | None = None
    """Why the device starts nothing although it is open."""
    pens: tuple[str, ...] | None = None
    """The ids of pens near which touches are ignored."""
    output: Output | None = None


def read_device(line: Object) -> Device:
    return Device(
        id=text(line["id"]),
        name=text(line["name"]),
        node=text(line["node"]),
        kind=text(line["kind"]),
        seat=text(line["seat"]),
        size=vector(line["size"]),
        slots=whole(line["slots"]),
        resolution=vector(line["resolution"]) if "resolution" in line else None,
        assumption=text(line["assumption"]) if "assumption" in line else None,
        availability=text(line["availability"]),
        reason=text(line["reason"]) if "reason" in line else None,
        off=text(line["off"]) if "off" in line else None,
        pens=sequence(text)(line["pens"]) if "pens" in line else None,
        output=read_output(line["output"]) if "output" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class Access:
    """What the client may receive."""

    session: str
    seats: tuple[str, ...]
    focus: str
    positions: str


def read_access(line: Object) -> Access:
    return Access(
        session=text(line["session"]),
        seats=sequence(text)(line["seats"]),
        focus=text(line["focus"]),
        positions=text(line["positions"]),
    )


@dataclass(slots=True, kw_only=True)
class ResourceUsage:
    """How much of a resource is used."""

    used: int
    limit: int | None = None


def read_resource_usage(line: Object) -> ResourceUsage:
    return ResourceUsage(
        used=whole(line["used"]),
        limit=whole(line["limit"]) if "limit" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class Hello:
    """The first line of a connection."""

    protocol: int
    """Changes only if old clients would misread the daemon."""
    server: str
    """Name and version."""
    capabilities: tuple[str, ...]
    """What a client may request."""
    devices: tuple[Device, ...]
    access: Access


def read_hello(line: Object) -> Hello:
    return Hello(
        protocol=whole(line["protocol"]),
        server=text(line["server"]),
        capabilities=sequence(text)(line["capabilities"]),
        devices=sequence(read_device)(line["devices"]),
        access=read_access(line["access"]),
    )


@dataclass(slots=True, kw_only=True)
class ErrorMessage:
    """A request was refused, or the connection is about to be closed."""

    code: str
    """For programs."""
    message: str
    """For people: the place, what was found, what would be right."""
    id: int | None = None
    """The request's; absent if it could not be read."""
    reason: str | None = None
    """Which of several causes the code has."""


def read_error_message(line: Object) -> ErrorMessage:
    return ErrorMessage(
        id=whole(line["id"]) if "id" in line else None,
        code=text(line["code"]),
        reason=text(line["reason"]) if "reason" in line else None,
        message=text(line["message"]),
    )


@dataclass(slots=True, kw_only=True)
class ExplainedContact:
    """Of what was decided about a contact."""

    id: int
    """Numbers the device's contacts."""
    state: str
    """What the contact is taken for."""
    position: Point | None = None
    """Where it came down, in the subscription's units. Absent while positions are withheld."""
    cause: str | None = None
    """Why it was held back or rejected."""


def read_explained_contact(line: Object) -> ExplainedContact:
    return ExplainedContact(
        id=whole(line["id"]),
        position=point(line["position"]) if "position" in line else None,
        state=text(line["state"]),
        cause=text(line["cause"]) if "cause" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class Explanation:
    """Why a gesture was recognised or not, or a finger is missing in it."""

    subscription: int
    time: int
    """Microseconds of CLOCK_MONOTONIC."""
    device: str
    """The id of the device."""
    recogniser: str
    elapsed: int
    """Microseconds since the first finger came down."""
    fingers: int
    outcome: str
    sentence: str
    """All of it, for people."""
    contact: ExplainedContact | None = None
    """Of what was decided about a contact."""
    part: int | None = None
    """Of a composition: the position of the gesture in the request."""
    reason: str | None = None
    """Why it was cancelled."""
    failure: str | None = None
    """With `failed`: a sentence for people."""
    failure_reason: FailureReason | None = None
    """With `failed`: the same for programs."""
    missed: int | None = None
    """Explanations that were dropped before this one."""


def read_explanation(line: Object) -> Explanation:
    return Explanation(
        subscription=whole(line["subscription"]),
        time=whole(line["time"]),
        device=text(line["device"]),
        recogniser=text(line["recogniser"]),
        contact=read_explained_contact(line["contact"]) if "contact" in line else None,
        part=whole(line["part"]) if "part" in line else None,
        elapsed=whole(line["elapsed"]),
        fingers=whole(line["fingers"]),
        outcome=text(line["outcome"]),
        reason=text(line["reason"]) if "reason" in line else None,
        failure=text(line["failure"]) if "failure" in line else None,
        failure_reason=failure_reason(line["failureReason"]) if "failureReason" in line else None,
        sentence=text(line["sentence"]),
        missed=whole(line["missed"]) if "missed" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class Contact:
    """One contact of a frame."""

    id: int
    """Numbers the device's contacts."""
    phase: str
    position: Point
    """In the subscription's units."""
    state: str
    """What the contact is taken for."""
    pressure: int | None = None
    """In the device's units."""
    size: int | None = None
    """The longer diameter, in the device's units."""
    cause: str | None = None
    """Why it is held or was rejected."""


def read_contact(line: Object) -> Contact:
    return Contact(
        id=whole(line["id"]),
        phase=text(line["phase"]),
        position=point(line["position"]),
        pressure=whole(line["pressure"]) if "pressure" in line else None,
        size=whole(line["size"]) if "size" in line else None,
        state=text(line["state"]),
        cause=text(line["cause"]) if "cause" in line else None,
    )


@dataclass(slots=True, kw_only=True)
class Contacts:
    """All contacts of a device in one frame."""

    subscription: int
    time: int
    """Microseconds of CLOCK_MONOTONIC."""
    device: str
    """The id of the device."""
    contacts: tuple[Contact, ...]


def read_contacts(line: Object) -> Contacts:
    return Contacts(
        subscription=whole(line["subscription"]),
        time=whole(line["time"]),
        device=text(line["device"]),
        contacts=sequence(read_contact)(line["contacts"]),
    )


@dataclass(slots=True, kw_only=True)
class Usage:
    """Usage."""

    clients: ResourceUsage
    subscriptions: ResourceUsage
    recognisers: ResourceUsage
    memory: ResourceUsage
    outbox: ResourceUsage
    requests: int


def read_usage(line: Object) -> Usage:
    return Usage(
        clients=read_resource_usage(line["clients"]),
        subscriptions=read_resource_usage(line["subscriptions"]),
        recognisers=read_resource_usage(line["recognisers"]),
        memory=read_resource_usage(line["memory"]),
        outbox=read_resource_usage(line["outbox"]),
        requests=whole(line["requests"]),
    )


@dataclass(slots=True, kw_only=True)
class UserUsage:
    """UserUsage."""

    user: int
    clients: ResourceUsage
    subscriptions: ResourceUsage
    recognisers: ResourceUsage
    memory: ResourceUsage
    outbox: ResourceUsage
    requests: int


def read_user_usage(line: Object) -> UserUsage:
    return UserUsage(
        user=whole(line["user"]),
        clients=read_resource_usage(line["clients"]),
        subscriptions=read_resource_usage(line["subscriptions"]),
        recognisers=read_resource_usage(line["recognisers"]),
        memory=read_resource_usage(line["memory"]),
        outbox=read_resource_usage(line["outbox"]),
        requests=whole(line["requests"]),
    )


@dataclass(slots=True, kw_only=True)
class Status:
    """What the connection and its user have used."""

    id: int
    connection: Usage
    users: tuple[UserUsage, ...]
    """The connection's user; for root, all users."""


def read_status(line: Object) -> Status:
    return Status(
        id=whole(line["id"]),
        connection=read_usage(line["connection"]),
        users=sequence(read_user_usage)(line["users"]),
    )


SingleValue = TapValue | LongPressValue | DragValue | SwipeValue | MagnifyValue | RotateValue | StrokeValue
VALUES: dict[str, Callable[[Object], SingleValue]] = {
    "tap": read_tap_value,
    "longPress": read_long_press_value,
    "drag": read_drag_value,
    "swipe": read_swipe_value,
    "magnify": read_magnify_value,
    "rotate": read_rotate_value,
    "stroke": read_stroke_value,
}
COMPOSITIONS = ("simultaneous", "sequence", "exclusive", "race")
