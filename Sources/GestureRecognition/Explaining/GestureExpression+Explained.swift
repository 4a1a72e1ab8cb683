internal import GestureModel

extension GestureExpression {
    /// As ``recogniser(_:surface:)``, of a recogniser that keeps what it decides.
    func explainedRecogniser(_ thresholds: Thresholds, surface: Surface?) -> any Recogniser {
        switch self {
        case .standard(let standard): return ExplainedHand(HandRecogniser(standard, thresholds, surface: surface))
        case .composition(let composition):
            var recogniser = CompositionRecogniser(composition, thresholds, surface)
            recogniser.explain()
            return recogniser
        case .tap, .longPress, .drag, .swipe, .magnify, .rotate:
            let recogniser = recogniser(thresholds, surface: surface)
            return name.map { ExplainedRecogniser(recogniser, of: $0) } ?? recogniser
        }
    }
}
