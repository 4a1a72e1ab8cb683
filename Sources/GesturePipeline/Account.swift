/// What the connections of one user cost together.
struct Account: Sendable {
    /// nil for whoever runs the pipeline.
    let user: UInt32?
    var clients = 0
    var subscriptions = 0
    /// Bytes that wait for those that do not keep up.
    var waiting = 0

    /// Root is not counted: it can do worse.
    var isLimited: Bool { user != nil && user != 0 }
}
