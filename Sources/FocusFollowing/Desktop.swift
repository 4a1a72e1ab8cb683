public import GestureModel
internal import Glibc
internal import LinuxSupport

/// A compositor or window manager that reports the focus over a connection.
public protocol Desktop: AnyObject {
    /// For people: `sway`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has work.
    var descriptor: Int32 { get }
    /// Reads and handles what has arrived, without blocking.
    ///
    /// - Returns: The focus if it may have changed since the last call, and once at the start; otherwise nil.
    /// - Throws: If the connection has ended.
    func process() throws(FocusFailure) -> Focus?
    /// The touch devices whose output the desktop reports, for ``outputs(environment:)`` that do not.
    var devices: [ReportedDevice] { get }
    /// Connects to what reports the desktop's outputs.
    func outputs(environment: [String: String]) throws(FocusFailure) -> any OutputSource
}

extension Desktop {
    public var devices: [ReportedDevice] { [] }

    public func outputs(environment: [String: String]) throws(FocusFailure) -> any OutputSource {
        try WaylandOutputs(environment: environment)
    }
}

extension Desktop {
    /// Returns the current focus.
    ///
    /// - Throws: Also if the desktop does not report the focus before the timeout.
    public func focus(timeout: Microseconds) throws(FocusFailure) -> Focus {
        let deadline = MonotonicClock.now + timeout
        while true {
            if let focus = try process() {
                guard case .unknown(let reason, let command) = focus else { return focus }
                throw FocusFailure("\(name): \(reason)", command: command)
            }
            guard try isReadable(before: deadline) else {
                throw FocusFailure("\(name): the desktop did not report the focus in \(timeout.count / 1000) ms")
            }
        }
    }

    /// Waits until ``process()`` has work. False at the deadline.
    func isReadable(before deadline: Timestamp) throws(FocusFailure) -> Bool {
        do {
            return try waitUntilReadable(descriptor, deadline: deadline)
        } catch {
            throw FocusFailure("\(name): \(error)")
        }
    }
}

/// Why a connection to a desktop or to gestured failed.
public struct FocusFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people. An error that reaches the caller names the desktop and its socket or display.
    public let description: String
    /// The command that installs what is missing; nil if nothing is, or no command does.
    public let command: String?

    public init(_ description: String, command: String? = nil) {
        self.description = description
        self.command = command
    }

    static let closed = FocusFailure("connection closed")

    init(_ code: Errno) {
        self = [EPIPE, ECONNRESET].contains(code.rawValue) ? .closed : FocusFailure("\(code)")
    }

    /// Prefixes errors of `work` with the name of the desktop and its socket.
    static func prefixing<Value: ~Copyable>(
        _ name: String, _ work: () throws(FocusFailure) -> Value
    ) throws(FocusFailure) -> Value {
        do {
            return try work()
        } catch {
            throw FocusFailure("\(name): \(error)", command: error.command)
        }
    }
}
