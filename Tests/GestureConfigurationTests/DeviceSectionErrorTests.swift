import TOML
import Testing

@testable import GestureConfiguration

/// The words an administrator reads, exactly.
@Suite struct DeviceSectionErrorTests {
    private static let keys =
        "calibration, deadZone, id, ignore, kind, name, output, palmPressure, palmSize, path, pressureRange, product, "
        + "rotation, size, thumbPressure, thumbSize, touchSizeRange, vendor"
    private static let size = "[width, height] in millimetres from 10 to 2500"
    private static let matrix = "six numbers [a, b, c, d, e, f], of a matrix that can be inverted"
    private static let threshold = "a whole number of device units from 0 to 1000000"
    private static let range = "[down, up] in whole device units from 0 to 1000000, down above up"

    private func expect(_ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: sourceLocation) {
            try Configuration(toml: text, file: "f")
        } throws: {
            "\($0)" == message
        }
    }

    @Test(
        arguments: [
            ("name", "5", "a string, in which * is any text and ? any character", "5"),
            ("id", "true", "a string, in which * is any text and ? any character", "true"),
            ("vendor", "65536", "a whole number from 0 to 65535, such as 0x04F3", "65536"),
            ("vendor", "\"04f3\"", "a whole number from 0 to 65535, such as 0x04F3", "the string \"04f3\""),
            ("product", "-1", "a whole number from 0 to 65535, such as 0x04F3", "-1"),
            ("kind", "\"mouse\"", "\"touchscreen\" or \"touchpad\"", "the string \"mouse\""),
            ("ignore", "1", "true or false", "1"),
            ("size", "100", size, "100"),
            ("size", "[100]", size, "[100]"),
            ("size", "[100, 60, 2]", size, "[100, 60, 2]"),
            ("size", "[5, 60]", size, "[5, 60]"),
            ("size", "[100, 2501]", size, "[100, 2501]"),
            ("size", "[100, true]", size, "[100, true]"),
            ("size", "[nan, 60]", size, "[nan, 60]"),
            ("size", "[\"a\", 1]", size, "[the string \"a\", 1]"),
            ("calibration", "[1, 0, 0, 0, 1]", matrix, "[1, 0, 0, 0, 1]"),
            ("calibration", "[1, 1, 0, 1, 1, 0]", matrix, "[1, 1, 0, 1, 1, 0]"),
            ("calibration", "[1, 0, inf, 0, 1, 0]", matrix, "[1, 0, inf, 0, 1, 0]"),
            ("calibration", "\"1 0 0 0 1 0\"", matrix, "the string \"1 0 0 0 1 0\""),
            ("output", "7", "the name of an output, of 1 to 255 bytes", "7"),
            ("output", "\"\"", "the name of an output, of 1 to 255 bytes", "the string \"\""),
            ("rotation", "45", "0, 90, 180 or 270", "45"),
            ("rotation", "90.0", "0, 90, 180 or 270", "90.0"),
            ("palmPressure", "-1", threshold, "-1"),
            ("palmSize", "1.5", threshold, "1.5"),
            ("thumbPressure", "1000001", threshold, "1000001"),
            ("thumbSize", "\"10\"", threshold, "the string \"10\""),
            ("pressureRange", "[8, 10]", range, "[8, 10]"),
            ("pressureRange", "[10, 10]", range, "[10, 10]"),
            ("pressureRange", "[10.5, 8]", range, "[10.5, 8]"),
            ("touchSizeRange", "[10]", range, "[10]"),
            ("touchSizeRange", "10", range, "10"),
        ])
    func `a wrong value is reported with what would be right`(
        _ key: String, _ value: String, _ expected: String, _ found: String
    ) {
        let match = key == "name" ? "id" : "name"
        expect(
            "[[device]]\n\(match) = '*'\n\(key) = \(value)", "f:3: device.\(key): expected \(expected), found \(found)")
    }

    @Test(
        arguments: [
            ("[[device]]\nname = '*'\nsise = [1, 2]", "f:3: device.sise: unknown key; [[device]] takes \(keys)"),
            (
                "[[device]]\nname = '*'\n[device.tap]\nspeed = 1",
                "f:4: device.tap.speed: unknown key; [device.tap] takes maximumDelay, maximumDistance, maximumDuration, "
                    + "maximumSpacing"
            ),
            (
                "[[device]]\nname = '*'\n[device.tap]\nmaximumDistance = 0",
                "f:4: device.tap.maximumDistance: expected a number of points from 1 to 10000, found 0"
            ),
            ("[device]\nname = '*'", "f:1: [device]: expected [[device]]: there may be several"),
            ("[device.tap]\nmaximumDistance = 10", "f:1: [device.tap]: belongs below a [[device]]"),
            (
                "[[device]]\nname = '*'\nname = '?'",
                "f:3: device.name: given twice; the first is on line 2"
            ),
            (
                "[[device]]\nname = '*'\n[device.tap]\n[device.tap]",
                "f:4: [device.tap]: given twice; the first is on line 3"
            ),
            (
                "[[device]]\nsize = [100, 60]",
                "f:1: [[device]]: names no device; it needs name, vendor, product, kind, path or id, and name = \"*\" is every "
                    + "device"
            ),
        ])
    func `a wrong section or key is named`(_ text: String, _ message: String) { expect(text, message) }

    @Test(arguments: ["limits", "haptics", "access", "taps", "device"])
    func `a device has thresholds for sections, nothing else`(_ name: String) {
        let sections = Configuration.sections.map(\.name).filter { !["limits", "haptics", "access"].contains($0) }
            .map { "[device.\($0)]" }.joined(separator: ", ")
        expect(
            "[[device]]\nname = '*'\n[device.\(name)]",
            "f:3: [device.\(name)]: unknown section; a device has \(sections)")
    }

    @Test func `the same key in two devices is no mistake`() throws {
        let text = "[[device]]\nname = 'a'\n[device.tap]\nmaximumDistance = 9\n"
        #expect(try Configuration(toml: text + text, file: "f").devices.count == 2)
    }

    @Test func `every error of a file is reported, in the order of its lines`() {
        let text = "[[device]]\nsize = 1\n[[device]]\nkind = 5\n[device.x]\ny = 1\n[tap]\nz = 1"
        let error = #expect(throws: ConfigurationError.self) { try Configuration(toml: text, file: "f") }
        #expect(error?.problems.map(\.line) == [1, 2, 3, 4, 5, 8])
    }

    @Test func `a wrong value changes nothing`() throws {
        let settings = DeviceSection.settings.dropFirst(DeviceSection.matchSettings.count)
        for setting in settings {
            var section = DeviceSection(file: "f", line: 1)
            #expect(try !setting.assign(.array([.boolean(true)]), &section))
            #expect(section == DeviceSection(file: "f", line: 1), "\(setting.name)")
        }
    }
}
