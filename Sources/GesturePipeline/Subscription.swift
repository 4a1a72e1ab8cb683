internal import GestureModel
internal import GestureProtocol

/// What a client asked for. It waits for devices that come later as well.
struct Subscription: Sendable {
    let client: Int
    let number: Int
    let request: SubscribeRequest

    /// The region in points of `device`'s surface; nil for the whole.
    func region(on surface: Surface) -> Region? {
        guard let region = request.region else { return nil }
        let scale = request.units.scale(on: surface)
        return Region(
            x: region.x / scale.dx, y: region.y / scale.dy, width: region.width / scale.dx,
            height: region.height / scale.dy)
    }
}
