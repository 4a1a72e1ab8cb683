import DaemonSimulation
import GestureModel
import GesturePipeline
import Strokes
import Testing
import TouchInput
import TouchRecordings

/// Tests the shadow model itself: each test plants one fault in lines that a client received.
@Suite struct PlantedFaultTests {
    /// A fault of a daemon, as a change to the lines of a correct one.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let breaks: Promise
        let plant: @Sendable (inout [String]) -> Void

        init(_ description: String, _ breaks: Promise, _ plant: @escaping @Sendable (inout [String]) -> Void) {
            testDescription = description
            self.breaks = breaks
            self.plant = plant
        }
    }

    private static let sent = """
        {"type":"subscribe","id":1,"gesture":{"drag":{"fingers":[1,2]}}}
        {"type":"subscribe","id":2,"gesture":{"tap":{}}}
        {"type":"subscribe","id":3,"gesture":{"longPress":{"minimumDuration":0.2}},"units":"normalized"}
        nonsense
        {"type":"subscribe","id":5,"gesture":{"drag":{"minimumDistance":0}}}
        {"type":"subscribe","id":7,"gesture":{"magnify":{"minimumScaleDelta":0.1}}}
        {"type":"subscribe","id":8,"gesture":{"rotate":{}},"units":"millimetres"}
        {"type":"subscribe","id":9,"gesture":{"sequence":[{"longPress":{"minimumDuration":0.3}},{"simultaneous":[{"drag":{}},{"tap":{}}]}]}}
        {"type":"subscribe","id":10,"gesture":{"exclusive":[{"tap":{"count":2}},{"drag":{"minimumDistance":30}},{"drag":{}}]}}
        {"type":"subscribe","id":11,"gesture":{"race":[{"tap":{}},{"longPress":{"minimumDuration":0.3}},{"drag":{}}]}}
        {"type":"subscribe","id":12,"gesture":{"sequence":[{"tap":{}},{"drag":{}}]}}
        {"type":"subscribe","id":13,"gesture":{"swipe":{"minimumVelocity":100,"minimumLiftVelocity":100,"edges":["left","top"],"edgeDistance":120}}}
        {"type":"subscribe","id":14,"gesture":{"sequence":[{"longPress":{}},{"drag":{}}]},"explain":true}

        """

    /// A tap, a press that completes, a press that fails because a drag begins, a pinch, a turn, a flick from the left; then
    /// a drag that a request cancels, and one that the loss of the device cancels.
    private static let received: [String] = {
        var script = StrokeScript(on: .touchscreen, seed: 5)
        script.tap(at: Point(x: 50, y: 50))
        script.pause(.milliseconds(500))
        script.longPress(at: Point(x: 80, y: 50), duration: .milliseconds(400))
        script.pause(.milliseconds(500))
        script.drag(from: Point(x: 100, y: 100), to: Point(x: 160, y: 120), duration: .milliseconds(200))
        script.pause(.milliseconds(500))
        script.pinch(at: Point(x: 150, y: 100), spans: (from: 30, to: 60), duration: .milliseconds(300))
        script.pause(.milliseconds(500))
        script.turn(at: Point(x: 150, y: 100), span: 40, by: 1, duration: .milliseconds(300))
        script.pause(.milliseconds(500))
        script.flick(from: Point(x: 8, y: 60), to: Point(x: 40, y: 62))
        script.pause(.milliseconds(500))
        let cut = script.now
        script.drag(from: Point(x: 100, y: 100), to: Point(x: 200, y: 120), duration: .milliseconds(300))
        var daemon = SimulatedDaemon()
        daemon.play([.add(device: 0, script.recording), .connect(client: 0, .promptly)])
        daemon.play(.send(client: 0, Array(sent.utf8)))
        var isCut = false
        for event in script.recording.events where event.time < cut + .milliseconds(250) {
            if !isCut, event.time > cut + .milliseconds(150) {
                isCut = true
                daemon.play(.send(#"{"type":"unsubscribe","id":6,"subscription":4}"#))
            }
            daemon.play(.event(device: 0, .event(event)))
        }
        daemon.play(.remove(device: 0))
        daemon.stop()
        return daemon.text.split(separator: "\n").map(String.init)
    }()

    private static func violations(in lines: [String]) -> [Violation] {
        var shadow = ShadowModel()
        shadow.send(sent.utf8)
        shadow.send(#"{"type":"unsubscribe","id":6,"subscription":4}"#.utf8 + [10])
        for line in lines { shadow.receive(line.utf8 + [10]) }
        shadow.close()
        return shadow.violations
    }

    @Test func `the lines that a correct daemon sends break no promise`() {
        #expect(Self.violations(in: Self.received).isEmpty)
        let reasons = ["failed", "unsubscribed", "deviceLost"]
        for reason in reasons { #expect(Self.received.contains { $0.contains(#""reason":"\#(reason)""#) }) }
    }

    @Test(arguments: faults)
    func `the shadow model finds a planted fault`(fault: Fault) {
        var lines = Self.received
        fault.plant(&lines)
        #expect(lines != Self.received, "nothing was planted")
        let found = Self.violations(in: lines)
        #expect(found.contains { $0.promise == fault.breaks }, "found \(found)")
    }

    @Test func `the received lines contain compositions that begin, win, lose and wait`() {
        for kind in ["sequence", "exclusive", "race"] {
            for phase in ["began", "ended"] {
                #expect(
                    Self.received.contains { $0.contains(#""phase":"\#(phase)","#) && $0.contains(#""\#(kind)":["#) })
            }
        }
        for word in ["outcompeted", "nothingFollowed"] {
            #expect(Self.received.contains { $0.contains(word) })
        }
    }

    @Test func `the planted faults break every promise except that of fresh contacts`() {
        let broken = Set(Self.faults.map(\.breaks))
        #expect(Promise.allCases.filter { !broken.contains($0) } == [.freshContacts])
    }
}
