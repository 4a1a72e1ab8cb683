/// Visits the fields of a gesture's value in their order in a `gesture` line.
///
/// A value lists its fields only in `visit(_:)`. Visitors are the protocol's encoder, which also withholds positions,
/// its decoder, its schema, and the rounding of callbacks' values.
@usableFromInline
package protocol ValueVisitor {
    mutating func count(_ name: StaticString, _ count: inout Int)
    mutating func flag(_ name: StaticString, _ flag: inout Bool)
    mutating func text(_ name: StaticString, _ text: inout String)
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord)
    /// Visits a word, which is absent from the line if it is nil.
    mutating func word(_ name: StaticString, _ word: inout (some ProtocolWord)?)
    mutating func time(_ name: StaticString, _ time: inout Timestamp?)
    /// Visits a displacement, a size or a velocity.
    mutating func vector(_ name: StaticString, _ vector: inout Vector)
    /// Visits a number that is the same in every unit: a score, a scale or an angle, or how fast a scale or an angle
    /// changes.
    mutating func ratio(_ name: StaticString, _ ratio: inout Double)
    /// Visits an absolute position, which is absent if positions are withheld.
    mutating func position(_ name: StaticString, _ position: inout Point)
    /// Visits an absolute position and a size, which are absent if positions are withheld.
    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region)
    /// Visits the displacement from `start` to `end`. If positions are withheld, `start` is zero.
    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point)
    /// Visits a displacement that follows from the other fields.
    mutating func derived(_ name: StaticString, vector: Vector)
    /// Visits an absolute position that follows from the other fields. It is absent if positions are withheld.
    mutating func derived(_ name: StaticString, position: Point)
}

/// An enum whose raw values are words on the wire.
@usableFromInline
package typealias ProtocolWord = RawRepresentable<String> & CaseIterable & Sendable

// MARK: - Rounding

extension GestureValue {
    /// The value, rounded as in a `gesture` line: to thousandths of a point (0.16 µm) and millionths of a scale or a
    /// radian. Callbacks thus receive the same bits whether the daemon or the app itself recognised a gesture. A
    /// composition is unchanged: callbacks round each part as they read it.
    package var rounded: GestureValue {
        var rounding = RoundingVisitor()
        // A drag is the most frequent value. It is handled apart, so that it is not copied as a whole.
        if case .drag(var drag) = self {
            drag.visit(&rounding)
            return .drag(drag)
        }
        var value = self
        value.visit(&rounding)
        return value
    }
}

private struct RoundingVisitor: ValueVisitor {
    mutating func count(_ name: StaticString, _ count: inout Int) {}
    mutating func flag(_ name: StaticString, _ flag: inout Bool) {}
    mutating func text(_ name: StaticString, _ text: inout String) {}
    mutating func word(_ name: StaticString, _ word: inout some ProtocolWord) {}
    mutating func word(_ name: StaticString, _ word: inout (some ProtocolWord)?) {}
    mutating func time(_ name: StaticString, _ time: inout Timestamp?) {}
    mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {}
    mutating func derived(_ name: StaticString, vector: Vector) {}
    mutating func derived(_ name: StaticString, position: Point) {}

    mutating func vector(_ name: StaticString, _ vector: inout Vector) {
        vector = Vector(dx: vector.dx.thousandths, dy: vector.dy.thousandths)
    }

    mutating func ratio(_ name: StaticString, _ ratio: inout Double) { ratio = ratio.millionths }

    mutating func position(_ name: StaticString, _ position: inout Point) {
        position = Point(x: position.x.thousandths, y: position.y.thousandths)
    }

    mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) {
        rectangle = Region(
            x: rectangle.x.thousandths, y: rectangle.y.thousandths, width: rectangle.width.thousandths,
            height: rectangle.height.thousandths)
    }
}

extension Double {
    /// Rounded to three decimals. −0 becomes 0, as in a `gesture` line.
    package var thousandths: Double { (self * 1000).rounded() / 1000 + 0 }
    /// Rounded to six decimals.
    package var millionths: Double { (self * 1_000_000).rounded() / 1_000_000 + 0 }
}
