import Foundation
import Glibc
import Testing

@testable import FocusFollowing

/// With a compositor's end of a socket.
@Suite struct WlrDesktopTests {
    private func follow(_ conversation: RecordedConversation) -> Following {
        let server = RecordedServer()
        server.play(conversation)
        return Following(server) { () throws(DesktopFailure) in
            try WlrDesktop(environment: ["WAYLAND_DISPLAY": server.path])
        }
    }

    @Test func `a compositor's run gives its foci`() throws {
        let following = follow(try RecordedConversation("wayland-sway"))
        #expect(following.foci == WlrTests.foci)
        #expect(following.end?.description.hasSuffix(": the compositor ended the connection") == true)
    }

    @Test func `a compositor that ends anywhere is an error after what it told`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        for count in 0..<conversation.serverBytes.count {
            let following = follow(conversation.cut(after: count))
            #expect(following.end?.description.hasSuffix(": the compositor ended the connection") == true)
            #expect(following.foci.count <= WlrTests.foci.count, "after \(count) bytes")
        }
    }

    @Test func `a wrong byte anywhere is passed over or an error, and never the end of all following`() throws {
        let conversation = try RecordedConversation("wayland-sway")
        for number in 0..<conversation.serverBytes.count {
            #expect(follow(conversation.spoilt(at: number)).end != nil, "byte \(number)")
        }
    }

    @Test func `a socket that is not there is named`() {
        let failure = DesktopFailure("Wayland socket /absent: no compositor answers there (No such file or directory)")
        #expect(throws: failure) { try WlrDesktop(environment: ["WAYLAND_DISPLAY": "/absent"]) }
        let long = "/" + String(repeating: "a", count: 107)
        #expect(throws: DesktopFailure("Wayland socket \(long): the path is too long for a socket")) {
            try WlrDesktop(environment: ["WAYLAND_DISPLAY": long])
        }
    }

    @Test func `a compositor that says nothing is not waited for without end`() {
        let server = RecordedServer()
        #expect(throws: DesktopFailure("Wayland socket \(server.path): the compositor does not answer")) {
            try WlrDesktop(path: server.path, patience: .milliseconds(1))
        }
    }

    @Test func `descriptors that are sent along are closed`() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let server = RecordedServer()
        // No more than the first message of the list of globals comes with it: any bytes would do.
        let client = try WaylandSocket(path: server.path)
        server.send(descriptor: ends[1], with: 0x21)
        close(ends[1])
        var buffer: [UInt8] = [0, 0]
        #expect(try client.receive(into: &buffer) == 1)
        #expect(buffer[0] == 0x21)
        // The end of the stream, since nobody has its writing end any more; otherwise there would be nothing to read.
        #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        #expect(read(ends[0], &buffer, 1) == 0)
    }
}
