/// A report that no working device makes. Each case states the consequence for the contact.
public enum DeviceFault: Int, Hashable, Sendable, CaseIterable {
    /// The coordinates of a contact came in an earlier frame than its tracking id. The contact begins with the id, at
    /// those coordinates.
    case lateID
    /// A contact lacks x or y, and its slot has never received that coordinate. The contact begins when both are known.
    case missingCoordinate
    /// ABS_MT_SLOT selected a slot that was not announced, or there were more contacts than slots. Events of such a
    /// slot or contact are ignored.
    case unknownSlot
    /// A coordinate was more than 10 % beyond its axis. The contact keeps its position; a new contact does not begin
    /// there.
    case outsideRange
    /// The announced resolution implies a size that no touch device has. Another size is assumed.
    case impossibleSize
    /// A frame was older than the previous one. The frame gets the time of the previous frame.
    case timeWentBack
    /// Two contacts had the same tracking id at once. They remain two contacts, because their slots or positions
    /// differ.
    case sharedID
    /// A slot changed from one tracking id to another without -1 between them. The contact with the old id ends at its
    /// position of the previous frame.
    case replacedID
    /// A contact came and went within a frame. It is ignored.
    case unseenContact
    /// The slots are the corners of a box around two fingers, but INPUT_PROP_SEMI_MT is missing. The assembler then
    /// treats them as a box.
    case unannouncedBox
    /// A contact jumped across the surface. ``ContactFilter`` decides how to handle it.
    case jump
    /// A contact was too brief for a finger, and came among many such contacts. The filter holds new contacts until
    /// they have lasted as long as fingers do.
    case ghost
    /// The tracking id of a finger changed while the finger was down, two fingers exchanged their ids, or one finger
    /// was reported as two. Each finger remains one contact, except in one case: the device's first lift of a finger
    /// that stays down is reported, and the finger becomes a new contact.
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
        case .idFlicker: "a finger was lost for a moment, or its tracking id changed while it was down"
        }
    }
}

/// The number of faults of each kind. Stored without heap memory, because a broken device may add a fault in every
/// frame.
public struct DeviceFaults: Sendable {
    /// One count for each case of ``DeviceFault``.
    private var counts = InlineArray<13, Int>(repeating: 0)
    /// The sum of all counts. It shows whether a fault was added.
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
