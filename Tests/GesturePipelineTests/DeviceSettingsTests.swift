import GestureModel
import GesturePipeline
import GestureProtocol
import GestureRecognition
import Testing
import TouchInput

@Suite struct DeviceSettingsTests {
    /// Two screens; the first has these settings.
    private func bench(_ change: (inout DeviceSettings) -> Void) -> Bench {
        var settings = DeviceSettings()
        change(&settings)
        var bench = Bench(screens: [])
        bench.add("event1", settings: settings)
        bench.add("event2")
        return bench
    }

    /// Thresholds in which a drag needs 30 mm.
    private static let stiff: Thresholds = {
        var thresholds = Thresholds()
        thresholds.drag.minimumDistance = 30 / Surface.millimetresPerPoint
        return thresholds
    }()

    @Test func `clients receive a device whose settings change what it assumes`() {
        var bench = bench { _ in }
        let client = bench.client(#"{"drag":{}}"#)
        _ = bench.messages(client)
        var settings = DeviceSettings()
        settings.remarks = ["its quirk is off"]
        bench.pipeline.setSettings(settings, of: bench.pipeline.devices[0])
        let device = bench.pipeline.devices[0].touchDevice
        #expect(device.assumption?.contains("its quirk is off") == true)
        #expect(bench.messages(client) == [.deviceChanged(device)])
        bench.pipeline.setSettings(settings, of: bench.pipeline.devices[0])
        #expect(bench.messages(client).isEmpty)
    }

    @Test func `a device's own thresholds apply to no other device`() {
        var bench = bench { $0.thresholds = Self.stiff }
        let client = bench.client(#"{"drag":{}}"#)
        bench.drag(from: 0, on: 0)
        #expect(bench.read(client) == [])
        bench.drag(from: 0, on: 1)
        #expect(bench.gestures(client).map(\.device) == ["event2"])
    }

    @Test func `a parameter in an expression overrides the device's thresholds`() {
        var bench = bench { $0.thresholds = Self.stiff }
        let client = bench.client(#"{"drag":{"minimumDistance":10}}"#)
        bench.drag(from: 0, on: 0)
        #expect(bench.gestures(client).first?.device == "event1")
    }

    @Test func `expressions that resolve to the same gesture on a device share one group`() {
        var bench = bench { $0.thresholds = Self.stiff }
        let clients = [
            bench.client(#"{"drag":{}}"#),
            bench.client(#"{"drag":{"minimumDistance":\#(Self.stiff.drag.minimumDistance)}}"#),
        ]
        bench.at(0, on: 0, .down(0, 10, 10))
        bench.at(40, on: 0, .move(0, 60, 10))
        let gestures = clients.map { bench.gestures($0).map(\.gesture) }
        #expect(gestures[0] == gestures[1] && !gestures[0].isEmpty)
    }

    @Test func `the positions, size and regions of a turned device are turned`() {
        var bench = bench { $0.surface.transform = SurfaceTransform(.quarter) }
        #expect(bench.pipeline.devices.map { Int($0.touchDevice.surface.millimetres.dx.rounded()) } == [80, 100])
        let client = bench.client(#"{"tap":{}}"#, #""units":"millimetres""#)
        // The device's lower left corner is the visible upper left corner.
        let region = #""units":"millimetres","region":{"x":0,"y":0,"width":10,"height":10}"#
        let corner = bench.client(#"{"tap":{}}"#, region)
        bench.tap(at: 0, 5, 77)
        #expect(bench.gestures(client).first?.tap?.location == Point(x: 3, y: 5))
        #expect(bench.read(corner) == ["1 began 1", "1 ended 1"])
        bench.tap(at: 1000, 5, 5)
        #expect(bench.read(corner) == [])
    }

    @Test func `the assumption and remarks about a device are in its description`() {
        let bench = bench {
            $0.surface.size = Vector(dx: 50, dy: 40)
            $0.remarks = ["rotation by f, line 1", "palmSize by f, line 4"]
        }
        #expect(
            bench.pipeline.devices.map(\.touchDevice.assumption) == [
                "50 × 40 mm from the configuration; rotation by f, line 1; palmSize by f, line 4", nil,
            ])
    }
}
