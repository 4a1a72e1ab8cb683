import GestureClient
import GestureModel
import GestureProtocol
import Testing

/// What failures say to a person.
@Suite struct FailureWordsTests {
    private static let refusal = ErrorMessage(id: nil, code: "overrun", message: "read too slowly")

    @Test(
        arguments: [
            (.ended, "the daemon ended the connection"),
            (.lost(code: 32), "the connection was lost: Broken pipe"),
            (.refused(refusal), "the daemon ended the connection: read too slowly"),
            (.notUnderstood("{"), "the daemon said what is no message: {"),
            (.unknownProtocol(2, server: "gestured 9"), "gestured 9 speaks protocol 2; this client knows 1"),
            (.cannotConnect("/a", code: 13), "cannot connect to /a: Permission denied"),
        ] as [(ConnectionFailure, String)])
    func `why there is no connection`(_ failure: ConnectionFailure, _ words: String) {
        #expect(failure.description == words)
    }

    @Test(
        arguments: [
            (.unsupported("drag", server: "gestured 9"), "gestured 9 cannot do drag"),
            (.refused(refusal), "read too slowly"), (.overrun, "more than 256 events waited to be read"),
        ] as [(SubscriptionFailure, String)])
    func `why a gesture is not recognised`(_ failure: SubscriptionFailure, _ words: String) {
        #expect(failure.description == words)
    }
}
