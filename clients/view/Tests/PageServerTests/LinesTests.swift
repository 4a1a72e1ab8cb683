@testable internal import PageServer
internal import Testing

struct LinesTests {
    private let lines = Lines()
    private let hello = #"{"type":"hello","devices":[]}"#
    private let frame = #"{"type":"contacts","time":1}"#

    private func append(_ line: String) { lines.append(Array("\(line)\n".utf8)) }

    private func text(_ reader: LineReader) async -> String? {
        await reader.next().map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func laterReaderReceivesDevicesAndNoOldFrames() async {
        append(hello)
        append(frame)
        append(#"{"type":"deviceRemoved","device":"event5"}"#)
        let (_, reader) = lines.open()
        #expect(await text(reader) == hello + "\n" + #"{"type":"deviceRemoved","device":"event5"}"# + "\n")
    }

    @Test func everyReaderReceivesEveryLine() async {
        let readers = [lines.open().reader, lines.open().reader]
        append(frame)
        append(frame)
        for reader in readers { #expect(await text(reader) == "\(frame)\n\(frame)\n") }
    }

    @Test func waitingReaderIsWoken() async {
        let (_, reader) = lines.open()
        async let waiting = text(reader)
        append(frame)
        #expect(await waiting == frame + "\n")
        async let ended = text(reader)
        lines.end()
        #expect(await ended == nil)
    }

    @Test func readerAfterTheEndReceivesWhatIsKept() async {
        append(hello)
        lines.end()
        let (_, reader) = lines.open()
        #expect(await text(reader) == hello + "\n")
        #expect(await text(reader) == nil)
    }

    @Test func browserThatDoesNotReadIsToldWhatWasDropped() async {
        let (_, reader) = lines.open()
        let (_, other) = lines.open()
        let large = #"{"type":"contacts","x":""# + String(repeating: "x", count: 1 << 20) + #""}"#
        for _ in 0..<6 {
            append(large)
            // The other reads: nothing of its own is dropped.
            #expect(await text(other) == large + "\n")
        }
        append(#"{"type":"deviceRemoved","device":"event5"}"#)
        let received = await text(reader) ?? ""
        #expect(received.split(separator: "\n").count == 5)
        #expect(received.contains("deviceRemoved"))
        #expect(received.hasSuffix(#"{"type":"dropped","count":3}"# + "\n"))
        append(frame)
        #expect(await text(reader) == frame + "\n")
    }

    @Test func browserThatIsFarBehindIsDisconnected() async {
        let (_, reader) = lines.open()
        let large = #"{"type":"error","message":""# + String(repeating: "x", count: 1 << 20) + #""}"#
        for _ in 0..<20 { append(large) }
        #expect((await text(reader) ?? "").utf8.count <= LineReader.hardLimit)
        #expect(await text(reader) == nil)
    }

    @Test func keptLinesAreBounded() async {
        append(hello)
        let added = #"{"type":"deviceAdded","x":""# + String(repeating: "x", count: 1000) + #""}"#
        for _ in 0..<1000 { append(added) }
        append(#"{"type":"accessChanged"}"#)
        let received = await text(lines.open().reader) ?? ""
        #expect(received.hasPrefix(hello))
        #expect(received.hasSuffix(#"{"type":"accessChanged"}"# + "\n"))
        #expect(received.utf8.count <= 256 * 1024)
    }

    @Test func browserThatGoesAwayLeaves() async throws {
        var iterator: LineStream.Iterator? = LineStream(lines: lines).makeAsyncIterator()
        append(frame)
        #expect(lines.hasReaders)
        #expect(try await iterator?.nextBuffer(suggested: 1) == Array("\(frame)\n".utf8))
        iterator = nil
        #expect(!lines.hasReaders)
    }
}
