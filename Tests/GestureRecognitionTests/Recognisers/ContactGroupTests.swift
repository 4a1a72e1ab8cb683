import GestureModel
import Strokes
import Testing

@testable import GestureRecognition

@Suite struct ContactGroupTests {
    private let window = Microseconds.milliseconds(100)
    private var group = ContactGroup()
    private var hand = Hand()

    private mutating func join(at milliseconds: Double, _ touches: Touch...) -> Int {
        group.join(in: hand.frame(at: Timestamp(milliseconds), touches), within: window)
    }

    private mutating func lift(_ touches: Touch...) -> Int {
        group.lift(in: hand.frame(at: Timestamp(200), touches))
    }

    private mutating func move(_ touches: Touch...) {
        group.move(in: hand.frame(at: Timestamp(200), touches))
    }

    @Test mutating func `fingers join within the window of the first, its last moment included`() {
        #expect(join(at: 0, .down(1, 0, 0)) == 1)
        #expect(join(at: 60, .down(2, 0, 0)) == 1)
        #expect(join(at: 100, .down(3, 0, 0)) == 1)
        #expect(join(at: 100.001, .down(4, 0, 0)) == 0)
        #expect(group.down.map(\.id) == [1, 2, 3])
        #expect(group.joined == 3)
    }

    @Test mutating func `only a contact that begins joins`() {
        _ = hand.frame(at: Timestamp(0), [.down(1, 0, 0)])
        #expect(join(at: 8, .move(1, 5, 5)) == 0)
        #expect(group.isEmpty)
    }

    @Test mutating func `the window starts again once the group is empty`() {
        _ = join(at: 0, .down(1, 0, 0))
        #expect(lift(.lift(1)) == 1)
        #expect(join(at: 900, .down(2, 0, 0)) == 1)
        #expect(group.joined == 1)
        #expect(group.firstJoin == Timestamp(900))
    }

    @Test mutating func `fingers that have lifted stay counted while others are down`() {
        _ = join(at: 0, .down(1, 0, 0), .down(2, 10, 0))
        #expect(lift(.lift(1)) == 1)
        #expect(group.down.map(\.id) == [2])
        #expect(group.joined == 2)
    }

    @Test mutating func `fingers outside the group neither lift nor move it`() {
        _ = join(at: 0, .down(1, 10, 10))
        _ = join(at: 500, .down(2, 90, 90))
        move(.move(2, 70, 70))
        #expect(lift(.lift(2)) == 0)
        #expect(group.centre == Point(x: 10, y: 10))
    }

    @Test mutating func `centre and distance are those of the fingers down`() {
        _ = join(at: 0, .down(1, 0, 0), .down(2, 100, 40))
        move(.move(1, 3, 4), .move(2, 106, 48))
        #expect(group.centre == Point(x: 54.5, y: 26))
        #expect(group.startCentre == Point(x: 50, y: 20))
        #expect(group.farthest == 10)
        _ = lift(.lift(2))
        #expect(group.centre == Point(x: 3, y: 4))
        #expect(group.farthest == 5)
    }

    @Test mutating func `a reset removes all fingers from the group`() {
        _ = join(at: 0, .down(1, 0, 0))
        group.reset()
        #expect(group.isEmpty)
        #expect(lift(.lift(1)) == 0)
    }
}
