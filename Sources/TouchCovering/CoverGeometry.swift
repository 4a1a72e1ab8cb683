internal import FocusFollowing
internal import GestureModel

/// A rectangle of an output, in its logical pixels from the upper left corner of the picture.
struct CoverRectangle: Hashable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32

    /// The same rectangle among all outputs.
    ///
    /// - Parameter place: The output's.
    func region(in place: Region) -> Region {
        Region(x: place.x + Double(x), y: place.y + Double(y), width: Double(width), height: Double(height))
    }
}

/// How many logical pixels a millimetre of an output has.
struct PixelDensity: Hashable {
    let horizontal: Double
    let vertical: Double

    /// What CSS calls 96 pixels an inch. It is used if neither the output nor its touchscreen has a believable size.
    static let usual = PixelDensity(horizontal: 96 / 25.4, vertical: 96 / 25.4)
    /// From a television of two metres to twice the density of a phone.
    private static let believable = 0.5...40.0
    /// By how much the two directions of believable sizes differ: projectors report their aspect ratio as centimetres.
    private static let mostDistortion = 1.5

    /// - Parameters:
    ///   - pixels: The size of the picture, in logical pixels.
    ///   - sizes: What is known of its size in millimetres. The first that is believable counts.
    init(of pixels: Vector, sizes: [Vector]) {
        let densities = sizes.map { (pixels.dx / $0.dx, pixels.dy / $0.dy) }
        let found = densities.first { horizontal, vertical in
            Self.believable.contains(horizontal) && Self.believable.contains(vertical)
                && 1 / Self.mostDistortion...Self.mostDistortion ~= horizontal / vertical
        }
        self = found.map { PixelDensity(horizontal: $0.0, vertical: $0.1) } ?? .usual
    }

    private init(horizontal: Double, vertical: Double) { (self.horizontal, self.vertical) = (horizontal, vertical) }
}

extension CoverArea {
    /// The largest share of a side that a strip covers: an app always keeps the middle of the screen.
    private static let mostShare = 0.2

    /// Returns the rectangle on an output; nil if the output has no size.
    ///
    /// - Parameter touchscreen: The size of the touchscreen in millimetres, for an output without a believable size.
    func rectangle(on surface: OutputSurface, touchscreen: Vector?) -> CoverRectangle? {
        let size = Vector(dx: surface.output.place.width, dy: surface.output.place.height)
        guard 1...65_535 ~= size.dx, 1...65_535 ~= size.dy else { return nil }
        let density = PixelDensity(of: size, sizes: [surface.millimetres] + (touchscreen.map { [$0] } ?? []))
        let across = min((width * density.horizontal).rounded(.up), (size.dx * Self.mostShare).rounded(.up))
        let down = min((width * density.vertical).rounded(.up), (size.dy * Self.mostShare).rounded(.up))
        let region =
            switch place {
            case .everywhere: Region(x: 0, y: 0, width: size.dx, height: size.dy)
            case .edge(.left, let part): Self.part(part, of: Region(x: 0, y: 0, width: across, height: size.dy))
            case .edge(.right, let part):
                Self.part(part, of: Region(x: size.dx - across, y: 0, width: across, height: size.dy))
            case .edge(.top, let part): Self.part(part, of: Region(x: 0, y: 0, width: size.dx, height: down))
            case .edge(.bottom, let part):
                Self.part(part, of: Region(x: 0, y: size.dy - down, width: size.dx, height: down))
            case .corner(let corner):
                Region(
                    x: corner.edges.contains(.left) ? 0 : size.dx - across,
                    y: corner.edges.contains(.top) ? 0 : size.dy - down, width: across, height: down)
            }
        return CoverRectangle(
            x: Int32(region.x), y: Int32(region.y), width: Int32(region.width), height: Int32(region.height))
    }

    /// Returns the third of a strip, along its longer side.
    private static func part(_ part: EdgePart?, of strip: Region) -> Region {
        guard let index = part.flatMap(EdgePart.allCases.firstIndex) else { return strip }
        var third = strip
        func range(_ length: Double) -> (start: Double, length: Double) {
            let start = (length * Double(index) / 3).rounded()
            return (start, (length * Double(index + 1) / 3).rounded() - start)
        }
        if strip.height > strip.width {
            (third.y, third.height) = range(strip.height)
        } else {
            (third.x, third.width) = range(strip.width)
        }
        return third
    }
}

extension ScreenCover {
    /// Returns those of the outputs that the areas are on.
    func chosen(of surfaces: [OutputSurface]) -> [OutputSurface] {
        switch outputs {
        case .every: return surfaces
        case .named(let name): return surfaces.filter { $0.output.name.exact == name }
        case .only:
            if surfaces.count == 1 { return surfaces }
            let builtIn = surfaces.filter { Output.isBuiltIn($0.output.name) }
            return builtIn.count == 1 ? builtIn : []
        }
    }
}
