import GestureModel
import Strokes
import Testing

@testable import Gestures

@Suite struct StrokeGestureTests {
    private static let vee = (0...8).map { Point(x: 10 * Double($0), y: 10 * Double($0 <= 4 ? $0 : 8 - $0)) }
    private static let templates = [StrokeGesture.Template(name: "vee", points: vee)]

    @Test func `it ends once, at the lift, with its template, score and bounding box`() throws {
        let (ends, changes) = (Recorder<StrokeGesture.Value>(), Recorder<StrokeGesture.Value>())
        var hand = Hand(StrokeGesture(templates: Self.templates).onChanged(changes.add).onEnded(ends.add))
        hand.at(0, .down(1, 100, 50))
        for (index, point) in Self.vee.enumerated().dropFirst() {
            hand.at(8 * Double(index), .move(1, 100 + 2 * point.x, 50 + 2 * point.y))
        }
        #expect(ends.all.isEmpty)
        hand.at(84, .lift(1))
        let stroke = try #require(ends.all.first)
        #expect(ends.all.count == 1 && changes.all.isEmpty)
        #expect(stroke.template == "vee" && stroke.score == 1)
        #expect(stroke.startLocation == Point(x: 100, y: 50))
        #expect(stroke.boundingBox == Region(x: 100, y: 50, width: 160, height: 80))
        #expect(stroke.size == Vector(dx: 160, dy: 80) && stroke.positions == .granted)
        #expect(stroke.time == milliseconds(84))
    }

    @Test func `the expression has its parameters`() {
        let gesture = StrokeGesture(templates: Self.templates, minimumScore: 0.5)
        #expect(
            GestureCallbacks(gesture).expression == .stroke(.init(templates: Self.templates, minimumScore: 0.5)))
    }

    @Test func `a template with a coordinate that is not a number traps`() async {
        await #expect(processExitsWith: .failure) {
            var points = Array(repeating: Point(x: 0, y: 0), count: 8)
            points[3].x = .nan
            _ = StrokeGesture(templates: [.init(name: "a", points: points)])
        }
    }

    @Test func `a minimum score above 1 traps`() async {
        await #expect(processExitsWith: .failure) {
            let points = (0..<8).map { Point(x: Double($0), y: 0) }
            _ = StrokeGesture(templates: [.init(name: "a", points: points)], minimumScore: 1.5)
        }
    }
}
