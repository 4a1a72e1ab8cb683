internal import GestureModel
// For atan2, cos and sin.
internal import RealModule

/// A shape that one contact draws, compared with templates.
///
///     idle ──touch──► drawing ──lift──► ended, or failed: too short, or like no template
///                        │ another contact
///                        ▼
///                      failed ──► spent ──last lift──► idle
///
/// The stroke is decided at the lift. The duration and the speed of the contact do not matter.
struct StrokeRecogniser: GroupRecogniser {
    private enum State: Sendable {
        case idle
        case drawing
        case spent
    }

    private let templates: [NamedShape]
    private let minimumScore: Double
    private let minimumDistance: Double
    private var state = State.idle
    private var path = StrokePath()
    private(set) var group = ContactGroup()

    /// - Precondition: The templates are valid, as the request's reader and the library's initialiser ensure.
    init(_ stroke: GestureExpression.Stroke, _ thresholds: Thresholds) {
        templates = stroke.templates.map { NamedShape(name: $0.name, shape: Shape($0.points)) }
        minimumScore = thresholds.stroke.minimumScore
        minimumDistance = thresholds.drag.minimumDistance
    }

    var deadline: Timestamp? { nil }

    mutating func expire(at deadline: Timestamp, _ verdicts: inout VerdictBuffer) {
        assertionFailure("stroke: deadline in state \(state)")
    }

    mutating func reset() {
        state = .idle
        group.reset()
        path.reset()
    }

    mutating func begin(with frame: borrowing TouchFrame) -> Verdict? {
        guard group.join(in: frame, within: .zero) > 0 else { return nil }
        guard group.joined == 1 else { return fail() }
        state = .drawing
        path.append(group.centre)
        return nil
    }

    mutating func follow(_ frame: borrowing TouchFrame) -> Verdict? {
        _ = group.lift(in: frame)
        guard !group.isEmpty else { return end() }
        let moved = group.move(in: frame)
        guard case .drawing = state else { return nil }
        if moved { path.append(group.centre) }
        // A second contact fails the stroke, however late it comes.
        return group.join(in: frame, within: .never) > 0 ? fail() : nil
    }

    private mutating func end() -> Verdict? {
        defer { reset() }
        guard case .drawing = state else { return nil }
        let box = path.boundingBox
        let size = Vector(dx: box.width, dy: box.height)
        guard size.length >= minimumDistance else {
            return .failed(.movedTooLittle(by: size.length, limit: minimumDistance))
        }
        let shape = Shape(path.wholePath)
        var best = (name: "", score: 0.0)
        for template in templates {
            let score = template.shape.similarity(to: shape)
            if score > best.score { best = (template.name, score) }
        }
        guard best.score >= minimumScore, !best.name.isEmpty else {
            return .failed(.matchedPoorly(score: best.score, limit: minimumScore))
        }
        return .ended(
            .stroke(
                .init(
                    template: best.name, score: best.score, size: size, startLocation: path.points[0],
                    boundingBox: box)))
    }

    private mutating func fail() -> Verdict? {
        state = .spent
        return .failed(.tooManyFingers(group.joined, limit: 1))
    }
}

private struct NamedShape: Sendable {
    let name: String
    let shape: Shape
}

/// The positions of a contact, in storage that does not grow, so that a frame allocates nothing.
private struct StrokePath: Sendable {
    /// Four seconds at 125 Hz. A longer path keeps every second position, then every fourth, and so on.
    private static let capacity = 512

    private(set) var points: [Point] = []
    /// Every `stride`-th position is kept.
    private var stride = 1
    private var skipped = 0
    private var last = Point.zero
    /// The corners of the bounding box.
    private var least = Point.zero
    private var most = Point.zero

    init() { points.reserveCapacity(StrokePath.capacity) }

    var boundingBox: Region {
        Region(x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y)
    }

    mutating func reset() {
        points.removeAll(keepingCapacity: true)
        stride = 1
        skipped = 0
    }

    mutating func append(_ point: Point) {
        last = point
        guard !points.isEmpty else {
            points.append(point)
            (least, most) = (point, point)
            return
        }
        least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
        most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
        skipped += 1
        guard skipped == stride else { return }
        skipped = 0
        if points.count == StrokePath.capacity { thin() }
        points.append(point)
    }

    /// The kept points, and the last position.
    var wholePath: [Point] { skipped == 0 ? points : points + [last] }

    /// Drops every second point, and keeps only half as many of the later positions.
    private mutating func thin() {
        for index in 0..<(points.count / 2) { points[index] = points[2 * index] }
        points.removeLast(points.count / 2)
        stride *= 2
    }
}

/// A path without its position and size: 16 points at equal distances along it, as one vector of length 1.
///
/// Yang Li, "Protractor: A Fast and Accurate Gesture Recognizer", CHI 2010: two shapes are compared by the angle
/// between their vectors, after the rotation that makes this angle least. That rotation has a closed form. Here the
/// rotation is at most 22.5°, half the angle between neighbours of the paper's eight base orientations, so that an
/// arrow up does not match an arrow to the right.
private struct Shape: Sendable {
    /// The paper's number of points.
    private static let count = 16
    private static let maximumRotation = Double.pi / 8

    private var vector = InlineArray<16, Vector>(repeating: .zero)
    /// The distance from the path's start to its end, as a share of its length: 1 for a straight line, 0 for a closed
    /// shape.
    private var directness = 0.0

    /// - Precondition: `points` is not empty. If all points are equal, every similarity is 0.
    init(_ points: [Point]) {
        resample(points)
        var sum = Vector.zero
        for index in 0..<Shape.count { sum = sum + vector[index] }
        let centroid = sum / Double(Shape.count)
        for index in 0..<Shape.count { vector[index] = vector[index] - centroid }
        var squares = 0.0
        for index in 0..<Shape.count { squares += vector[index].dot(vector[index]) }
        let length = squares.squareRoot()
        guard length > 0 else { return }
        for index in 0..<Shape.count { vector[index] = vector[index] / length }
    }

    /// From which directness on a shape counts as partly, and as wholly, a straight line. A line that a hand draws has
    /// 0.95 and more. Of 960 drawn strokes of 16 shapes that are no lines, the most direct, a check mark, has 0.85.
    private static let straight = 0.8...0.95

    /// Returns 0…1: the cosine of the angle between the vectors after the rotation, or 0 if the cosine is negative.
    ///
    /// By the cosine alone, a path that turns down in its last quarter would score 96 % against a straight line. The
    /// cosine is therefore multiplied by 1 minus the difference in ``directness``, as far as one of the shapes is
    /// straight. Other shapes differ in directness from hand to hand: a circle has a gap, or its ends overlap.
    func similarity(to other: Shape) -> Double {
        var (cosine, sine) = (0.0, 0.0)
        for index in 0..<Shape.count {
            cosine += vector[index].dot(other.vector[index])
            sine += vector[index].cross(other.vector[index])
        }
        let best = Double.atan2(y: sine, x: cosine)
        let rotation = min(max(best, -Shape.maximumRotation), Shape.maximumRotation)
        // Rounding can make the cosine exceed 1 in the last digit.
        let alike = min(max(cosine * .cos(rotation) + sine * .sin(rotation), 0), 1)
        let straightness =
            (max(directness, other.directness) - Shape.straight.lowerBound)
            / (Shape.straight.upperBound - Shape.straight.lowerBound)
        return alike * (1 - abs(directness - other.directness) * min(max(straightness, 0), 1))
    }

    /// Fills the vector with points at equal distances along the path, including its ends.
    private mutating func resample(_ points: [Point]) {
        var length = 0.0
        for index in points.indices.dropFirst() { length += (points[index] - points[index - 1]).length }
        directness = length > 0 ? min((points[points.count - 1] - points[0]).length / length, 1) : 0
        let step = length / Double(Shape.count - 1)
        // The length of the path up to the start of the current segment.
        var (passed, segment) = (0.0, 1)
        for index in 0..<Shape.count {
            let wanted = Double(index) * step
            while segment < points.count - 1, passed + (points[segment] - points[segment - 1]).length < wanted {
                passed += (points[segment] - points[segment - 1]).length
                segment += 1
            }
            let (from, to) = (points[max(segment - 1, 0)], points[min(segment, points.count - 1)])
            let way = to - from
            let share = way.length > 0 ? min((wanted - passed) / way.length, 1) : 0
            vector[index] = (from + way * share) - .zero
        }
    }
}

extension Vector {
    fileprivate func dot(_ other: Vector) -> Double { dx * other.dx + dy * other.dy }
    fileprivate func cross(_ other: Vector) -> Double { dx * other.dy - dy * other.dx }
}
