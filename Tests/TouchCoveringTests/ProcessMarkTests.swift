import DesktopAccess
import Foundation
import Testing

@testable import TouchCovering

/// A mark is a lock of this process, which its own questions do not see: what others see is tested with a program.
@Suite struct ProcessMarkTests {
    @Test func `without a folder there is no mark, and an error that names the variable`() {
        #expect(!ProcessMark.isSet(.shield, [:]))
        let error = #expect(throws: DesktopFailure.self) { _ = try ProcessMark(.shield, [:]) }
        #expect(error?.description == "XDG_RUNTIME_DIR is not set")
        #expect(!ProcessMark.isSet(.shield, ["XDG_RUNTIME_DIR": "/nonexistent"]))
    }

    @Test func `the mark of another process is an error with its number, for its own purpose alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mark-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        let other = Process()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script =
            "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print(flush=True); sys.stdin.read()"
        other.arguments = ["python3", "-c", script, "\(folder.path)/gestured-exclusive"]
        let (output, input) = (Pipe(), Pipe())
        (other.standardOutput, other.standardInput) = (output, input)
        try other.run()
        _ = output.fileHandleForReading.availableData
        #expect(ProcessMark.holder(of: .exclusive, environment) == other.processIdentifier)
        let error = #expect(throws: DesktopFailure.self) { _ = try ProcessMark(.exclusive, environment) }
        let text = "process \(other.processIdentifier) already takes touches for the rules of this user"
        #expect(error?.description == text)
        #expect(throws: Never.self) { _ = try ProcessMark(.shield, environment) }
        try input.fileHandleForWriting.close()
        other.waitUntilExit()
        #expect(throws: Never.self) { _ = try ProcessMark(.exclusive, environment) }
    }
}
