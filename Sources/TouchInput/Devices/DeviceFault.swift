/// Something a device reports that no working device does. Each case describes what happens to the contact.
public enum DeviceFault: Int, Hashable, Sendable, CaseIterable {
    /// The coordinates of a contact came a frame before its tracking id. The contact begins with the id, at those
    /// coordinates.
    case lateID
    /// A contact was reported without x or y, and its slot never had them. It begins when both are known.
    case missingCoordinate
    /// ABS_MT_SLOT named a slot that was not announced, or there were more contacts than can be told apart. All their events
    /// are ignored.
    case unknownSlot
    /// A coordinate was more than 10 % beyond its axis. The contact stays where it was, and does not begin there.
    case outsideRange
    /// No touch device has the size that the announced resolution gives. Another size is assumed.
    case impossibleSize
    /// A frame was older than the one before it. It gets the earlier frame's time.
    case timeWentBack
    /// Two contacts had the same tracking id at once. They stay two: their slots, or positions, distinguish them.
    case sharedID
    /// A slot went from one tracking id to another without -1 between them. The first contact ends where it was.
    case replacedID
    /// A contact came and went within a frame. It is ignored.
    case unseenContact
    /// The slots are the corners of a box around two fingers, and INPUT_PROP_SEMI_MT is missing. They are treated as a box
    /// from then on.
    case unannouncedBox
    /// A contact jumped across the surface. ``ContactFilter`` decides what happens to it.
    case jump
    /// A contact too brief for a finger, among many of them. It is not reported.
    case ghost
    /// The tracking id of a finger changed while it was down. It stays one contact.
    case idFlicker
}

extension DeviceFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lateID: "a contact's coordinates came before its tracking id"
        case .missingCoordinate: "a contact came without a coordinate"
        case .unknownSlot: "a contact in a slot beyond those announced"
        case .outsideRange: "a coordinate far beyond the range of its axis"
        case .impossibleSize: "an impossible resolution"
        case .timeWentBack: "time went back"
        case .sharedID: "two contacts with one tracking id"
        case .replacedID: "a tracking id changed in its slot without a lift"
        case .unseenContact: "a contact came and went within one frame"
        case .unannouncedBox: "two slots are the corners of a box, without INPUT_PROP_SEMI_MT"
        case .jump: "a contact jumped across the surface"
        case .ghost: "a burst of contacts too brief for fingers"
        case .idFlicker: "a finger's tracking id changed while it was down"
        }
    }
}

/// How often a device had which fault. Without storage on the heap: a broken device may add one in every frame.
public struct DeviceFaults: Sendable {
    /// One of each case of ``DeviceFault``.
    private var counts = InlineArray<13, Int>(repeating: 0)
    /// The sum of all counts: comparing it shows whether a fault was added.
    public private(set) var total = 0

    public init() {}

    public subscript(fault: DeviceFault) -> Int { counts[fault.rawValue] }

    public static func + (a: DeviceFaults, b: DeviceFaults) -> DeviceFaults {
        var sum = a
        for index in sum.counts.indices { sum.counts[index] += b.counts[index] }
        sum.total += b.total
        return sum
    }

    mutating func count(_ fault: DeviceFault) {
        counts[fault.rawValue] += 1
        total += 1
    }
}
