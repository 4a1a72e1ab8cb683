import GestureModel
import Testing

@testable import TouchInput

@Suite struct SurfaceTransformTests {
    /// A screen of 200 × 100 mm, 10 units a millimetre.
    private static let axes = [AbsoluteCode.positionX: 2000, AbsoluteCode.positionY: 1000].sorted { $0.key < $1.key }
        .map { DeviceDescription.Axis(code: $0.key, minimum: 0, maximum: $0.value, resolution: 10) }

    private func assembler(_ transform: SurfaceTransform, size: Vector? = nil) throws -> FrameAssembler {
        var settings = SurfaceSettings()
        settings.transform = transform
        settings.size = size
        let slots = [(AbsoluteCode.slot, 1), (AbsoluteCode.trackingID, 65535)].map {
            DeviceDescription.Axis(code: $0.0, minimum: 0, maximum: $0.1)
        }
        let description = DeviceDescription(
            name: "Screen", capabilities: [.init(type: EventType.key, codes: [KeyCode.touch])],
            axes: Self.axes + slots)
        return try FrameAssembler(description, kind: .touchscreen, settings: settings)
    }

    /// The reported position, in millimetres, of a finger at a position of the device.
    private func position(_ x: Int32, _ y: Int32, on assembler: FrameAssembler) throws -> [Double] {
        var assembler = assembler
        let values = [(AbsoluteCode.trackingID, 1), (AbsoluteCode.positionX, x), (AbsoluteCode.positionY, y)]
        for (code, value) in values {
            _ = assembler.handle(
                InputEvent(time: Timestamp(microseconds: 0), type: EventType.absolute, code: code, value: value))
        }
        _ = assembler.handle(
            InputEvent(
                time: Timestamp(microseconds: 0), type: EventType.synchronization, code: SynchronizationCode.report,
                value: 0))
        let contact = try #require(assembler.frame.contacts.first)
        #expect(assembler.surface.bounds.contains(contact.position))
        let millimetres = [contact.position.x, contact.position.y].map { $0 * Surface.millimetresPerPoint }
        return millimetres.map { ($0 * 1000).rounded() / 1000 }
    }

    @Test(
        arguments: [
            (SurfaceTransform.Rotation.none, [200, 100], [30, 10]), (.quarter, [100, 200], [90, 30]),
            (.half, [200, 100], [170, 90]), (.threeQuarters, [100, 200], [10, 170]),
        ] as [(SurfaceTransform.Rotation, [Double], [Double])])
    func `a position turns clockwise with its surface and keeps its distance from the edges`(
        _ rotation: SurfaceTransform.Rotation, _ size: [Double], _ position: [Double]
    ) throws {
        let assembler = try assembler(SurfaceTransform(rotation))
        let millimetres = assembler.surface.millimetres
        #expect([millimetres.dx.rounded(), millimetres.dy.rounded()] == size)
        #expect(try self.position(300, 100, on: assembler) == position)
    }

    @Test func `a quarter turn exchanges the resolutions of the axes`() throws {
        let assembler = try assembler(SurfaceTransform(.quarter), size: Vector(dx: 100, dy: 100))
        #expect(assembler.resolution == Vector(dx: 10, dy: 20))
    }

    @Test func `udev's matrix for an upside-down panel is the half turn`() throws {
        #expect(SurfaceTransform(property: "-1 0 1 0 -1 1") == SurfaceTransform(.half))
        #expect(SurfaceTransform(property: "0 -1 1 1 0 0") == SurfaceTransform(.quarter))
        #expect(SurfaceTransform(property: "0 1 0 -1 0 1") == SurfaceTransform(.threeQuarters))
        #expect(SurfaceTransform(property: "1 0 0 0 1 0") == .identity)
    }

    @Test func `a calibration that stretches keeps lengths and shows less of the device`() throws {
        // The panel's middle half covers the screen.
        let assembler = try assembler(try #require(SurfaceTransform([2, 0, -0.5, 0, 1, 0])))
        #expect(assembler.surface.millimetres.dx.rounded() == 100)
        #expect(try position(1000, 500, on: assembler) == [50, 50])
        #expect(try position(1100, 500, on: assembler) == [60, 50])
    }

    @Test func `a position that the calibration moves beyond an edge is at the edge`() throws {
        let assembler = try assembler(try #require(SurfaceTransform([2, 0, -0.5, 0, 1, 0])))
        #expect(try position(0, 500, on: assembler) == [0, 50])
        #expect(try position(2000, 500, on: assembler) == [100, 50])
    }

    @Test(arguments: SurfaceTransform.Rotation.allCases)
    func `no corner of a turned device leaves the surface`(_ rotation: SurfaceTransform.Rotation) throws {
        let assembler = try assembler(SurfaceTransform(rotation))
        for (x, y) in [(0, 0), (2000, 0), (0, 1000), (2000, 1000), (-5, 1099)] as [(Int32, Int32)] {
            _ = try position(x, y, on: assembler)
        }
    }

    @Test func `the sides of a sheared surface are as long as the distance across them`() throws {
        let transform = try #require(SurfaceTransform([1, 0.1, 0, 0, 1, 0]))
        let surface = transform.surface(of: Surface(size: Vector(dx: 100, dy: 100)))
        #expect(abs(surface.size.dx - 99.504) < 0.001 && surface.size.dy == 100)
    }

    @Test func `four quarter turns are the identity`() {
        let quarter = SurfaceTransform(.quarter)
        #expect(quarter.then(quarter) == SurfaceTransform(.half))
        #expect(quarter.then(quarter).then(quarter).then(quarter) == .identity)
    }

    @Test func `transforms apply in order`() throws {
        let shift = try #require(SurfaceTransform([1, 0, 0.1, 0, 1, 0]))
        #expect(shift.then(SurfaceTransform(.quarter)).numbers == [0, -1, 1, 1, 0, 0.1])
    }

    @Test(
        arguments: [
            "", "1", "1 0 0 0 1", "1 0 0 0 x 0", "1 0 0 0 nan 0", "1 0 0 0 inf 0", "0 0 0 0 0 0", "1 1 0 1 1 0",
            "1e9 0 0 0 1 0", "1,0,0,0,1,0",
        ])
    func `a property without an invertible matrix of six numbers is refused`(_ property: String) {
        #expect(SurfaceTransform(property: property) == nil)
    }

    @Test func `text after the six numbers is ignored`() {
        #expect(SurfaceTransform(property: "-1 0 1 0 -1 1 0 0 1") == SurfaceTransform(.half))
    }

    @Test func `the identity needs no map`() {
        #expect(SurfaceMap(.identity, of: Surface(size: Vector(dx: 1, dy: 1))) == nil)
    }
}

@Suite struct SurfaceSettingsTests {
    private func size(
        resolution: Int32, _ change: (inout DeviceQuirks, inout SurfaceSettings) -> Void
    ) throws -> [String?] {
        var (quirks, settings) = (DeviceQuirks(), SurfaceSettings())
        change(&quirks, &settings)
        let axes = [AbsoluteCode.positionX, AbsoluteCode.positionY].map {
            DeviceDescription.Axis(code: $0, minimum: 0, maximum: 1000, resolution: resolution)
        }
        let size = try SurfaceSize(x: axes[0], y: axes[1], kind: .touchpad, quirks: quirks, settings: settings)
        let millimetres = size.surface.millimetres
        let spelled = "\(Int(millimetres.dx.rounded())) × \(Int(millimetres.dy.rounded()))"
        return [spelled, size.resolution.map { "\($0.dx) × \($0.dy)" }, size.assumption]
    }

    @Test func `the configuration's size overrides the device's`() throws {
        for resolution in [0, 10] as [Int32] {
            let size = try size(resolution: resolution) { $1.size = Vector(dx: 100, dy: 50) }
            #expect(size == ["100 × 50", "10.0 × 20.0", "100 × 50 mm from the configuration"])
        }
    }

    @Test func `the configuration's size overrides libinput's quirks`() throws {
        let size = try size(resolution: 0) {
            $0.size = Vector(dx: 20, dy: 20)
            $1.size = Vector(dx: 100, dy: 50)
        }
        #expect(size[0] == "100 × 50")
    }

    @Test func `a hint of libinput's is the size of a device without one`() throws {
        let size = try size(resolution: 0) { quirks, _ in quirks.size = Vector(dx: 40, dy: 20) }
        #expect(size == ["40 × 20", "25.0 × 50.0", "no resolution: 40 × 20 mm from libinput's quirks"])
    }

    @Test func `a plausible size overrides a hint of libinput's`() throws {
        let size = try size(resolution: 10) { quirks, _ in quirks.size = Vector(dx: 40, dy: 20) }
        #expect(size == ["100 × 100", "10.0 × 10.0", nil])
    }

    @Test func `a hint of a resolution overrides a hint of a size`() throws {
        let size = try size(resolution: 0) { quirks, _ in
            quirks.size = Vector(dx: 40, dy: 20)
            quirks.resolution = Vector(dx: 10, dy: 20)
        }
        #expect(size[0] == "100 × 50")
    }

    @Test func `an impossible hint is ignored`() throws {
        let size = try size(resolution: 0) { quirks, _ in quirks.resolution = Vector(dx: 1000, dy: 1000) }
        #expect(size == ["69 × 50", nil, "no resolution: 69 × 50 mm assumed"])
    }
}

/// How a panel's positions are seen when its desktop turns the picture.
@Suite struct OutputTransformTests {
    /// Where the panel's upper left corner is, and the point at a quarter of its upper edge.
    private static let seen: [(OutputTransform, corner: Point, next: Point)] = [
        (.normal, Point(x: 0, y: 0), Point(x: 0.25, y: 0)), (.quarter, Point(x: 1, y: 0), Point(x: 1, y: 0.25)),
        (.half, Point(x: 1, y: 1), Point(x: 0.75, y: 1)), (.threeQuarters, Point(x: 0, y: 1), Point(x: 0, y: 0.75)),
        (.flipped, Point(x: 1, y: 0), Point(x: 0.75, y: 0)), (.flippedQuarter, Point(x: 0, y: 0), Point(x: 0, y: 0.25)),
        (.flippedHalf, Point(x: 0, y: 1), Point(x: 0.25, y: 1)),
        (.flippedThreeQuarters, Point(x: 1, y: 1), Point(x: 1, y: 0.75)),
    ]

    @Test func `each transform shows the panel's corner where wl_output defines it`() {
        #expect(Self.seen.map(\.0) == OutputTransform.allCases)
        for (transform, corner, next) in Self.seen {
            let matrix = SurfaceTransform(output: transform)
            func position(_ x: Double, _ y: Double) -> Point {
                Point(x: matrix.a * x + matrix.b * y + matrix.c, y: matrix.d * x + matrix.e * y + matrix.f)
            }
            #expect(position(0, 0) == corner && position(0.25, 0) == next, "\(transform)")
            #expect(transform.exchangesAxes == (matrix.a == 0))
        }
    }
}
