import GestureModel
import GesturePipeline
import TOML
import Testing
import TouchInput

@testable import GestureConfiguration

/// Texts of gestured.toml and of quirk files that mean to cost time, or are no text.
@Suite struct ForeignFileTextTests {
    /// 64 kB that are one character, of marks of different classes and of none.
    private static let graphemes = [
        "a" + String(repeating: "\u{302}\u{316}", count: 15_900),
        "a" + String(repeating: "\u{302}\u{345}\u{5B0}\u{34F}\u{1D165}\u{3099}\u{E38}\u{94D}", count: 2600),
    ]

    private func error(_ text: String) -> String {
        do {
            _ = try Configuration(toml: text, file: "f")
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        "\"@\" = 1\n", "[\"@\"]\na = 1\n", "[tap]\n\"@\" = 1\n", "[tap]\nmaximumDuration = \"@\"\n", "@\n",
        "[access]\npositions = \"@\"\n", "[[grant]]\nuser = \"@\"\n\"@\" = true\n",
    ])
    func `64 kB of one character are refused in every place, with an error that does not grow`(_ place: String) {
        for grapheme in Self.graphemes {
            let found = error(place.exactParts(separatedBy: "@").joined(separator: grapheme))
            #expect(found.exactParts(separatedBy: "\n").allSatisfy { $0.utf8.count < 2000 && $0.hasExactPrefix("f:") })
        }
    }

    @Test func `they are the name of a device that does not exist`() throws {
        for grapheme in Self.graphemes {
            let configuration = try Configuration(
                toml: "[[device]]\nname = \"*\(grapheme)*\"\nsize = [100, 60]\n", file: "f")
            let device = DeviceIdentity(id: "event5", name: "a touchpad", kind: .touchpad)
            #expect(configuration.settings(for: device).surface == SurfaceSettings())
        }
    }

    @Test(arguments: [("\u{0}", "a control character, \\0"), (#"\ud800"#, "\\uXXXX"), ("\u{1B}", "\\u{1B}")])
    func `what is no text is refused with its line`(_ text: String, _ message: String) {
        let found = error("[[device]]\nname = \"\(text)\"\nsize = [100, 60]\n")
        #expect(found.contains("f:2: device.name: ") && found.contains(message), "\(found)")
    }

    @Test func `a quirk file of such texts changes no device`() throws {
        for text in Self.graphemes + ["\u{0}", #"\ud800"#, "\u{FFFD}", String(repeating: "[", count: 60_000)] {
            let file = try? QuirkFile("[\(text)]\nMatchName=*\(text)*\nAttrSizeHint=100x60\n")
            let device = DeviceIdentity(id: "event5", name: "a touchpad", kind: .touchpad)
            let quirks = DeviceQuirks(
                of: device, on: MachineIdentity(dmi: "dmi:bvn", deviceTree: nil), in: [file].compactMap { $0 })
            #expect(quirks == DeviceQuirks())
        }
    }
}
