internal import GestureModel
internal import GesturePipeline

/// The connections of all clients, and what is to be done with some of them.
struct ConnectionList {
    /// By descriptor.
    private var byDescriptor: [ClientConnection?] = []
    private(set) var count = 0
    /// The connections to flush: their outbox has new lines, or their socket has room again.
    var pending: [ClientConnection] = []
    /// The connections that are not read until their requests were handled.
    private var paused: [ClientConnection] = []
    /// The connections to close now.
    private var closing: [ClientConnection] = []
    /// The connections that are closed at a set time, whether the client has read all or not; the earliest first.
    private var draining: [ClientConnection] = []

    /// In the order of their descriptors.
    var all: [ClientConnection] { byDescriptor.compactMap { $0 } }
    var closingCount: Int { closing.count }
    /// When ``expire(at:)`` is due; nil if no connection is draining.
    var nextCloseTime: Timestamp? { draining.first?.closeTime }

    mutating func insert(_ connection: ClientConnection) {
        let descriptor = Int(connection.descriptor)
        while byDescriptor.count <= descriptor { byDescriptor.append(nil) }
        byDescriptor[descriptor] = connection
        count += 1
    }

    /// Closes the connection.
    mutating func remove(_ connection: ClientConnection) {
        if connection.closeTime != nil { draining.removeAll { $0 === connection } }
        connection.close()
        byDescriptor[Int(connection.descriptor)] = nil
        count -= 1
    }

    /// Does not read the connection before its requests were handled.
    mutating func pause(_ connection: ClientConnection) {
        guard !connection.isPaused else { return }
        connection.pause()
        paused.append(connection)
    }

    /// Reads the connections again whose requests were handled.
    mutating func resumeServed() {
        for connection in paused where !connection.session.hasRequests || connection.state == .closed {
            connection.resume()
        }
        paused.removeAll { !$0.isPaused }
    }

    /// Sends the rest until `time`, and closes the connection then. The first time counts.
    mutating func drain(_ connection: ClientConnection, until time: Timestamp) {
        guard connection.closeTime == nil else { return }
        connection.drain(until: time)
        draining.append(connection)
    }

    /// Has the connection closed by a turn of the clients.
    mutating func close(_ connection: ClientConnection) { closing.append(connection) }

    /// Removes the connection that is closed next; nil if no connection is to be closed.
    mutating func removeClosing() -> ClientConnection? { closing.popLast() }

    /// Moves the connections that have drained for long enough to those to close. Returns true if there are any.
    mutating func expire(at time: Timestamp) -> Bool {
        let count = draining.firstIndex { $0.closeTime.map { $0 > time } ?? false } ?? draining.count
        closing += draining[..<count]
        draining.removeFirst(count)
        return count > 0
    }
}
