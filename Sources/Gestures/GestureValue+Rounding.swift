internal import GestureModel

extension GestureValue {
    /// The value in the steps of the wire: a thousandth of a point, 0.16 µm. Callbacks are told the same to the bit whether
    /// the daemon or the app itself recognised a gesture.
    var rounded: GestureValue {
        switch self {
        case .tap(var tap):
            tap.location = tap.location.rounded
            return .tap(tap)
        case .longPress(var press):
            press.location = press.location.rounded
            press.startLocation = press.startLocation.rounded
            return .longPress(press)
        case .drag(var drag):
            drag.location = drag.location.rounded
            drag.startLocation = drag.startLocation.rounded
            drag.velocity = Vector(dx: drag.velocity.dx.thousandths, dy: drag.velocity.dy.thousandths)
            return .drag(drag)
        // Its parts are rounded one by one.
        case .composition: return self
        }
    }
}

extension Point {
    fileprivate var rounded: Point { Point(x: x.thousandths, y: y.thousandths) }
}

extension Double {
    /// Never −0, which the wire does not tell from 0.
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 + 0 }
}
