import GestureModel
import GesturePipeline
import GestureRecognition
import TOML
import Testing

@testable import GestureConfiguration

@Suite struct ConfigurationTests {
    @Test func `an empty file leaves every default`() throws {
        #expect(try Configuration(toml: "", file: "f") == Configuration())
        #expect(try Configuration(toml: "\n# nothing\n[tap]\n", file: "f") == Configuration())
    }

    @Test func `every key reaches its own threshold or limit`() throws {
        let configuration = try Configuration(
            toml: """
                [tap]
                maximumDistance = 41
                maximumDuration = 0.71
                maximumDelay = 0.31
                maximumSpacing = 101.5
                [longPress]
                minimumDuration = 1
                maximumDistance = 11
                [drag]
                minimumDistance = 0
                [swipe]
                minimumDistance = 12.5
                minimumVelocity = 0
                [edges]
                distance = 20
                [magnify]
                minimumScaleDelta = 0.05
                [rotate]
                minimumAngleDelta = 90
                [fingers]
                joinWindow = 0.08
                liftWindow = 0.09
                [velocity]
                estimator = "lsq2"
                horizon = 0.12
                stopTime = 0.05
                [limits]
                clients = 2
                clientsPerUser = 5
                subscriptions = 3
                subscriptionsPerUser = 6
                outbox = 20_000
                outboxPerUser = 30_000
                line = 2048
                haptics = 4
                [haptics]
                enabled = true
                [access]
                positions = "session"
                sessionScope = "granted"
                group = 27
                focusGroup = 'shells'
                """, file: "f")
        var expected = Configuration()
        expected.thresholds.tap.maximumDistance = 41
        expected.thresholds.tap.maximumDuration = .milliseconds(710)
        expected.thresholds.tap.maximumDelay = .milliseconds(310)
        expected.thresholds.tap.maximumSpacing = 101.5
        expected.thresholds.longPress.minimumDuration = .milliseconds(1000)
        expected.thresholds.longPress.maximumDistance = 11
        expected.thresholds.drag.minimumDistance = 0
        expected.thresholds.swipe.minimumDistance = 12.5
        expected.thresholds.swipe.minimumVelocity = 0
        expected.thresholds.edges.distance = 20
        expected.thresholds.magnify.minimumScaleDelta = 0.05
        expected.thresholds.rotate.minimumAngleDelta = .pi / 2
        expected.thresholds.fingers.joinWindow = .milliseconds(80)
        expected.thresholds.fingers.liftWindow = .milliseconds(90)
        expected.thresholds.velocity.estimator = .lsq2
        expected.thresholds.velocity.horizon = .milliseconds(120)
        expected.thresholds.velocity.stopTime = .milliseconds(50)
        expected.limits.clients = 2
        expected.limits.subscriptions = 3
        expected.limits.outbox = 20_000
        expected.limits.line = 2048
        expected.limits.haptics = 4
        expected.limits.clientsPerUser = 5
        expected.limits.subscriptionsPerUser = 6
        expected.limits.outboxPerUser = 30_000
        expected.isHapticsEnabled = true
        expected.access.positions = .session
        expected.access.sessionScope = .granted
        expected.access.group = .number(27)
        expected.access.focusGroup = .name("shells")
        #expect(configuration == expected)
    }

    @Test(arguments: ["automatic", "weightedLSQ2", "lsq2", "swiftUI"])
    func `every estimator has a name`(_ name: String) throws {
        let configuration = try Configuration(toml: "[velocity]\nestimator = '\(name)'", file: "f")
        #expect(configuration.thresholds.velocity.estimator.rawValue == name)
    }

    @Test(arguments: ["[tap]\r\nmaximumDistance = 7\r\n", "\u{FEFF}[tap]\nmaximumDistance = 7"])
    func `a file from another system's editor is read`(_ text: String) throws {
        #expect(try Configuration(toml: text, file: "f").thresholds.tap.maximumDistance == 7)
    }
}

/// What holds for each setting by itself.
@Suite struct ConfigurationSettingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var section: String
        var setting: Setting<Configuration>
        var testDescription: String { "\(section).\(setting.name)" }

        static let all = Configuration.sections.flatMap { section in
            section.settings.map { Case(section: section.name, setting: $0) }
        }

        func configuration(_ value: String) throws -> Configuration {
            try Configuration(toml: "[\(section)]\n\(setting.name) = \(value)", file: "f")
        }

        /// The lines without which a value of the setting contradicts the defaults.
        var complement: String {
            let lines = ["tapAssistance": "stillness = 9", "ignoreRepeat": "doubleTapDelay = 5"]
            return section == "accessibility" ? lines[setting.name].map { "\n\($0)" } ?? "" : ""
        }

        func expectError(_ value: String, found: String, sourceLocation: SourceLocation = #_sourceLocation) {
            expectError(
                value, "expected \(setting.expectation), found \(found)", sourceLocation: sourceLocation)
        }

        func expectError(_ value: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
            let expected = "f:2: \(testDescription): \(message)"
            #expect(sourceLocation: sourceLocation) {
                _ = try configuration(value)
            } throws: {
                "\($0)" == expected
            }
        }
    }

    @Test(arguments: Case.all) func `its default is in its range`(_ test: Case) throws {
        let text = test.setting.text(Configuration())
        #expect(try test.configuration(text) == Configuration())
    }

    @Test(arguments: Case.all) func `both ends of its range are accepted and change it`(_ test: Case) throws {
        #expect(test.setting.ends.count >= 2)
        for end in test.setting.ends {
            #expect(test.setting.text(try test.configuration(end + test.complement)) == end)
        }
    }

    @Test(arguments: Case.all) func `a value beyond an end of its range is an error`(_ test: Case) {
        for value in test.setting.beyondEnds { test.expectError(value, found: value) }
    }

    @Test(arguments: Case.all) func `negative, infinite and NaN are errors`(_ test: Case) {
        test.expectError("-1", found: "-1")
        for value in ["inf", "-inf", "nan"] { test.expectError(value, found: value) }
    }

    @Test(arguments: Case.all) func `another type is an error`(_ test: Case) {
        if !test.setting.takesBooleans { test.expectError("true", found: "true") }
        if !test.setting.takesNames { test.expectError("\"ten\"", found: "the string \"ten\"") }
        test.expectError("[1, 2]", found: "[1, 2]")
        test.expectError("{ a = 1 }", found: "a table")
        test.expectError("1979-05-27", found: "the date 1979-05-27")
    }

    @Test(arguments: Case.all) func `a value that is not TOML is an error`(_ test: Case) {
        test.expectError("", "expected a value, found nothing")
        test.expectError("ten", "expected a value, found \"ten\", which is neither a number nor in quotes")
        test.expectError("[1,", "the array has no end: expected ]")
    }
}

/// The values that a domain such as `points from 1 to 10000` or `one of "a", "b"` lists.
extension Setting<Configuration> {
    private var numbers: [Double] {
        domain.split(separator: " from ").last.map { $0.split(separator: " to ").compactMap { Double($0) } } ?? []
    }

    private var isCount: Bool { expectation.hasPrefix("a whole number") }

    fileprivate var ends: [String] {
        if takesBooleans { return ["true", "false"] }
        if takesNames { return ["0", "4294967294", "\"shells\"", "\"\""] }
        if domain.hasPrefix("one of ") { return domain.dropFirst(7).split(separator: ", ").map(String.init) }
        return numbers.map(Self.text)
    }

    fileprivate var beyondEnds: [String] {
        if takesNames { return ["4294967295", "2.5"] }
        guard numbers.count == 2 else { return ["0", "2.5"] }
        if isCount { return [Self.text(numbers[0] - 1), Self.text(numbers[1] + 1), "\(numbers[0])"] }
        return ["\(numbers[0] - 0.005)", "\(numbers[1] + 0.5)"]
    }

    fileprivate var takesBooleans: Bool { domain == "true or false" }

    fileprivate var takesNames: Bool { domain.hasPrefix("a group's name") || domain.hasPrefix("a user's name") }

    private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
