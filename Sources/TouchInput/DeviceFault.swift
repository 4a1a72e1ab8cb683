/// What a device does that no working one does. What becomes of the contact is defined for each.
public enum DeviceFault: Int, Hashable, Sendable, CaseIterable {
    /// The coordinates of a contact came a frame before its tracking id. It begins with the id, where they say.
    case lateID
    /// A contact was told without x or y, and its slot never had them. It begins when both are known.
    case missingCoordinate
    /// ABS_MT_SLOT named a slot that was not announced, or more contacts came than can be told apart. All that is said of
    /// them is ignored.
    case unknownSlot
    /// A coordinate was more than 10 % beyond its axis. It counts as the edge.
    case outsideRange
    /// The size by the announced resolution is no touch device's. Another one is assumed.
    case impossibleSize
    /// A frame was older than the one before it. It takes that one's time.
    case timeWentBack
    /// Two contacts had the same tracking id at once. They stay two: slots, or places, tell them apart.
    case sharedID
    /// A slot went from one tracking id to another without -1 between them. The first contact ends where it was.
    case replacedID
    /// A contact came and went within a frame. It was never there.
    case unseenContact
    /// The slots are the corners of a box around two fingers, and INPUT_PROP_SEMI_MT does not say so. They are followed
    /// as a box from then on.
    case unannouncedBox
    /// A contact leapt across the surface. What becomes of it: ``ContactRejection``.
    case jump
    /// A contact of a storm of them, too brief for a finger. It is not shown.
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
        case .impossibleSize: "a resolution that cannot be true"
        case .timeWentBack: "time went back"
        case .sharedID: "two contacts with one tracking id"
        case .replacedID: "a tracking id changed in its slot without a lift"
        case .unseenContact: "a contact came and went within one frame"
        case .unannouncedBox: "two slots are the corners of a box, which the device does not announce"
        case .jump: "a contact leapt across the surface"
        case .ghost: "a storm of contacts too brief for fingers"
        case .idFlicker: "a finger's tracking id changed while it was down"
        }
    }
}

/// How often a device did what no working one does.
public struct DeviceFaults: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: DeviceFault.allCases.count)
    /// Of all kinds together: what is compared to know whether anything is new.
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
