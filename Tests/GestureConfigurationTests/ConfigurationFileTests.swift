import GesturePipeline
import Glibc
import TOML
import Testing
import TouchInput

@testable import GestureConfiguration

@Suite struct ConfigurationFileTests {
    /// A file of its own for each test, gone afterwards.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/gestured-configuration-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        try #require(file >= 0)
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            close(file)
            unlink(path)
        }
        try #require(write(file, bytes, bytes.count) == bytes.count)
        try body(path)
    }

    private func expectError(_ path: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: sourceLocation) {
            try Configuration.load(path: path)
        } throws: {
            "\($0)" == message
        }
    }

    @Test func `a file is read whole`() throws {
        let comments = String(repeating: "# a comment\n", count: 10_000)
        try withFile(Array((comments + "[limits]\nclients = 3\n").utf8)) { path in
            let configuration = try Configuration.load(path: path)
            #expect(configuration.limits.clients == 3)
        }
    }

    @Test func `only the default file may be missing`() throws {
        let path = "/nonexistent/gestured.toml"
        #expect(try Configuration.load(path: path, mayBeMissing: true) == Configuration())
        expectError(path, "\(path): cannot be opened: No such file or directory (ENOENT)")
    }

    @Test func `a default file that exists is read like any other`() throws {
        try withFile(Array("[tap]\nspeed = 1".utf8)) { path in
            #expect(throws: ConfigurationError.self) {
                _ = try Configuration.load(path: path, mayBeMissing: true)
            }
        }
    }

    @Test func `a directory is an error`() {
        expectError("/tmp", "/tmp: cannot be read: Is a directory (EISDIR)")
    }

    @Test func `an error in opening is reported, and is not a missing file`() {
        #expect {
            try Configuration.load(path: "/dev/null/gestured.toml", mayBeMissing: true)
        } throws: {
            "\($0)" == "/dev/null/gestured.toml: cannot be opened: Not a directory (ENOTDIR)"
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `a file that may not be read is an error`() throws {
        try withFile([]) { path in
            try #require(chmod(path, 0) == 0)
            expectError(path, "\(path): cannot be opened: Permission denied (EACCES)")
        }
    }

    @Test func `a file of another encoding is an error that names the line`() throws {
        try withFile(Array("[tap]\n# gr".utf8) + [0xFC] + Array("n\n".utf8)) { path in
            expectError(path, "\(path):2: not UTF-8")
        }
        try withFile([0xFF, 0xFE, 0x5B, 0x00]) { path in expectError(path, "\(path):1: not UTF-8") }
    }

    // It stopped the daemon's start until somebody wrote to it.
    @Test func `a pipe is an error, and is not waited for`() throws {
        try withFile([]) { path in
            try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            expectError(path, "\(path): is a pipe: expected a file, which need not be waited for")
            let quirks = QuirkFiles(paths: [path], machine: MachineIdentity())
            #expect(
                quirks.warnings == ["\(path): is a pipe: expected a file, which need not be waited for; file ignored"])
        }
    }

    @Test func `a file without end is an error`() {
        expectError("/dev/zero", "/dev/zero: larger than 1048576 bytes: not a configuration")
    }
}
