/// The numbers of fingers that a gesture accepts, each 1…10: panels report at most ten fingers.
public struct FingerCounts: Hashable, Sendable {
    /// Bit n is set if n fingers are accepted.
    private var bits: UInt16

    /// The numbers of fingers that a gesture can accept.
    public static let allowed = 1...10

    /// - Precondition: Every count is in ``allowed``.
    public init(_ counts: some Sequence<Int>) {
        bits = 0
        for count in counts {
            precondition(FingerCounts.allowed.contains(count), "fingers: expected numbers from 1 to 10, found \(count)")
            bits |= 1 << UInt16(count)
        }
    }

    /// Creates a set of one count, which must be in ``allowed``; any other count traps.
    public init(_ count: Int) { self.init(CollectionOfOne(count)) }

    /// One finger only: the default of gestures that one finger can make.
    public static let one = FingerCounts(1)
    /// 2…10: for a gesture that one finger cannot make.
    public static let twoOrMore = FingerCounts(2...10)

    /// Returns true if the gesture accepts this number of fingers; false for any number that is not in ``allowed``.
    public func contains(_ count: Int) -> Bool { count >= 0 && count < 16 && bits & (1 << UInt16(count)) != 0 }
    /// The largest accepted count; 0 if the set is empty.
    public var most: Int { bits == 0 ? 0 : 15 - bits.leadingZeroBitCount }
    /// The accepted numbers, ascending.
    public var counts: [Int] { FingerCounts.allowed.filter(contains) }
}

extension FingerCounts: ExpressibleByIntegerLiteral {
    public init(integerLiteral count: Int) { self.init(count) }
}

extension FingerCounts: ExpressibleByArrayLiteral {
    public init(arrayLiteral counts: Int...) { self.init(counts) }
}
