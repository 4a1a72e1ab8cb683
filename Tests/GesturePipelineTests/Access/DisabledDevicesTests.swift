import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// Touchpads that a desktop has disabled.
@Suite struct DisabledDevicesTests {
    private var bench = Bench.with(.alice)
    private let drag = #"{"drag":{"fingers":1}}"#

    private mutating func disable(_ source: ClientSession, _ devices: String, at milliseconds: Double = 0, id: Int = 1)
    {
        bench.send(source, #"{"type":"disabled","id":\#(id),"devices":[\#(devices)]}"# + "\n", at: milliseconds)
    }

    private func off(_ client: ClientSession) -> [String] {
        bench.pipeline.devices.map { $0.touchDevice.off?.rawValue ?? "on" }
    }

    @Test mutating func `a disabled device starts nothing, and its gestures end, until its desktop ends`() {
        let client = bench.client(drag, #""scope":"session""#, Person.alice.peer(10))
        let source = bench.source(.alice)
        bench.drag(from: 0)
        disable(source, #"{"name":"Screen"}"#, at: 12)
        #expect(bench.read(client) == ["1 began 1", "1 cancelled 1 deviceLost", "changed event1 open"])
        #expect(off(client) == ["disabled"])
        bench.at(16, .lift(0))
        bench.drag(from: 100)
        bench.at(120, .lift(0))
        #expect(bench.read(client) == [])
        bench.pipeline.disconnect(source, at: Timestamp(200))
        #expect(bench.read(client) == ["changed event1 open"])
        bench.drag(from: 300)
        #expect(bench.read(client) == ["1 began 2"])
    }

    @Test mutating func `the last report counts, also for devices that come later`() {
        let source = bench.source(.alice)
        disable(source, #"{"kind":"touchscreen"},{"id":"event2"}"#)
        bench.add("event2", kind: .touchpad)
        bench.add("event3", kind: .touchpad)
        #expect(off(source) == ["disabled", "disabled", "on"])
        disable(source, "", id: 2)
        #expect(off(source) == ["on", "on", "on"])
        #expect(bench.text(source).contains(#"{"type":"ok","id":2}"#))
    }

    @Test mutating func `a closed lid is the reason of a disabled device, which is not on when the lid opens`() {
        let source = bench.source(.alice)
        disable(source, #"{"id":"event1"}"#)
        bench.pipeline.setOff(.lidClosed, of: bench.pipeline.devices[0], at: Timestamp(1))
        #expect(off(source) == ["lidClosed"])
        bench.pipeline.setOff(nil, of: bench.pipeline.devices[0], at: Timestamp(2))
        #expect(off(source) == ["disabled"])
        disable(source, "", at: 3, id: 2)
        #expect(off(source) == ["on"])
    }

    @Test mutating func `a desktop disables devices while its user is active, and for no other user`() {
        let source = bench.source(.alice)
        disable(source, #"{"id":"event1"}"#)
        bench.seat(.bob, at: 10)
        #expect(off(source) == ["on"])
        let other = bench.source(.alice)
        disable(other, #"{"id":"event1"}"#, at: 20)
        #expect(off(source) == ["on"])
        bench.seat(.alice, at: 30)
        #expect(off(source) == ["disabled"])
    }

    @Test mutating func `changes beyond 20 a second are refused, and the last ones stay`() {
        let source = bench.source(.alice)
        for id in 1...21 { disable(source, id % 2 == 1 ? #"{"id":"event1"}"# : "", at: 100, id: id) }
        let answers = bench.text(source)
        #expect(answers.contains(#"{"type":"ok","id":20}"#))
        #expect(answers.contains(#""id":21,"code":"tooManyOutputs""#), "\(answers)")
        #expect(off(source) == ["on"])
        disable(source, #"{"id":"event1"}"#, at: 1200, id: 22)
        #expect(off(source) == ["disabled"])
    }

    @Test mutating func `what is no device is refused, and named`() {
        let source = bench.source(.alice)
        disable(source, #"{"seat":"seat0"}"#)
        #expect(bench.text(source).contains("devices[0]"))
        disable(source, Array(repeating: #"{"id":"a"}"#, count: 65).joined(separator: ","), id: 2)
        #expect(bench.text(source).contains("devices: expected at most 64 elements, found 65"))
        #expect(off(source) == ["on"])
    }
}
