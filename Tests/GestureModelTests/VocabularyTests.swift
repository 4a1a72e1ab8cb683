import Strokes
import Testing

@testable import GestureModel

@Suite struct VocabularyTests {
    @Test func `people read long press, pinch and turn, and never the protocol's words`() {
        #expect(
            GestureName.allCases.map(\.noun) == [
                "tap", "long press", "drag", "swipe", "pinch", "turn", "stroke", "swipe hold", "dial", "touch",
            ])
        for reason in CancellationReason.named { #expect(reason.phrase != reason.name && reason.phrase.contains(" ")) }
    }

    /// A turn by 40° is 0.698 of the radius, as much as a pinch to 2.01 or 0.498.
    @Test(
        arguments: [
            (1.0, 0.1, "turn"), (2, 0, "pinch"), (0.5, 5, "pinch"), (2.1, 40, "pinch"), (2, 40, "turn"),
            (0.476, -40, "pinch"), (0.5, -40, "turn"), (0.99, 0.5, "pinch"), (1.02, 5, "turn"), (0, 80, "pinch"),
        ])
    func `fingers that part and turn are named after what they did more`(
        _ scale: Double, _ degrees: Double, _ noun: String
    ) {
        #expect(transform(scale, degrees: degrees).noun == noun)
    }

    @Test func `eight directions have words`() {
        let words = [(1.0, 0.0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0.4)].map {
            SwipeDirection.words(of: Vector(dx: $0.0, dy: $0.1))
        }
        #expect(words == ["right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right", "right"])
    }
}
