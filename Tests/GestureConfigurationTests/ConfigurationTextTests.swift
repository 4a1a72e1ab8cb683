import FoundationEssentials
import GestureModel
import GesturePipeline
import GestureRecognition
import TOML
import Testing

@testable import GestureConfiguration

@Suite struct ConfigurationTextTests {
    private func repositoryFile(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `the installed file is the text of the defaults`() throws {
        #expect(try repositoryFile("packaging/gestured.toml") == Configuration().toml)
    }

    /// The installed file with the # of every setting removed; its examples of a grant and a device apart.
    private func uncommented() throws -> (settings: [Substring], grant: [Substring], device: [Substring]) {
        let lines = try repositoryFile("packaging/gestured.toml").split(separator: "\n")
            .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
        let grant = try #require(lines.firstIndex(of: "[[grant]]"))
        let device = try #require(lines.firstIndex(of: "[[device]]"))
        return (Array(lines[..<grant]), Array(lines[grant..<device]), Array(lines[device...]))
    }

    @Test func `the installed file with every # of a setting removed still gives the defaults`() throws {
        let text = try uncommented().settings
        let settings = Configuration.sections.reduce(0) { $0 + $1.settings.count }
        #expect(text.count(where: { $0.contains(" = ") && !$0.hasPrefix("#") }) == settings)
        #expect(try Configuration(toml: text.joined(separator: "\n"), file: "f") == Configuration())
    }

    @Test func `the installed file's example of a device has every setting, and is valid`() throws {
        let text = try uncommented().device
        let configuration = try Configuration(toml: text.joined(separator: "\n"), file: "f")
        #expect(configuration.devices.count == 1)
        for setting in DeviceSection.settings {
            #expect(text.contains("\(setting.name) = \(setting.text(DeviceSection(file: "", line: 0)))"))
        }
        #expect(configuration.devices.first?.thresholds.map(\.name) == ["maximumDistance"])
    }

    @Test func `the installed file's example of a grant has every setting, and is valid`() throws {
        let text = try uncommented().grant
        let configuration = try Configuration(toml: text.joined(separator: "\n"), file: "f")
        #expect(configuration.grants.count == 1)
        for setting in Configuration.Grant.settings {
            #expect(text.contains("\(setting.name) = \(setting.text(Configuration.Grant(file: "", line: 0)))"))
        }
    }

    @Test func `text is read back as the configuration it was written from`() throws {
        var configuration = Configuration()
        configuration.thresholds.tap.maximumDistance = 0.1 + 44
        configuration.thresholds.velocity.estimator = .swiftUI
        configuration.thresholds.velocity.stopTime.count = 33_333
        configuration.limits.clients = 1
        configuration.access.positions = .session
        configuration.access.group = nil
        configuration.access.focusGroup = .name("the \"shells\"")
        #expect(try Configuration(toml: configuration.toml, file: "f") == configuration)
        #expect(configuration.toml.contains("\nclients = 1\n"))
        #expect(configuration.toml.contains("\n#subscriptions = 64\n"))
    }

    @Test func `the documentation has a row for every setting`() throws {
        let documentation = try repositoryFile("docs/CONFIGURATION.md")
        for section in Configuration.sections {
            #expect(documentation.contains("\n## [\(section.name)]\n"))
            for setting in section.settings {
                let value = setting.text(Configuration())
                let row = "| `\(setting.name)` | `\(value)` | \(setting.domain) | \(setting.meaning) |"
                #expect(documentation.contains(row))
            }
        }
        for setting in Configuration.Grant.settings {
            let example = setting.text(Configuration.Grant(file: "", line: 0))
            let row = "| `\(setting.name)` | `\(example)` | \(setting.domain) | \(setting.meaning) |"
            #expect(documentation.contains(row))
        }
        for setting in DeviceSection.settings {
            let example = setting.text(DeviceSection(file: "", line: 0))
            let row = "| `\(setting.name)` | `\(example)` | \(setting.domain) | \(setting.meaning) |"
            #expect(documentation.contains(row))
        }
    }
}
