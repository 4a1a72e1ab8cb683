import GestureModel
import GesturePipeline
import Testing
import TouchInput

@testable import GestureConfiguration

/// The section `[accessibility]`.
@Suite struct AccessibilityTests {
    private static let screen = DeviceIdentity(id: "event1", name: "Screen", kind: .touchscreen)

    private func settings(_ toml: String) throws -> DeviceSettings {
        try Configuration(toml: toml, file: "f").settings(for: Self.screen)
    }

    @Test func `it is off without the section`() throws {
        #expect(try settings("").accommodation == AccommodationSettings())
        #expect(AccommodationSettings().isOff)
    }

    @Test func `it applies to all devices, and one device may differ`() throws {
        let all = "[accessibility]\nstillness = 9\ndoubleTapDelay = 0.6\nignoreRepeat = 0.2\n"
        let settings = try settings(all)
        #expect(abs(settings.accommodation.stillness - 56.7) < 0.1)
        #expect(settings.accommodation.ignoreRepeat == .milliseconds(200))
        #expect(settings.thresholds?.tap.maximumDelay == .milliseconds(600))
        let own = try self.settings(
            all + "[[device]]\nname = \"*\"\n[device.accessibility]\nholdDuration = 0.3\nstillness = 0\n")
        #expect(own.accommodation.holdDuration == .milliseconds(300) && own.accommodation.stillness == 0)
    }

    @Test(
        arguments: [
            ("doubleTapDelay = 0.1", "f:1: [accessibility]: doubleTapDelay = 0.1 has no effect"),
            ("ignoreRepeat = 0.5", "f:1: [accessibility]: ignoreRepeat = 0.5 leaves no double tap"),
            ("tapAssistance = \"final\"", "f:1: [accessibility]: tapAssistance has no effect without stillness"),
            ("stillness = 41", "f:2: accessibility.stillness: expected a number of millimetres from 0 to 40, found 41"),
            (
                "tapAssistance = \"last\"",
                "f:2: accessibility.tapAssistance: expected one of \"off\", \"initial\", \"final\""
            ),
        ])
    func `a contradiction or a value out of range is named`(_ line: String, _ message: String) {
        #expect {
            try Configuration(toml: "[accessibility]\n\(line)\n", file: "f")
        } throws: {
            "\($0)".hasPrefix(message)
        }
    }
}
