internal import GestureModel

extension GestureValue {
    /// The value in the steps of the wire: a thousandth of a point, 0.16 µm; a millionth of a scale or a radian. Callbacks are told the same to the bit whether
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
            drag.velocity = drag.velocity.rounded
            return .drag(drag)
        case .swipe(var swipe):
            swipe.location = swipe.location.rounded
            swipe.startLocation = swipe.startLocation.rounded
            swipe.velocity = swipe.velocity.rounded
            return .swipe(swipe)
        case .magnify(var magnify):
            magnify.location = magnify.location.rounded
            magnify.startLocation = magnify.startLocation.rounded
            magnify.magnification = magnify.magnification.millionths
            magnify.velocity = magnify.velocity.millionths
            return .magnify(magnify)
        case .rotate(var rotate):
            rotate.location = rotate.location.rounded
            rotate.startLocation = rotate.startLocation.rounded
            rotate.rotation = rotate.rotation.millionths
            rotate.velocity = rotate.velocity.millionths
            return .rotate(rotate)
        // Its parts are rounded one by one.
        case .composition: return self
        }
    }
}

extension Surface {
    /// In thousandths of a millimetre, as `hello` has it: anchors are shares of the same size here and remotely.
    var rounded: Surface {
        let size = millimetres
        return Surface(millimetres: Vector(dx: size.dx.thousandths, dy: size.dy.thousandths))
    }
}

extension Point {
    fileprivate var rounded: Point { Point(x: x.thousandths, y: y.thousandths) }
}

extension Vector {
    fileprivate var rounded: Vector { Vector(dx: dx.thousandths, dy: dy.thousandths) }
}

extension Double {
    /// Never −0, which the wire does not tell from 0.
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 + 0 }
    fileprivate var millionths: Double { (self * 1_000_000).rounded() / 1_000_000 + 0 }
}
