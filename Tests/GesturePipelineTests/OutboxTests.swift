import Strokes
import Testing

@testable import GesturePipeline

@Suite struct OutboxTests {
    private let outbox = Outbox(Account.of(.alice) { $0.outbox = 100 }, overruns: OverrunList())

    private func append(_ text: String, _ replaceable: Outbox.Replaceable? = nil) {
        outbox.append(replaceable) { $0.append(contentsOf: (text + "\n").utf8) }
    }

    /// A `changed` of a gesture, by default of subscription 1.
    private func change(_ text: String, _ gesture: UInt64 = 1, subscription: Int = 1) {
        append(text, .init(subscription: subscription, gesture: gesture))
    }

    private func read(_ most: Int = .max) -> String {
        var text = ""
        outbox.flush { bytes in
            text = String(decoding: bytes.prefix(most), as: UTF8.self)
            return min(most, bytes.count)
        }
        return text.replacing("\n", with: " ")
    }

    /// A flush that writes nothing: the client's socket is full.
    private func stall() { _ = read(0) }

    @Test func `a client that keeps up receives every line`() {
        append("began")
        change("a")
        #expect(read() == "began a ")
        change("b")
        change("c")
        append("ended")
        #expect(read() == "b c ended ")
        #expect(outbox.isEmpty)
    }

    @Test func `an empty outbox writes nothing`() {
        var isAsked = false
        outbox.flush { _ in
            isAsked = true
            return 0
        }
        #expect(!isAsked)
    }

    @Test func `a queued change is replaced by the next one of its gesture`() {
        append("began")
        stall()
        change("a")
        change("b")
        change("c")
        #expect(read() == "began c ")
    }

    @Test func `a change is replaced only by one of the same gesture and subscription`() {
        append("-")
        stall()
        change("a1")
        change("b1", 2)
        change("c1", subscription: 2)
        change("a2")
        change("c2", subscription: 2)
        #expect(read() == "- b1 a2 c2 ")
    }

    @Test func `began, ended and cancelled are never dropped`() {
        append("-")
        stall()
        append("began")
        change("a")
        append("ended")
        append("began")
        change("b", 2)
        append("cancelled")
        #expect(read() == "- began a ended began b cancelled ")
    }

    @Test func `a line that was partly written is never removed`() {
        change("first")
        #expect(read(3) == "fir")
        change("second")
        change("third")
        #expect(read() == "st third ")
    }

    @Test func `a line after a partly written one is replaced as a whole`() {
        append("began")
        change("first")
        #expect(read(8) == "began fi")
        append("other")
        change("second")
        change("third")
        #expect(read() == "rst other third ")
    }

    @Test func `reading byte by byte loses nothing`() {
        append("ab")
        append("c")
        append("def")
        var text = ""
        while !outbox.isEmpty { text += read(1) }
        #expect(text == "ab c def ")
    }

    @Test func `a client that has caught up receives every change again`() {
        change("a")
        stall()
        change("b")
        #expect(read() == "b ")
        change("c")
        change("d")
        #expect(read() == "c d ")
    }

    /// A burst between two flushes does not mean that the client is slow, unless half of the limit is used.
    @Test func `a long burst is coalesced before a flush has stalled`() {
        append(String(repeating: "x", count: 50))
        change("a")
        change("b")
        #expect(read().hasSuffix("x b "))
    }

    @Test func `a line beyond the limit is queued, and the outbox is over its limit`() {
        append(String(repeating: "x", count: 99))
        #expect(!outbox.isOverLimit)
        append("y")
        #expect(outbox.isOverLimit)
        #expect(outbox.count == 102)
        _ = read(2)
        #expect(!outbox.isOverLimit)
        #expect(read().hasSuffix("x y "))
    }

    /// Compared with a list of all lines: every line that was not replaced arrives, whole and in order.
    @Test(arguments: 0..<50)
    func `lines arrive whole, however they are queued and read`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var sent: [(text: String, gesture: UInt64?)] = []
        var text = ""
        for number in 0..<200 {
            let gesture = Bool.random(using: &random) ? UInt64.random(in: 1...3, using: &random) : nil
            let line = "\(number)" + String(repeating: "-", count: Int.random(in: 0...9, using: &random))
            sent.append((line, gesture))
            if let gesture { change(line, gesture) } else { append(line) }
            if Int.random(in: 0..<3, using: &random) == 0 { text += read(Int.random(in: 0...40, using: &random)) }
        }
        text += read()
        let received = text.split(separator: " ").map(String.init)
        let order = received.map { line in sent.firstIndex { $0.text == line } ?? -1 }
        #expect(!order.contains(-1), "a line that was never sent")
        #expect(order == order.sorted())
        for (index, line) in sent.enumerated() where !order.contains(index) {
            let next = sent[(index + 1)...].first { $0.gesture == line.gesture }
            #expect(line.gesture != nil && next != nil, "\(line.text) was dropped without a newer change")
        }
    }
}
