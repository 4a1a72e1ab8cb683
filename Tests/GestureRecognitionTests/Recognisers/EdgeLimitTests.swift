import GestureModel
import GestureRecognition
import Strokes
import Testing

/// Drags and swipes that start at an edge, on a surface of 1000 × 600 points.
@Suite struct EdgeLimitTests {
    private let surface = Surface(size: Vector(dx: 1000, dy: 600))

    private func drag(_ edges: Edge.Set, fingers: FingerCounts = .one, distance: Double? = nil) -> Trial {
        Trial(.drag(.init(fingers: fingers, edges: edges, edgeDistance: distance)), surface: surface)
    }

    @Test(
        arguments: [
            (30, 300, .left), (970, 300, .right), (500, 30, .top), (500, 570, .bottom), (-5, 300, .left),
            (1000, 300, .right),
        ] as [(Double, Double, Edge)])
    func `a finger within 30 points drags from that edge`(_ x: Double, _ y: Double, _ edge: Edge) throws {
        var trial = drag(.all)
        #expect(trial.at(0, .down(1, x, y)) == [])
        let drag = try #require(trial.at(8, .move(1, 400, 300)).first?.drag)
        #expect(drag.edge == edge)
        #expect(drag.startLocation == Point(x: x, y: y))
    }

    @Test func `a finger further away fails when it comes down, with its distance`() {
        var trial = drag(.left)
        #expect(trial.at(0, .down(1, 30.5, 300)) == [.failed(.startedFarFromEdge(by: 30.5, limit: 30))])
        #expect(trial.at(8, .move(1, 400, 300)) == [])
        #expect(trial.at(16, .lift(1)) == [])
        #expect(trial.at(24, .down(2, 30, 300)) == [], "the next may do")
        #expect(trial.at(32, .move(2, 400, 300)).first?.drag?.edge == .left)
    }

    @Test func `an edge that was not requested does not count`() {
        var trial = drag([.top, .bottom])
        #expect(trial.at(0, .down(1, 3, 450)) == [.failed(.startedFarFromEdge(by: 150, limit: 30))])
    }

    @Test func `in a corner the nearer edge is reported, or the first of two at the same distance`() {
        for (edges, x, y, edge) in [
            (.all, 10, 20, .left), (.all, 20, 10, .top), (.all, 10, 10, .top), ([.right, .bottom], 990, 590, .bottom),
            (.left, 20, 10, .left),
        ] as [(Edge.Set, Double, Double, Edge)] {
            var trial = drag(edges)
            _ = trial.at(0, .down(1, x, y))
            #expect(trial.at(8, .move(1, 400, 300)).first?.drag?.edge == edge)
        }
    }

    @Test func `fingers come down at the same edge`() {
        var together = drag(.all, fingers: 2)
        _ = together.at(0, .down(1, 10, 10))
        #expect(together.at(8, .down(2, 200, 28)) == [])
        #expect(together.at(16, .move(1, 60, 60), .move(2, 250, 78)).first?.drag?.edge == .top)
    }

    /// A touchpad holds the finger at its edge back, as a palm could lie there.
    @Test(arguments: [2, FingerCounts([2, 3])])
    func `the finger at the edge may be reported after the one next to it`(_ fingers: FingerCounts) {
        var drag = drag(.right, fingers: fingers)
        #expect(drag.at(0, .down(1, 860, 300)) == [])
        #expect(drag.at(40, .down(2, 990, 310)) == [])
        #expect(drag.at(48, .move(1, 800, 300), .move(2, 930, 310)).first?.drag?.edge == .right)
        var swipe = Trial(.swipe(.init(fingers: fingers, edges: .right)), surface: surface)
        #expect(swipe.at(0, .down(1, 860, 300)) == [])
        #expect(swipe.at(40, .down(2, 990, 310)) == [])
        for step in 1...10 {
            _ = swipe.at(
                Double(40 + step * 8), .move(1, 860 - Double(step) * 20, 300), .move(2, 990 - Double(step) * 20, 310))
        }
        _ = swipe.at(128, .lift(1))
        #expect(swipe.at(128, .lift(2)).first?.swipe?.edge == .right)
    }

    @Test func `a drag of one finger starts at the edge, also if another one touched for a moment`() throws {
        var drag = drag(.right)
        #expect(drag.at(0, .down(1, 990, 300), .down(2, 860, 310)) == [])
        #expect(drag.at(16, .lift(2)) == [])
        let began = try #require(drag.at(24, .move(1, 950, 300)).first?.drag)
        #expect(began.startLocation == Point(x: 990, y: 300) && began.location == Point(x: 950, y: 300))
    }

    @Test func `a finger next to one at the edge does not start at the edge once the other has lifted`() {
        var drag = drag(.right, fingers: FingerCounts([1, 2]))
        #expect(drag.at(0, .down(1, 860, 300), .down(2, 990, 310)) == [])
        #expect(drag.at(16, .lift(2)) == [])
        #expect(drag.at(24, .move(1, 800, 300)) == [.failed(.startedFarFromEdge(by: 140, limit: 30))])
    }

    @Test func `fingers of which none is at the edge fail when all have come, with their distance`() {
        var drag = drag(.right, fingers: 2)
        #expect(drag.at(0, .down(1, 860, 300)) == [])
        #expect(drag.at(40, .down(2, 900, 310)) == [.failed(.startedFarFromEdge(by: 100, limit: 30))])
    }

    /// Side by side, as a hand is held: 40 mm for the second finger, 20 mm for each that follows.
    @Test(arguments: [(2, 252.0), (3, 378), (4, 504), (5, 630)])
    func `the others come down next to the finger at the edge`(count: Int, reach: Double) throws {
        for (last, isFrom) in [(20 + reach - 1, true), (20 + reach + 1, false)] {
            for gesture in [
                GestureExpression.drag(.init(fingers: .init(count), edges: .right)),
                .swipe(.init(fingers: .init(count), edges: .right)),
            ] {
                var trial = Trial(gesture, surface: Surface(size: Vector(dx: 1000, dy: 600)))
                let others = (1..<count).map { (finger: Int) -> Double in 1000 - last + Double(count - 1 - finger) * 2 }
                let xs = [980] + others
                var reported = trial.at(0, xs.indices.map { .down($0, xs[$0], 300) })
                for frame in 1...6 {
                    reported += trial.at(
                        8 * Double(frame), xs.indices.map { .move($0, xs[$0] - 10 * Double(frame), 300) })
                }
                reported += trial.at(60, xs.indices.map { .lift($0) })
                guard isFrom else {
                    #expect(reported == [.failed(.startedFarFromEdge(by: last, limit: 30))])
                    continue
                }
                #expect(reported.last?.drag?.edge ?? reported.last?.swipe?.edge == .right)
            }
        }
    }

    @Test func `the third and the corner are those of the fingers at the edge`() throws {
        var trial = drag(.all, fingers: 2)
        _ = trial.at(0, .down(1, 995, 10), .down(2, 880, 20))
        let drag = try #require(trial.at(8, .move(1, 955, 60), .move(2, 840, 70)).first?.drag)
        #expect(drag.edge == .right && drag.part == .start && drag.corner == .topRight)
        trial = self.drag(.all, fingers: 2)
        _ = trial.at(0, .down(1, 990, 190), .down(2, 900, 240))
        #expect(trial.at(8, .move(1, 950, 190), .move(2, 860, 240)).first?.drag?.part == .start)
    }

    @Test(
        arguments: [
            (5.0, 190.0, EdgePart.start, nil), (5, 210, .middle, nil), (5, 410, .end, nil), (5, 20, .start, .topLeft),
            (5, 580, .end, .bottomLeft),
        ] as [(Double, Double, EdgePart, Corner?)])
    func `the third of the edge and the corner are reported`(
        _ x: Double, _ y: Double, _ part: EdgePart, _ corner: Corner?
    ) throws {
        var trial = drag(.left)
        _ = trial.at(0, .down(1, x, y))
        let value = try #require(trial.at(8, .move(1, 400, 300)).first?.drag)
        #expect(value.part == part && value.corner == corner)
    }

    /// Returns what a finger makes that comes down at the right edge and moves evenly, by way of 20 frames.
    private func stroke(
        _ gesture: GestureExpression, from start: Point = Point(x: 995, y: 300), _ way: Vector
    ) -> [Verdict] {
        var trial = Trial(gesture, surface: surface)
        var reported = trial.at(0, .down(1, start.x, start.y))
        for frame in 1...20 {
            let position = start + way * (Double(frame) / 20)
            reported += trial.at(8 * Double(frame), .move(1, position.x, position.y))
        }
        return reported + trial.at(168, .lift(1))
    }

    private static let gestures: [GestureExpression] = [.drag(.init(edges: .right)), .swipe(.init(edges: .right))]

    @Test(arguments: gestures)
    func `a finger that goes along the edge does not come in from it`(_ gesture: GestureExpression) {
        for drift in [0.0, 12, 30] {
            let reported = stroke(gesture, Vector(dx: -drift, dy: -250))
            #expect(reported == [.failed(.wrongDirection(.up, accepted: .left))])
        }
        #expect(stroke(gesture, Vector(dx: -190, dy: 60)).last?.hasEnded == true)
        #expect(stroke(gesture, Vector(dx: -60, dy: -60)).last?.hasEnded == true, "at exactly 45° it does")
    }

    @Test(arguments: gestures)
    func `a fingertip that rolls on the edge does not come in`(_ gesture: GestureExpression) {
        for roll in [11, 14, 15.5, 24.5] {
            let reported = stroke(gesture, Vector(dx: -roll, dy: 0))
            #expect(reported == [.failed(.movedTooLittle(by: roll, limit: 25))])
        }
    }

    @Test func `a distance or a direction of the app's own is the only limit`() {
        let drag = GestureExpression.drag(.init(minimumDistance: 10, edges: .right))
        #expect(stroke(drag, Vector(dx: -12, dy: -250)).last?.drag?.edge == .right)
        let swipe = GestureExpression.swipe(.init(directions: .up, edges: .right))
        #expect(stroke(swipe, Vector(dx: -12, dy: -250)).last?.swipe?.edge == .right)
    }

    @Test func `from a corner a finger comes in from the nearer edge, or from the one that it leaves`() {
        func edge(_ x: Double, _ y: Double, _ way: Vector) -> Edge? {
            stroke(.drag(.init(edges: [.right, .bottom])), from: Point(x: x, y: y), way).last?.drag?.edge
        }
        #expect(edge(995, 580, Vector(dx: -60, dy: -100)) == .right)
        #expect(edge(995, 580, Vector(dx: -10, dy: -100)) == .bottom)
        #expect(edge(980, 598, Vector(dx: -100, dy: -10)) == .right)
        #expect(edge(995, 580, Vector(dx: 0, dy: -20)) == nil)
    }

    @Test func `the start and the edge stay, wherever the fingers go`() throws {
        var trial = drag(.left)
        _ = trial.at(0, .down(1, 5, 300))
        _ = trial.at(8, .move(1, 500, 300))
        let last = try #require(trial.at(16, .move(1, 995, 300)).first?.drag)
        #expect(last.edge == .left && last.startLocation == Point(x: 5, y: 300))
        #expect(trial.at(24, .lift(1)).first?.drag?.edge == .left)
    }

    @Test func `the expression's own distance comes before the configured one`() {
        var thresholds = Thresholds()
        thresholds.edges.distance = 50
        var trial = Trial(.drag(.init(edges: .left)), thresholds, surface: surface)
        #expect(trial.at(0, .down(1, 50, 300)) == [])
        trial = Trial(.drag(.init(edges: .left, edgeDistance: 0)), thresholds, surface: surface)
        #expect(trial.at(0, .down(1, 0, 300)) == [])
        #expect(trial.at(8, .lift(1)) == [.failed(.movedTooLittle(by: 0, limit: 10))])
        #expect(trial.at(16, .down(2, 1, 300)) == [.failed(.startedFarFromEdge(by: 1, limit: 0))])
    }

    @Test func `a swipe starts at an edge as a drag does`() {
        let fromTheTop = GestureExpression.swipe(.init(directions: .down, edges: .top, edgeDistance: 40))
        var trial = Trial(fromTheTop, surface: surface)
        _ = trial.at(0, .down(1, 500, 40))
        _ = trial.at(8, .move(1, 500, 80))
        let swipe = trial.at(16, .lift(1)).first?.swipe
        #expect(swipe?.edge == .top && swipe?.startLocation == Point(x: 500, y: 40))
        #expect(trial.at(24, .down(2, 500, 41)) == [.failed(.startedFarFromEdge(by: 41, limit: 40))])
    }

    @Test func `the parts of a composition use the edges of the surface, not of the region`() {
        var emitter = GestureEmitter(
            .composition(.init(.exclusive, [.drag(.init(edges: .left)), .drag(.init())])), thresholds: Thresholds(),
            surface: surface, region: Region(x: 100, y: 0, width: 900, height: 600))
        var (hand, gestures) = (Hand(), UInt64(0))
        emitter.update(hand.frame(at: Timestamp(0), [.down(1, 105, 300)]), gestures: &gestures)
        emitter.update(hand.frame(at: Timestamp(8), [.move(1, 205, 300)]), gestures: &gestures)
        guard case .composition(let tree)? = emitter.events.first?.value else {
            Issue.record("no composition")
            return
        }
        #expect(tree.nodes[1].phase == .failed(.failed(.startedFarFromEdge(by: 105, limit: 30))))
        #expect(tree.nodes[2].phase == .active)
    }

    @Test func `expressions with the same limits are equal, with and without edges`() {
        let thresholds = Thresholds()
        let drag = GestureExpression.drag(.init(edgeDistance: 99)).resolved(with: thresholds)
        #expect(drag == GestureExpression.drag(.init()).resolved(with: thresholds))
        #expect(
            GestureExpression.drag(.init(edges: .left)).resolved(with: thresholds)
                == .drag(.init(edges: .left, edgeDistance: 30, velocity: .automatic)), "where it leads is judged")
        let judged = GestureExpression.drag(.init(fingers: [1, 2], velocity: .automatic))
        #expect(judged.resolved(with: thresholds) == judged, "what several fingers do is judged")
        #expect(
            GestureExpression.swipe(.init(edges: [.left, .top])).resolved(with: thresholds)
                == .swipe(
                    .init(
                        minimumDistance: 25, minimumVelocity: 100, minimumLiftVelocity: 0, edges: [.top, .left],
                        edgeDistance: 30,
                        velocity: .automatic)))
    }
}
