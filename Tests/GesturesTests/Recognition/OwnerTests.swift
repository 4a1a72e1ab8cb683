import ExampleViews
import GestureModel
import Gestures
import Strokes
import Testing
import release_owners

/// Objects that own their recogniser, as documents write them, released in every phase of a gesture.
@Suite struct OwnerTests {
    /// `make sanitize` releases ten thousand in each phase.
    @Test(arguments: Owner.Phase.allCases) func `owners are released in each phase`(_ phase: Owner.Phase) {
        var released = 0
        Owner.release(100, in: phase) { released += 1 }
        #expect(released == 100)
    }

    @Test(arguments: Owner.Phase.allCases) func `the documents' views are released in each phase`(
        _ phase: Owner.Phase
    ) {
        func release(_ makeView: () -> some View) {
            let view = makeView()
            let recogniser = GestureRecogniser(view.gesture)
            var fingers = Strokes.Hand()
            recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10)]))
            phase.touch(recogniser)
        }
        weak var last: Recorder<SensoryFeedback>?
        for _ in 0..<20 {
            release { CardCarousel() }
            release { CarouselComparison() }
            release { DraggableChip() }
            release {
                let played = Recorder<SensoryFeedback>()
                last = played
                return HapticLongPress(play: played.add)
            }
            release { HoldToDelete() }
            release { PressableButton() }
            release { ProgressiveLongPress() }
            release { RepositionableSticker() }
            release { AxisLockedCircle() }
        }
        #expect(last == nil)
    }

    /// In each callback, the owner of the recogniser that runs it is released.
    @Test func `an owner is released inside its own callbacks`() {
        final class Holder {
            var recogniser: GestureRecogniser?
            var touches: TouchFrameBuilder?
        }
        let notes = Recorder<String>()
        for name in ["changed", "ended", "cancelled", "updated"] {
            for usesBuilder in [false, true] {
                let holder = Holder()
                let state = GestureState(wrappedValue: 0)
                func callback(_ current: String) {
                    guard current == name else { return }
                    notes.add(name)
                    (holder.recogniser, holder.touches) = (nil, nil)
                }
                let gesture = DragGesture(minimumDistance: 0)
                    .updating(state) { _, state, _ in
                        state += 1
                        callback("updated")
                    }
                    .onChanged { _ in callback("changed") }
                    .onEnded { _ in callback("ended") }
                    .onCancelled { _ in callback("cancelled") }
                if usesBuilder {
                    holder.touches = TouchFrameBuilder()
                    holder.touches?.attach(gesture)
                    holder.touches?.touchDown(1, at: .zero, time: milliseconds(0))
                    holder.touches?.touchMoved(1, to: Point(x: 9, y: 9), time: milliseconds(8))
                    if name == "cancelled" { holder.touches?.cancelAll(.focusChanged, time: milliseconds(9)) }
                    holder.touches?.touchUp(1, time: milliseconds(16))
                    holder.touches?.flush()
                } else {
                    holder.recogniser = GestureRecogniser(gesture)
                    var fingers = Strokes.Hand()
                    holder.recogniser?.update(fingers.frame(at: milliseconds(0), [.down(1, 0, 0)]))
                    holder.recogniser?.update(fingers.frame(at: milliseconds(8), [.move(1, 9, 9)]))
                    if name == "cancelled" { holder.recogniser?.cancel(.focusChanged, at: milliseconds(9)) }
                    holder.recogniser?.update(fingers.frame(at: milliseconds(16), [.lift(1)]))
                }
                #expect(state.wrappedValue == 0 && holder.recogniser == nil && holder.touches == nil)
            }
        }
        #expect(notes.all.count == 8)
    }

    @Test func `callbacks may attach, remove and cancel gestures`() {
        let touches = TouchFrameBuilder()
        let notes = Recorder<String>()
        var attached: [GestureRecogniser] = []
        func attach(_ depth: Int) {
            guard depth < 4 else { return }
            attached.append(
                touches.attach(
                    DragGesture(minimumDistance: 0).onChanged { _ in
                        notes.add("\(depth)")
                        attach(depth + 1)
                        attached.first?.detach()
                        touches.cancelAll(.requested, time: milliseconds(1000))
                    }))
        }
        attach(0)
        for time in 0..<4 {
            touches.touchDown(time, at: .zero, time: milliseconds(Int64(time) * 2000))
            touches.touchUp(time, time: milliseconds(Int64(time) * 2000 + 8))
        }
        touches.flush()
        #expect(notes.all.prefix(2) == ["0", "1"])
    }
}
