package import GestureModel
package import Gestures

/// Cards that stop where a flick carries them, or (the document's incorrect version) where the finger lifted.
package struct CardCarousel: View {
    package enum Landing {
        case projected
        /// By the translation alone: a flick and a slow drag of the same length end on the same card.
        case raw
    }

    @State private(set) var currentIndex = 0
    @State private var dragOffset = 0.0

    static let cardWidth = 280.0
    static let cardSpacing = 16.0
    static let cards = ["Inbox", "Archive", "Drafts", "Sent", "Trash"]
    private static var stride: Double { cardWidth + cardSpacing }
    /// The offsets at which a card is in place. Content moves left as the index grows.
    private static let detents = Detents(stride: -stride, count: cards.count)

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .onChanged { value in
                dragOffset = value.translation.width
            }
            .onEnded { value in
                currentIndex = landing == .projected ? projectedIndex(for: value) : rawIndex(for: value)
                withAnimation(.smooth) {
                    dragOffset = 0
                }
            }
            // Without this handler a cancelled drag would leave the strip between two cards.
            .onCancelled { _ in
                withAnimation(.smooth) {
                    dragOffset = 0
                }
            }
    }

    private func projectedIndex(for value: DragGesture.Value) -> Int {
        // The translation that the velocity predicts: a fast flick of only 100 pt may predict -350 pt, which is beyond
        // the next card.
        let predicted = value.predictedEndTranslation.width
        let currentPosition = Self.detents[currentIndex]
        // Rounded to the nearest card and clamped.
        return Self.detents.index(nearestTo: currentPosition + predicted)
    }

    private func rawIndex(for value: DragGesture.Value) -> Int {
        let raw = value.translation.width
        let threshold = Self.cardWidth / 2
        if raw < -threshold { return min(currentIndex + 1, Self.cards.count - 1) }
        return raw > threshold ? max(currentIndex - 1, 0) : currentIndex
    }

    /// `.offset(x: -CGFloat(currentIndex) * stride + dragOffset)`
    let offset: AnimatedState<Double>
    private let landing: Landing

    package init(_ landing: Landing = .projected) {
        self.landing = landing
        offset = shown(_currentIndex, _dragOffset) { Self.detents[$0] + $1 }
    }

    package func body(at time: Timestamp) -> [String] {
        let offset = offset.value(at: time)
        return [
            Self.strip(at: offset), "\(currentIndex + 1) \(Self.cards[currentIndex])  offset \(Text.number(offset))",
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { offset.isSettled(at: time) }

    /// The part of the strip that a window of 600 pt shows, at 10 pt per character.
    private static func strip(at offset: Double) -> String {
        let strip = cards.map { "[\($0)" + String(repeating: " ", count: 26 - $0.count) + "]" }.joined(separator: "  ")
        let margin = String(repeating: " ", count: 60)
        let start = 60 - Int((offset / 10).rounded())
        return String((margin + strip + margin).dropFirst(max(0, start)).prefix(60))
    }
}
