import DesktopAccess
import Testing

@testable import FocusFollowing

/// The error for a desktop that sends too many messages.
@Suite struct MessageRateTests {
    @Test func `too many messages are an error that names the limit and what follows; fewer are allowed`() throws {
        var rate = MessageRate(most: 1000)
        for _ in 1...1000 { try rate.count("nothing is held") }
        // On a slow machine the second may end before the limit is reached, and the count begins again.
        let error = #expect(throws: DesktopFailure.self) {
            for _ in 1...100_000_000 { try rate.count("nothing is held") }
        }
        #expect(error.map { "\($0)" } == "more than 1000 messages in a second; nothing is held")
    }
}
