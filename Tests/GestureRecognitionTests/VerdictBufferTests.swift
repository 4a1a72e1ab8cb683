import GestureModel
import GestureRecognition
import Testing

@Suite struct VerdictBufferTests {
    private static func tap(_ fingers: Int) -> Verdict {
        .ended(.tap(.init(fingers: fingers, count: 1, location: .zero)))
    }

    @Test(arguments: [0, 1, 4, 5, 12]) func `verdicts keep their order, however many there are`(count: Int) {
        var buffer = VerdictBuffer()
        let verdicts = (0..<count).map { Self.tap($0 + 1) }
        for verdict in verdicts { buffer.append(verdict) }
        #expect(buffer.count == count && buffer.isEmpty == (count == 0))
        #expect(buffer.all == verdicts)
        buffer.removeAll()
        #expect(buffer.isEmpty && buffer.all == [])
        buffer.append(Self.tap(1))
        #expect(buffer.all == [Self.tap(1)])
    }

    @Test func `nil is not appended`() {
        var buffer = VerdictBuffer()
        buffer.append(nil)
        #expect(buffer.isEmpty)
    }
}
