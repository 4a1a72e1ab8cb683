import GestureModel
import Gestures
import Strokes
import Testing

@Suite struct TapGestureTests {
    @Test func `a tap ends at the lift`() {
        let ends = Recorder<String>()
        var hand = Hand(TapGesture().onEnded { ends.add("tap") })
        hand.at(0, .down(1, 10, 10))
        #expect(ends.all.isEmpty)
        hand.at(60, .lift(1))
        #expect(ends.all == ["tap"])
    }

    @Test func `with a count of 1 every tap ends a gesture`() {
        let ends = Recorder<String>()
        var hand = Hand(TapGesture().onEnded { ends.add("tap") })
        for time in [0.0, 200, 400] { hand.tap(at: time) }
        #expect(ends.all.count == 3)
    }

    @Test func `a double tap ends at the second tap, and a third tap starts another`() {
        let ends = Recorder<String>()
        var hand = Hand(TapGesture(count: 2).onEnded { ends.add("double") })
        hand.tap(at: 0)
        #expect(ends.all.isEmpty)
        hand.tap(at: 200)
        #expect(ends.all.count == 1)
        hand.tap(at: 400)
        #expect(ends.all.count == 1)
        hand.tap(at: 600)
        #expect(ends.all.count == 2)
    }

    @Test func `two taps after the delay are not a double tap`() {
        let notes = Recorder<String>()
        var hand = Hand(TapGesture(count: 2).onEnded { notes.add("double") }.onCancelled { _ in notes.add("cancel") })
        hand.tap(at: 0)
        hand.wait(until: 400)
        hand.tap(at: 410)
        #expect(notes.all.isEmpty)
    }

    @Test func `it is discrete: onChanged and updating do not run`() {
        let state = GestureState(wrappedValue: false)
        let notes = Recorder<String>()
        state.onChange { _ in notes.add("state") }
        let gesture = SpatialTapGesture()
            .onChanged { _ in notes.add("change") }
            .updating(state) { _, state, _ in state = true }
            .onEnded { _ in notes.add("end") }
        var hand = Hand(gesture)
        hand.tap(at: 0)
        #expect(notes.all == ["end"])
    }

    @Test func `the location of a spatial tap is the centre before the first lift, as in SwiftUI`() {
        let ends = Recorder<SpatialTapGesture.Value>()
        var hand = Hand(SpatialTapGesture(fingers: 2).onEnded(ends.add))
        hand.at(0, .down(1, 100, 100))
        hand.at(20, .down(2, 200, 140))
        hand.at(40, .move(2, 220, 140))
        hand.at(80, .lift(1))
        hand.at(85, .move(2, 230, 140))
        hand.at(90, .lift(2))
        #expect(ends.all == [SpatialTapGesture.Value(location: Point(x: 160, y: 120))])
    }

    @Test func `only the accepted numbers of fingers tap`() {
        let ends = Recorder<String>()
        var hand = Hand(TapGesture(fingers: [2, 3]).onEnded { ends.add("tap") })
        hand.tap(at: 0)
        #expect(ends.all.isEmpty)
        hand.at(1000, .down(1, 100, 100), .down(2, 200, 100))
        hand.at(1050, .lift(1), .lift(2))
        #expect(ends.all == ["tap"])
    }
}
