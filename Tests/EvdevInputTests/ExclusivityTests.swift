import EvdevInput
import FakeEvdev
import Glibc
import Testing
import TouchInput

@Suite struct ExclusivityTests {
    let fake = FakeDevice(.touchscreen)

    @Test func `a device that is not grabbed is released at once`() throws {
        let device = try fake.open()
        #expect(device.isGrabbedElsewhere() == false)
        #expect(fake.requests(.grab) == 2)
        // Only a released device can be grabbed again.
        #expect(device.isGrabbedElsewhere() == false)
    }

    @Test func `a device that another process grabbed is detected`() throws {
        fake.isGrabbedElsewhere = true
        let device = try fake.open()
        #expect(device.isGrabbedElsewhere() == true)
        fake.isGrabbedElsewhere = false
        #expect(device.isGrabbedElsewhere() == false)
    }

    @Test func `a device with a contact down is not tested`() throws {
        fake.silently(.slot(2), .trackingID(8))
        #expect(try fake.open().isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device with a pressed key is not tested`() throws {
        fake.silently(.key(KeyCode.touch, 1))
        #expect(try fake.open().isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device with a waiting event is not tested`() throws {
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1))
        #expect(device.isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device that is being removed has no result`() throws {
        let device = try fake.open()
        fake.refuse(.grab, with: ENODEV)
        #expect(device.isGrabbedElsewhere() == nil)
    }
}
