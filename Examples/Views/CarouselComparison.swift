package import GestureModel
package import Gestures

/// Both carousels moved by the same drag, and a table of the cards that they choose.
package struct CarouselComparison: View {
    let projected: CardCarousel
    let raw: CardCarousel
    @State private(set) var table = ["  moved  predicted    projected  raw"]

    package var gesture: some Gesture {
        projected.gesture.simultaneously(with: raw.gesture)
            .onEnded { value in
                // Both carousels have the same value, and their own `onEnded` has run.
                if let drag = value.first { table.append(row(drag)) }
            }
    }

    package init() {
        projected = CardCarousel(.projected)
        raw = CardCarousel(.raw)
    }

    private func row(_ drag: DragGesture.Value) -> String {
        let (moved, predicted) = (drag.translation.width, drag.predictedEndTranslation.width)
        let card = Text.padded(CardCarousel.cards[projected.currentIndex], to: 11)
        return "\(Text.number(moved)) \(Text.number(predicted))  \(card)  \(CardCarousel.cards[raw.currentIndex])"
    }

    package func body(at time: Timestamp) -> [String] {
        projected.body(at: time).map { "projected  \($0)" } + raw.body(at: time).map { "raw        \($0)" } + table
    }

    package func isSettled(at time: Timestamp) -> Bool { projected.isSettled(at: time) && raw.isSettled(at: time) }
}
