import GestureClient
import GestureModel
import GestureProtocol
import Testing

/// The descriptions of failures.
@Suite struct FailuresTests {
    private static let refusal = ErrorMessage(id: nil, code: "overrun", message: "read too slowly")

    @Test(
        arguments: [
            (.ended, "the daemon closed the connection"),
            (.lost(code: 32), "connection lost: Broken pipe (EPIPE)"),
            (.refused(refusal), "the daemon closed the connection: read too slowly"),
            (.notUnderstood("{"), "the daemon sent an invalid message: {"),
            (.notUnderstood("{\u{1B}[2J\u{9B}1m"), #"the daemon sent an invalid message: {\u{1b}[2J\u{9b}1m"#),
            (
                .unknownProtocol(2, server: "gestured 9"),
                "gestured 9 speaks protocol 2; this client supports protocol 1: update it"
            ),
            (.cannotConnect("/a", code: 13), "cannot connect to /a: Permission denied (EACCES)"),
        ] as [(ConnectionFailure, String)])
    func `a connection failure describes its cause`(_ failure: ConnectionFailure, _ description: String) {
        #expect(failure.description == description)
    }

    @Test(
        arguments: [
            (.unsupported("drag", server: "gestured 9"), "gestured 9 does not support drag"),
            (.refused(refusal), "read too slowly"), (.overrun, "more than 256 unread events"),
        ] as [(SubscriptionFailure, String)])
    func `a subscription failure describes its cause`(_ failure: SubscriptionFailure, _ description: String) {
        #expect(failure.description == description)
    }
}
