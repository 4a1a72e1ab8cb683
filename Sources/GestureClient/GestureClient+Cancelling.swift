internal import GestureProtocol

extension GestureClient {
    /// Has what is in progress cancelled `requested`, in all the user's apps and this one; fingers that are down start
    /// nothing. For shells: it takes the right to the scope `session`.
    ///
    /// The cancels come in ``process(at:)``, as any other. To take fingers from others when a gesture of one's own begins,
    /// attach it with `claims` instead.
    ///
    /// - Parameters:
    ///   - device: The id of the only device that is meant, such as that of a message; nil for all.
    ///   - onFailure: Hears, at most once, why nothing was cancelled: before this returns where that is known at once, else in
    ///     ``process(at:)``. The daemon refuses with `notPermitted` and the reason `session`, or, where there is no such
    ///     device, with `outOfRange`.
    public func cancelAll(device: String? = nil, onFailure: ((RequestFailure) -> Void)? = nil) {
        send(needing: "cancel", onFailure: onFailure) { .cancel(id: $0, device: device) }
    }
}
