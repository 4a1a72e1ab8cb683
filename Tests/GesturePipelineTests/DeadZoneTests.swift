import GestureModel
import GesturePipeline
import GestureProtocol
import Testing
import TouchInput

/// A touchscreen with strips at its edges in which nothing begins.
@Suite struct DeadZoneTests {
    private var bench = Bench(screens: [])

    init() {
        var settings = DeviceSettings()
        settings.surface.deadZone = DeadZone(millimetres: 5, 0, 0, 20)
        bench.add("event1", settings: settings)
    }

    @Test mutating func `what comes down in a strip starts nothing until it lifts, wherever it goes`() {
        let client = bench.client(#"{"drag":{}}"#)
        bench.at(0, .down(0, 4.9, 30))
        bench.at(8, .move(0, 15, 30))
        bench.at(16, .lift(0))
        #expect(bench.read(client) == [])
        // The same slot, beside the strip.
        bench.at(24, .down(0, 5.1, 30))
        bench.at(32, .move(0, 15, 30))
        #expect(bench.read(client) == ["1 began 1"])
    }

    @Test mutating func `a finger next to one in a strip is alone`() {
        let client = bench.client(#"{"tap":{"fingers":[1,2]}}"#)
        bench.at(0, .down(0, 1, 30), .down(1, 40, 30))
        bench.at(60, .lift(1))
        bench.at(70, .lift(0))
        #expect(bench.gestures(client).map(\.value.fingers) == [1, 1])
    }

    @Test mutating func `the other edges have none, and a finger may enter a strip`() {
        let client = bench.client(#"{"drag":{}}"#)
        bench.at(0, .down(0, 40, 1))
        bench.at(8, .move(0, 40, 20))
        bench.at(16, .move(0, 1, 20))
        bench.at(24, .lift(0))
        #expect(bench.read(client) == ["1 began 1", "1 changed 1", "1 ended 1"])
    }

    @Test mutating func `contacts show the state`() {
        let client = bench.connect()
        bench.send(client, #"{"type":"subscribe","id":1,"contacts":true}"# + "\n")
        bench.at(0, .down(0, 1, 30), .down(1, 40, 30))
        #expect(bench.read(client) == ["ok 1 is 1", "1 contacts 1 began deadZone, 2 began finger"])
    }
}
