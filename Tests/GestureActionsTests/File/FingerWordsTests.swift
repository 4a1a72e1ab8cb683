import TOML
import Testing

@testable import GestureActions

@Suite struct FingerWordsTests {
    @Test(
        arguments: [
            ("3 fingers swipe left", "swipe left", 3), ("three-finger swipe left", "swipe left", 3),
            ("3-finger tap", "tap", 3), ("one finger long press", "long press", 1),
            ("swipe left with 3 fingers", "swipe left", 3), ("swipe left 4 fingers", "swipe left", 4),
            (#""swipe left" with fingers = 3"#, "swipe left", 3), ("Ten Fingers Pinch in", "Pinch in", 10),
        ])
    func `the number of fingers may be before or behind the gesture`(_ text: String, _ gesture: String, _ count: Int)
        throws
    {
        let words = try FingerWords(text)
        #expect(words.gesture == gesture && words.fingers == count)
    }

    @Test func `words without fingers are unchanged`() throws {
        for text in ["swipe left", "stroke three", "longPress", ""] {
            let words = try FingerWords(text)
            #expect(words.gesture == text && words.fingers == nil)
        }
    }

    @Test(arguments: [
        ("0 fingers tap", "0"), ("11 fingers tap", "11"), ("fingers tap", "tap"),
        ("tap with fingers", "tap with fingers"),
    ])
    func `another number is named`(_ text: String, _ found: String) {
        let error = #expect(throws: SettingProblem.self) { try FingerWords(text) }
        #expect(
            error?.message.contains("fingers, found \"\(found)\"") == true || error?.message.contains(found) == true)
    }
}
