/// Goes through the fields of a gesture's value, in the order in which a `gesture` line has them.
///
/// A value lists its fields once, in `visit(_:)`: the protocol's encoder and decoder, the rounding of callbacks' values and
/// the withholding of positions are visitors.
@usableFromInline
package protocol ValueVisitor {
    mutating func count(_ name: StaticString, _ count: inout Int)
    mutating func flag(_ name: StaticString, _ flag: inout Bool)
    mutating func text(_ name: StaticString, _ text: inout String)
    mutating func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: StaticString, _ word: inout Word)
    /// Absent if nil.
    mutating func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: StaticString, _ word: inout Word?)
    mutating func time(_ name: StaticString, _ time: inout Timestamp?)
    /// A displacement, a size or a velocity.
    mutating func vector(_ name: StaticString, _ vector: inout Vector)
    /// A scale or an angle: the same in every unit.
    mutating func ratio(_ name: StaticString, _ ratio: inout Double)
    /// An absolute position. Withheld, it is absent.
    mutating func position(_ name: StaticString, _ position: inout Point)
    /// An absolute position and a size. Withheld, it is absent.
    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region)
    /// The way from `start` to `end`, both of which are positions. If those are withheld it starts at zero.
    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point)
    /// A displacement that follows from the other fields.
    mutating func derived(_ name: StaticString, vector: Vector)
    /// An absolute position that follows from the other fields. Withheld, it is absent.
    mutating func derived(_ name: StaticString, position: Point)
}
