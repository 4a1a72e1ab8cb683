import GestureModel
import GesturePipeline
import GestureProtocol
import Testing

/// What one finger writes on a touchscreen cannot be read by an app without positions: a word that glides over an
/// on-screen keyboard, or a lock pattern.
@Suite struct WritingTests {
    /// How many of 60 written words the first guess names, from everything that the app receives, in the better of two
    /// ways: by the shape of the path, or by its duration and its ends.
    private func named(_ writing: Writing, positions: Bool = false) -> (byShape: Int, byEnds: Int) {
        var writing = writing
        var reader = Reader(writing, positions: positions)
        var (byShape, byEnds) = (0, 0)
        for word in writing.someWords(60) {
            let lines = reader.lines(of: writing.path(of: writing.words[word]))
            if reader.guessByShape(lines) == word { byShape += 1 }
            if reader.guessByEnds(lines) == word { byEnds += 1 }
        }
        return (byShape, byEnds)
    }

    @Test func `words that glide over a keyboard are not named`() {
        let (byShape, byEnds) = named(.onKeyboard())
        #expect(byShape <= 2 && byEnds <= 2, "\(byShape) by shape, \(byEnds) by ends")
    }

    @Test func `lock patterns are not named`() {
        let (byShape, byEnds) = named(.onDots())
        #expect(byShape <= 2 && byEnds <= 2, "\(byShape) by shape, \(byEnds) by ends")
    }

    @Test func `with positions they are, so that guessing tests something`() {
        #expect(named(.onKeyboard(), positions: true).byShape >= 50)
        #expect(named(.onDots(), positions: true).byShape >= 50)
    }

    // MARK: - The way between the ends

    /// Paths with the same beginning, the same end, the same times and several corners.
    private static let detours: [[(x: Double, y: Double)]] = [
        [(30, 70), (70, 30), (30, 30)], [(70, 70), (30, 30), (70, 30)], [(60, 20), (20, 60), (60, 60)],
    ]

    private func bytes(of corners: [(x: Double, y: Double)], positions: Bool = false) -> String {
        var reader = Reader(nil, positions: positions)
        var path: Writing.Path = []
        for step in 0...10 { path.append((40 + Double(step), 40)) }
        let end: [(x: Double, y: Double)] = [(45, 50), (40, 50), (40, 50)]
        for corner in corners + end {
            let start = path[path.count - 1]
            for step in 1...20 {
                let share = Double(step) / 20
                path.append((start.x + share * (corner.x - start.x), start.y + share * (corner.y - start.y)))
            }
        }
        return reader.text(of: path)
    }

    @Test func `an app without positions receives the same bytes whatever way a finger takes`() {
        // An explanation names one direction, into which a finger turned that did not swipe (docs/SECURITY.md).
        let received = Self.detours.map { detour in
            let lines = bytes(of: detour).split(separator: "\n")
            return lines.filter { !$0.contains(#""wrongDirection""#) }.joined(separator: "\n")
        }
        #expect(received[0].contains(#""drag":{"fingers":1,"translation":[0,"#), "a drag has no direction and length")
        #expect(received[0].contains(#""type":"explanation""#), "nothing was explained")
        for other in received.dropFirst() {
            let lines = (received[0].split(separator: "\n"), other.split(separator: "\n"))
            let difference = zip(lines.0, lines.1).first { $0 != $1 }
            #expect(received[0] == other, "\(String(describing: difference))")
        }
        #expect(bytes(of: Self.detours[0], positions: true) != bytes(of: Self.detours[1], positions: true))
    }

    // MARK: - What is sent

    private static let line = "[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0]]"

    /// The lines of an unfocused shell while a finger moves 20 mm to the right.
    private func drag(
        _ gestures: [String], kind: TouchDeviceKind = .touchscreen, from x: Double = 30, y: Double = 40,
        fingers: Int = 1
    ) -> [String] {
        var bench = Bench.with(.alice)
        bench.add("event2", kind: kind)
        _ = bench.source(.alice, focusing: 10)
        let shell = bench.connect(Person.alice.peer(11))
        for gesture in gestures {
            bench.send(shell, #"{"type":"subscribe","id":1,"gesture":\#(gesture),"scope":"session"}"# + "\n")
        }
        _ = bench.text(shell)
        for finger in 0..<fingers { bench.at(Double(finger), on: 1, .down(finger, x, y + 15 * Double(finger))) }
        for step in 1...20 {
            for finger in 0..<fingers {
                bench.at(Double(step) * 8, on: 1, .move(finger, x + Double(step), y + 15 * Double(finger)))
            }
        }
        for finger in 0..<fingers { bench.at(200, on: 1, .lift(finger)) }
        return bench.text(shell).split(separator: "\n").map(String.init)
    }

    @Test func `a drag of one finger has its direction at the end, and its length rounded down`() throws {
        let lines = drag([#"{"drag":{}}"#])
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""phase":"began""#) == true)
        #expect(lines.first?.contains(#""translation":[0,0],"velocity":[0,0]"#) == true)
        #expect(lines.last?.contains(#""phase":"ended""#) == true)
        #expect(lines.last?.contains(#""translation":[90,0]"#) == true)
    }

    @Test func `several fingers, and one finger on a touchpad, are followed`() {
        #expect(drag([#"{"drag":{"fingers":2}}"#], fingers: 2).count > 15)
        #expect(drag([#"{"drag":{}}"#], kind: .touchpad).count > 15)
        #expect(drag([#"{"standard":"touchscreen"}"#], fingers: 2).count > 15)
    }

    @Test(arguments: [
        #"{"drag":{"minimumDistance":20}}"#, #"{"longPress":{"maximumDistance":50,"minimumDuration":0.05}}"#,
        #"{"swipe":{"minimumDistance":40}}"#, #"{"swipe":{"minimumVelocity":90}}"#, #"{"tap":{"maximumDistance":200}}"#,
        #"{"swipe":{"minimumLiftVelocity":1}}"#, #"{"race":[{"drag":{"minimumDistance":20}},{"tap":{}}]}"#,
        #"{"sequence":[{"longPress":{"minimumDuration":0.05,"maximumDistance":"any"}},{"drag":{}}]}"#,
        #"{"sequence":[{"longPress":{"minimumDuration":0.01}},{"drag":{}}]}"#,
        #"{"stroke":{"minimumScore":0,"templates":[{"name":"l","points":\#(line)}]}}"#,
    ])
    func `what measures the path of one finger is silent on a touchscreen, and reported as such`(_ gesture: String) {
        var bench = Bench.with(.alice)
        _ = bench.source(.alice, focusing: 10)
        let shell = bench.connect(Person.alice.peer(11))
        bench.send(shell, #"{"type":"subscribe","id":1,"gesture":\#(gesture),"scope":"session"}"# + "\n")
        #expect(bench.read(shell) == ["ok 1 is 1", "1 positions withheld"])
        #expect(drag([gesture]) == [])
        #expect(!drag([gesture], kind: .touchpad).isEmpty || gesture.contains("tap") || gesture.contains("iftVelocity"))
    }

    @Test func `of several numbers of fingers, one alone is silent if a distance is named`() {
        let gesture = #"{"drag":{"fingers":[1,2],"minimumDistance":20}}"#
        #expect(drag([gesture]) == [])
        #expect(drag([gesture], fingers: 2).count > 15)
    }

    @Test(arguments: [
        #"{"drag":{"minimumDistance":0}}"#, #"{"drag":{"minimumDistance":10}}"#, #"{"swipe":{"minimumDistance":25}}"#,
        #"{"longPress":{"minimumDuration":"never","maximumDistance":"any"}}"#,
        #"{"sequence":[{"longPress":{}},{"drag":{}}]}"#, #"{"exclusive":[{"tap":{"count":2}},{"tap":{}}]}"#,
    ])
    func `what names no distance of its own is not`(_ gesture: String) {
        var bench = Bench.with(.alice)
        let shell = bench.client(gesture, "", Person.alice.peer(11))
        #expect(bench.read(shell) == [])
    }

    // MARK: - Edges

    @Test func `from a side of a narrow screen, where letters are, the path is withheld, and the edge is named`() {
        let lines = drag([#"{"drag":{"edges":["left","right"]}}"#], from: 2, y: 50)
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""translation":[0,0]"#) == true)
        #expect(lines.allSatisfy { $0.contains(#""edge":"left","part":"middle""#) })
        #expect(drag([#"{"drag":{"edges":"left"}}"#], from: 2, y: 10).count > 10, "above a keyboard it is followed")
        #expect(drag([#"{"drag":{"edges":"left","minimumDistance":20}}"#], from: 2, y: 50) == [])
    }
}
