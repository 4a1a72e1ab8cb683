import DesktopAccess
import Testing

@testable import FocusFollowing

/// What a desktop that floods is told.
@Suite struct MessageRateTests {
    @Test func `a flood is an error that names the limit and what follows, and fewer messages are none`() throws {
        var rate = MessageRate(most: 1000)
        for _ in 1...1000 { try rate.count("nothing is held") }
        // On a slow machine a second may pass meanwhile, after which it counts anew.
        let error = #expect(throws: DesktopFailure.self) {
            for _ in 1...100_000_000 { try rate.count("nothing is held") }
        }
        #expect(error.map { "\($0)" } == "more than 1000 messages in a second; nothing is held")
    }
}
