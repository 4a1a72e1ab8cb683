import Foundation
import Glibc
import Strokes
import Testing

/// A full disk and a home that cannot be written. A limit of the size of files stands for the disk.
@Suite("What cannot be written")
struct UnwritableTests {
    private let directory: TemporaryDirectory
    /// For files of 512 bytes: standard error is one, too.
    private let full = "trap '' XFSZ; ulimit -f 1"

    init() throws { directory = try TemporaryDirectory() }

    private func initialise(_ home: String, shell: String = "") -> Program {
        Program(
            "gesturectl",
            ["actions", "init", "sway", "--presets", RecordedFiles.root.appending(path: "packaging/actions").path],
            environment: ["HOME": home, "XDG_CONFIG_HOME": ""], shell: shell)
    }

    @Test func `init names the folder that it cannot make`() throws {
        let home = try directory.file("home", "")
        let program = initialise(home)
        #expect(program.exit() == .exited(1))
        #expect(
            program.errors
                == "gesturectl: \(home)/.config/gestured/actions.toml: not written: cannot make the folder \(home)/.config: "
                + "Not a directory (ENOTDIR)\n")
    }

    @Test func `init leaves no part of a file that did not fit`() throws {
        let program = initialise(directory.path(""), shell: full)
        #expect(program.exit() == .exited(1))
        #expect(program.errors.hasSuffix("actions.toml: not written: File too large (EFBIG)\n"), "\(program.errors)")
        #expect(access(directory.path(".config/gestured/actions.toml"), F_OK) != 0)
    }

    @Test func `report leaves no part of a page that did not fit`() throws {
        let recording = RecordedFiles.root.appending(path: "Examples/recordings/flick.evemu").path
        let page = directory.path("page.html")
        let program = Program("gesturectl", ["report", recording, "-o", page], shell: full)
        #expect(program.exit() == .exited(1))
        #expect(program.errors == "gesturectl: \(page): cannot be written: File too large (EFBIG)\n")
        #expect(access(page, F_OK) != 0)
    }

    @Test func `a page that does not fit leaves the earlier one as it was`() throws {
        let recording = RecordedFiles.root.appending(path: "Examples/recordings/flick.evemu").path
        let page = try directory.file("page.html", "an earlier page")
        let program = Program("gesturectl", ["report", recording, "-o", page], shell: full)
        #expect(program.exit() == .exited(1))
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "an earlier page")
    }
}
