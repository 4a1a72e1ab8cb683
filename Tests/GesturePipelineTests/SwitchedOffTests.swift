import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// A device under a closed lid, or a touchpad that is folded away.
@Suite struct SwitchedOffTests {
    private var bench = Bench()

    private mutating func set(_ off: TouchDevice.OffReason?, at milliseconds: Double) {
        bench.pipeline.setOff(off, of: bench.pipeline.devices[0], at: Timestamp(milliseconds))
    }

    @Test mutating func `the gestures of a device that is switched off are cancelled, and it starts nothing`() {
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0)
        set(.lidClosed, at: 12)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 deviceLost", "changed event1 open"])
        bench.at(20, .move(0, 40, 10))
        bench.at(30, .lift(0))
        bench.drag(from: 100)
        #expect(bench.read(client) == [])
    }

    @Test mutating func `a device that is on again has the next touches, not those that were down`() {
        let client = bench.client(#"{"drag":{}}"#)
        set(.tabletMode, at: 0)
        bench.at(10, .down(0, 10, 10))
        set(nil, at: 20)
        bench.at(30, .move(0, 40, 10))
        bench.at(40, .lift(0))
        #expect(bench.read(client) == ["changed event1 open", "changed event1 open"])
        bench.drag(from: 50)
        #expect(bench.read(client) == ["1 began 1"])
    }

    @Test mutating func `clients see why a device is off, once`() {
        let client = bench.connect()
        set(.lidClosed, at: 0)
        set(.lidClosed, at: 1)
        set(.tabletMode, at: 2)
        set(nil, at: 3)
        let shown = bench.messages(client).map { message in
            if case .deviceChanged(let device) = message { device.off?.rawValue ?? "on" } else { "\(message)" }
        }
        #expect(shown == ["lidClosed", "tabletMode", "on"])
    }

    @Test mutating func `a pen that leaves does not switch a device on`() {
        let client = bench.client(#"{"tap":{}}"#)
        set(.lidClosed, at: 0)
        bench.penArrives(at: 1)
        bench.penLeaves(at: 2)
        bench.tap(at: 1000)
        #expect(bench.read(client) == ["changed event1 open"])
    }
}
