internal import GestureModel

/// Thresholds that the groups of a device have in common. Each group and each entry of the device's table has a reference
/// to them: a copy would be larger than the rest of the key.
final class SharedThresholds: Hashable {
    let values: Thresholds

    init(_ values: Thresholds) { self.values = values }

    static func == (one: SharedThresholds, other: SharedThresholds) -> Bool {
        one === other || one.values == other.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
