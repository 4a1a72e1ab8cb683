import DesktopAccess
import Foundation
import GestureModel

@testable import FocusFollowing

/// Passes a transcript to `receive` in pieces of `size` bytes and collects the results.
func focuses(
    _ bytes: [UInt8], inPiecesOf size: Int, _ receive: ([UInt8]) throws(DesktopFailure) -> DesktopFocus?
) throws -> [DesktopFocus] {
    try stride(from: 0, to: bytes.count, by: size).compactMap { start in
        try receive(Array(bytes[start..<min(start + size, bytes.count)]))
    }
}

func transcript(_ name: String) throws -> [UInt8] {
    Array(
        try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts/\(name)")))
}

/// A temporary folder that is removed with this object.
final class Folder {
    let path = "/tmp/focus-\(UUID().uuidString.prefix(8))"

    init() { try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) {
        let file = URL(filePath: path).appending(path: name)
        try! FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try! Data(text.utf8).write(to: file)
    }
}
