import Testing

@testable import GestureActions

@Suite struct ActionPresetsFolderTests {
    @Test(arguments: [
        ("/usr/bin/gesturectl", "/usr/share/gestured/actions"),
        ("/usr/local/bin/gesturectl", "/usr/local/share/gestured/actions"),
        ("/home/a/gestured/.build/debug/gesturectl", "/home/a/gestured/packaging/actions"),
        ("/g/.build/tests/x86_64-unknown-linux-gnu/debug/gesturectl", "/g/packaging/actions"),
    ])
    func `presets are next to an installed program, and in the sources of one that was built there`(
        program: String, folder: String
    ) {
        #expect(ActionPresets.folder(ofProgram: program) == folder)
    }

    @Test func `a program of the build finds the presets`() throws {
        #expect(try ActionPresets(folder: ActionPresets.defaultFolder).names.contains("sway"))
    }

    @Test func `names the package that has the presets`() {
        #expect(
            failure(of: "/no/such/share/gestured/actions").hasSuffix("; the package gestured-desktop has the presets"))
    }

    @Test func `names no package for a folder of the user`() {
        #expect(
            failure(of: "/no/such/folder") == "/no/such/folder: cannot be opened: No such file or directory (ENOENT)")
    }

    private func failure(of folder: String) -> String {
        do throws(ActionFailure) {
            _ = try ActionPresets(folder: folder)
            return "opened"
        } catch {
            return "\(error)"
        }
    }
}
