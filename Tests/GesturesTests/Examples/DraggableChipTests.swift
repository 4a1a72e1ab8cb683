import GestureModel
import Gestures
import Strokes
import Testing

@testable import ExampleViews

@Suite struct DraggableChipTests {
    private let bench = Bench()
    private let chip = DraggableChip()

    init() { bench.show(chip) }

    @Test(arguments: reasons)
    func `a cancelled drag returns the chip to zero with the transaction's spring`(_ reason: CancellationReason) {
        var resets: [Animation?] = []
        chip.$dragOffset.onChange { change in
            if change.newValue == .zero { resets.append(change.transaction.animation) }
        }
        bench.drag(by: Vector(dx: 60, dy: 30))
        // The chip is at rest under the finger, so that its return is only the spring's.
        bench.cancel(reason, at: 3000)
        #expect(chip.dragOffset == .zero)
        #expect(resets == [.smooth])
        for time in [3000.0, 3100, 3250, 3500] {
            let distance: Double = Spring.smooth.value(target: 60, time: (time - 3000) / 1000)
            #expect(abs(chip.offset.value(at: timestamp(time)).dx - (60 - distance)) < 0.01)
        }
        #expect(chip.offset.value(at: timestamp(6000)) == .zero)
    }

    @Test func `a device that is removed during a drag returns the chip to zero`() throws {
        var furthest = 0.0
        chip.$dragOffset.onChange { furthest = max(furthest, $0.newValue.dx) }
        try bench.play(ExampleStroke.cutOffDrag.recording)
        #expect((58...62).contains(furthest), "\(furthest) pt")
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: bench.now).dx > 50, "it springs back from its position")
        #expect(chip.offset.value(at: bench.now + .milliseconds(2000)) == .zero)
    }

    @Test func `a gesture that is removed returns the chip to zero`() {
        bench.drag(by: Vector(dx: 60, dy: 30))
        bench.remove()
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: timestamp(3000)) == .zero)
    }

    @Test func `the line shows the chip's offset`() {
        let middle = "············●············    0.0"
        #expect(chip.body(at: timestamp(0)) == ["Drag me  x \(middle)  y \(middle)"])
        bench.drag(by: Vector(dx: 60, dy: -30))
        bench.wait(until: 3000)
        #expect(chip.body(at: bench.now)[0].contains("·│·····●······   60.0  y ·········●··│············  -30.0"))
    }
}
