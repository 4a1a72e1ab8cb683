import Testing

@testable import GesturePage

@Suite struct LineQueueTests {
    private let frame = Array(#"{"type":"contacts","time":1}"#.utf8)

    private func line(_ text: String, filledTo size: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size - text.utf8.count)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `what waits is taken at once, and only once`() {
        var queue = LineQueue()
        queue.append(Array("a\n".utf8), mayBeDropped: true)
        queue.append(Array("b\n".utf8), mayBeDropped: false)
        #expect(text(queue.dequeue()) == "a\nb\n")
        #expect(queue.dequeue().isEmpty)
        #expect(!queue.hasEnded)
    }

    @Test func `a browser that does not read receives the number of dropped frames`() {
        var queue = LineQueue()
        for _ in 0..<6 { queue.append(line("frame", filledTo: 1 << 20), mayBeDropped: true) }
        queue.append(Array("deviceRemoved\n".utf8), mayBeDropped: false)
        let received = text(queue.dequeue())
        #expect(received.hasPrefix("frame"))
        #expect(received.hasSuffix("deviceRemoved\n" + #"{"type":"dropped","count":2}"# + "\n"))
        #expect(received.utf8.count < LineQueue.limit + 100)
        queue.append(frame, mayBeDropped: true)
        #expect(queue.dequeue() == frame)
    }

    @Test func `a browser that is far behind is disconnected`() {
        var queue = LineQueue()
        for _ in 0..<20 { queue.append(line("error", filledTo: 1 << 20), mayBeDropped: false) }
        #expect(queue.hasEnded)
        #expect(queue.dequeue().count <= LineQueue.hardLimit)
        queue.append(frame, mayBeDropped: true)
        #expect(queue.dequeue().isEmpty)
    }

    @Test func `kept lines are bounded, and the first line stays`() {
        var kept = KeptLines()
        kept.append(Array("hello".utf8))
        for _ in 0..<1000 { kept.append(line("deviceAdded", filledTo: 1000)) }
        kept.append(Array("accessChanged".utf8))
        #expect(kept.lines.first == Array("hello".utf8))
        #expect(kept.lines.last == Array("accessChanged".utf8))
        #expect(kept.lines.reduce(0) { $0 + $1.count } <= KeptLines.limit)
    }

    @Test func `tokens differ, and match themselves alone`() {
        let token = ViewToken()
        #expect(token.text != ViewToken().text)
        #expect(token.text.count == 32)
        #expect(token.matches(token.text))
        #expect(!token.matches(token.text.dropLast()) && !token.matches("") && !token.matches(ViewToken().text))
    }
}
