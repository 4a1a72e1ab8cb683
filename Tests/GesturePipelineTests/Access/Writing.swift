/// A finger that writes by gliding over letters or dots, and the words it may write. The words are made, not English:
/// their letters and lengths are as frequent as in English text, and vowels and consonants alternate mostly.
struct Writing {
    /// Where the finger is, in millimetres, every 8 ms.
    typealias Path = [(x: Double, y: Double)]

    let words: [[Int]]
    private let keys: [(x: Double, y: Double)]
    private var random: Random

    private init(_ words: [[Int]], _ keys: [(x: Double, y: Double)], _ random: Random) {
        (self.words, self.keys, self.random) = (words, keys, random)
    }

    /// 10,000 words on a keyboard that is as wide as the screen of 100 mm.
    static func onKeyboard() -> Writing {
        let rows = [("qwertyuiop", 0.5, 48.0), ("asdfghjkl", 1, 58), ("zxcvbnm", 2, 68)]
        var keys = [(x: Double, y: Double)](repeating: (0, 0), count: 26)
        for (letters, start, y) in rows {
            for (index, letter) in letters.utf8.enumerated() {
                keys[Int(letter) - 97] = ((start + Double(index)) * 10, y)
            }
        }
        var random = Random(state: 26)
        var words = Set<[Int]>()
        while words.count < 10_000 { words.insert(random.word()) }
        return Writing(words.sorted { $0.lexicographicallyPrecedes($1) }, keys, random)
    }

    /// 10,000 patterns of 4 to 7 dots of a square of 3 × 3 dots.
    static func onDots() -> Writing {
        var keys: [(x: Double, y: Double)] = []
        for y in [20.0, 40, 60] { keys += [(30, y), (50, y), (70, y)] }
        var random = Random(state: 9)
        var patterns = Set<[Int]>()
        while patterns.count < 10_000 { patterns.insert(random.pattern()) }
        return Writing(patterns.sorted { $0.lexicographicallyPrecedes($1) }, keys, random)
    }

    /// The path from key to key without noise, with its start at (0, 0), as this many points at equal distances.
    func shape(of word: [Int], points: Int) -> [Double] {
        resampled(word.map { keys[$0] }, points: points)
    }

    /// How long the finger takes on average, in milliseconds.
    func duration(of word: [Int]) -> Double {
        let corners = word.map { keys[$0] }
        var duration = 0.0
        for (a, b) in zip(corners, corners.dropFirst()) { duration += Writing.duration(from: a, to: b) }
        return duration
    }

    private static func duration(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) -> Double {
        60 + distance(a, b) / 0.15
    }

    /// A finger that misses each letter by 1 mm, brakes at each, and is faster or slower by a fifth from word to word.
    mutating func path(of word: [Int]) -> Path {
        let pace = 1 + 0.2 * random.normal()
        let corners = word.map { (x: keys[$0].x + random.normal(), y: keys[$0].y + random.normal()) }
        var path: Path = [corners[0]]
        for (a, b) in zip(corners, corners.dropFirst()) {
            let steps = max(Int(Writing.duration(from: a, to: b) * max(pace, 0.5) / 8), 2)
            for step in 1...steps {
                let time = Double(step) / Double(steps)
                let factor: Double = 10 - 15 * time + 6 * time * time
                let way: Double = time * time * time * factor
                path.append((a.x + way * (b.x - a.x), a.y + way * (b.y - a.y)))
            }
        }
        return path
    }

    mutating func someWords(_ count: Int) -> [Int] { (0..<count).map { _ in random.below(words.count) } }
}

/// The path with its start at (0, 0), as this many points at equal distances along it: x and y in turn.
func resampled(_ path: [(x: Double, y: Double)], points: Int) -> [Double] {
    var length = 0.0
    for (a, b) in zip(path, path.dropFirst()) { length += distance(a, b) }
    var result: [Double] = []
    var (index, passed) = (0, 0.0)
    for point in 0..<points {
        let goal = length * Double(point) / Double(points - 1)
        while index + 2 < path.count, passed + distance(path[index], path[index + 1]) < goal {
            passed += distance(path[index], path[index + 1])
            index += 1
        }
        let (a, b) = (path[index], path[min(index + 1, path.count - 1)])
        let step = distance(a, b)
        let share: Double = step > 0 ? min(max((goal - passed) / step, 0), 1) : 0
        let x: Double = a.x + share * (b.x - a.x) - path[0].x
        let y: Double = a.y + share * (b.y - a.y) - path[0].y
        result.append(x)
        result.append(y)
    }
    return result
}

func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    let (dx, dy) = (a.x - b.x, a.y - b.y)
    return (dx * dx + dy * dy).squareRoot()
}

/// SplitMix64.
private struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Of a standard deviation of 1, from the sum of twelve uniform numbers.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }

    /// Occurrences in a thousand letters of English text.
    private static let frequencies: [(letters: String, counts: [Int])] = [
        ("aeiouy", [82, 127, 70, 75, 28, 20]),
        ("bcdfghjklmnpqrstvwxz", [15, 28, 43, 22, 20, 61, 2, 8, 40, 24, 67, 19, 1, 60, 63, 91, 10, 24, 2, 1]),
    ]

    mutating func word() -> [Int] {
        let length = 3 + below(4) + below(4)
        var kind = below(5) < 2 ? 0 : 1
        return (0..<length).map { _ in
            defer { kind = below(5) < 4 ? 1 - kind : kind }
            let (letters, counts) = Random.frequencies[kind]
            var place = below(counts.reduce(0, +))
            let index = counts.firstIndex { count in
                place -= count
                return place < 0
            }
            return Int(Array(letters.utf8)[index ?? 0]) - 97
        }
    }

    mutating func pattern() -> [Int] {
        var dots = Array(0..<9)
        for index in dots.indices { dots.swapAt(index, index + below(9 - index)) }
        return Array(dots.prefix(4 + below(4)))
    }
}
