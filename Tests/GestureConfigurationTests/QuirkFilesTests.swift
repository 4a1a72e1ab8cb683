import GestureModel
import Glibc
import TOML
import Testing
import TouchInput

@testable import GestureConfiguration

@Suite final class QuirkFilesTests {
    private let folder: String
    private var paths: [String] = []

    init() throws {
        var template = Array("/tmp/gestured-quirks-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        paths.forEach { unlink($0) }
        rmdir(folder)
    }

    private func add(_ name: String, _ text: String) throws {
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0 && write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
        paths.append(path)
    }

    private var files: QuirkFiles {
        QuirkFiles(paths: QuirkFiles.paths(in: folder), machine: MachineIdentity(dmi: "dmi:acme"))
    }

    private static let device = DeviceIdentity(id: "event4", name: "Touchpad", kind: .touchpad)

    @Test func `files are read in the order of their numbers, and only quirk files are`() throws {
        try add("100-local.quirks", "[c]\nMatchName=*\nAttrPalmSizeThreshold=3")
        try add("20-vendor.quirks", "[b]\nMatchName=*\nAttrPalmSizeThreshold=2\nAttrThumbSizeThreshold=2")
        try add("9-generic.quirks", "[a]\nMatchName=*\nAttrPalmSizeThreshold=1\nAttrThumbSizeThreshold=1")
        try add("README", "no quirks at all")
        let quirks = files.quirks(of: Self.device)
        #expect([quirks.palmSize, quirks.thumbSize] == [3, 2])
        #expect(files.warnings.isEmpty)
    }

    @Test func `a malformed file is one warning that names it, and the others hold`() throws {
        try add("10-bad.quirks", "[a]\nMatchName=*\nAttrPalmSizeThreshold=x\nAttrSizeHint=y")
        try add("20-good.quirks", "[b]\nMatchName=*\nAttrPalmSizeThreshold=2")
        let files = files
        #expect(
            files.warnings == [
                "\(folder)/10-bad.quirks:3: AttrPalmSizeThreshold: expected a whole number, found x; file ignored"
            ])
        #expect(files.quirks(of: Self.device).palmSize == 2)
    }

    @Test func `a file that cannot be read causes a warning, and an absent one does not`() throws {
        let files = QuirkFiles(paths: ["/", "/nonexistent/a.quirks"], machine: MachineIdentity())
        #expect(files.warnings == ["/: cannot be read: Is a directory (EISDIR); file ignored"])
        #expect(QuirkFiles.paths(in: "/nonexistent").isEmpty)
    }

    @Test func `the machine's own quirks are known by its firmware`() throws {
        try add("50-system.quirks", "[a]\nMatchDMIModalias=dmi:ac*\nAttrPalmSizeThreshold=2")
        #expect(files.quirks(of: Self.device).palmSize == 2)
    }

    @Test(
        .enabled(
            if: access("/usr/share/libinput", R_OK) == 0 || getenv("LIBINPUT_QUIRKS_DIR") != nil,
            "libinput is not installed"))
    func `every file that libinput installed is read`() {
        let files = QuirkFiles.load()
        #expect(files.warnings.isEmpty)
        let apple = DeviceIdentity(
            id: "event4", name: "Apple Inc. Apple Internal Keyboard / Trackpad", kind: .touchpad, bus: 0x03,
            vendor: 0x05AC, product: 0x0262)
        #expect(files.quirks(of: apple).touchSizeRange != nil)
    }
}
