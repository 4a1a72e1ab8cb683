import Gestures

/// Document 003's carousel: cards that stop where a flick carries them.
struct CardCarousel {
    static let cardWidth = 280.0
    static let cardCount = 5
    static let stride = cardWidth + 16

    @State private var currentIndex = 0
    /// The offset of the strip in points; its shown value follows the animation.
    @State private var offset = 0.0
    let shownOffset: AnimatedState<Double>

    init() { shownOffset = _offset.shown { $0 } }

    var gesture: some Gesture {
        DragGesture()
            .onChanged { value in offset = resting + value.translation.width }
            .onEnded { value in
                let predicted = resting + value.predictedEndTranslation.width
                currentIndex = min(max(Int((-predicted / Self.stride).rounded()), 0), Self.cardCount - 1)
                withAnimation(.smooth) { offset = resting }
            }
            .onCancelled { _ in withAnimation(.smooth) { offset = resting } }
    }

    private var resting: Double { -Double(currentIndex) * Self.stride }
}
