/// How many elements each collection within a value has, by its path: whatever it keeps, now or later, is seen.
struct CollectionSizes {
    private(set) var byPath: [String: Int] = [:]
    var total: Int { byPath.values.reduce(0, +) }

    init(of value: Any) { walk(value, "") }

    private mutating func walk(_ value: Any, _ path: String) {
        // Their elements keep nothing.
        if let bytes = value as? [UInt8] { return add(bytes.count, path) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary:
            add(mirror.children.count, path)
            for child in mirror.children { walk(child.value, path) }
        default:
            for child in mirror.children { walk(child.value, path + "." + (child.label ?? "")) }
        }
    }

    private mutating func add(_ count: Int, _ path: String) { byPath[path, default: 0] += count }
}
