internal import GestureModel

/// What the touches of a recording became, at a glance.
struct TouchSummary {
    private var kinds: [(what: String, times: [Timestamp])] = []

    /// Fewer touches are read one by one.
    private static let fewTouches = 5
    /// The most touches whose times are listed.
    private static let mostTimes = 8

    /// - Parameter what: `tap of 1 finger`, `no gesture`.
    mutating func add(_ what: String, at time: Timestamp) {
        if let index = kinds.firstIndex(where: { $0.what == what }) {
            kinds[index].times.append(time)
        } else {
            kinds.append((what, [time]))
        }
    }

    /// `60 touches: 58 × tap of 1 finger; 2 × drag of 1 finger (12.345, 40.210)`; nil for a few touches, and for
    /// touches that are all different.
    var line: String? {
        let count = kinds.reduce(0) { $0 + $1.times.count }
        guard count >= Self.fewTouches, kinds.count * 2 <= count else { return nil }
        return "\(count) touches: \(text)"
    }

    /// `1.700 to 9.200 as above: 6 × tap of 1 finger; 2 × drag of 1 finger (4.560, 8.201)`; empty without touches.
    var asAbove: [String] {
        let times = kinds.flatMap(\.times)
        guard let first = times.min(), let last = times.max() else { return [] }
        let end = last > first ? " to \(GestureLine.seconds(last))" : ""
        return ["\(GestureLine.seconds(first))\(end) as above: \(text)"]
    }

    /// The kinds with their numbers. The most frequent has no times.
    private var text: String {
        let most = kinds.map(\.times.count).max()
        return kinds.sorted { $0.times.count > $1.times.count }.map { kind in
            let text = "\(kind.times.count) × \(kind.what)"
            return kind.times.count == most ? text : "\(text) (\(Self.list(kind.times)))"
        }.joined(separator: "; ")
    }

    private static func list(_ times: [Timestamp]) -> String {
        let listed = times.prefix(mostTimes).map(GestureLine.seconds).joined(separator: ", ")
        let rest = times.count - mostTimes
        return rest > 0 ? "\(listed) and \(rest) more" : listed
    }
}
