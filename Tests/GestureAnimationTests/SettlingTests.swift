import GestureModel
import GestureAnimation
import Gestures
import Strokes
import Testing

/// The animation after a lift starts with the finger's velocity.
@Suite struct SettlingTests {
    static let tracking: Transaction = {
        var transaction = Transaction()
        transaction.tracksVelocity = true
        return transaction
    }()

    /// A finger that moves 8 points every 8 ms, with the last sample at 72 ms.
    static func dragged() -> AnimatedValue<Vector> {
        var value = AnimatedValue(Vector.zero)
        for step in 0..<10 as Range<Int64> {
            let offset = Vector(dx: Double(step) * 8, dy: Double(step) * -4)
            value.set(offset, at: milliseconds(step * 8), transaction: tracking)
        }
        return value
    }

    @Test func `a value that follows a finger has its position and velocity`() {
        let value = Self.dragged()
        #expect(value.value(at: milliseconds(72)) == Vector(dx: 72, dy: -36))
        #expect(value.isSettled(at: milliseconds(72)))
        #expect(isClose((value.velocity(at: milliseconds(72)) - Vector(dx: 1000, dy: -500)).length, 0, within: 1e-9))
    }

    @Test func `a position with an earlier time counts for the velocity at the time of the last one`() {
        var (early, equal) = (Self.dragged(), Self.dragged())
        early.set(Vector(dx: 90, dy: -45), at: milliseconds(60), transaction: Self.tracking)
        equal.set(Vector(dx: 90, dy: -45), at: milliseconds(72), transaction: Self.tracking)
        #expect(early.velocity(at: milliseconds(72)) == equal.velocity(at: milliseconds(72)))
        #expect(early.velocity(at: milliseconds(72)) != Self.dragged().velocity(at: milliseconds(72)))
    }

    @Test func `a spring starts with the velocity of the finger`() {
        for animation in [Animation.smooth, .snappy, .bouncy, .default, .interactiveSpring, .spring(response: 0.3)] {
            var value = Self.dragged()
            value.set(.zero, at: milliseconds(72), transaction: Transaction(animation: animation))
            #expect(isClose((value.value(at: milliseconds(72)) - Vector(dx: 72, dy: -36)).length, 0, within: 1e-9))
            #expect(
                isClose((value.velocity(at: milliseconds(72)) - Vector(dx: 1000, dy: -500)).length, 0, within: 1e-9))
            #expect(value.value(at: milliseconds(80)).dx > 74, "it continues before it turns back")
        }
    }

    @Test func `the velocity decays until a late lift`() {
        var value = Self.dragged()
        value.set(.zero, at: milliseconds(72 + 100), transaction: Transaction(animation: .smooth))
        #expect(isClose(value.velocity(at: milliseconds(172)).dx, 818.566_804_688, within: 1e-6))
        var late = Self.dragged()
        late.set(.zero, at: milliseconds(72 + 2000), transaction: Transaction(animation: .smooth))
        #expect(late.velocity(at: milliseconds(2072)) == .zero)
    }

    @Test func `the motion is that of the spring with the initial velocity`() {
        var value = Self.dragged()
        value.set(Vector(dx: 300, dy: 0), at: milliseconds(72), transaction: Transaction(animation: .bouncy))
        for time in [80, 150, 300, 600] as [Int64] {
            let expected = Spring.bouncy.value(
                target: 228, initialVelocity: 1000, time: Double(time - 72) / 1000)
            #expect(isClose(value.value(at: milliseconds(time)).dx, 72 + expected, within: 1e-9))
        }
    }

    @Test func `the velocity counts even if the finger lifts at the target`() {
        var value = Self.dragged()
        value.set(Vector(dx: 72, dy: -36), at: milliseconds(72), transaction: Transaction(animation: .smooth))
        #expect(value.value(at: milliseconds(130)).dx > 90)
        #expect(value.end.map { value.value(at: $0) } == Vector(dx: 72, dy: -36))
    }

    @Test func `untracked changes and curves have no velocity for a spring`() {
        var untracked = AnimatedValue(0.0)
        for step in 0..<10 as Range<Int64> { untracked.set(Double(step) * 8, at: milliseconds(step * 8)) }
        untracked.set(0, at: milliseconds(72), transaction: Transaction(animation: .smooth))
        #expect(untracked.velocity(at: milliseconds(72)) == 0)
        var curved = Self.dragged()
        curved.set(.zero, at: milliseconds(72), transaction: Transaction(animation: .easeInOut))
        #expect(curved.velocity(at: milliseconds(72)).length < 0.01)
    }

    @Test func `the next drag ignores the velocity of the previous one`() {
        var value = Self.dragged()
        value.set(.zero, at: milliseconds(72), transaction: Transaction(animation: .smooth))
        value.set(Vector(dx: 5, dy: 0), at: milliseconds(1500), transaction: Self.tracking)
        #expect(value.velocity(at: milliseconds(1500)) == .zero)
        value.set(Vector(dx: 6, dy: 0), at: milliseconds(1510), transaction: Self.tracking)
        #expect(isClose(value.velocity(at: milliseconds(1510)).dx, 100, within: 1e-9))
    }

    @Test func `an untracked jump does not count as velocity`() {
        var value = Self.dragged()
        value.set(Vector(dx: 900, dy: 0), at: milliseconds(73))
        value.set(.zero, at: milliseconds(74), transaction: Transaction(animation: .smooth))
        #expect(value.velocity(at: milliseconds(74)) == .zero)
    }

    /// `.updating { _, _, transaction in transaction.animation = .interactiveSpring }`
    @Test func `a spring that follows the finger passes on its own velocity`() {
        var following = Self.tracking
        following.animation = .interactiveSpring
        var value = AnimatedValue(0.0)
        for step in 0..<30 as Range<Int64> {
            value.set(Double(step) * 8, at: milliseconds(step * 8), transaction: following)
        }
        let (position, speed) = (value.value(at: milliseconds(240)), value.velocity(at: milliseconds(240)))
        #expect(speed > 700 && speed < 1300)
        value.set(0, at: milliseconds(240), transaction: Transaction(animation: .snappy))
        #expect(isClose(value.value(at: milliseconds(240)), position, within: 1e-9))
        #expect(isClose(value.velocity(at: milliseconds(240)), speed, within: 1e-9))
    }
}
