import FoundationEssentials
import Testing

@testable import EvdevInput

@Suite struct InhibitedDeviceTests {
    @Test(arguments: [("1\n", true), ("0\n", false), ("", false)])
    func `a device is inhibited if its attribute is 1`(_ text: String, _ isInhibited: Bool) throws {
        let path = FileManager.default.temporaryDirectory.path + "/inhibited-" + UUID().uuidString
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(InhibitedDevice.isSet(path) == isInhibited)
    }

    @Test func `a missing device is not inhibited`() {
        #expect(InhibitedDevice.attribute(sysname: "event5") == "/sys/class/input/event5/device/inhibited")
        #expect(!InhibitedDevice.isInhibited(sysname: "event99999"))
    }
}
