import GestureModel
import GesturePipeline
import GestureRecognition
import TOML
import Testing
import TouchInput

@testable import GestureConfiguration

@Suite struct DeviceSectionTests {
    private static let touchpad = DeviceIdentity(
        id: "event4", name: "ELAN1200 Touchpad", kind: .touchpad, bus: 0x18, vendor: 0x04F3, product: 0x31B9)

    private func settings(
        _ toml: String, of device: DeviceIdentity = touchpad, quirks: DeviceQuirks = DeviceQuirks(),
        calibration: SurfaceTransform? = nil
    ) throws -> DeviceSettings {
        try Configuration(toml: toml, file: "f").settings(for: device, quirks: quirks, calibration: calibration)
    }

    @Test func `every key reaches its own setting`() throws {
        let settings = try settings(
            """
            [[device]]
            name = "*"
            size = [100, 60.5]
            calibration = [-1, 0, 1, 0, -1, 1]
            palmPressure = 1
            palmSize = 2
            thumbPressure = 3
            thumbSize = 0
            pressureRange = [10, 8]
            touchSizeRange = [20, 18]
            """)
        var expected = DeviceSettings()
        expected.surface.size = Vector(dx: 100, dy: 60.5)
        expected.surface.transform = SurfaceTransform(.half)
        expected.quirks.palmPressure = 1
        expected.quirks.palmSize = 2
        expected.quirks.thumbPressure = 3
        expected.quirks.thumbSize = .max
        expected.quirks.pressureRange = .init(down: 10, up: 8)
        expected.quirks.touchSizeRange = .init(down: 20, up: 18)
        expected.remarks = [
            "calibration, palmPressure, palmSize, thumbPressure, thumbSize, pressureRange, touchSizeRange by f, line 1"
        ]
        #expect(settings == expected)
    }

    @Test(
        arguments: [
            #"name = "ELAN* Touchpad""#, #"name = "ELAN1?00*""#, "vendor = 0x04F3", "vendor = 1267", "product = 0x31b9",
            #"kind = "touchpad""#, #"id = "event4""#, #"id = "event?""#,
            "vendor = 0x04F3\nproduct = 0x31B9\nkind = 'touchpad'\nname = '*'\nid = '*'",
        ])
    func `a section applies to a device that matches all it names`(_ match: String) throws {
        #expect(try settings("[[device]]\n\(match)\npalmSize = 5").quirks.palmSize == 5)
    }

    @Test(
        arguments: [
            #"name = "ELAN""#, #"name = "elan*""#, "vendor = 0x04F4", "product = 0x31B8", #"kind = "touchscreen""#,
            #"id = "event5""#, "vendor = 0x04F3\nproduct = 1",
        ])
    func `a section does not apply to a device that differs in one thing`(_ match: String) throws {
        #expect(try settings("[[device]]\n\(match)\npalmSize = 5") == DeviceSettings())
    }

    @Test func `a later section overrides an earlier one, key by key`() throws {
        let settings = try settings(
            """
            [[device]]
            kind = "touchpad"
            palmSize = 1
            thumbSize = 1
            [device.tap]
            maximumDistance = 20
            maximumSpacing = 50
            [[device]]
            vendor = 0x04F3
            palmSize = 2
            [device.tap]
            maximumDistance = 30
            """)
        #expect([settings.quirks.palmSize, settings.quirks.thumbSize] == [2, 1])
        #expect([settings.thresholds?.tap.maximumDistance, settings.thresholds?.tap.maximumSpacing] == [30, 50])
        #expect(
            settings.remarks == [
                "palmSize, thumbSize, tap.maximumDistance, tap.maximumSpacing by f, line 1",
                "palmSize, tap.maximumDistance by f, line 8",
            ])
    }

    @Test func `a device's own thresholds change the global ones, wherever in the file they are`() throws {
        let settings = try settings(
            """
            [[device]]
            name = "*"
            [device.tap]
            maximumDistance = 20
            [device.velocity]
            estimator = "lsq2"
            [tap]
            maximumDistance = 40
            maximumDuration = 0.5
            """)
        var expected = Thresholds()
        expected.tap.maximumDistance = 20
        expected.tap.maximumDuration = .milliseconds(500)
        expected.velocity.estimator = .lsq2
        #expect(settings.thresholds == expected)
    }

    @Test func `a device without thresholds of its own leaves them to the pipeline`() throws {
        #expect(try settings("[tap]\nmaximumDistance = 40\n[[device]]\nname = '*'\npalmSize = 1").thresholds == nil)
    }

    @Test(arguments: Configuration.sections.filter(\.isOfDevices).map(\.name))
    func `a device may have every section of thresholds, with every setting`(_ name: String) throws {
        let section = try #require(Configuration.sections.first { $0.name == name })
        let lines = section.settings.map { "\($0.name) = \($0.text(Configuration()))" }.joined(separator: "\n")
        let settings = try settings("[[device]]\nname = '*'\n[device.\(name)]\n\(lines)")
        #expect(settings.thresholds == Thresholds())
        #expect(settings.remarks.first?.hasPrefix("\(name).\(section.settings[0].name)") == true)
    }

    // MARK: - Places

    @Test func `the configuration's calibration wins over udev's`() throws {
        let half = SurfaceTransform(.half)
        let none = try settings("", calibration: half)
        #expect(none.surface.transform == half)
        #expect(none.remarks == ["calibration by udev's LIBINPUT_CALIBRATION_MATRIX"])
        let own = try settings("[[device]]\nname = '*'\ncalibration = [1, 0, 0, 0, 1, 0]", calibration: half)
        #expect(own.surface.transform == .identity)
    }

    @Test(arguments: SurfaceTransform.Rotation.allCases)
    func `a rotation comes after the calibration, also after udev's`(_ rotation: SurfaceTransform.Rotation) throws {
        let text = "[[device]]\nname = '*'\nrotation = \(rotation.rawValue)"
        let settings = try settings(text, calibration: SurfaceTransform(.quarter))
        #expect(settings.surface.transform == SurfaceTransform(.quarter).then(SurfaceTransform(rotation)))
    }

    @Test func `the last output holds, and a rotation overrides that the device turns with it`() throws {
        let text = "[[device]]\nname = '*'\noutput = 'DP-1'\n[[device]]\nid = 'event*'\noutput = 'DSI-1'"
        let settings = try settings(text)
        #expect(settings.output == "DSI-1" && settings.followsOutput)
        // An output is shown with the device, not among what overrides it.
        #expect(settings.remarks == [])
        #expect(try !self.settings("[[device]]\nname = '*'\nrotation = 0").followsOutput)
    }

    // MARK: - Quirks

    @Test func `the configuration overrides libinput's quirks one by one, and a remark names both`() throws {
        var quirks = DeviceQuirks()
        quirks.palmPressure = 100
        quirks.palmSize = 200
        quirks.size = Vector(dx: 1, dy: 2)
        let settings = try settings("[[device]]\nname = '*'\npalmSize = 300", quirks: quirks)
        quirks.palmSize = 300
        #expect(settings.quirks == quirks)
        #expect(settings.remarks == ["palmPressure, palmSize by libinput's quirks", "palmSize by f, line 1"])
    }

    // MARK: - Ignoring

    @Test func `the last section that ignores a device, or not, holds`() throws {
        let text = "[[device]]\nkind = 'touchpad'\nignore = true\n[[device]]\nid = 'event5'\nignore = false\n"
        let configuration = try Configuration(toml: text, file: "f")
        var other = Self.touchpad
        #expect(configuration.ignoring(other) == "f, line 1")
        other.id = "event5"
        #expect(configuration.ignoring(other) == nil)
        other.kind = .touchscreen
        #expect(configuration.ignoring(other) == nil)
    }
}
