import GestureModel
import Strokes
import Testing
import TouchInput

@Suite struct ModelDeviceTests {
    @Test(arguments: ModelDevice.allCases)
    func `the capabilities of a device determine its kind`(_ device: ModelDevice) throws {
        #expect(try device.description.touchKind() == device.kind)
    }

    @Test(arguments: ModelDevice.allCases)
    func `the axes of a device match its size and slots`(_ device: ModelDevice) throws {
        let x = try #require(device.description.axis(AbsoluteCode.x))
        let y = try #require(device.description.axis(AbsoluteCode.y))
        #expect(Double(x.maximum - x.minimum) / Double(x.resolution) == device.size.dx)
        #expect(Double(y.maximum - y.minimum) / Double(y.resolution) == device.size.dy)
        let last = device.description.axis(AbsoluteCode.slot)?.maximum ?? -1
        #expect(Int(last) + 1 == device.slots)
    }
}
