import GestureModel
import Testing

@testable import FocusFollowing
@testable import TouchCovering

/// Where strips are on an output, in its logical pixels.
@Suite struct CoverGeometryTests {
    /// Ten pixels a millimetre.
    private func surface(
        _ name: String = "eDP-1", _ width: Double = 1000, _ height: Double = 600,
        millimetres: Vector = Vector(dx: 100, dy: 60)
    ) -> OutputSurface {
        let place = Region(x: 50, y: 70, width: width, height: height)
        return OutputSurface(object: 5, output: ReportedOutput(name: name, place: place), millimetres: millimetres)
    }

    private func rectangle(
        _ place: CoverArea.Place, width: Double = 3, on surface: OutputSurface? = nil, touchscreen: Vector? = nil
    ) -> CoverRectangle? {
        CoverArea(place, width: width).rectangle(on: surface ?? self.surface(), touchscreen: touchscreen)
    }

    @Test(arguments: [
        (CoverArea.Place.edge(.left, nil), CoverRectangle(x: 0, y: 0, width: 30, height: 600)),
        (.edge(.right, nil), CoverRectangle(x: 970, y: 0, width: 30, height: 600)),
        (.edge(.top, nil), CoverRectangle(x: 0, y: 0, width: 1000, height: 30)),
        (.edge(.bottom, nil), CoverRectangle(x: 0, y: 570, width: 1000, height: 30)),
        (.edge(.right, .start), CoverRectangle(x: 970, y: 0, width: 30, height: 200)),
        (.edge(.right, .end), CoverRectangle(x: 970, y: 400, width: 30, height: 200)),
        (.edge(.bottom, .middle), CoverRectangle(x: 333, y: 570, width: 334, height: 30)),
        (.corner(.topLeft), CoverRectangle(x: 0, y: 0, width: 30, height: 30)),
        (.corner(.bottomRight), CoverRectangle(x: 970, y: 570, width: 30, height: 30)),
        (.everywhere, CoverRectangle(x: 0, y: 0, width: 1000, height: 600)),
    ])
    func `an area is at its edge, as wide as its millimetres`(_ place: CoverArea.Place, _ expected: CoverRectangle) {
        #expect(rectangle(place) == expected)
    }

    @Test func `a part of a millimetre is a whole pixel`() {
        let coarse = surface("DP-1", 100, 60)
        #expect(
            rectangle(.edge(.left, nil), width: 3.2, on: coarse) == CoverRectangle(x: 0, y: 0, width: 4, height: 60))
    }

    @Test func `a strip never covers more than a fifth of the screen`() {
        #expect(rectangle(.edge(.right, nil), width: 90) == CoverRectangle(x: 800, y: 0, width: 200, height: 600))
    }

    @Test(arguments: [
        // None, a projector's aspect ratio in centimetres on a wide picture, and a wall.
        Vector.zero, Vector(dx: 160, dy: 40), Vector(dx: 1, dy: 1), Vector(dx: 100_000, dy: 60_000),
    ])
    func `millimetres that cannot be true are replaced by the touchscreen's, or by 96 pixels an inch`(_ size: Vector) {
        let lying = surface(millimetres: size)
        #expect(
            rectangle(.edge(.left, nil), on: lying, touchscreen: Vector(dx: 200, dy: 120))
                == CoverRectangle(x: 0, y: 0, width: 15, height: 600))
        #expect(rectangle(.edge(.left, nil), on: lying) == CoverRectangle(x: 0, y: 0, width: 12, height: 600))
    }

    @Test func `an output without a size has no strips`() {
        #expect(rectangle(.edge(.left, nil), on: surface("DP-1", 0, 600)) == nil)
    }

    @Test func `a screen is on its output, else on the only or the only built-in one`() {
        let (panel, monitor, other) = (surface("eDP-1"), surface("HDMI-A-1"), surface("DP-1"))
        func names(_ outputs: ScreenCover.Outputs, _ surfaces: [OutputSurface]) -> [String] {
            ScreenCover(on: outputs, areas: []).chosen(of: surfaces).map(\.output.name)
        }
        #expect(names(.named("HDMI-A-1".exact), [panel, monitor]) == ["HDMI-A-1"])
        #expect(names(.named("HDMI-A-2".exact), [panel, monitor]) == [])
        #expect(names(.only, [monitor]) == ["HDMI-A-1"])
        #expect(names(.only, [panel, monitor]) == ["eDP-1"])
        #expect(names(.only, [monitor, other]) == [])
        #expect(names(.every, [monitor, other]) == ["HDMI-A-1", "DP-1"])
    }
}
