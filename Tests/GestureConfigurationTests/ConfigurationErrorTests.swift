import TOML
import Testing

@testable import GestureConfiguration

/// The words an administrator reads, exactly.
@Suite struct ConfigurationErrorTests {
    private static let sections =
        "[tap], [longPress], [drag], [swipe], [magnify], [rotate], [stroke], [swipeHold], [dial], [edges], [touchscreen], "
        + "[touchpad], [fingers], "
        + "[velocity], [accessibility], [limits], [haptics], [access], [[grant]], [[device]]"

    @Test(
        arguments: [
            (
                "[tap]\nmaximumDistnace = 45",
                "f:2: tap.maximumDistnace: unknown key; [tap] takes maximumDelay, maximumDistance, maximumDuration, "
                    + "maximumSpacing"
            ),
            (
                "[drag]\nminimumDistance = -1",
                "f:2: drag.minimumDistance: expected a number of points from 0 to 10000, found -1"
            ),
            (
                "[tap]\nmaximumDuration = 750",
                "f:2: tap.maximumDuration: expected a number of seconds from 0.01 to 10, found 750"
            ),
            (
                "[tap]\nmaximumDistance = \"ten\"",
                "f:2: tap.maximumDistance: expected a number of points from 1 to 10000, found the string \"ten\""
            ),
            (
                "[limits]\nclients = 2.5",
                "f:2: limits.clients: expected a whole number of connections from 1 to 4096, found 2.5"
            ),
            (
                "[velocity]\nestimator = \"LSQ2\"",
                "f:2: velocity.estimator: expected one of \"automatic\", \"weightedLSQ2\", \"lsq2\", \"swiftUI\", "
                    + "found the string \"LSQ2\""
            ),
            ("[haptics]\nenabled = 1", "f:2: haptics.enabled: expected true or false, found 1"),
            ("[taps]\nmaximumDistance = 45", "f:1: [taps]: unknown section; there are \(sections)"),
            ("clients = 3", "f:1: clients: belongs below a section; there are \(sections)"),
            ("[tap]\n\n[drag]\n[tap]", "f:4: [tap]: given twice; the first is on line 1"),
            (
                "[drag]\nminimumDistance = 1\nminimumDistance = 2",
                "f:3: drag.minimumDistance: given twice; the first is on line 2"
            ),
            ("[tap", "f:1: expected a header such as [name] or [[name]], found \"[tap\""),
            ("[[tap]]", "f:1: [[tap]]: only [[grant]] and [[device]] have two brackets; there are \(sections)"),
            ("[#tap]", "f:1: expected a header such as [name] or [[name]], found \"[#tap]\""),
            (
                "clients: 3",
                "f:1: expected name = value, a [section] or a # comment, found \"clients: 3\"; write = in place of :"
            ),
            ("[tap]\n\u{0}", "f:2: a control character, \\0"),
        ])
    func `an error has the line, the key and what would be right`(_ text: String, _ message: String) {
        #expect {
            try Configuration(toml: text, file: "f")
        } throws: {
            "\($0)" == message
        }
    }

    @Test func `every problem of a file is reported, a line each`() {
        let text = "[tap]\nspeed = 1\nmaximumDelay = nan\n[touch]\nignored = 1\n[limits]\nclients = 0\nline"
        let error = #expect(throws: ConfigurationError.self) { try Configuration(toml: text, file: "f") }
        #expect(error?.problems.map(\.line) == [2, 3, 4, 7, 8])
        #expect(error?.problems.map(\.key) == ["tap.speed", "tap.maximumDelay", "[touch]", "limits.clients", nil])
        #expect(error?.description.split(separator: "\n").count == 5)
    }

    @Test func `a broken header does not leave its settings to the section before`() {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(toml: "[tap]\n[#drag]\nminimumDistance = 1", file: "f")
        }
        #expect(error?.problems.map(\.line) == [2])
    }

    @Test func `a file that is no configuration ends in a count`() {
        let text = String(repeating: "dear diary\n", count: 100)
        let error = #expect(throws: ConfigurationError.self) { try Configuration(toml: text, file: "f") }
        let lines = error?.description.split(separator: "\n")
        #expect(lines?.count == 21)
        #expect(lines?.last == "f: and 80 more problems")
    }

    @Test func `a long line is shown shortened`() {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(toml: String(repeating: "[", count: 100_000), file: "f")
        }
        let shown = String(repeating: "[", count: 40) + "…"
        #expect(error?.description == "f:1: expected a header such as [name] or [[name]], found \"\(shown)\"")
    }

    @Test func `random text is read or refused, and every problem names a line of it`() {
        var random: UInt64 = 1
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let words = [
            "[", "]", "tap", "maximumDistance", "limits", "clients", " = ", "=", ".", "1", "-", "e", "_", "\"", "'",
            "#", "\\",
            "nan", "\n", "\r\n", "\t", "\u{0}", "\u{301}", "ä", "\u{1F600}", "[tap]\n", "[limits]\n", "clients = 1\n",
            "[[device]]\n", "[device.tap]\n", "[[grant]]\n", "user = 1\n", "session = true\n", "size = [10, 10]\n",
            "name = 'a'\n", ",", "[[", "]]", "0x",
        ]
        var refused = 0
        for _ in 0..<3000 {
            let text = (0..<next(20)).map { _ in words[next(words.count)] }.joined()
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            do throws(ConfigurationError) {
                _ = try Configuration(toml: text, file: "f")
            } catch {
                refused += 1
                #expect(error.problems.allSatisfy { (1...lines).contains($0.line ?? 0) })
            }
        }
        #expect((1000..<3000).contains(refused))
    }
}
