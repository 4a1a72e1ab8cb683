import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct RecordedDeviceTests {
    @Test func `codes and properties are sorted and unique`() {
        var device = DeviceDescription(name: "device")
        for code in [0x36, 0x35, 0x36] as [UInt16] { device.addCode(code, ofType: EventType.absolute) }
        device.addCode(KeyCode.touch, ofType: EventType.key)
        device.addProperties([2, 0, 2])
        device.axes = [.init(code: 0x36, minimum: 0, maximum: 1), .init(code: 0x35, minimum: 0, maximum: 1)]
        device.normalise()
        #expect(device.capabilities == [.init(type: 1, codes: [0x14a]), .init(type: 3, codes: [0x35, 0x36])])
        #expect(device.properties == [0, 2])
        #expect(device.axes.map(\.code) == [0x35, 0x36])
    }

    @Test func `codes and properties that no kernel has are ignored`() {
        var device = DeviceDescription(name: "device")
        device.addCode(1, ofType: EventType.synchronization)
        device.addCode(1, ofType: 0x20)
        device.addCode(0x300, ofType: EventType.key)
        device.addProperties([0x40])
        #expect(device == DeviceDescription(name: "device"))
    }
}
