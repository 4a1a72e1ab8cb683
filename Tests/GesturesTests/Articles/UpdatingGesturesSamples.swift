import GestureModel
import Gestures
import Strokes
import Testing

private struct Pan: Gesture {
    let offset: GestureState<Vector>

    var body: some Gesture<DragGesture.Value> {
        DragGesture(minimumDistance: 0)
            .updating(offset) { value, state, _ in state = value.translation }
    }
}

/// The samples of UpdatingGestures.md, and the statements about them.
@Suite struct UpdatingGesturesSamples {
    @Test func `a circle that uses only the width moves horizontally`() {
        @GestureState var offset = Vector.zero

        let gesture: GestureStateGesture<DragGesture, Vector> = DragGesture()
            .updating($offset) { value, state, _ in
                state = Vector(dx: value.translation.width, dy: 0)
            }

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(offset == Vector(dx: 60, dy: 0))
        hand.at(90, .lift(1))
        #expect(offset == .zero)
    }

    @Test func `one gesture updates several states, and a state may depend on its old value`() {
        @GestureState var isDragging = false
        @GestureState var farthest = 0.0

        let gesture = DragGesture()
            .updating($isDragging) { _, state, _ in state = true }
            .updating($farthest) { value, state, _ in state = max(state, value.translation.length) }

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 0))
        hand.at(90, .move(1, 130, 100))
        #expect(isDragging && farthest == 60)
        hand.at(100, .lift(1))
        #expect(!isDragging && farthest == 0)
    }

    @Test func `modifiers before updating see the state, modifiers after it see it reset`() {
        @GestureState var offset = Vector.zero
        var seen: [Vector] = []

        let gesture = DragGesture()
            .onEnded { _ in seen.append(offset) }  // the last update's
            .updating($offset) { value, state, _ in state = value.translation }
            .onEnded { value in seen.append(offset) }  // zero: use value.translation

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 0))
        hand.at(90, .lift(1))
        #expect(seen == [Vector(dx: 60, dy: 0), .zero])
    }

    @Test func `an update tracks velocity and is continuous, and the state returns with the last transaction`() {
        @GestureState var offset = Vector.zero
        var transactions: [Transaction] = []

        $offset.onChange { change in transactions.append(change.transaction) }
        let gesture = DragGesture().updating($offset) { value, state, transaction in
            state = value.translation
            transaction.animation = .interactiveSpring
        }

        var hand = Hand(gesture)
        hand.drag(by: Vector(dx: 60, dy: 0))
        #expect(transactions.allSatisfy { $0.tracksVelocity && $0.isContinuous })
        hand.at(90, .lift(1))
        #expect(transactions.last?.tracksVelocity == false && transactions.last?.isContinuous == false)
        #expect(transactions.last?.animation == .interactiveSpring)
    }

    @Test func `a custom gesture receives the state to update`() {
        @GestureState var offset = Vector.zero

        let gesture = Pan(offset: $offset).onEnded { value in print(value.translation) }

        var hand = Hand(gesture)
        hand.at(0, .down(1, 100, 100))
        hand.at(8, .move(1, 103, 104))
        #expect(offset == Vector(dx: 3, dy: 4))
        hand.cancel(.deviceLost, at: 16)
        #expect(offset == .zero)
    }

    @Test func `the closure of updating never runs for a tap`() {
        @GestureState var isTapping = false
        var changes = 0
        $isTapping.onChange { _ in changes += 1 }
        var hand = Hand(TapGesture().updating($isTapping) { _, state, _ in state = true })
        hand.tap(at: 0)
        #expect(changes == 0)
    }
}
