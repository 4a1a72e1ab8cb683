public import GestureModel

extension GestureExpression {
    /// This expression with every parameter it leaves open taken from `thresholds`, so that two that mean the same are
    /// equal.
    public func resolved(with thresholds: Thresholds) -> GestureExpression {
        switch self {
        case .tap(var tap):
            tap.maximumDistance = tap.maximumDistance ?? thresholds.tap.maximumDistance
            tap.maximumDuration = tap.maximumDuration ?? thresholds.tap.maximumDuration
            tap.maximumDelay = tap.maximumDelay ?? thresholds.tap.maximumDelay
            return .tap(tap)
        case .longPress(var press):
            press.minimumDuration = press.minimumDuration ?? thresholds.longPress.minimumDuration
            press.maximumDistance = press.maximumDistance ?? thresholds.longPress.maximumDistance
            return .longPress(press)
        case .drag(var drag):
            drag.minimumDistance = drag.minimumDistance ?? thresholds.drag.minimumDistance
            return .drag(drag)
        }
    }
}
