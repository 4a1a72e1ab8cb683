internal import GestureModel

extension UnitPoint {
    /// Where `point` is in `bounds`; the centre where those are unknown, or have no width or height.
    init(_ point: Point, in bounds: Region?) {
        guard let bounds, bounds.width > 0, bounds.height > 0 else {
            self = .center
            return
        }
        self.init(x: (point.x - bounds.x) / bounds.width, y: (point.y - bounds.y) / bounds.height)
    }
}
