import FoundationEssentials
import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Strokes that six people drew, each compared with drawings of the other five, never with the person's own.
@Suite(.enabled(if: RecordedFiles.hasStrokes, "../shared/strokes is absent"))
struct DrawnStrokesTests {
    private struct DrawnStroke: Decodable {
        let person: String
        let `class`: String
        let points: [[Double]]

        /// In points. The file's unit is a pixel, of which a quarter of a millimetre is assumed.
        var path: [Point] { points.map { Point(x: $0[0] * 0.25 / 0.15875, y: $0[1] * 0.25 / 0.15875) } }

        /// At most 256 points, as a template has.
        func template() -> GestureExpression.Stroke.Template {
            let step = (path.count + 255) / 256
            return .init(name: `class`, points: path.enumerated().filter { $0.offset % step == 0 }.map(\.element))
        }
    }

    private static func drawn() throws -> [DrawnStroke] {
        let lines = try RecordedFiles.bytes(RecordedFiles.folder.appending(path: "strokes/strokes.jsonl"))
        return try lines.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(DrawnStroke.self, from: Data($0))
        }
    }

    /// Returns the name that the recogniser gives a path; nil if it is like no template.
    private func name(of path: [Point], among templates: [GestureExpression.Stroke.Template]) -> String? {
        var trial = Trial(.stroke(.init(templates: templates)))
        for (index, point) in path.enumerated() {
            let touch: Touch = index == 0 ? .down(1, point.x, point.y) : .move(1, point.x, point.y)
            _ = trial.at(8 * Double(index), touch)
        }
        guard case .ended(.stroke(let stroke))? = trial.at(8 * Double(path.count), .lift(1)).first else { return nil }
        return stroke.template
    }

    /// Of one template, the goal is 77 % right and at most 8.3 % wrong; of three templates, 88 % and at most 5.9 %.
    @Test(arguments: [(1, 0.77, 0.083), (3, 0.88, 0.059)])
    func `most strokes are recognised by the drawings of other people`(
        _ drawings: Int, _ leastRight: Double, _ mostWrong: Double
    ) throws {
        let strokes = try Self.drawn()
        let people = Set(strokes.map(\.person)).sorted()
        let byPerson = people.map { person in strokes.filter { $0.person == person } }
        let classes = Set(strokes.map(\.class)).sorted()
        var (all, right, wrong) = (0, 0, 0)
        for round in 0..<10 {
            for (index, own) in byPerson.enumerated() {
                // Of each shape, one drawing each of as many other people.
                let templates = classes.flatMap { shape in
                    (0..<drawings).map { number in
                        let other = byPerson[(index + 1 + (round + number) % (people.count - 1)) % people.count]
                        return other.filter { $0.class == shape }[round].template()
                    }
                }
                for stroke in own {
                    let found = name(of: stroke.path, among: templates)
                    all += 1
                    right += found == stroke.class ? 1 : 0
                    wrong += found != nil && found != stroke.class ? 1 : 0
                }
            }
        }
        let shares = (right: Double(right) / Double(all), wrong: Double(wrong) / Double(all))
        print("\(drawings) of others: \(shares)")
        #expect(shares.right >= leastRight)
        #expect(shares.wrong <= mostWrong)
    }
}
