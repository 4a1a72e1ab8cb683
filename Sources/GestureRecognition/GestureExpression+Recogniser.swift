public import GestureModel

extension GestureExpression {
    /// A recogniser for this expression, with what the expression leaves open taken from `thresholds`.
    ///
    /// - Parameter surface: What the contacts are on, whose edges a gesture may be bound to; nil where nobody knows.
    public func recogniser(_ thresholds: Thresholds, surface: Surface? = nil) -> any Recogniser {
        let own = thresholds.overridden(by: self)
        return switch self {
        case .tap(let tap): TapRecogniser(fingers: tap.fingers, count: tap.count, own)
        case .longPress(let press): LongPressRecogniser(fingers: press.fingers, own)
        case .drag(let drag): DragRecogniser(fingers: drag.fingers, own)
        case .magnify(let magnify): MagnifyRecogniser(fingers: magnify.fingers, own)
        case .rotate(let rotate): RotateRecogniser(fingers: rotate.fingers, own)
        case .standard(let standard): HandRecogniser(standard, thresholds, surface: surface)
        case .composition(let composition): CompositionRecogniser(composition, thresholds, surface)
        }
    }
}
