public import GestureModel

extension GestureExpression {
    /// A recogniser for this expression, with what the expression leaves open taken from `thresholds`.
    ///
    /// - Parameter surface: What the contacts are on; nil where nobody knows. An expression with `edges` traps without.
    public func recogniser(_ thresholds: Thresholds, surface: Surface? = nil) -> any Recogniser {
        let own = thresholds.overridden(by: self)
        return switch self {
        case .tap(let tap): TapRecogniser(fingers: tap.fingers, count: tap.count, own)
        case .longPress(let press): LongPressRecogniser(fingers: press.fingers, own)
        case .drag(let drag): DragRecogniser(drag, own, surface)
        case .swipe(let swipe): SwipeRecogniser(swipe, own, surface)
        case .magnify(let magnify): MagnifyRecogniser(fingers: magnify.fingers, own)
        case .rotate(let rotate): RotateRecogniser(fingers: rotate.fingers, own)
        case .standard(let standard): HandRecogniser(standard, thresholds, surface: surface)
        case .composition(let composition): CompositionRecogniser(composition, thresholds, surface)
        }
    }
}
