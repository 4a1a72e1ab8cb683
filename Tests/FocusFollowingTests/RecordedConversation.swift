import DesktopAccess
import FocusFollowing
import Foundation
import Glibc

/// The messages between a client and a server, recorded by Tests/Desktops/transcript.
struct RecordedConversation {
    enum Turn {
        case client([UInt8])
        case server([UInt8])
    }

    var turns: [Turn]
    /// False if it ends while the client may wait for the rest of an answer.
    private(set) var isWhole = true

    /// Reads a file in Tests/Desktops/Transcripts.
    init(_ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Desktops/Transcripts/\(name).txt")
        turns = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let bytes = [UInt8](hexadecimal: line.dropFirst(2))
            turns.append(line.first == ">" ? .client(bytes) : .server(bytes))
        }
    }

    var clientBytes: [UInt8] {
        Array(turns.compactMap { if case .client(let bytes) = $0 { bytes } else { nil } }.joined())
    }

    var serverBytes: [UInt8] {
        Array(turns.compactMap { if case .server(let bytes) = $0 { bytes } else { nil } }.joined())
    }

    /// Returns the part up to the server's byte number `count`.
    func cut(after count: Int) -> RecordedConversation {
        var (copy, left) = (self, count)
        (copy.turns, copy.isWhole) = ([], false)
        for turn in turns {
            guard case .server(let bytes) = turn else {
                copy.turns.append(turn)
                continue
            }
            copy.turns.append(.server(Array(bytes.prefix(left))))
            left -= bytes.count
            if left <= 0 { break }
        }
        return copy
    }

    /// Returns the part up to the message with the server's byte number `number`, with that byte inverted.
    func spoilt(at number: Int) -> RecordedConversation {
        var (copy, left) = (self, number)
        for (index, turn) in turns.enumerated() {
            guard case .server(var bytes) = turn else { continue }
            if left < bytes.count {
                bytes[left] = ~bytes[left]
                (copy.turns, copy.isWhole) = (turns.prefix(index) + [.server(bytes)], false)
                return copy
            }
            left -= bytes.count
        }
        return copy
    }
}

extension [UInt8] {
    init(hexadecimal: Substring) {
        let digits = Array<UInt8>(hexadecimal.utf8)
        self = stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)!
        }
    }
}

/// Follows a desktop until it ends.
struct Following {
    var foci: [DesktopFocus] = []
    var end: DesktopFailure?

    init(_ server: RecordedServer, _ open: () throws(DesktopFailure) -> any Desktop) {
        do {
            let desktop = try open()
            // No server of these tests is silent for 10 s.
            for _ in 0..<10_000 {
                let sent = server.sent
                if let focus = try desktop.process() { foci.append(focus) }
                var polled = pollfd(fd: desktop.descriptor, events: Int16(POLLIN), revents: 0)
                if poll(&polled, 1, 0) == 1 { continue }
                server.clientIsIdle(after: sent)
                poll(&polled, 1, 1)
            }
        } catch {
            end = error
        }
    }
}
