/// The number of gestures of each name, in the order of their first occurrence.
public struct GestureCounts {
    private var counts: [(name: String, count: Int)] = []

    public init() {}

    public var total: Int { counts.reduce(0) { $0 + $1.count } }

    /// `3 taps, 2 drags`; empty without gestures.
    public var text: String {
        counts.map { "\($0.count) \(GestureCounts.plural($0.name, $0.count))" }.joined(separator: ", ")
    }

    public mutating func add(_ name: String) {
        if let index = counts.firstIndex(where: { $0.name == name }) {
            counts[index].count += 1
        } else {
            counts.append((name, 1))
        }
    }

    private static func plural(_ name: String, _ count: Int) -> String {
        if count == 1 || name.contains("+") { return name }
        return name.hasSuffix("ss") || name.hasSuffix("ch") ? name + "es" : name + "s"
    }
}
