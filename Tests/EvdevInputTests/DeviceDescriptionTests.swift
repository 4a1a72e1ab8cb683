import EvdevInput
import FakeEvdev
import Testing
import TouchInput

@Suite struct DeviceDescriptionTests {
    @Test(arguments: [DeviceDescription.touchscreen, .singleTouchpad])
    func `a device's description is what the kernel answers`(_ description: DeviceDescription) throws {
        let fake = FakeDevice(description)
        let device = try fake.open()
        #expect(device.description == description)
    }
}
