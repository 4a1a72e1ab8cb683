import GestureModel
import Testing

@Suite struct GestureValueTests {
    private static let position = Point(x: 1.23456, y: -0.0001)
    private static let values: [GestureValue] = [
        .tap(.init(fingers: 1, count: 2, location: position)),
        .longPress(
            .init(
                fingers: 1, location: position, startLocation: position, pressing: true, completed: false,
                deadline: Timestamp(microseconds: 5))),
        .drag(.init(fingers: 1, location: position, startLocation: position, velocity: Vector(dx: 0.0005, dy: 3))),
        .swipe(
            .init(
                fingers: 1, direction: .left, location: position, startLocation: position, velocity: .zero, edge: .top)),
        .magnify(
            .init(fingers: 2, location: position, startLocation: position, magnification: 1.23456789, velocity: 0)),
        .rotate(.init(fingers: 2, location: position, startLocation: position, rotation: -1e-7, velocity: 0.5)),
    ]

    @Test(arguments: values) func `a value is rounded to the steps of a line, and no further`(_ value: GestureValue) {
        let rounded = value.rounded
        #expect(rounded != value && rounded.rounded == rounded && rounded.name == value.name)
    }

    @Test func `positions are rounded to thousandths, scales and angles to millionths, and never to -0`() {
        guard case .magnify(let magnify) = GestureValueTests.values[4].rounded,
            case .rotate(let rotate) = GestureValueTests.values[5].rounded
        else { return #expect(Bool(false)) }
        #expect(magnify.location.x == 1.235 && magnify.location.y.sign == .plus && magnify.magnification == 1.234568)
        #expect(rotate.rotation == 0 && rotate.rotation.sign == .plus)
    }

    @Test func `the parts of a composition are not rounded with it`() {
        let tree = GestureTree(nodes: [.init(phase: .active, value: GestureValueTests.values[0])])
        #expect(GestureValue.composition(tree).rounded == .composition(tree))
        #expect(GestureValue.composition(tree).name == nil)
    }

    @Test func `a value lists each of its fields once`() {
        struct Fields: ValueVisitor {
            var names: [String] = []

            mutating func count(_ name: StaticString, _ count: inout Int) { names.append("\(name)") }
            mutating func flag(_ name: StaticString, _ flag: inout Bool) { names.append("\(name)") }
            mutating func text(_ name: StaticString, _ text: inout String) { names.append("\(name)") }
            mutating func word<Word: RawRepresentable<String> & CaseIterable>(
                _ name: StaticString, _ word: inout Word
            ) { names.append("\(name)") }
            mutating func word<Word: RawRepresentable<String> & CaseIterable>(
                _ name: StaticString, _ word: inout Word?
            ) { names.append("\(name)") }
            mutating func time(_ name: StaticString, _ time: inout Timestamp?) { names.append("\(name)") }
            mutating func vector(_ name: StaticString, _ vector: inout Vector) { names.append("\(name)") }
            mutating func ratio(_ name: StaticString, _ ratio: inout Double) { names.append("\(name)") }
            mutating func position(_ name: StaticString, _ position: inout Point) { names.append("\(name)") }
            mutating func rectangle(_ name: StaticString, _ rectangle: inout Region) { names.append("\(name)") }
            mutating func translation(_ name: StaticString, from start: Point, to end: inout Point) {
                names.append("\(name)")
            }
            mutating func derived(_ name: StaticString, vector: Vector) { names.append("\(name)") }
            mutating func derived(_ name: StaticString, position: Point) { names.append("\(name)") }
        }
        for value in GestureValueTests.values {
            var (value, fields) = (value, Fields())
            value.visit(&fields)
            #expect(fields.names.first == "fingers" && fields.names.contains("location"))
            #expect(Set(fields.names).count == fields.names.count)
        }
    }
}
