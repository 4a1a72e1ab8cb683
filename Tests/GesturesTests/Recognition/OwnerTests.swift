import ExampleViews
import GestureModel
import Gestures
import Strokes
import Testing

/// Objects that own their recogniser, as documents write them, released in every phase of a gesture.
@Suite struct OwnerTests {
    /// What the finger has done when the owner is released.
    enum Phase: CaseIterable {
        case untouched, down, moved, pressed, lifted, tappedOnce, cancelled, removed
    }

    private final class Owner {
        @GestureState var offset = Vector.zero
        @State var position = Vector.zero
        private(set) var pressed = 0
        private let released: Recorder<Int>
        private(set) lazy var shown = $offset.shown { $0 }
        private(set) lazy var recogniser = GestureRecogniser(
            gesture, region: Region(x: 0, y: 0, width: 900, height: 900))

        init(_ released: Recorder<Int>) {
            self.released = released
            $offset.onChange { [weak self] change in self?.position = change.newValue }
        }

        deinit { released.add(pressed) }

        var gesture: some Gesture {
            DragGesture()
                .updating($offset) { value, state, transaction in
                    state = value.translation
                    transaction.animation = .smooth
                }
                .onChanged { [weak self] value in self?.position = value.translation }
                .onCancelled { [weak self] _ in
                    guard let self else { return }
                    position = .zero
                }
                .simultaneously(
                    with: onLongPressGesture { [weak self] in
                        self?.pressed += 1
                    } onPressingChanged: { [weak self] _ in
                        self?.position += .zero
                    }
                )
                .simultaneously(
                    with: TapGesture(count: 2).exclusively(before: TapGesture()).onEnded { [weak self] _ in
                        self?.pressed += 1
                    })
        }
    }

    @Test(arguments: Phase.allCases) func `owners are released in each phase`(_ phase: Phase) {
        let released = Recorder<Int>()
        for _ in 0..<1250 {
            let owner = Owner(released)
            _ = owner.shown.value(at: milliseconds(0))
            Self.touch(owner.recogniser, until: phase)
        }
        #expect(released.all.count == 1250)
    }

    private static func touch(_ recogniser: GestureRecogniser, until phase: Phase) {
        var fingers = Strokes.Hand()
        guard phase != .untouched else { return }
        recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10)]))
        switch phase {
        case .untouched, .down: break
        case .moved: recogniser.update(fingers.frame(at: milliseconds(8), [.move(1, 90, 10)]))
        case .pressed: recogniser.expire(at: milliseconds(600))
        case .lifted:
            recogniser.update(fingers.frame(at: milliseconds(8), [.move(1, 90, 10)]))
            recogniser.update(fingers.frame(at: milliseconds(16), [.lift(1)]))
        case .tappedOnce: recogniser.update(fingers.frame(at: milliseconds(50), [.lift(1)]))
        case .cancelled: recogniser.cancel(.focusChanged, at: milliseconds(20))
        case .removed: recogniser.remove()
        }
    }

    @Test(arguments: Phase.allCases) func `the documents' views are released in each phase`(_ phase: Phase) {
        let now = { milliseconds(0) }
        func release(_ makeView: () -> some View) {
            let view = makeView()
            let recogniser = GestureRecogniser(view.gesture)
            var fingers = Strokes.Hand()
            recogniser.update(fingers.frame(at: milliseconds(0), [.down(1, 10, 10)]))
            Self.touch(recogniser, until: phase)
        }
        weak var last: HoldToDelete?
        for _ in 0..<20 {
            release { CardCarousel(now: now) }
            release { CarouselComparison(now: now) }
            release { DraggableChip() }
            release { HapticLongPress(now: now) { _ in } }
            release {
                let view = HoldToDelete(now: now)
                last = view
                return view
            }
            release { PressableButton() }
            release { ProgressiveLongPress(now: now) }
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

    @Test func `callbacks attach, remove and cancel`() {
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
                        attached.first?.remove()
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
