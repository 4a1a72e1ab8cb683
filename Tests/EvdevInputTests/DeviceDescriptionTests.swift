import EvdevInput
import FakeEvdev
import Testing
import TouchInput

@Suite struct DeviceDescriptionTests {
    @Test(arguments: [DeviceDescription.touchscreen, .singleTouchpad])
    func `what the kernel says of a device is what its description holds`(_ description: DeviceDescription) throws {
        let fake = FakeDevice(description)
        let device = try fake.open()
        #expect(device.description == description)
    }
}
