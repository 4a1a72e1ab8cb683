import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct GestureRecogniserTests {
    @Test func `deadlines before a frame expire before it`() {
        let ends = Recorder<Bool>()
        var hand = Hand(LongPressGesture().onEnded(ends.add))
        hand.at(0, .down(1, 10, 10))
        #expect(hand.recogniser.deadline == milliseconds(500))
        hand.at(900, .move(1, 300, 10))
        #expect(ends.all == [true], "the press was complete before it moved, although expire was not called at 500 ms")
    }

    @Test func `a contact that is missing from a frame has lifted, and does not block later drags`() {
        let notes = Recorder<String>()
        let recogniser = GestureRecogniser(
            DragGesture().onEnded { notes.add("\($0.translation.dx)") }.onCancelled { notes.add($0.name) })
        for (id, start) in [(1, Int64(0)), (2, 1000)] {
            for (step, x) in [100.0, 120, 160].enumerated() {
                let phase: Contact.Phase = step == 0 ? .began : .moved
                let contact = Contact(id: id, phase: phase, position: Point(x: x, y: 100))
                recogniser.update(TouchFrame(time: milliseconds(start + Int64(step) * 8), contacts: [contact]))
            }
            recogniser.update(TouchFrame(time: milliseconds(start + 24)))
        }
        #expect(notes.all == ["60.0", "60.0"])
    }

    @Test func `a tap ends although its two contacts disappear from the frames one after the other`() {
        let notes = Recorder<String>()
        let recogniser = GestureRecogniser(TapGesture(fingers: 2).onEnded { notes.add("tap") })
        let contacts = [1, 2].map { Contact(id: $0, phase: .began, position: Point(x: Double($0) * 100, y: 100)) }
        recogniser.update(TouchFrame(time: milliseconds(0), contacts: contacts))
        recogniser.update(
            TouchFrame(
                time: milliseconds(50), contacts: [Contact(id: 2, phase: .stationary, position: contacts[1].position)]))
        recogniser.update(TouchFrame(time: milliseconds(60)))
        #expect(notes.all == ["tap"])
    }

    @Test func `a finger counts if it touches down inside the region`() {
        let starts = Recorder<Point>()
        var hand = Hand(
            DragGesture(minimumDistance: 0).onEnded { starts.add($0.startLocation) },
            region: Region(x: 0, y: 0, width: 50, height: 50))
        hand.at(0, .down(1, 10, 10))
        hand.at(8, .move(1, 300, 10))
        hand.at(16, .lift(1))
        hand.at(100, .down(2, 60, 10))
        hand.at(108, .move(2, 10, 10))
        hand.at(116, .lift(2))
        #expect(starts.all == [Point(x: 10, y: 10)])
    }

    @Test func `fingers that were down at a cancellation start no gesture`() {
        let notes = Recorder<Vector>()
        var hand = Hand(DragGesture().onChanged { notes.add($0.translation) })
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.cancel(.resynchronised, at: 90)
        let count = notes.all.count
        hand.at(100, .move(1, 300, 300))
        #expect(notes.all.count == count)
    }

    @Test func `a removal cancels the gesture in progress, and later frames are ignored`() {
        let reasons = Recorder<CancellationReason>()
        var hand = Hand(DragGesture().onCancelled(reasons.add))
        hand.drag(by: Vector(dx: 50, dy: 0))
        hand.recogniser.detach()
        #expect(reasons.all == [.unsubscribed])
        #expect(hand.recogniser.deadline == nil)
        hand.at(90, .lift(1))
        hand.drag(at: 200, by: Vector(dx: 50, dy: 0))
        hand.cancel(.deviceLost, at: 300)
        hand.recogniser.detach()
        #expect(reasons.all == [.unsubscribed])
    }

    @Test func `releasing the recogniser removes the gesture`() {
        let reasons = Recorder<CancellationReason>()
        var hand: Hand? = Hand(DragGesture().onCancelled(reasons.add))
        hand?.drag(by: Vector(dx: 50, dy: 0))
        hand = nil
        #expect(reasons.all == [.unsubscribed])
    }

    @Test func `events caused by a callback are delivered after the running callbacks`() {
        let notes = Recorder<String>()
        var recogniser: GestureRecogniser?
        // A reference cycle: the recogniser has the callback that captures it.
        defer { recogniser = nil }
        let state = GestureState(wrappedValue: 0)
        state.onChange { notes.add("state \($0.newValue)") }
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { _ in
                recogniser?.cancel(.shutdown, at: milliseconds(0))
                notes.add("changed")
            }
            .updating(state) { _, state, _ in state = 1 }
            .onCancelled { notes.add("cancelled \($0.name)") }
        recogniser = GestureRecogniser(gesture)
        let finger = Contact(id: 1, phase: .began, position: .zero)
        recogniser?.update(TouchFrame(time: milliseconds(0), contacts: [finger]))
        #expect(notes.all == ["changed", "state 1", "state 0", "cancelled shutdown"])
    }

    @Test func `a callback may release its own recogniser`() {
        let notes = Recorder<String>()
        var recogniser: GestureRecogniser?
        let gesture = DragGesture(minimumDistance: 0)
            .onChanged { _ in
                recogniser = nil
                notes.add("changed")
            }
            .onCancelled { notes.add("cancelled \($0.name)") }
        recogniser = GestureRecogniser(gesture)
        let finger = Contact(id: 1, phase: .began, position: .zero)
        recogniser?.update(TouchFrame(time: milliseconds(0), contacts: [finger]))
        #expect(notes.all == ["changed", "cancelled unsubscribed"])
    }

    /// Everything here is isolated to the main actor; the test also checks that it compiles.
    @MainActor @Test func `a gesture on the main actor can access main-actor state`() async {
        let chip = MainActorChip()
        var hand = Hand(chip.gesture)
        hand.drag(by: Vector(dx: 50, dy: 0))
        #expect(chip.offset == Vector(dx: 50, dy: 0))
        await Task.yield()
        hand.at(90, .lift(1))
        #expect(chip.offset == .zero)
        #expect(chip.drops == 1)
    }
}

@MainActor private final class MainActorChip {
    @GestureState var offset = Vector.zero
    var drops = 0

    var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .updating($offset) { value, state, _ in state = value.translation }
            .onEnded { _ in self.drops += 1 }
    }

    @Test func `a region that moves applies to the next finger, and a drag in progress continues`() {
        let notes = Recorder<String>()
        var hand = Hand(
            DragGesture(minimumDistance: 0).onChanged { notes.add("\($0.translation.dx)") }
                .onEnded { notes.add("ended \($0.translation.dx)") },
            region: Region(x: 0, y: 0, width: 50, height: 50))
        hand.at(0, .down(1, 10, 10))
        hand.recogniser.region = Region(x: 500, y: 0, width: 50, height: 50)
        hand.at(8, .move(1, 40, 10))
        hand.at(16, .lift(1))
        hand.at(100, .down(2, 10, 10))
        hand.at(108, .lift(2))
        #expect(notes.all == ["0.0", "30.0", "ended 30.0"])
        hand.at(200, .down(3, 510, 10))
        hand.at(208, .lift(3))
        #expect(notes.all.suffix(2) == ["0.0", "ended 0.0"])
    }

    @Test(arguments: [nil, Region(x: 0, y: 0, width: 50, height: 50)])
    func `a drag continues when its region appears or disappears`(_ region: Region?) {
        let notes = Recorder<Double>()
        var hand = Hand(DragGesture(minimumDistance: 0).onEnded { notes.add($0.translation.dx) }, region: region)
        hand.at(0, .down(1, 10, 10), .down(2, 300, 300))
        hand.recogniser.region = region == nil ? Region(x: 0, y: 0, width: 0, height: 0) : nil
        hand.at(8, .move(1, 40, 10), .move(2, 330, 300))
        hand.at(16, .lift(1), .lift(2))
        // Without a region, two fingers are not a drag of one finger.
        #expect(notes.all == (region == nil ? [] : [30]))
    }

    @Test func `an edge follows the size of a surface that grows`() {
        let notes = Recorder<Point>()
        var hand = Hand(
            DragGesture(minimumDistance: 0, edges: .right).onEnded { notes.add($0.startLocation) },
            surface: Surface(size: Vector(dx: 800, dy: 600)))
        func press(_ time: Double, _ x: Double) {
            hand.at(time, .down(Int(time), x, 300))
            hand.at(time + 8, .lift(Int(time)))
        }
        press(0, 790)
        hand.recogniser.size = Vector(dx: 1600, dy: 600)
        press(100, 790)
        press(200, 1590)
        #expect(notes.all == [Point(x: 790, y: 300), Point(x: 1590, y: 300)])
    }

    @Test func `resizing the surface does not change a gesture in progress or its anchor`() {
        let anchors = Recorder<UnitPoint>()
        let ends = Recorder<Double>()
        var hand = Hand(
            MagnifyGesture(minimumScaleDelta: 0).onChanged { anchors.add($0.startAnchor) }
                .onEnded { ends.add($0.magnification) },
            surface: Surface(size: Vector(dx: 800, dy: 800)))
        func pinch(at time: Double) {
            hand.at(time, .down(Int(time) + 1, 300, 400), .down(Int(time) + 2, 500, 400))
            hand.recogniser.size = Vector(dx: 1600, dy: 1600)
            hand.at(time + 8, .move(Int(time) + 2, 700, 400))
            hand.at(time + 16, .lift(Int(time) + 1), .lift(Int(time) + 2))
        }
        pinch(at: 0)
        #expect(anchors.all == [.center, .center] && ends.all == [2])
        pinch(at: 1000)
        #expect(anchors.all.last == UnitPoint(x: 0.25, y: 0.25))
        hand.recogniser.size = .zero
        pinch(at: 2000)
        #expect(ends.all == [2, 2, 2])
    }
}
