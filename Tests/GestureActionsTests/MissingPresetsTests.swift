import Testing

@testable import GestureActions

/// The programs of the build have no installed presets next to them.
@Suite struct MissingPresetsTests {
    @Test func `names the package that has the presets`() {
        #expect(failure(of: ActionPresets.installedFolder).hasSuffix("; the package gestured-desktop has the presets"))
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
