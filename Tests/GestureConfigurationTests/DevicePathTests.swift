import GestureModel
import GesturePipeline
import Testing
import TouchInput

@testable import GestureConfiguration

/// Identical devices at different ports, and kinds that a configuration gives.
@Suite struct DevicePathTests {
    private static let left = "pci-0000:00:14.0-usb-0:2:1.0"

    private func panel(_ path: String?, kind: TouchDeviceKind? = .touchscreen, name: String = "Panel") -> DeviceIdentity
    {
        DeviceIdentity(id: "event5", name: name, kind: kind, path: path, vendor: 1, product: 2)
    }

    private func configuration(_ toml: String) throws -> Configuration { try Configuration(toml: toml, file: "f") }

    @Test(arguments: [
        (left, true), ("pci-0000:00:14.0-usb-0:2:*", true), ("*usb-0:2:*", true),
        ("pci-0000:00:14.0-usb-0:?:1.0", true),
        ("pci-0000:00:14.0-usb-0:3:*", false), ("pci-0000:00:14.0-usb-0:2", false), ("", false),
    ])
    func `a path selects the device at a port`(_ pattern: String, _ isSelected: Bool) throws {
        let configuration = try configuration("[[device]]\npath = \"\(pattern)\"\noutput = 'A'")
        #expect(configuration.settings(for: panel(Self.left)).output == (isSelected ? "A" : nil))
    }

    @Test func `identical panels have outputs of their own`() throws {
        let configuration = try configuration(
            "[[device]]\npath = '*0:2:*'\noutput = 'A'\n[[device]]\npath = '*0:3:*'\noutput = 'B'")
        let outputs = ["usb-0:2:1.0", "usb-0:3:1.0", "usb-0:4:1.0"].map {
            configuration.settings(for: panel($0)).output
        }
        #expect(outputs == ["A", "B", nil])
        #expect(configuration.overriddenPaths.isEmpty)
    }

    @Test func `a device without a path matches no path`() throws {
        #expect(try configuration("[[device]]\npath = '*'\noutput = 'A'").settings(for: panel(nil)).output == nil)
    }

    @Test func `the later of two sections with one path decides, and the check names both`() throws {
        let configuration = try configuration(
            """
            [[device]]
            path = "usb-*"
            output = "A"
            rotation = 90
            [[device]]
            path = "usb-1"
            output = "C"
            [[device]]
            path = "usb-*"
            output = "B"
            [device.tap]
            maximumDistance = 30
            """)
        let settings = configuration.settings(for: panel("usb-7"))
        #expect(settings.output == "B")
        #expect(!settings.followsOutput)
        #expect(
            configuration.overriddenPaths
                == [#"f, line 8: [[device]] has the same path "usb-*" as f, line 1, and overrides its output"#])
    }

    // MARK: - Kinds

    @Test(
        arguments: [
            (#"name = "Panel""#, nil, true), (#"name = "Pan*""#, nil, true), ("vendor = 1", nil, true),
            (#"path = "usb-*""#, nil, true), (#"name = "*""#, nil, false), (#"id = "**""#, nil, false),
            ("vendor = 2", nil, false), (#"name = "Panel""#, .touchpad, true), (#"path = "usb-1""#, .touchpad, true),
            (#"id = "event5""#, .touchpad, true), (#"name = "Pan*""#, .touchpad, false),
            ("vendor = 1", .touchpad, false),
        ] as [(String, TouchDeviceKind?, Bool)])
    func `a section gives a kind to a device that it names`(
        _ match: String, _ reported: TouchDeviceKind?, _ isGiven: Bool
    ) throws {
        let configuration = try configuration("[[device]]\n\(match)\nkind = 'touchscreen'\nrotation = 90")
        var device = panel("usb-1", kind: reported)
        #expect(configuration.kind(of: device) == (isGiven ? .touchscreen : reported))
        device.kind = configuration.kind(of: device)
        #expect(configuration.settings(for: device).followsOutput == !isGiven)
    }

    @Test func `a kind alone gives no device its kind`() throws {
        let configuration = try configuration("[[device]]\nkind = 'touchscreen'\nrotation = 90")
        #expect(configuration.kind(of: panel(nil, kind: nil)) == nil)
        #expect(configuration.kind(of: panel(nil, kind: .touchpad)) == .touchpad)
    }

    @Test func `the last section that gives a kind decides`() throws {
        let configuration = try configuration(
            """
            [[device]]
            name = "Panel"
            kind = "touchpad"
            [[device]]
            path = "usb-1"
            kind = "touchscreen"
            [[device]]
            name = "Panel"
            output = "A"
            """)
        #expect(configuration.kind(of: panel("usb-1", kind: nil)) == .touchscreen)
        #expect(configuration.kind(of: panel("usb-2", kind: .touchscreen)) == .touchpad)
    }
}
