import EvdevInput
import FakeEvdev
import FoundationEssentials
import Testing

/// The real libudev on a sysfs made by umockdev.
@Suite struct RealUdevTests {
    private static let hasMockDevices = FileManager.default.isExecutableFile(atPath: "/usr/bin/umockdev-run")

    @Test(.enabled(if: hasMockDevices, "needs umockdev (apt: umockdev)"))
    func `touch devices are recognised by udev's properties`() throws {
        let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).umockdev"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let devices = [(11, "TOUCHPAD"), (3, "TOUCHSCREEN"), (4, "MOUSE")].map { device($0, $1) }.joined()
        try Data(devices.utf8).write(to: URL(fileURLWithPath: file))

        let trace = BuildProducts.path("evdev-trace")
        let lines = ChildProcess(["umockdev-run", "--device", file, "--", trace]).lines { $0 == "ready" }
        // Without a recording umockdev answers no evdev requests, so this shows only that each node was found.
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["/dev/input/event3", "/dev/input/event11", "ready"])
    }

    @Test func `a machine without udev has no devices and causes no error`() throws {
        let devices = try TouchDevices()
        let numbers = devices.enumerate().compactMap { Int($0.sysname.dropFirst(5)) }
        #expect(numbers == numbers.sorted())
        #expect(devices.nextChange() == nil)
    }

    private func device(_ number: Int, _ kind: String) -> String {
        """
        P: /devices/virtual/input/input\(number)
        E: SUBSYSTEM=input
        E: NAME="Mock"
        A: name=Mock \(number)

        P: /devices/virtual/input/input\(number)/event\(number)
        N: input/event\(number)
        E: DEVNAME=/dev/input/event\(number)
        E: SUBSYSTEM=input
        E: ID_INPUT=1
        E: ID_INPUT_\(kind)=1
        L: device=../../input\(number)


        """
    }
}
