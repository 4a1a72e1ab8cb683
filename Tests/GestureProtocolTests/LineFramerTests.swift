import GestureProtocol
import Glibc
import Testing

@Suite struct LineFramerTests {
    private static let stream = Array("{\"a\":1}\n\r\n\n{\"b\":2}\r\nlast\nrest".utf8)
    private static let lines = ["{\"a\":1}", "{\"b\":2}", "last"]

    @Test(arguments: 0...stream.count)
    func `a stream cut anywhere gives the same lines`(_ cut: Int) {
        var framer = LineFramer(limit: 100)
        let before = framer.lines(after: LineFramerTests.stream[..<cut])
        #expect(before + framer.lines(after: LineFramerTests.stream[cut...]) == LineFramerTests.lines)
    }

    @Test func `a stream byte by byte gives the same lines`() {
        var framer = LineFramer(limit: 100)
        let lines = LineFramerTests.stream.flatMap { framer.lines(after: [$0]) }
        #expect(lines == LineFramerTests.lines)
    }

    @Test func `the limit counts the newline`() {
        var framer = LineFramer(limit: 4)
        #expect(framer.lines(after: Array("abc\n".utf8)) == ["abc"])
        #expect(framer.lines(after: Array("abcd\n".utf8)) == ["tooLong"])
    }

    @Test func `a line without end is too long as soon as no newline can save it`() {
        var framer = LineFramer(limit: 4)
        #expect(framer.lines(after: Array("abc".utf8)) == [])
        #expect(framer.lines(after: Array("d".utf8)) == ["tooLong"])
    }

    @Test func `lines before one that is too long are returned, and no line after it`() {
        var framer = LineFramer(limit: 4)
        #expect(framer.lines(after: Array("a\nbbbbbbbb\nc\n".utf8)) == ["a", "tooLong"])
        #expect(framer.lines(after: Array("d\n".utf8)) == [])
    }

    @Test func `a line that is kept does not change with later bytes`() throws {
        var framer = LineFramer(limit: 100)
        framer.append("first\nsecond\n")
        let kept = framer.next()
        framer.append("third\n")
        #expect(kept == .line(Array("first".utf8)[...]))
        #expect(framer.next() == .line(Array("second".utf8)[...]))
        #expect(framer.next() == .line(Array("third".utf8)[...]))
        #expect(framer.next() == nil)
    }

    // Looking at the whole line again for each of its bytes would cost 65 times as much. The processor's time is compared
    // and not the clock's, so that a busy machine changes nothing.
    @Test func `small pieces of a long line cost no more than those of short ones`() {
        let (short, long) = (cost(ofLines: 260, length: 1000), cost(ofLines: 4, length: 65_000))
        #expect(long < 8 * short, "\(long) and \(short) s")
    }

    /// The processor's time for lines whose bytes come one by one.
    private func cost(ofLines count: Int, length: Int) -> Double {
        var start = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        var framer = LineFramer(limit: 64 * 1024)
        var lengths: [Int] = []
        for index in 1...count * length {
            withUnsafeBytes(of: UInt8(ascii: index % length == 0 ? "\n" : "x")) { framer.append($0) }
            if case .line(let line) = framer.next() { lengths.append(line.count) }
        }
        #expect(lengths == Array(repeating: length - 1, count: count))
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }

    private func add(_ text: String, to framer: inout LineFramer) {
        Array(text.utf8).withUnsafeBytes { framer.append($0) }
    }

    @Test func `whole lines and an unfinished one are told apart`() {
        var framer = LineFramer(limit: 100)
        #expect(!framer.hasNext)
        add("one\ntw", to: &framer)
        #expect(framer.hasNext)
        #expect(framer.count == 6)
        #expect(framer.unfinishedCount == 2)
        #expect(framer.next() == .line(ArraySlice("one".utf8)))
        #expect(!framer.hasNext)
        #expect(framer.count == 2)
        add("o\n", to: &framer)
        #expect(framer.unfinishedCount == 0)
        #expect(framer.next() == .line(ArraySlice("two".utf8)))
        #expect(framer.next() == nil)
        #expect(framer.count == 0)
    }

    @Test func `the rest of a skipped line is ignored, and the lines around it are not`() {
        var framer = LineFramer(limit: 100)
        add("one\ntwo", to: &framer)
        framer.skipUnfinishedLine()
        #expect(framer.unfinishedCount == 0)
        #expect(framer.next() == .line(ArraySlice("one".utf8)))
        add(" more", to: &framer)
        #expect(framer.next() == nil)
        add(" end\nthree\n", to: &framer)
        #expect(framer.next() == .line(ArraySlice("three".utf8)))
        #expect(framer.next() == nil)
    }

    @Test func `blank lines in a row are skipped, wherever the bytes are cut`() {
        let text = "\n\n\r\na\n\n\n\nb\n\n"
        for cut in 0...text.utf8.count {
            var framer = LineFramer(limit: 8)
            let lines = framer.lines(after: text.utf8.prefix(cut)) + framer.lines(after: text.utf8.dropFirst(cut))
            #expect(lines == ["a", "b"])
            #expect(framer.count == 0 && !framer.hasNext)
        }
    }

    @Test func `a line that is too long is pending before it is reported, and nothing after`() {
        var framer = LineFramer(limit: 4)
        add("abcde", to: &framer)
        #expect(framer.hasNext)
        #expect(framer.next() == .tooLong)
        #expect(!framer.hasNext)
        #expect(framer.count == 0)
    }
}

extension LineFramer {
    fileprivate mutating func append(_ text: String) { Array(text.utf8).withUnsafeBytes { append($0) } }

    fileprivate mutating func lines(after bytes: some Sequence<UInt8>) -> [String] {
        Array(bytes).withUnsafeBytes { append($0) }
        var lines: [String] = []
        while let line = next() {
            switch line {
            case .line(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("tooLong")
            }
        }
        return lines
    }
}
