/// Traps unless `value` is finite and 0 or more.
///
/// - Parameters:
///   - name: begins the message: "an animation's delay".
///   - unit: follows the limit in the message, such as "s".
func requireNotNegative(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value >= 0 && value.isFinite, "\(name) must be \(unit.isEmpty ? "0" : "0 \(unit)") or more, not \(value)")
}

/// Traps unless `value` is finite and above 0. The parameters are those of ``requireNotNegative(_:_:_:)``.
func requirePositive(_ value: Double, _ name: String, _ unit: String = "") {
    precondition(
        value > 0 && value.isFinite, "\(name) must be above \(unit.isEmpty ? "0" : "0 \(unit)"), not \(value)")
}
