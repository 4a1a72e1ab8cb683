/// How many elements each collection within a value has, by its path: whatever it keeps, now or later, is seen.
struct CollectionSizes {
    private(set) var byPath: [String: Int] = [:]
    /// Objects may be referenced more than once.
    private var counted: Set<ObjectIdentifier> = []
    /// What has come from clients or waits for them, which they decide.
    var waiting: Int { byPath.reduce(0) { $0 + (Self.isWaiting($1.key) ? $1.value : 0) } }
    /// All else.
    var kept: Int { byPath.values.reduce(0, +) - waiting }

    private static func isWaiting(_ path: String) -> Bool { path.contains(".outbox.") || path.contains(".framer.") }

    init(of value: Any) { walk(value, "") }

    private mutating func walk(_ value: Any, _ path: String) {
        // Their elements keep nothing.
        if let bytes = value as? [UInt8] { return add(bytes.count, path) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set, .dictionary:
            add(mirror.children.count, path)
            for child in mirror.children { walk(child.value, path) }
        case .class where !counted.insert(ObjectIdentifier(value as AnyObject)).inserted: break
        default:
            for child in mirror.children { walk(child.value, path + "." + (child.label ?? "")) }
        }
    }

    private mutating func add(_ count: Int, _ path: String) { byPath[path, default: 0] += count }
}
