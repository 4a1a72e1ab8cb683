import DesktopAccess
import Foundation
import GestureModel
import Glibc

@testable import FocusFollowing

/// A desktop whose focus the test controls.
final class ScriptedDesktop: Desktop, @unchecked Sendable {
    let name = "scripted"
    private(set) var descriptor: Int32 = -1
    private var writer: Int32 = -1
    private let lock = NSCondition()
    private var next: [DesktopFocus] = []
    private var hasEnded = false

    init(_ focus: DesktopFocus? = nil) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (descriptor, writer) = (ends[0], ends[1])
        if let focus { move(to: focus) }
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    func move(to focus: DesktopFocus) {
        lock.withLock { next.append(focus) }
        _ = write(writer, [0], 1)
    }

    /// Returns when every change has been read, or after ten seconds.
    func waitUntilSeen() {
        let limit = Date(timeIntervalSinceNow: 10)
        lock.withLock { while !next.isEmpty && lock.wait(until: limit) {} }
    }

    private var off: [DeviceFilter] = []
    var disabled: [DeviceFilter] { lock.withLock { off } }

    func disable(_ devices: [DeviceFilter]) {
        lock.withLock { off = devices }
        _ = write(writer, [0], 1)
    }

    func end() {
        lock.withLock { hasEnded = true }
        _ = write(writer, [0], 1)
    }

    func process() throws(DesktopFailure) -> DesktopFocus? {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        let (focus, hasEnded) = lock.withLock { (next.isEmpty ? nil : next.removeFirst(), self.hasEnded) }
        lock.signal()
        if hasEnded { throw DesktopFailure("scripted: connection closed") }
        return focus
    }
}
