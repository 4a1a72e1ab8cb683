/// What a client's request costs, in units of about 10 ns on a slow machine. Costs are counted, not measured, so that equal
/// calls take equal turns.
public struct Work: Hashable, Comparable, Sendable {
    public var units: Int

    public init(_ units: Int) { self.units = units }

    public static let zero = Work(0)
    /// What clients may cost before devices and deadlines are served again.
    public static let turn = Work(20_000)

    /// What one connection may cost before it is the turn of the user's next one.
    static let visit = Work(2000)

    /// Reading a request, and answering it.
    static let request = Work(400)
    /// Scanning and parsing one byte of a request.
    static let byte = Work(3)
    /// Reading one gesture of an expression.
    static let part = Work(800)
    /// Resolving and comparing one gesture of an expression on one device.
    static let resolution = Work(100)
    /// Building a recogniser.
    static let recogniser = Work(200)
    /// Adding a subscription to a group, or removing it.
    static let move = Work(200)
    /// Deciding what a client may receive.
    static let review = Work(60)
    /// Looking at a subscriber or a connection of a list, or at 16 bytes.
    static let scan = Work(1)
    /// Adding a connection, or removing it.
    static let connection = Work(3000)
    /// Writing a process's number to a focus source.
    static let number = Work(10)

    public static func < (one: Work, other: Work) -> Bool { one.units < other.units }
    public static func + (one: Work, other: Work) -> Work { Work(one.units + other.units) }
    public static func - (one: Work, other: Work) -> Work { Work(one.units - other.units) }
    public static func += (one: inout Work, other: Work) { one.units += other.units }
    public static func / (one: Work, count: Int) -> Work { Work(one.units / count) }
    public static func * (count: Int, one: Work) -> Work { Work(count * one.units) }
}
