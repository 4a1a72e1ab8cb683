import GestureModel
import Strokes

/// Fingers that come, go, rest and move at random, alone and together, with palms, faults and clicks among them.
struct RandomHand {
    private(set) var frames: [TouchFrame] = []
    private var random: SplitMix64
    private var hand = Hand()
    private var down: [(id: Int, position: Point)] = []
    private var nextID = 1
    private var time: Int64 = 1_000_000
    private var isClicked = false
    /// How the fingers move, for some frames.
    private var motion = Motion.rest

    private enum Motion: CaseIterable { case rest, together, apart, around, one, anyhow }

    init(seed: UInt64, frames count: Int) {
        random = SplitMix64(seed: seed)
        for _ in 0..<count { step() }
        isClicked = false
        add(down.map { .lift($0.id) })
    }

    private mutating func step() {
        time += pick([0, 4, 8, 8, 8, 8, 8, 8, 16, 16, 45, 90, 130, 260, 600]) * 1000
        if random.next() % 8 == 0 { motion = pick(Motion.allCases) }
        if random.next() % 60 == 0 { isClicked.toggle() }
        var touches: [Touch] = []
        var kept: [(id: Int, position: Point)] = []
        for (index, finger) in down.enumerated() {
            switch random.next() % 200 {
            case 0...17: touches.append(.lift(finger.id))
            case 18: touches.append(.palm(finger.id))
            case 19: touches.append(.faulty(finger.id))
            default:
                let position = moved(finger.position, index)
                if position != finger.position { touches.append(.move(finger.id, position.x, position.y)) }
                kept.append((finger.id, position))
            }
        }
        down = kept
        if random.next() % 10 == 0 || down.isEmpty, down.count < 12 { touches += arrivals() }
        add(touches)
    }

    private mutating func arrivals() -> [Touch] {
        (0..<pick([1, 1, 1, 1, 2, 2, 3, 5, 10])).map { _ in
            let position = Point(x: 200 + 200 * random.fraction(), y: 400 * random.fraction())
            down.append((nextID, position))
            nextID += 1
            return .down(nextID - 1, position.x, position.y)
        }
    }

    private mutating func moved(_ position: Point, _ index: Int) -> Point {
        let centre = Point(x: 300, y: 200)
        switch motion {
        case .rest: return position
        case .together: return position + Vector(dx: 5, dy: 3)
        case .apart: return centre + (position - centre) * 1.05
        case .around: return centre + (position - centre).turned(by: 0.1)
        case .one: return index == 0 ? position + Vector(dx: 6, dy: 0) : position
        case .anyhow: return position + Vector(dx: 20 * random.fraction() - 10, dy: 20 * random.fraction() - 10)
        }
    }

    private mutating func add(_ touches: [Touch]) {
        var frame = hand.frame(at: Timestamp(microseconds: time), touches)
        frame.isClicked = isClicked
        frames.append(frame)
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(random.next() % UInt64(choices.count))]
    }
}
