internal import GestureModel
internal import GesturePipeline

/// The connections of all clients, and lists of those that need work.
struct ConnectionList {
    /// Indexed by descriptor.
    private var byDescriptor: [ClientConnection?] = []
    private(set) var count = 0
    /// The descriptors of the connections to flush: their outbox has new lines, or their socket has room again.
    let pending = OutputList()
    /// The connections that are not read until their requests have been handled.
    private var paused: [ClientConnection] = []
    /// The connections to close now.
    private var closing: [ClientConnection] = []
    /// The connections that are closed at a set time even if bytes remain, the earliest first.
    private var draining: [ClientConnection] = []

    /// In the order of their descriptors.
    var all: [ClientConnection] { byDescriptor.compactMap { $0 } }
    var closingCount: Int { closing.count }
    /// When ``expire(at:)`` is due; nil if no connection is draining.
    var nextCloseTime: Timestamp? { draining.first?.closeTime }

    /// Returns the connection with a descriptor; nil if it was closed.
    subscript(descriptor: Int) -> ClientConnection? { byDescriptor[descriptor] }

    mutating func insert(_ connection: ClientConnection) {
        let descriptor = Int(connection.descriptor)
        while byDescriptor.count <= descriptor { byDescriptor.append(nil) }
        byDescriptor[descriptor] = connection
        count += 1
        connection.outbox.setOutput(pending, number: descriptor)
    }

    /// Closes the connection, and removes it from the list.
    mutating func remove(_ connection: ClientConnection) {
        if connection.closeTime != nil { draining.removeAll { $0 === connection } }
        connection.close()
        byDescriptor[Int(connection.descriptor)] = nil
        count -= 1
    }

    /// Stops reading the connection until its requests have been handled.
    mutating func pause(_ connection: ClientConnection) {
        guard !connection.isPaused else { return }
        connection.pause()
        paused.append(connection)
    }

    /// Resumes reading the connections whose requests have been handled.
    mutating func resumeServed() {
        for connection in paused where !connection.session.hasRequests || connection.state == .closed {
            connection.resume()
        }
        paused.removeAll { !$0.isPaused }
    }

    /// Sends the remaining bytes until `time`, and then closes the connection. Only the first call for a connection
    /// counts.
    mutating func drain(_ connection: ClientConnection, until time: Timestamp) {
        guard connection.closeTime == nil else { return }
        connection.drain(until: time)
        draining.append(connection)
    }

    /// Schedules the connection to be closed in the next turn of ``Clients``.
    mutating func close(_ connection: ClientConnection) { closing.append(connection) }

    /// Removes and returns the next connection to close; nil if there is none.
    mutating func removeClosing() -> ClientConnection? { closing.popLast() }

    /// Schedules the connections whose time to drain is over: they are closed in the next turn of ``Clients``. Returns
    /// true if there are any.
    mutating func expire(at time: Timestamp) -> Bool {
        let count = draining.firstIndex { $0.closeTime.map { $0 > time } ?? false } ?? draining.count
        closing += draining[..<count]
        draining.removeFirst(count)
        return count > 0
    }
}
