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
    func `a cancelled drag leaves the chip at zero, by the transaction's spring`(_ reason: CancellationReason) {
        var resets: [Animation?] = []
        chip.$dragOffset.onChange { change in
            if change.newValue == .zero { resets.append(change.transaction.animation) }
        }
        bench.drag(by: Vector(dx: 60, dy: 30))
        // At rest under the finger, so that the way home is the spring's alone.
        bench.cancel(reason, at: 3000)
        #expect(chip.dragOffset == .zero)
        #expect(resets == [.smooth])
        for time in [3000.0, 3100, 3250, 3500] {
            let way: Double = Spring.smooth.value(target: 60, time: (time - 3000) / 1000)
            #expect(abs(chip.offset.value(at: milliseconds(time)).dx - (60 - way)) < 0.01)
        }
        #expect(chip.offset.value(at: milliseconds(6000)) == .zero)
    }

    @Test func `a device that is lost under the finger leaves the chip at zero`() throws {
        var furthest = 0.0
        chip.$dragOffset.onChange { furthest = max(furthest, $0.newValue.dx) }
        try bench.play(ExampleStroke.cutOffDrag.recording)
        #expect((58...62).contains(furthest), "\(furthest) pt")
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: bench.now).dx > 50, "it springs home from where it was")
        #expect(chip.offset.value(at: bench.now + .milliseconds(2000)) == .zero)
    }

    @Test func `a gesture that is taken off leaves the chip at zero`() {
        bench.drag(by: Vector(dx: 60, dy: 30))
        bench.remove()
        #expect(chip.dragOffset == .zero)
        #expect(chip.offset.value(at: milliseconds(3000)) == .zero)
    }

    @Test func `the line shows where the chip is`() {
        let middle = "············●············    0.0"
        #expect(chip.body(at: milliseconds(0)) == ["Drag me  x \(middle)  y \(middle)"])
        bench.drag(by: Vector(dx: 60, dy: -30))
        bench.wait(until: 3000)
        #expect(chip.body(at: bench.now)[0].contains("·│·····●······   60.0  y ·········●··│············  -30.0"))
    }
}
