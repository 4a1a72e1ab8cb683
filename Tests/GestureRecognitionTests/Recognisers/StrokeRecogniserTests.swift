import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Times are milliseconds, positions points. Strokes send a frame each 8 ms.
@Suite struct StrokeRecogniserTests {
    private static let check = shape([(0, 50), (30, 80), (100, 0)])
    private static let vee = shape([(0, 0), (50, 100), (100, 0)])
    private static let square = shape([(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)])
    private static let circle = (0...24).map { step in
        let angle = 2 * Double.pi * Double(step) / 24
        return Point(x: 50 - 50 * cosine(angle), y: 50 - 50 * cosine(angle - .pi / 2))
    }

    private static let templates: [GestureExpression.Stroke.Template] = [
        .init(name: "check", points: check), .init(name: "vee", points: vee), .init(name: "square", points: square),
        .init(name: "circle", points: circle),
    ]

    /// Points at equal distances along straight lines.
    private static func shape(_ corners: [(Double, Double)]) -> [Point] {
        var points: [Point] = []
        for (from, to) in zip(corners, corners.dropFirst()) {
            for step in 0..<10 {
                let share = Double(step) / 10
                points.append(Point(x: from.0 + (to.0 - from.0) * share, y: from.1 + (to.1 - from.1) * share))
            }
        }
        let last = corners[corners.count - 1]
        return points + [Point(x: last.0, y: last.1)]
    }

    /// Taylor's series, exact to 1e-9 in -2π…2π: the tests import no C library.
    private static func cosine(_ angle: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for n in 1...20 {
            term *= -angle * angle / Double((2 * n - 1) * (2 * n))
            sum += term
        }
        return sum
    }

    private func draw(
        _ points: [Point], _ stroke: GestureExpression.Stroke = .init(templates: templates)
    ) -> [Verdict] {
        var trial = Trial(.stroke(stroke))
        var verdicts: [Verdict] = []
        for (index, point) in points.enumerated() {
            let time = 8 * Double(index)
            verdicts += trial.at(time, index == 0 ? .down(1, point.x, point.y) : .move(1, point.x, point.y))
        }
        return verdicts + trial.at(8 * Double(points.count), .lift(1))
    }

    private func moved(_ points: [Point], by offset: Vector = .zero, scale: Double = 1, turned angle: Double = 0)
        -> [Point]
    {
        let (cosine, sine) = (Self.cosine(angle), Self.cosine(angle - .pi / 2))
        return points.map {
            let (x, y) = ($0.x * scale, $0.y * scale)
            return Point(x: offset.dx + x * cosine - y * sine, y: offset.dy + x * sine + y * cosine)
        }
    }

    private func recognised(_ verdicts: [Verdict]) -> GestureValue.Stroke? {
        guard case .ended(.stroke(let stroke))? = verdicts.first, verdicts.count == 1 else { return nil }
        return stroke
    }

    // MARK: - Recognition

    @Test(arguments: ["check", "vee", "square", "circle"])
    func `a template drawn anywhere and at any size is recognised at the lift`(_ name: String) throws {
        let template = try #require(Self.templates.first { $0.name == name })
        let path = moved(template.points, by: Vector(dx: 200, dy: 100), scale: 1.7)
        let stroke = try #require(recognised(draw(path)))
        #expect(stroke.template == name)
        #expect(stroke.score > 0.999 && stroke.score <= 1)
    }

    @Test func `the value has the start, the size and the bounding box of the path`() throws {
        let stroke = try #require(recognised(draw(moved(Self.check, by: Vector(dx: 200, dy: 100)))))
        #expect(stroke.startLocation == Point(x: 200, y: 150))
        #expect(stroke.boundingBox == Region(x: 200, y: 100, width: 100, height: 80))
        #expect(stroke.size == Vector(dx: 100, dy: 80))
    }

    @Test func `the direction of drawing is significant`() throws {
        let forward = GestureExpression.Stroke(templates: [.init(name: "line", points: Self.shape([(0, 0), (100, 0)]))])
        #expect(recognised(draw(Self.shape([(0, 0), (100, 0)]), forward))?.template == "line")
        #expect(draw(Self.shape([(100, 0), (0, 0)]), forward) == [.failed(.matchedPoorly(score: 0, limit: 0.85))])
        let both = GestureExpression.Stroke(templates: [
            .init(name: "clockwise", points: Self.circle),
            .init(name: "counterclockwise", points: Self.circle.reversed()),
        ])
        #expect(recognised(draw(Self.circle.reversed(), both))?.template == "counterclockwise")
    }

    @Test func `a shape turned by 20 degrees is recognised, one turned by 90 is not`() throws {
        let turned = try #require(recognised(draw(moved(Self.check, by: Vector(dx: 300, dy: 300), turned: .pi / 9))))
        #expect(turned.template == "check" && turned.score > 0.999)
        let vee = GestureExpression.Stroke(templates: [.init(name: "vee", points: Self.vee)])
        #expect(recognised(draw(moved(Self.vee, by: Vector(dx: 300, dy: 300), turned: .pi / 2), vee)) == nil)
    }

    @Test func `speed does not matter, nor how many frames the device sends`() throws {
        let sparse = Self.square.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
        #expect(recognised(draw(sparse))?.template == "square")
    }

    @Test func `a path of a minute at 125 Hz is recognised as a short one is`() throws {
        let path = (0..<7_500).map { step in
            let share = Double(step) / 7_499 * Double(Self.check.count - 1)
            let (index, rest) = (min(Int(share), Self.check.count - 2), share - share.rounded(.down))
            let (from, to) = (Self.check[index], Self.check[index + 1])
            return from + (to - from) * (share >= Double(Self.check.count - 1) ? 1 : rest)
        }
        let stroke = try #require(recognised(draw(path)))
        #expect(stroke.template == "check" && stroke.score > 0.99)
        // The path's samples straddle its lowest corner.
        #expect(abs(stroke.size.dx - 100) < 0.01 && abs(stroke.size.dy - 80) < 0.01)
    }

    @Test func `a stroke is recognised after another`() {
        var trial = Trial(.stroke(.init(templates: Self.templates)))
        for round in 0..<3 {
            var verdicts: [Verdict] = []
            for (index, point) in Self.vee.enumerated() {
                let time = 1000 * Double(round) + 8 * Double(index)
                verdicts += trial.at(time, index == 0 ? .down(round, point.x, point.y) : .move(round, point.x, point.y))
            }
            verdicts += trial.at(1000 * Double(round) + 900, .lift(round))
            #expect(recognised(verdicts)?.template == "vee")
        }
    }

    @Test(arguments: [300.0, 330, 390, 420])
    func `a circle with a gap is a circle, and so is one that goes on beyond its start`(_ degrees: Double) throws {
        let path = (0...48).map { step in
            let angle = degrees / 180 * .pi * Double(step) / 48
            return Point(x: 50 - 50 * Self.cosine(angle), y: 50 - 50 * Self.cosine(angle - .pi / 2))
        }
        let circle = GestureExpression.Stroke(templates: [.init(name: "circle", points: Self.circle)])
        #expect(recognised(draw(path, circle))?.template == "circle")
    }

    @Test func `templates with the same name are drawings of one shape`() {
        let round = Self.circle.map { Point(x: $0.x, y: $0.y / 3) }
        let both = GestureExpression.Stroke(templates: [
            .init(name: "ring", points: Self.circle), .init(name: "ring", points: round),
        ])
        #expect(recognised(draw(Self.circle, both))?.template == "ring")
        #expect(recognised(draw(round, both))?.template == "ring")
    }

    // MARK: - Failures

    @Test func `a path unlike every template fails with its best score`() {
        let strict = GestureExpression.Stroke(templates: Self.templates, minimumScore: 0.95)
        let zigzag = Self.shape([(0, 0), (100, 0), (0, 30), (100, 60), (0, 90)])
        guard case .failed(.failed(.matchedPoorly(let score, let limit)), _)? = draw(zigzag, strict).first else {
            Issue.record("no failure")
            return
        }
        #expect(score > 0 && score < 0.95 && limit == 0.95)
    }

    @Test func `a tap is too short to be a stroke`() {
        #expect(
            draw([Point(x: 10, y: 10), Point(x: 13, y: 14)]) == [.failed(.movedTooLittle(by: 5, limit: 10))])
    }

    @Test func `a second contact fails it, at once or later, and nothing begins before all have lifted`() {
        var trial = Trial(.stroke(.init(templates: Self.templates)))
        #expect(trial.at(0, .down(1, 0, 0), .down(2, 50, 0)) == [.failed(.tooManyFingers(2, limit: 1))])
        #expect(trial.at(8, .lift(1), .lift(2)).isEmpty)
        #expect(trial.at(100, .down(3, 0, 0)).isEmpty)
        #expect(trial.at(5000, .down(4, 50, 0)) == [.failed(.tooManyFingers(2, limit: 1))])
        #expect(trial.at(5008, .lift(4)).isEmpty)
        #expect(trial.at(5016, .move(3, 90, 90)).isEmpty)
        #expect(trial.at(5024, .lift(3)).isEmpty)
    }

    @Test func `a minimum score of 0 accepts the best template, if any is alike at all`() {
        let zigzag = Self.shape([(0, 0), (100, 0), (0, 30), (100, 60), (0, 90)])
        #expect(recognised(draw(zigzag, .init(templates: Self.templates, minimumScore: 0))) != nil)
    }

    /// Arms of these lengths: by its rotated distance alone a corner of three to one is 96 % of a straight line.
    @Test(arguments: [(3.0, 1.0), (1.5, 1), (1, 1), (1, 3), (4, 1), (2, 1)])
    func `a path with a corner is not a straight line`(_ first: Double, _ second: Double) {
        let directions: [(name: String, dx: Double, dy: Double)] = [
            ("right", 1, 0), ("down", 0, 1), ("left", -1, 0), ("up", 0, -1),
        ]
        let lines = directions.map { direction in
            GestureExpression.Stroke.Template(
                name: direction.name, points: Self.shape([(0, 0), (100 * direction.dx, 100 * direction.dy)]))
        }
        for (index, direction) in directions.enumerated() {
            for turn in [directions[(index + 1) % 4], directions[(index + 3) % 4]] {
                let corner = (x: 40 * first * direction.dx, y: 40 * first * direction.dy)
                let end = (x: corner.x + 40 * second * turn.dx, y: corner.y + 40 * second * turn.dy)
                let path = Self.shape([(0, 0), (corner.x, corner.y), (end.x, end.y)])
                #expect(draw(path, .init(templates: lines)).last?.hasEnded == false)
                let both = GestureExpression.Stroke.Template(
                    name: "corner",
                    points: Self.shape([
                        (0, 0), (60 * direction.dx, 60 * direction.dy),
                        (60 * (direction.dx + turn.dx), 60 * (direction.dy + turn.dy)),
                    ]))
                guard first <= 2, second <= 2,
                    case .ended(.stroke(let stroke))? = draw(path, .init(templates: lines + [both])).last
                else { continue }
                #expect(stroke.template == "corner")
            }
            let straight = Self.shape([(0, 0), (90 * direction.dx, 90 * direction.dy)])
            guard case .ended(.stroke(let stroke))? = draw(straight, .init(templates: lines)).last else {
                Issue.record("\(direction.name) is not recognised")
                continue
            }
            #expect(stroke.template == direction.name && stroke.score > 0.99)
        }
    }
}
