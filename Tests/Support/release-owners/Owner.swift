import GestureModel
package import Gestures
import Strokes

/// An object that owns its recogniser, as the documents show it, to be released in each phase of a gesture.
package final class Owner {
    /// What the finger has done when the owner is released.
    package enum Phase: CaseIterable, Sendable {
        case untouched, down, moved, pressed, lifted, tappedOnce, cancelled, removed
    }

    @GestureState private var offset = Vector.zero
    @State private var position = Vector.zero
    private var pressed = 0
    private let onRelease: () -> Void
    private lazy var shown = $offset.shown { $0 }
    private lazy var recogniser = GestureRecogniser(gesture, region: Region(x: 0, y: 0, width: 900, height: 900))

    package init(onRelease: @escaping () -> Void) {
        self.onRelease = onRelease
        $offset.onChange { [weak self] change in self?.position = change.newValue }
    }

    deinit { onRelease() }

    private var gesture: some Gesture {
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

    /// Creates this number of owners, and releases each in this phase.
    package static func release(_ count: Int, in phase: Phase, onRelease: @escaping () -> Void) {
        for _ in 0..<count {
            let owner = Owner(onRelease: onRelease)
            _ = owner.shown.value(at: Timestamp(microseconds: 0))
            phase.touch(owner.recogniser)
        }
    }
}

extension Owner.Phase {
    /// Sends what the finger does until this phase.
    package func touch(_ recogniser: GestureRecogniser) {
        var fingers = Strokes.Hand()
        func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }
        func send(_ milliseconds: Int64, _ touch: Touch) {
            recogniser.update(fingers.frame(at: at(milliseconds), [touch]))
        }
        guard self != .untouched else { return }
        send(0, .down(1, 10, 10))
        switch self {
        case .untouched, .down: break
        case .moved: send(8, .move(1, 90, 10))
        case .pressed: recogniser.expire(at: at(600))
        case .lifted:
            send(8, .move(1, 90, 10))
            send(16, .lift(1))
        case .tappedOnce: send(50, .lift(1))
        case .cancelled: recogniser.cancel(.focusChanged, at: at(20))
        case .removed: recogniser.detach()
        }
    }
}
