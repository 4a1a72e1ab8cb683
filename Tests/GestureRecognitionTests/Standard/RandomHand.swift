import GestureModel
import Strokes

/// Fingers that come, go, rest and move at random, alone and together, with palms, nonsense and clicks among them.
struct RandomHand {
    private(set) var frames: [TouchFrame] = []
    private var random: SplitMix64
    private var hand = Hand()
    private var down: [(id: Int, place: Point)] = []
    private var nextID = 1
    private var time: Int64 = 1_000_000
    private var isClicked = false
    /// What the fingers are about, for some frames.
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
        var kept: [(id: Int, place: Point)] = []
        for (index, finger) in down.enumerated() {
            switch random.next() % 200 {
            case 0...17: touches.append(.lift(finger.id))
            case 18: touches.append(.palm(finger.id))
            case 19: touches.append(.faulty(finger.id))
            default:
                let place = moved(finger.place, index)
                if place != finger.place { touches.append(.move(finger.id, place.x, place.y)) }
                kept.append((finger.id, place))
            }
        }
        down = kept
        if random.next() % 10 == 0 || down.isEmpty, down.count < 12 { touches += arrivals() }
        add(touches)
    }

    private mutating func arrivals() -> [Touch] {
        (0..<pick([1, 1, 1, 1, 2, 2, 3, 5, 10])).map { _ in
            let place = Point(x: 200 + 200 * random.fraction(), y: 400 * random.fraction())
            down.append((nextID, place))
            nextID += 1
            return .down(nextID - 1, place.x, place.y)
        }
    }

    private mutating func moved(_ place: Point, _ index: Int) -> Point {
        let centre = Point(x: 300, y: 200)
        switch motion {
        case .rest: return place
        case .together: return place + Vector(dx: 5, dy: 3)
        case .apart: return centre + (place - centre) * 1.05
        case .around: return centre + (place - centre).turned(by: 0.1)
        case .one: return index == 0 ? place + Vector(dx: 6, dy: 0) : place
        case .anyhow: return place + Vector(dx: 20 * random.fraction() - 10, dy: 20 * random.fraction() - 10)
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
