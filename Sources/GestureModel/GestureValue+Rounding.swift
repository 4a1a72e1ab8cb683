extension GestureValue {
    /// The value in the steps in which it is told: a thousandth of a point, 0.16 µm.
    ///
    /// What the wire spells in decimals reads back as the same number, so that a gesture is the same to the bit whether
    /// the daemon or the app itself recognised it.
    package var rounded: GestureValue {
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
        // Its parts were rounded one by one.
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
