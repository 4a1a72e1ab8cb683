internal import GestureModel
internal import TouchInput

/// The faults of a recording's device: when, and what was wrong.
struct RecordedFaults {
    /// One fault in one frame.
    struct Sighting {
        let fault: DeviceFault
        let time: Timestamp
        let count: Int
        /// The coordinates that were wrong, one for each axis.
        let coordinates: [Coordinate]
    }

    /// A coordinate beyond its axis.
    struct Coordinate {
        let value: Int32
        let axis: DeviceDescription.Axis

        /// How far the value is beyond the axis.
        fileprivate var excess: Int64 {
            max(Int64(value) - Int64(axis.maximum), Int64(axis.minimum) - Int64(value))
        }

        /// The farthest for each axis.
        fileprivate static func farthest(_ all: [Coordinate]) -> [Coordinate] {
            Dictionary(grouping: all, by: \.axis.code).sorted { $0.key < $1.key }
                .compactMap { $0.value.max { $0.excess < $1.excess } }
        }

        fileprivate var sentence: String {
            let name = axis.code == AbsoluteCode.positionX || axis.code == AbsoluteCode.x ? "x" : "y"
            return "\(name) is \(value), but the axis goes from \(axis.minimum) to \(axis.maximum)"
        }

        /// With two digits.
        private var code: String { "\(axis.code < 16 ? "0" : "")\(String(axis.code, radix: 16))" }
        /// For udev, a range with which the value would be on the surface, a tenth away from its edge: a contact at the
        /// very edge of a touchpad is held back.
        fileprivate var range: String {
            let margin = (Int64(max(axis.maximum, value)) - Int64(min(axis.minimum, value))) / 10
            let least = value < axis.minimum ? Int64(value) - margin : Int64(axis.minimum)
            let most = value > axis.maximum ? Int64(value) + margin : Int64(axis.maximum)
            return "EVDEV_ABS_\(code)=\(least):\(most)"
        }
        fileprivate var line: String { "A: \(code)" }
    }

    /// The change with which the coordinates would be on the surface.
    private static func advice(_ coordinates: [Coordinate]) -> String {
        if coordinates.isEmpty { return "" }
        let ranges = coordinates.map(\.range).joined(separator: ", ")
        return "; if fingers reach there, the device is described wrongly: set the range in udev's hwdb (\(ranges)), "
            + "in an evemu recording in the line \(coordinates.map(\.line).joined(separator: " and "))"
    }

    private(set) var sightings: [Sighting] = []
    private var last = DeviceFaults()
    private let axes: [DeviceDescription.Axis]
    /// For each axis, the farthest coordinate beyond it since the last frame.
    private var coordinates: [Coordinate] = []

    init(of description: DeviceDescription) {
        let contacts = [AbsoluteCode.positionX, AbsoluteCode.positionY]
        // A device whose contacts have axes of their own repeats the first of them for programs that know one pointer.
        let codes =
            contacts.allSatisfy { description.axis($0) != nil } ? contacts : [AbsoluteCode.x, AbsoluteCode.y]
        axes = description.axes.filter { codes.contains($0.code) }
    }

    /// Called with each event, before the device handles it.
    mutating func add(_ event: InputEvent) {
        guard event.type == EventType.absolute, let axis = axes.first(where: { $0.code == event.code }) else { return }
        let found = Coordinate(value: event.value, axis: axis)
        if found.excess > 0 { coordinates = Coordinate.farthest(coordinates + [found]) }
    }

    /// Called after each frame, with all faults so far.
    mutating func add(_ faults: DeviceFaults, at time: Timestamp) {
        defer { coordinates = [] }
        guard faults.total != last.total else { return }
        for fault in DeviceFault.allCases where faults[fault] > last[fault] {
            sightings.append(
                Sighting(
                    fault: fault, time: time, count: faults[fault] - last[fault],
                    coordinates: fault == .outsideRange ? coordinates : []))
        }
        last = faults
    }

    /// A line for each fault: `device fault, 80 times from 12 to 513 ms: …`.
    static func lines(_ sightings: [Sighting], since start: Timestamp? = nil) -> [String] {
        phrases(sightings, since: start).map { "device fault, \($0)" }
    }

    /// A phrase for each fault.
    ///
    /// - Parameter start: From which milliseconds count; nil for no times.
    static func phrases(_ sightings: [Sighting], since start: Timestamp? = nil) -> [String] {
        DeviceFault.allCases.compactMap { fault in
            let own = sightings.filter { $0.fault == fault }
            guard let first = own.first, let last = own.last else { return nil }
            let count = own.reduce(0) { $0 + $1.count }
            let (from, to) = (milliseconds(first.time, since: start), milliseconds(last.time, since: start))
            let times = from.map { from in to == from ? " at \(from) ms" : " from \(from) to \(to ?? from) ms" } ?? ""
            let worst = Coordinate.farthest(own.flatMap(\.coordinates))
            let measured = worst.isEmpty ? "" : ": \(worst.map(\.sentence).joined(separator: "; "))"
            return "\(count == 1 ? "once" : "\(count) times")\(times): \(fault)\(measured); \(fault.consequence)"
                // A single one is noise, and no surface that is larger than described.
                + (count > 1 ? advice(worst) : "")
        }
    }

    private static func milliseconds(_ time: Timestamp, since start: Timestamp?) -> Int64? {
        start.map { max(time - $0, .zero).count / 1000 }
    }
}

extension DeviceFault {
    /// True if a finger may be missing without any other sign of it.
    var hidesContacts: Bool {
        switch self {
        case .outsideRange, .unknownSlot, .unseenContact, .ghost: true
        default: false
        }
    }

    /// What becomes of the contact, for people.
    var consequence: String {
        switch self {
        case .lateID: "the contact counts from its tracking id on"
        case .missingCoordinate: "the contact counts once both coordinates are known"
        case .unknownSlot: "its events are ignored, so a finger may be missing"
        case .outsideRange:
            "no contact begins there, so a finger may be missing, and one that is down stays where it was"
        case .impossibleSize: "another size is assumed; [[device]] size sets it"
        case .timeWentBack: "the frame counts at the time of the one before"
        case .sharedID: "they count as two fingers"
        case .replacedID: "a finger ends there, and another begins"
        case .unseenContact: "it is ignored, so a finger may be missing"
        case .unannouncedBox: "they count as two fingers of which only the corners are known"
        case .jump: "it may count as another finger, or be held back"
        case .ghost: "new contacts count only once they have stayed as long as fingers do"
        case .idFlicker: "it counts as one finger, or as another one where the device had reported its lift"
        }
    }
}
