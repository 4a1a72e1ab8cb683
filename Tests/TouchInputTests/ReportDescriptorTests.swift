import GestureModel
import Testing

@testable import TouchInput

/// The size of a touch surface in a HID report descriptor.
@Suite struct ReportDescriptorTests {
    /// A short item. `prefix` is its type and tag.
    private static func item(_ prefix: UInt8, _ data: UInt8...) -> [UInt8] {
        [prefix | UInt8(min(data.count, 3))] + data
    }

    /// A touchscreen with two fingers, each with X and Y.
    ///
    /// - Parameters:
    ///   - width: The physical maximum of X.
    ///   - height: The physical maximum of Y.
    private static func descriptor(
        application: UInt8 = 0x04, unit: UInt8 = 0x13, exponent: UInt8 = 0x0E, width: Int, height: Int
    ) -> [UInt8] {
        func axis(_ usage: UInt8, _ maximum: Int) -> [UInt8] {
            item(0x44, UInt8(maximum & 0xFF), UInt8(maximum >> 8)) + item(0x08, usage) + item(0x80, 2)
        }
        let finger =
            item(0x04, 0x0D) + item(0x08, 0x22) + item(0xA0, 2) + item(0x08, 0x42) + item(0x80, 2) + item(0x04, 1)
            + item(0x34, 0) + item(0x54, exponent) + item(0x64, unit) + axis(0x30, width) + axis(0x31, height)
            + item(0xC0)
        return item(0x04, 0x0D) + item(0x08, application) + item(0xA0, 1) + finger + finger + item(0xC0)
    }

    private func millimetres(_ bytes: [UInt8]) -> [Int]? {
        ReportDescriptor(bytes).surfaceSize.map { [Int($0.dx.rounded()), Int($0.dy.rounded())] }
    }

    @Test(
        arguments: [
            (0x13, 0x0E, [344, 194]), (0x33, 0x0E, [344, 194]), (0x11, 0x0E, [136, 76]), (0x31, 0x0F, [1355, 764]),
            (0x13, 0xFE, [344, 194]), (0x33, 0x0D, [34, 19]),
        ] as [(UInt8, UInt8, [Int])])
    func `the unit is inches or centimetres, to whatever power`(unit: UInt8, exponent: UInt8, size: [Int]) {
        #expect(millimetres(Self.descriptor(unit: unit, exponent: exponent, width: 1355, height: 764)) == size)
    }

    @Test(arguments: [0x00, 0x12, 0x14, 0x03] as [UInt8])
    func `a unit that is no length states no size`(unit: UInt8) {
        #expect(millimetres(Self.descriptor(unit: unit, width: 1355, height: 764)) == nil)
    }

    @Test func `only a touchscreen or touchpad counts, and an axis without a range states no size`() {
        #expect(millimetres(Self.descriptor(application: 0x05, width: 400, height: 270)) == [102, 69])
        #expect(millimetres(Self.descriptor(application: 0x02, width: 1355, height: 764)) == nil, "a pen")
        #expect(millimetres(Self.descriptor(width: 0, height: 764)) == nil)
        #expect(millimetres([]) == nil)
        let pen = Self.descriptor(application: 0x02, width: 500, height: 300)
        #expect(millimetres(pen + Self.descriptor(width: 1355, height: 764)) == [344, 194], "behind its pen")
    }

    @Test func `a descriptor that ends within an item is read up to there`() {
        let whole = Self.descriptor(width: 1355, height: 764)
        for length in whole.indices {
            let size = millimetres(Array(whole.prefix(length)))
            #expect(size == nil || size == [344, 194])
        }
    }

    @Test func `no descriptor takes much memory, or more than its first 16 KiB`() {
        let open = [UInt8](repeating: 0xA1, count: 100_000)
        let push = [UInt8](repeating: 0xA4, count: 100_000)
        let close = [UInt8](repeating: 0xC0, count: 100_000)
        let long = [UInt8](repeating: 0xFE, count: 100_000)
        for bytes in [open, push, close, long] {
            #expect(millimetres(bytes + Self.descriptor(width: 1355, height: 764)) == nil)
        }
    }

    @Test func `a size that is absurd is replaced by the assumption, and a plausible one is named`() throws {
        func assumption(_ size: Vector) throws -> String? {
            var settings = SurfaceSettings()
            settings.descriptorSize = size
            let description = DeviceDescription.slotted(2)
                .with(AbsoluteCode.positionX, from: 0, to: 4095).with(AbsoluteCode.positionY, from: 0, to: 4095)
            return try FrameAssembler(description, kind: .touchscreen, settings: settings).assumption
        }
        #expect(
            try assumption(Vector(dx: 344, dy: 194)) == "no resolution: 344 × 194 mm from the HID report descriptor")
        #expect(try assumption(Vector(dx: 34_400, dy: 19_400))?.hasSuffix("assumed") == true)
        #expect(try assumption(Vector(dx: 3, dy: 2))?.hasSuffix("assumed") == true)
    }
}
