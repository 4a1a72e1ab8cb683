package import GestureModel
package import Gestures

/// Cards that come to rest where a flick would carry them; or, as the document warns of, where the finger let go.
package final class CardCarousel: View {
    package enum Landing {
        case projected
        /// A flick and a slow drag of equal length end on the same card.
        case raw
    }

    private(set) var currentIndex = 0

    static let cardWidth = 280.0
    static let cardSpacing = 16.0
    static let cards = ["Inbox", "Archive", "Drafts", "Sent", "Trash"]
    private static var stride: Double { cardWidth + cardSpacing }
    /// Where the strip is when a card is in its place. Content moves left as the index grows.
    private static let detents = Detents(stride: -stride, count: cards.count)

    package var gesture: some Gesture<DragGesture.Value> {
        DragGesture()
            .onChanged { [unowned self] value in
                offset.set(Self.detents[currentIndex] + value.translation.width, at: value.time)
            }
            .onEnded { [unowned self] value in
                currentIndex = landing == .projected ? projectedIndex(for: value) : rawIndex(for: value)
                withAnimation(.smooth) { offset.set(Self.detents[currentIndex], at: value.time) }
            }
            // Without this, and without a gesture state, the strip would stay between two cards.
            .onCancelled { [unowned self] _ in
                withAnimation(.smooth) { offset.set(Self.detents[currentIndex], at: now()) }
            }
    }

    private func projectedIndex(for value: DragGesture.Value) -> Int {
        // Where the finger would land by its velocity: a fast flick of only 100 pt may predict -350 pt, enough for the
        // next card and beyond.
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
    private(set) var offset = AnimatedValue(0.0)
    private let landing: Landing
    private let now: () -> Timestamp

    /// - Parameter now: the moment at which callbacks run.
    package init(_ landing: Landing = .projected, now: @escaping () -> Timestamp) {
        self.landing = landing
        self.now = now
    }

    package func body(at time: Timestamp) -> [String] {
        let offset = offset.value(at: time)
        return [
            Self.strip(at: offset), "\(currentIndex + 1) \(Self.cards[currentIndex])  offset \(Text.number(offset))",
        ]
    }

    package func isSettled(at time: Timestamp) -> Bool { offset.isSettled(at: time) }

    /// What a window of 600 pt sees of the cards, 10 pt a character.
    private static func strip(at offset: Double) -> String {
        let strip = cards.map { "[\($0)" + String(repeating: " ", count: 26 - $0.count) + "]" }.joined(separator: "  ")
        let margin = String(repeating: " ", count: 60)
        let start = 60 - Int((offset / 10).rounded())
        return String((margin + strip + margin).dropFirst(max(0, start)).prefix(60))
    }
}
