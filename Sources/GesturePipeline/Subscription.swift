internal import GestureModel
internal import GestureProtocol

/// What a client asked for. It waits for devices that come later as well.
struct Subscription: Sendable {
    let client: Int
    let number: Int
    var request: SubscribeRequest

    /// The region in points of a device's surface; nil for the whole, and for a region of a window that nobody has told the
    /// place of.
    ///
    /// - Parameter window: In fractions of the surface.
    func region(on surface: Surface, window: Region?) -> Region? {
        guard let region = request.region else { return nil }
        let scale = request.units.scale(on: surface)
        let place = Region(
            x: region.x / scale.dx, y: region.y / scale.dy, width: region.width / scale.dx,
            height: region.height / scale.dy)
        guard request.regionOrigin == .window else { return place }
        return window.map { place.offset(x: $0.x * surface.size.dx, y: $0.y * surface.size.dy) }
    }
}

extension Region {
    fileprivate func offset(x: Double, y: Double) -> Region {
        Region(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
