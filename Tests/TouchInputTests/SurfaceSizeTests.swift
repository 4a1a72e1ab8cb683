import GestureModel
import Testing

@testable import TouchInput

@Suite struct SurfaceSizeTests {
    private typealias Axis = DeviceDescription.Axis

    /// The size in whole millimetres, and the assumption.
    private func size(
        x: (Int32, Int32), y: (Int32, Int32), resolution: (Int32, Int32), kind: TouchDeviceKind
    ) throws -> [String] {
        let size = try SurfaceSize(
            x: Axis(code: AbsoluteCode.positionX, minimum: x.0, maximum: x.1, resolution: resolution.0),
            y: Axis(code: AbsoluteCode.positionY, minimum: y.0, maximum: y.1, resolution: resolution.1), kind: kind)
        #expect((size.assumption == nil) == (size.resolution != nil))
        let millimetres = size.surface.millimetres
        return ["\(Int(millimetres.dx.rounded())) × \(Int(millimetres.dy.rounded()))", size.assumption ?? "claimed"]
    }

    @Test func `a plausible size is used, in points`() throws {
        let description = DeviceDescription.slotted(2).with(
            AbsoluteCode.positionX, from: -100, to: 1100, resolution: 12)
        let assembler = try FrameAssembler(description, kind: .touchpad)
        #expect(assembler.surface == Surface(millimetres: Vector(dx: 100, dy: 80)))
        #expect(assembler.resolution == Vector(dx: 12, dy: 1))
        #expect(assembler.assumption == nil)
    }

    @Test func `the sizes of wide panels and small pads are plausible`() throws {
        #expect(try size(x: (0, 11174), y: (0, 6288), resolution: (16, 16), kind: .touchscreen)[1] == "claimed")
        #expect(try size(x: (0, 2430), y: (0, 1370), resolution: (1, 1), kind: .touchscreen)[1] == "claimed")
        #expect(try size(x: (0, 400), y: (0, 100), resolution: (10, 10), kind: .touchpad)[1] == "claimed")
    }

    @Test func `the sizes of a 32 m panel and a 1 mm pad are not plausible`() throws {
        #expect(
            try size(x: (0, 32767), y: (0, 32767), resolution: (1, 1), kind: .touchscreen) == [
                "294 × 165", "claims 32767 × 32767 mm: 294 × 165 mm assumed",
            ])
        #expect(
            try size(x: (0, 1000), y: (0, 500), resolution: (1000, 500), kind: .touchpad) == [
                "69 × 50", "claims 1 × 1 mm: 69 × 50 mm assumed",
            ])
    }

    @Test func `a touchpad without resolution has libinput's size`() throws {
        #expect(
            try size(x: (0, 4256), y: (0, 3508), resolution: (0, 0), kind: .touchpad) == [
                "69 × 50", "no resolution: 69 × 50 mm assumed",
            ])
    }

    @Test func `the assumption names the axis without resolution`() throws {
        let touchpad = try size(x: (0, 4256), y: (0, 3508), resolution: (40, 0), kind: .touchpad)
        #expect(touchpad[1] == "no resolution of ABS_MT_POSITION_Y: 69 × 50 mm assumed")
        let negative = try size(x: (0, 4256), y: (0, 3508), resolution: (-40, 40), kind: .touchpad)
        #expect(negative[1] == "no resolution of ABS_MT_POSITION_X: 69 × 50 mm assumed")
    }

    @Test(
        arguments: [
            (799, 479, "294 × 176"), (1535, 2559, "176 × 294"), (9600, 7200, "294 × 221"),
            (32767, 32767, "294 × 165"), (4096, 4095, "294 × 165"), (100, 4000, "165 × 294"),
        ] as [(Int32, Int32, String)])
    func `a screen has the shape of its ranges if they are plausible`(x: Int32, y: Int32, expected: String) throws {
        #expect(try size(x: (0, x), y: (0, y), resolution: (0, 0), kind: .touchscreen)[0] == expected)
    }

    @Test func `positions span the assumed size`() throws {
        let description = DeviceDescription.slotted(2)
            .with(AbsoluteCode.positionX, from: -500, to: 500).with(AbsoluteCode.positionY, from: 0, to: 2000)
        var assembler = try FrameAssembler(description, kind: .touchpad)
        #expect(assembler.play(.id(1), .x(-500), .y(0), .report()) == ["1 began 0 0"])
        #expect(assembler.play(.x(0), .y(1000), .report()).last == "1 moved 35 25")
        #expect(assembler.play(.x(500), .y(2000), .report()).last == "1 moved 69 50")
    }

    @Test func `the widest axes do not trap`() throws {
        let description = DeviceDescription.slotted(1)
            .with(AbsoluteCode.positionX, from: .min, to: .max, resolution: 1)
            .with(AbsoluteCode.positionY, from: .min, to: .max, resolution: .max)
        var assembler = try FrameAssembler(description, kind: .touchscreen)
        #expect(assembler.assumption == "claims 4294967295 × 2 mm: 294 × 165 mm assumed")
        #expect(assembler.play(.id(1), .x(.max), .y(.min), .report()) == ["1 began 294 0"])
    }
}

/// Sizes in libinput's quirks.
@Suite struct HintedSizeTests {
    private func assembler(_ set: (inout DeviceQuirks) -> Void, resolution: Int32 = 0) throws -> FrameAssembler {
        var quirks = DeviceQuirks()
        set(&quirks)
        let description = DeviceDescription.slotted(2)
            .with(AbsoluteCode.positionX, from: 0, to: 1000, resolution: resolution)
            .with(AbsoluteCode.positionY, from: 0, to: 500, resolution: resolution)
        return try FrameAssembler(description, kind: .touchpad, quirks: quirks)
    }

    @Test func `a hint is the size of a device without one`() throws {
        let assembler = try assembler { $0.size = Vector(dx: 100, dy: 80) }
        #expect(assembler.surface == Surface(millimetres: Vector(dx: 100, dy: 80)))
        #expect(assembler.resolution == Vector(dx: 10, dy: 6.25))
        #expect(assembler.assumption == "no resolution: 100 × 80 mm from libinput's quirks")
    }

    @Test func `a device's own size overrides a hint`() throws {
        let assembler = try assembler({ $0.size = Vector(dx: 100, dy: 80) }, resolution: 20)
        #expect(assembler.surface == Surface(millimetres: Vector(dx: 50, dy: 25)))
        #expect(assembler.assumption == nil)
    }

    @Test(
        arguments: [
            Vector(dx: 0, dy: 50), Vector(dx: -1, dy: 5), Vector(dx: .nan, dy: 5), Vector(dx: .infinity, dy: 5),
        ])
    func `impossible hints are ignored`(size: Vector) throws {
        let assembler = try assembler({
            $0.size = size
            $0.resolution = size
        })
        #expect(assembler.assumption == "no resolution: 69 × 50 mm assumed")
    }

    @Test func `a hint overrides an impossible size, which is no fault then`() throws {
        let assembler = try assembler({ $0.size = Vector(dx: 100, dy: 80) }, resolution: 1000)
        #expect(assembler.faults.total == 0)
    }
}
