import GesturesFoundation
import Strokes
import Testing

/// The samples of Migration.md, and the statements about them.
@Suite struct MigrationSamples {
    struct Sticker {
        @State var position: CGSize = .zero
        @GestureState var dragOffset: CGSize = .zero

        var gesture: some Gesture {
            DragGesture()
                .updating($dragOffset) { value, state, transaction in
                    state = value.translation
                    transaction.animation = .smooth
                }
                .onEnded { value in
                    position.width += value.translation.width
                    position.height += value.translation.height
                }
        }
    }

    @Test func `SwiftUI's sticker stays where it was dragged`() {
        let sticker = Sticker()
        let offset = shown(sticker.$position, sticker.$dragOffset) { position, dragOffset in
            CGSize(width: position.width + dragOffset.width, height: position.height + dragOffset.height)
        }

        var hand = Hand(sticker.gesture)
        hand.drag(by: Vector(dx: 60, dy: 30))
        #expect(sticker.dragOffset == CGSize(width: 60, height: 30))
        hand.wait(until: 2000)
        #expect(offset.value(at: milliseconds(2000)) == CGSize(width: 60, height: 30))
        hand.at(2000, .lift(1))
        #expect(sticker.dragOffset == .zero && sticker.position == CGSize(width: 60, height: 30))
        for time in stride(from: Int64(2000), through: 3000, by: 16) {
            #expect(isClose(offset.value(at: milliseconds(time)).width, 60, within: 0.01))
        }
    }

    @Test func `a drag and an exclusive gesture replace UIKit's pan and tap recognisers`() {
        var notes: [String] = []
        func follow(_ translation: CGSize) { notes.append("\(translation.width)") }
        func fling(_ velocity: CGSize) { notes.append(velocity.width > 500 ? "fling" : "rest") }
        func snapBack(_ reason: CancellationReason) { notes.append(reason.name) }

        let pan = DragGesture(minimumDistance: 10, fingers: [1, 2])
            .onChanged { value in follow(value.translation) }
            .onEnded { value in fling(value.velocity) }
            .onCancelled { reason in snapBack(reason) }
        let single = TapGesture(count: 2).exclusively(before: TapGesture())

        var hand = Hand(pan)
        hand.drag(by: Vector(dx: 100, dy: 0))
        hand.at(88, .lift(1))
        #expect(notes.last == "fling" && notes.first == "10.0")
        hand.drag(at: 1000, by: Vector(dx: 100, dy: 0))
        hand.cancel(.deviceLost, at: 1090)
        #expect(notes.last == "deviceLost")
        var taps = 0
        var other = Hand(single.onEnded { _ in taps += 1 })
        other.tap(at: 0)
        other.tap(at: 150)
        other.wait(until: 1000)
        #expect(taps == 1)
    }
}
