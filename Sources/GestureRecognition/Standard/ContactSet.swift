internal import GestureModel

/// A set of contacts that are down, by index. It cannot contain an index of 64 or more; hands have ten fingers.
struct ContactSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    init() {}

    init(_ contacts: [StandardContact], where isPart: (StandardContact) -> Bool) {
        for index in contacts.indices where isPart(contacts[index]) { insert(index) }
    }

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }

    func contains(_ index: Int) -> Bool { index < UInt64.bitWidth && bits & 1 << index != 0 }

    mutating func insert(_ index: Int) {
        if index < UInt64.bitWidth { bits |= 1 << index }
    }

    func subtracting(_ other: ContactSet) -> ContactSet {
        var set = self
        set.bits &= ~other.bits
        return set
    }

    mutating func remove(_ index: Int) {
        if index < UInt64.bitWidth { bits &= ~(1 << index) }
    }

    /// Returns the index of the contact with the largest sum of distances to the other contacts of the set.
    func outermost(of contacts: [StandardContact]) -> Int? {
        var outermost: (index: Int, distance: Double)?
        for index in contacts.indices where contains(index) {
            var distance = 0.0
            for other in contacts.indices where contains(other) {
                distance += (contacts[other].reference - contacts[index].reference).length
            }
            if distance > outermost?.distance ?? -1 { outermost = (index, distance) }
        }
        return outermost?.index
    }
}
