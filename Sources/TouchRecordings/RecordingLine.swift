internal import TouchInput

/// Walks the bytes of a recording line by line without copying them.
struct RecordingLines {
    private let bytes: [UInt8]
    private var next = 0
    private var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// CR LF ends a line as LF does: `adb shell` and editors write it.
    mutating func nextLine() -> RecordingLine? {
        guard next < bytes.count else { return nil }
        let start = next
        while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 }
        var end = next
        let isTerminated = next < bytes.count
        if isTerminated { next += 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        number += 1
        return RecordingLine(number: number, isTerminated: isTerminated, rest: bytes[start..<end])
    }
}

/// One line of a recording, read from left to right.
struct RecordingLine {
    let number: Int
    /// False for a last line that the file may end in the middle of.
    let isTerminated: Bool
    /// What is not read yet.
    private(set) var rest: ArraySlice<UInt8>
    /// Whether the last ``element()`` was its list's last.
    private(set) var endsList = false

    init(number: Int, isTerminated: Bool, rest: ArraySlice<UInt8>) {
        self.number = number
        self.isTerminated = isTerminated
        self.rest = rest
    }

    var isEmpty: Bool { rest.isEmpty }
    var first: UInt8? { rest.first }

    /// Returns how many blanks there were: what a line is indented by.
    @discardableResult
    mutating func skipBlanks() -> Int {
        let start = rest.startIndex
        while let byte = rest.first, byte.isBlank { rest.removeFirst() }
        return rest.startIndex - start
    }

    mutating func skip(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard rest.count >= length else { return false }
        for offset in 0..<length where rest[rest.startIndex + offset] != prefix.utf8Start[offset] { return false }
        rest.removeFirst(length)
        return true
    }

    /// Past everything up to and including `text`; false, and at the line's end, where it does not follow.
    @discardableResult
    mutating func skip(past text: StaticString) -> Bool {
        while !rest.isEmpty {
            if skip(text) { return true }
            rest.removeFirst()
        }
        return false
    }

    /// The next word between blanks; empty at the end of the line.
    mutating func field() -> ArraySlice<UInt8> {
        skipBlanks()
        var end = rest.startIndex
        while end < rest.endIndex, !rest[end].isBlank { end += 1 }
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// The next element of a list `a, b, c]` without blanks around it, past its comma or bracket; nil at the line's end.
    mutating func element() -> ArraySlice<UInt8>? {
        skipBlanks()
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") }
        guard let end = rest.firstIndex(where: isEnd) else { return nil }
        var element = rest[..<end]
        while let byte = element.last, byte.isBlank { element.removeLast() }
        endsList = rest[end] == UInt8(ascii: "]")
        rest = rest[(end + 1)...]
        return element
    }

    func malformed(_ reason: String) -> RecordingError { RecordingError(.malformed, line: number, reason: reason) }

    /// For a line that went wrong: truncated where it is the file's last and has no line end, else malformed.
    func broken(_ reason: String) -> RecordingError {
        guard !isTerminated else { return malformed(reason) }
        return RecordingError(.truncated, line: number, reason: "truncated: the file ends inside this line: \(reason)")
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
