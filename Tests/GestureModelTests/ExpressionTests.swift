import GestureModel
import Testing

@Suite struct ExpressionTests {
    @Test func `an expression leaves open what it was not given`() {
        let tap = GestureExpression.Tap()
        #expect(tap.fingers == .one && tap.count == 1)
        #expect(tap.maximumDistance == nil && tap.maximumDuration == nil && tap.maximumDelay == nil)
        let press = GestureExpression.LongPress(fingers: 2)
        #expect(press.fingers == 2 && press.minimumDuration == nil && press.maximumDistance == nil)
        let drag: GestureExpression.Drag = .init(minimumDistance: 4)
        #expect(drag.fingers == .one && drag.minimumDistance == 4)
        #expect(drag.edges == nil && drag.edgeDistance == nil)
        let swipe = GestureExpression.Swipe()
        #expect(swipe.fingers == .one && swipe.directions == .all)
        #expect(swipe.minimumDistance == nil && swipe.minimumVelocity == nil)
        #expect(swipe.edges == nil && swipe.edgeDistance == nil)
    }

    @Test func `numbers of fingers are a set of 1…10`() {
        let counts: FingerCounts = [3, 1, 3]
        #expect(counts.counts == [1, 3] && counts.most == 3)
        #expect(counts.contains(3) && !counts.contains(2))
        #expect(!counts.contains(-1) && !counts.contains(16) && !counts.contains(64))
        #expect(FingerCounts(10).most == 10 && FingerCounts(10).counts == [10])
        #expect(FingerCounts.twoOrMore.counts == Array(2...10))
        #expect(FingerCounts([]).most == 0)
        #expect(FingerCounts.allowed == 1...10)
    }

    @Test func `a gesture is over once it has ended or was cancelled`() {
        #expect(!GesturePhase.began.isTerminal && !GesturePhase.changed.isTerminal)
        #expect(GesturePhase.ended.isTerminal && GesturePhase.cancelled(.deviceLost).isTerminal)
    }

    @Test func `a contact is down in every phase but those that it ends with`() {
        let phases: [Contact.Phase] = [.began, .moved, .stationary, .ended, .palm, .faulty]
        let contacts = phases.map { Contact(id: 1, phase: $0, position: Point(x: 3, y: 4)) }
        #expect(contacts.map(\.isDown) == [true, true, true, false, false, false])
        #expect(contacts.map(\.isRejected) == [false, false, false, false, true, true])
        #expect(contacts.map(\.phase) == phases)
        #expect(contacts.allSatisfy { $0.position == Point(x: 3, y: 4) })
    }

    @Test func `a drag is predicted to end a quarter of a second's way on`() {
        let drag = GestureValue.Drag(
            fingers: 1, location: Point(x: 30, y: 0), startLocation: Point(x: 10, y: 0),
            velocity: Vector(dx: 400, dy: 0))
        #expect(GestureValue.Drag.projection == 0.25)
        #expect(drag.predictedEndTranslation == Vector(dx: 120, dy: 0))
        #expect(drag.predictedEndLocation == Point(x: 130, y: 0))
    }
}
