public import GestureModel

/// The number of gestures of each name, in the order of their first occurrence.
public struct GestureCounts {
    private var counts: [(name: String, count: Int)] = []

    public init() {}

    public var total: Int { counts.reduce(0) { $0 + $1.count } }

    /// `3 taps, 2 drags`; empty without gestures.
    public var text: String {
        counts.map { "\($0.count) \(GestureCounts.plural($0.name, $0.count))" }.joined(separator: ", ")
    }

    public mutating func add(_ value: GestureValue) { add(GestureCounts.name(of: value)) }

    mutating func add(_ name: String) {
        if let index = counts.firstIndex(where: { $0.name == name }) {
            counts[index].count += 1
        } else {
            counts.append((name, 1))
        }
    }

    /// Returns the gesture's common name. Fingers that scale and turn at the same time make a pinch.
    public static func name(of value: GestureValue) -> String {
        guard case .composition(let tree) = value else { return value.name.map(name) ?? "" }
        var names: [GestureName] = []
        for case let name? in tree.nodes.map({ $0.value?.name }) where !names.contains(name) { names.append(name) }
        if tree.nodes[0].kind == .simultaneous, names.allSatisfy({ $0 == .magnify || $0 == .rotate }) { return "pinch" }
        return names.isEmpty ? "composition" : names.map(name).joined(separator: " + ")
    }

    private static func name(_ name: GestureName) -> String { name == .longPress ? "long press" : name.rawValue }

    private static func plural(_ name: String, _ count: Int) -> String {
        if count == 1 || name.contains("+") { return name }
        switch name {
        case "magnify": return "magnifications"
        case "rotate": return "rotations"
        default: return name.hasSuffix("ss") || name.hasSuffix("ch") ? name + "es" : name + "s"
        }
    }
}
