import DesktopAccess
import Foundation
import GestureModel
import Glibc
import LinuxSupport
import Testing

@testable import FocusFollowing

/// WlrDesktop with a scripted compositor.
@Suite struct WlrDesktopTests {
    private func follow(_ conversation: RecordedConversation) -> Following {
        let server = RecordedServer()
        server.play(conversation)
        return Following(server) { () throws(DesktopFailure) in
            try WlrDesktop(environment: ["WAYLAND_DISPLAY": server.path])
        }
    }

    @Test func `a recorded session leads to its focus changes`() throws {
        let following = follow(try RecordedConversation("wayland-sway"))
        #expect(following.foci == WlrTests.foci)
        #expect(following.end?.description.hasSuffix(": connection closed") == true)
    }

    @Test func `a compositor that exits at any byte is an error after its focus changes`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        for count in 0..<conversation.serverBytes.count {
            let following = follow(conversation.cut(after: count))
            #expect(following.end?.description.hasSuffix(": connection closed") == true)
            #expect(following.foci.count <= WlrTests.foci.count, "after \(count) bytes")
        }
    }

    @Test func `a wrong byte anywhere is ignored or an error`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        for number in 0..<conversation.serverBytes.count {
            #expect(follow(conversation.spoilt(at: number)).end != nil, "byte \(number)")
        }
    }

    @Test func `a missing socket is named`() {
        let failure = DesktopFailure("Wayland: /absent: No such file or directory (ENOENT)")
        #expect(throws: failure) { try WlrDesktop(environment: ["WAYLAND_DISPLAY": "/absent"]) }
        let long = "/" + String(repeating: "a", count: 107)
        #expect(throws: DesktopFailure("Wayland: \(long): a socket's path has 1 to 107 bytes and no NUL")) {
            try WlrDesktop(environment: ["WAYLAND_DISPLAY": long])
        }
    }

    @Test func `a compositor that sends nothing is an error after the timeout`() {
        let server = RecordedServer()
        #expect(throws: DesktopFailure("Wayland: \(server.path): the compositor does not answer")) {
            try WlrDesktop(path: server.path, timeout: .milliseconds(1))
        }
    }

    @Test func `received descriptors are closed`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let server = RecordedServer()
        // Any byte will do.
        let client = try DesktopSocket(path: server.path, blocking: .upTo(seconds: 10))
        server.send(descriptor: ends[1], with: 0x21)
        close(ends[1])
        #expect(try client.receive { $0 } == [0x21])
        // 0 is the end of the stream: no process has the writing end any more.
        #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
    }
}
