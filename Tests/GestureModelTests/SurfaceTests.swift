import Foundation
import GestureModel
import Testing

@Suite struct SurfaceTests {
    @Test func `a region has its left and top edges, and not its right and bottom ones`() {
        let region = Region(x: 10, y: 20, width: 30, height: 40)
        #expect(region.contains(Point(x: 10, y: 20)))
        #expect(region.contains(Point(x: 39.9, y: 59.9)))
        #expect(!region.contains(Point(x: region.x + region.width, y: 30)))
        #expect(!region.contains(Point(x: 20, y: region.y + region.height)))
        #expect(!region.contains(Point(x: 9.9, y: 30)) && !region.contains(Point(x: 20, y: 19.9)))
    }

    @Test func `regions that only touch do not intersect`() {
        let region = Region(x: 0, y: 0, width: 10, height: 10)
        #expect(region.intersects(Region(x: 9, y: 9, width: 10, height: 10)))
        #expect(!region.intersects(Region(x: 10, y: 0, width: 10, height: 10)))
        #expect(!region.intersects(Region(x: 0, y: -10, width: 10, height: 10)))
    }

    @Test func `a surface of 15,875 millimetres is 100 points`() {
        let surface = Surface(millimetres: Vector(dx: 15.875, dy: 31.75))
        #expect(abs(surface.size.dx - 100) < 1e-9 && abs(surface.size.dy - 200) < 1e-9)
        #expect(abs(surface.millimetres.dy - 31.75) < 1e-9)
        #expect(Surface(size: Vector(dx: 3, dy: 4)).bounds == Region(x: 0, y: 0, width: 3, height: 4))
    }

    @Test func `the units of a subscription scale points on a surface`() {
        let surface = Surface(size: Vector(dx: 200, dy: 100))
        #expect(ValueUnits.points.scale(on: surface) == Vector(dx: 1, dy: 1))
        #expect(ValueUnits.millimetres.scale(on: surface) == Vector(dx: 0.15875, dy: 0.15875))
        #expect(ValueUnits.normalized.scale(on: surface) == Vector(dx: 0.005, dy: 0.01))
        #expect(ValueUnits.mapped(width: 1000, height: 600).scale(on: surface) == Vector(dx: 5, dy: 6))
    }

    @Test func `a vector is a width and a height, has a length, and can be divided`() {
        let vector = Vector(dx: 3, dy: 4)
        #expect(vector.width == 3 && vector.height == 4 && vector.length == 5)
        #expect(vector / 2 == Vector(dx: 1.5, dy: 2))
        #expect(Point(x: 1, y: 1) + vector - Point(x: 1, y: 1) == vector)
    }

    @Test func `times are in order`() {
        #expect(Microseconds(1) < Microseconds(2) && !(Microseconds(2) < Microseconds(2)))
        #expect(Timestamp(microseconds: 1) < Timestamp(microseconds: 2))
    }

    @Test func `a frame has its contacts in the order they are given`() {
        let contacts = [
            Contact(id: 4, phase: .began, position: .zero),
            Contact(id: 2, phase: .ended, position: Point(x: 1, y: 2)),
        ]
        let frame = TouchFrame(time: Timestamp(microseconds: 7), contacts: contacts)
        #expect(frame.contacts.map(\.id) == [4, 2])
        #expect(frame.contacts.map(\.isDown) == [true, false])
    }

    @Test func `a point is the 160th part of an inch`() {
        #expect(Surface.millimetresPerPoint == 25.4 / 160)
    }

    @Test func `points and vectors are added, scaled, printed and encoded`() throws {
        var point = Point(x: 1, y: 2)
        point += Vector(dx: 3, dy: 4)
        point -= Vector(dx: 1, dy: 1)
        #expect(point == Point(x: 3, y: 5) && point - Vector(dx: 1, dy: 1) == Point(x: 2, y: 4))
        var vector = -Vector(dx: 1, dy: -2)
        vector *= 4
        vector /= 2
        vector += Vector(width: 1, height: 1)
        #expect(vector == Vector(dx: -1, dy: 5) && 2 * vector == vector * 2)
        #expect([vector, vector].reduce(.zero, +) == Vector(dx: -2, dy: 10))
        #expect("\(point) \(vector)" == "(3.0, 5.0) (-1.0, 5.0)")
        let region = Region(x: 1, y: 2, width: 3, height: 4)
        #expect(try copy(point) == point && copy(vector) == vector && copy(region) == region)
        #expect(try copy(Timestamp(microseconds: 7)) == Timestamp(microseconds: 7))
    }

    private func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
