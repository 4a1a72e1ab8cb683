import Foundation
import Strokes
import Testing

/// docs/SECURITY.md names the test that would fail for each promise: each of them exists.
@Suite struct SecurityDocumentTests {
    private static let root = RecordedFiles.root

    private static func text(_ path: String) -> String { (try? RecordedFiles.text(of: path)) ?? "" }

    /// The second column of the table. If the document has no table it is empty, and the first test fails.
    private static let cells: [String] = {
        let section = text("docs/SECURITY.md").components(separatedBy: "## Which test would fail\n").last ?? ""
        let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
        return lines.filter { $0.hasPrefix("| ") }.dropFirst(2).compactMap { line in
            line.components(separatedBy: " | ").last.map { String($0.dropLast(" |".count)) }
        }
    }()

    /// What a promise's cell names, one by one.
    private static let named = cells.flatMap { $0.components(separatedBy: "; ") }

    /// The texts of the tests' files, by the names of their suites.
    private static let suites: [String: String] = {
        var suites: [String: String] = [:]
        let files = FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.lastPathComponent.hasSuffix("Tests.swift") {
            let name = String(file.lastPathComponent.dropLast(".swift".count))
            suites[name, default: ""] += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
        return suites
    }()

    /// The words in backquotes at the beginning, and what follows them.
    private static func parts(of name: String) -> (code: String, rest: String) {
        let parts = name.components(separatedBy: "`")
        return parts.count >= 3 ? (parts[1], parts[2...].joined(separator: "`")) : ("", name)
    }

    @Test func `every promise has a test, and every test is named in backquotes`() {
        #expect(Self.cells.count > 20)
        for name in Self.named { #expect(!Self.parts(of: name).code.isEmpty, "\(name)") }
    }

    @Test func `every suite exists, and has the test`() throws {
        let suites = Self.named.map(Self.parts).filter { $0.code.hasSuffix("Tests") }
        #expect(suites.count > 20)
        for (suite, rest) in suites {
            let text = try #require(Self.suites[suite], "there is no \(suite)")
            guard rest.hasPrefix(": ") else { continue }
            #expect(text.contains("func `\(rest.dropFirst(2))`"), "\(suite) has no test\(rest)")
        }
    }

    @Test func `every command has its target, and every fault and part is known`() {
        let makefile = Self.text("Makefile")
        let faults = Self.text("Tests/System/machine/fault_table.py") + Self.text("Tests/System/machine/faults_main.py")
        let benchmarks = Self.text("Benchmarks/table.py")
        // [view] is the stage "view".
        let stages = Self.text("Tests/stages.toml").replacing("[", with: "\"").replacing("]", with: "\"")
        let commands = Self.named.map { Self.parts(of: $0).code }.filter { $0.contains("make ") }
        #expect(commands.count > 10)
        for command in commands {
            let words = command.replacing("\"", with: "").split(separator: " ").map(String.init)
            guard let make = words.firstIndex(of: "make") else { continue }
            #expect(makefile.contains("\n\(words[make + 1]):"), "make has no target \(words[make + 1])")
            let values = (words[..<make] + words[(make + 2)...]).map { $0.components(separatedBy: "=").last ?? "" }
            for value in values {
                let known =
                    command.contains("FAULTS=")
                    ? faults
                    : command.contains("BENCH_PARTS=")
                        ? benchmarks : command.contains("ONLY=") ? stages : "\"dearest\""
                #expect(known.contains("\"\(value)\""), "\(command): \(value) is unknown")
            }
        }
    }

    @Test func `every path exists`() {
        let words = Self.cells.flatMap { $0.components(separatedBy: "`") }.filter { $0.hasPrefix("Tests/") }
        #expect(!words.isEmpty)
        for path in words {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
    }
}
