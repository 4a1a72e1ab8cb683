/// Sebastiano Vigna's SplitMix64: the same numbers from the same seed on every machine, which the system's generator and
/// the standard library's distributions do not promise.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Evenly from 0 to below 1.
    public mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    package mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    /// Nearly normal, mean 0 and deviation 1: the sum of twelve even fractions, since a logarithm or cosine may differ in
    /// its last bit between C libraries.
    public mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + fraction() } }
}
