import GestureModel
import Testing

@Suite struct EdgeTests {
    @Test func `edges are a set, in the order of their names' list`() {
        let edges: Edge.Set = [.right, .top]
        #expect(edges.edges == [.top, .right])
        #expect(edges.contains(Edge.right) && !edges.contains(Edge.left))
        #expect(Edge.Set.all.edges == Edge.allCases)
        #expect(Edge.Set(.bottom) == .bottom && Edge.Set(rawValue: edges.rawValue) == edges)
        #expect(Edge.Set.left.edges == [.left] && Edge(rawValue: "left") == .left)
    }

    @Test func `a gesture starts at an edge within half a fingertip, 4.8 mm`() {
        let edges: Thresholds.Edges = Thresholds().edges
        #expect((edges.distance * Surface.millimetresPerPoint * 10).rounded() == 48)
    }

    @Test func `the distance from an edge is negative beyond it`() {
        let surface = Surface(size: Vector(dx: 300, dy: 200))
        let position = Point(x: 310, y: 40)
        #expect(Edge.allCases.map { surface.distance(of: position, from: $0) } == [40, 160, 310, -10])
    }
}

@Suite struct SwipeDirectionTests {
    @Test func `directions are a set, in the order of their names' list`() {
        let directions: SwipeDirection.Set = [.right, .up]
        #expect(directions.directions == [.up, .right])
        #expect(directions.contains(SwipeDirection.up) && !directions.contains(SwipeDirection.down))
        #expect(SwipeDirection.Set.all.directions == SwipeDirection.allCases)
        #expect(SwipeDirection.Set.horizontal.union(.vertical) == .all)
        #expect(SwipeDirection.Set.horizontal.directions == [.left, .right])
        #expect(SwipeDirection.Set(.down) == .down && SwipeDirection.Set(rawValue: 4) == .left)
    }

    @Test func `a movement goes along its longer axis, and y points down`() {
        let movements: [(Double, Double, SwipeDirection)] = [
            (3, -2, .right), (-3, 2, .left), (2, -3, .up), (-2, 3, .down), (2, 2, .right), (-2, -2, .left),
        ]
        for (dx, dy, direction) in movements { #expect(SwipeDirection(Vector(dx: dx, dy: dy)) == direction) }
        #expect(SwipeDirection(rawValue: "up") == .up)
    }

    @Test func `a movement leads away from its edge, and towards the opposite one`() {
        let movement = Vector(dx: 3, dy: -4)
        #expect(Edge.allCases.map { $0.inwards(movement) } == [-4, 4, 3, -3])
    }

    @Test func `a movement comes in from an edge beyond 4 mm, and at 45° at most`() {
        let edge = Edge.right
        #expect(edge.isOrigin(of: Vector(dx: -25, dy: 25)) && !edge.isOrigin(of: Vector(dx: -24.9, dy: 0)))
        #expect(!edge.isOrigin(of: Vector(dx: -25, dy: 25.1)) && !edge.isOrigin(of: Vector(dx: 25, dy: 0)))
        #expect(Edge.bottom.isOrigin(of: Vector(dx: -40, dy: -40)) && Edge.top.isOrigin(of: Vector(dx: 0, dy: 25)))
        for (edge, direction) in zip(Edge.allCases, [.down, .up, .right, .left] as [SwipeDirection]) {
            #expect(edge.inwardDirection == direction)
        }
    }

    @Test func `in a corner a diagonal movement comes in from both edges`() {
        let movement = Vector(dx: -60, dy: 25)
        #expect(Edge.right.isOrigin(of: movement, isInCorner: true))
        #expect(Edge.top.isOrigin(of: movement, isInCorner: true))
        #expect(!Edge.top.isOrigin(of: Vector(dx: -70, dy: 25), isInCorner: true))
    }

    @Test func `two edges meet in each corner`() {
        #expect(Corner.allCases == [.topLeft, .topRight, .bottomLeft, .bottomRight])
        #expect(
            Corner.allCases.map(\.edges) == [[.top, .left], [.top, .right], [.bottom, .left], [.bottom, .right]])
    }
}
