internal import GestureModel
internal import TOML

extension Setting where Owner == Configuration {
    /// nil if the threshold cannot be configured.
    init?(_ threshold: Threshold) {
        guard let range = threshold.range else { return nil }
        let ends = "from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
        let domain = "\(threshold.unit.rawValue) \(ends)"
        self.init(
            threshold.name, domain, threshold.meaning,
            expectation: threshold.unit == .number ? "a number \(ends)" : "a number of \(domain)",
            assign: { value, owner in
                guard let number = value.number, range.contains(number) else { return false }
                threshold.setValue(number, in: &owner.thresholds)
                return true
            }, text: { threshold.value(in: $0.thresholds)?.shortest ?? "" })
    }
}

extension Double {
    /// The shortest text: `45` for 45.0.
    fileprivate var shortest: String { Int(exactly: self).map(String.init) ?? description }
}
