import EvdevInput
import FakeEvdev
import Glibc
import Testing
import TouchInput

@Suite struct ExclusivityTests {
    let fake = FakeDevice(.touchscreen)

    @Test func `a free device is let go at once`() throws {
        let device = try fake.open()
        #expect(device.isGrabbedElsewhere() == false)
        #expect(fake.requests(.grab) == 2)
        // Only a device that was let go can be had again.
        #expect(device.isGrabbedElsewhere() == false)
    }

    @Test func `a device another process holds is seen`() throws {
        fake.isGrabbedElsewhere = true
        let device = try fake.open()
        #expect(device.isGrabbedElsewhere() == true)
        fake.isGrabbedElsewhere = false
        #expect(device.isGrabbedElsewhere() == false)
    }

    @Test func `a device with a contact down is not tried`() throws {
        fake.silently(.slot(2), .trackingID(8))
        #expect(try fake.open().isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device with a pressed key is not tried`() throws {
        fake.silently(.key(KeyCode.touch, 1))
        #expect(try fake.open().isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device with an event waiting is not tried`() throws {
        let device = try fake.open()
        fake.emit(at: 1, .trackingID(1))
        #expect(device.isGrabbedElsewhere() == nil)
        #expect(fake.requests(.grab) == 0)
    }

    @Test func `a device that goes away is neither`() throws {
        let device = try fake.open()
        fake.refuse(.grab, with: ENODEV)
        #expect(device.isGrabbedElsewhere() == nil)
    }
}
