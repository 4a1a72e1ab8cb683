public import GestureModel

extension GestureExpression {
    /// A recogniser for this expression, with what the expression leaves open taken from `thresholds`.
    public func recogniser(_ thresholds: Thresholds) -> any Recogniser {
        switch self {
        case .tap(let tap): TapRecogniser(tap, thresholds)
        case .longPress(let press): LongPressRecogniser(press, thresholds)
        case .drag(let drag): DragRecogniser(drag, thresholds)
        }
    }
}
