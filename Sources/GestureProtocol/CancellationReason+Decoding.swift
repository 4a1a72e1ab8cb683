internal import GestureModel

extension CancellationReason {
    /// A reason, or a failure, that came after this client is kept by its word, or its sentence.
    init(name: String, failure: String?, _ failureReason: FailureReason?) {
        guard name != CancellationReason.failed(.didNotMove).name else {
            self = .failed(failureReason ?? .other(failure ?? ""))
            return
        }
        let others: [CancellationReason] = [
            .deviceLost, .focusChanged, .sessionInactive, .locked, .suspended, .requested, .resynchronised, .palm,
            .outcompeted, .unsubscribed, .overrun, .shutdown, .disconnected,
        ]
        self = others.first { $0.name == name } ?? .other(name)
    }
}
