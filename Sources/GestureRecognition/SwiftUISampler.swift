internal import GestureModel

extension VelocityHistory {
    /// SwiftUI's sampler: of the last three samples, a quarter of the newest difference and three quarters of the one
    /// before; of two, the difference; of one, zero.
    ///
    /// The newest weighs least because it carries the lift's: a finger rolls off as it leaves.
    func swiftUI() -> Vector {
        guard count >= 2 else { return .zero }
        let newest = difference(0)
        return count == 2 ? newest : newest * 0.25 + difference(1) * 0.75
    }

    private func difference(_ back: Int) -> Vector {
        let (to, from) = (self[back], self[back + 1])
        return (to.position - from.position) / (to.time - from.time).seconds
    }
}
