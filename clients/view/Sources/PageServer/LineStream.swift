internal import FlyingSocks

/// The body of a response: the lines, until the browser goes away.
struct LineStream: AsyncBufferedSequence {
    typealias Element = UInt8

    let lines: Lines

    func makeAsyncIterator() -> Iterator { Iterator(place: Place(lines)) }

    /// A browser's place among the readers, which it leaves when the server drops the response.
    final class Place: Sendable {
        private let lines: Lines
        private let number: Int
        let reader: LineReader

        init(_ lines: Lines) {
            self.lines = lines
            (number, reader) = lines.open()
        }

        deinit { lines.close(number) }
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let place: Place
        private var rest: ArraySlice<UInt8> = []

        init(place: Place) { self.place = place }

        mutating func next() async throws -> UInt8? {
            if rest.isEmpty { rest = await place.reader.next()?[...] ?? [] }
            return rest.popFirst()
        }

        /// All that waits: more than the server suggests, because a frame is drawn from its newest lines.
        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? { await place.reader.next() }
    }
}
