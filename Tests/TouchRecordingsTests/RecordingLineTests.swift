import Testing
import TouchInput

@testable import TouchRecordings

@Suite struct RecordingLineTests {
    private static func lines(_ text: String) -> [RecordingLine] {
        var lines = RecordingLines(Array(text.utf8))
        var all: [RecordingLine] = []
        while let line = lines.nextLine() { all.append(line) }
        return all
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `lines end in LF or CR LF, and the last line may end in neither`() {
        let lines = Self.lines("one\r\n\ntwo\rx\nthree")
        #expect(lines.map { Self.string($0.rest) } == ["one", "", "two\rx", "three"])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
        #expect(lines.map(\.isTerminated) == [true, true, true, false])
    }

    @Test func `fields are separated by blanks`() throws {
        var line = try #require(Self.lines(" \tone  two\t").first)
        #expect(Self.string(line.field()) == "one")
        #expect(Self.string(line.field()) == "two")
        #expect(line.field().isEmpty)
    }

    @Test func `elements of a list are separated by commas and end at the bracket`() throws {
        var line = try #require(Self.lines("  0,  -12 ,3] # rest").first)
        #expect(line.element().map(Self.string) == "0")
        #expect(line.element().map(Self.string) == "-12")
        #expect(!line.endsList)
        #expect(line.element().map(Self.string) == "3")
        #expect(line.endsList)
        #expect(line.element() == nil)
    }

    @Test func `a prefix is skipped only at the current position`() throws {
        var line = try #require(Self.lines("N: name").first)
        let skipped = [line.skip("NN"), line.skip("N: name and more"), line.skip("N:")]
        #expect(skipped == [false, false, true])
        #expect(Self.string(line.rest) == " name")
        let found = line.skip(past: "am")
        #expect(found)
        #expect(Self.string(line.rest) == "e")
        let foundAgain = line.skip(past: "am")
        #expect(!foundAgain)
        #expect(line.isEmpty)
    }
}
