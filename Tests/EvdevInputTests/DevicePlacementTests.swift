import Testing

@testable import EvdevInput

@Suite struct DevicePlacementTests {
    private static let port = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-5"

    @Test(arguments: [
        // The pen and the fingers of a screen are often two interfaces of one USB device.
        (port + "/1-5:1.0/0003:056A:5146.0001/input/input12/event5", port),
        (port + "/1-5:1.1/0003:056A:5146.0002/input/input14/event7", port),
        (port + "/1-5.2/1-5.2:1.0/0003:056A:5146.0001/input/input12/event5", port + "/1-5.2"),
        (
            "/sys/devices/platform/AMDI0010:03/i2c-3/i2c-WACF4F8:00/0018:056A:5146.0001/input/input9/event6",
            "/sys/devices/platform/AMDI0010:03/i2c-3/i2c-WACF4F8:00"
        ),
        ("/sys/devices/platform/i8042/serio1/input/input4/event4", "/sys/devices/platform/i8042/serio1"),
        (
            "/sys/devices/pci0000:00/0000:00:1f.0/input/input4/event4",
            "/sys/devices/pci0000:00/0000:00:1f.0"
        ),
        // Two Bluetooth devices share a USB adapter.
        (
            port + "/1-5:1.0/bluetooth/hci0/hci0:256/0005:05AC:0265.0003/input/input21/event9",
            port + "/1-5:1.0/bluetooth/hci0/hci0:256"
        ),
        // Where BlueZ creates the HID devices, all are children of uhid.
        (
            "/sys/devices/virtual/misc/uhid/0005:056A:0360.0008/input/input30/event20",
            "/sys/devices/virtual/misc/uhid/0005:056A:0360.0008"
        ),
    ])
    func `the hardware of an input device is its nearest parent that has all of its parts`(
        _ syspath: String, _ hardware: String
    ) {
        #expect(DevicePlacement.hardware(ofSyspath: syspath) == hardware)
    }

    @Test func `virtual devices have no hardware in sysfs`() {
        #expect(DevicePlacement.hardware(ofSyspath: "/sys/devices/virtual/input/input12/event5") == nil)
        #expect(DevicePlacement.hardware(ofSyspath: "/sys/devices/strange") == nil)
    }

    @Test(
        arguments: [
            ("usb-0000:00:14.0-5/input0", "usb-0000:00:14.0-5"), ("trial/tablet/input1", "trial/tablet"),
            ("isa0060", "isa0060"), ("", nil), ("/input0", nil),
        ] as [(String, String?)])
    func `an address is the hardware without the number of the input`(_ address: String, _ hardware: String?) {
        #expect(DevicePlacement.hardware(ofAddress: address) == hardware)
    }

    @Test func `devices are one piece of hardware by libinput's group or by their parent`() {
        let here = DevicePlacement(group: "3/56a/5146:usb-1", parent: "/a")
        #expect(here.isSameHardware(as: DevicePlacement(group: "3/56a/5146:usb-1", parent: "/b")))
        #expect(here.isSameHardware(as: DevicePlacement(parent: "/a")))
        #expect(!here.isSameHardware(as: DevicePlacement(group: "3/56a/5147:usb-2", parent: "/b")))
        #expect(!DevicePlacement().isSameHardware(as: DevicePlacement()), "two unknown placements are not the same")
    }
}
