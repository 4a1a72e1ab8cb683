public import GestureModel
internal import GestureRecognition

/// Every estimator on the same instants.
public struct Comparison: Sendable {
    public private(set) var statistics = VelocityEstimator.allCases.map { _ in ErrorStatistics() }
    public private(set) var reversals = VelocityEstimator.allCases.map { _ in Reversals() }
    /// Traces with an instant in them.
    public private(set) var traces = 0

    /// Points per second: slower than this is rest.
    public static let leastSpeed = 50.0

    public init() {}

    public var instants: Int { statistics[0].count }

    public func statistics(of estimator: VelocityEstimator) -> ErrorStatistics { statistics[index(of: estimator)] }
    public func reversals(of estimator: VelocityEstimator) -> Reversals { reversals[index(of: estimator)] }

    /// - Parameter truth: A velocity for each sample; nil if no reference exists.
    public mutating func add(_ trace: Trace, truth: [Vector?]) {
        let instants = truth.indices.filter { (truth[$0]?.length ?? 0) >= Self.leastSpeed }
        traces += instants.isEmpty ? 0 : 1
        for (index, estimator) in VelocityEstimator.allCases.enumerated() {
            let estimates = trace.estimates(by: estimator)
            for instant in instants { statistics[index].add(estimates[instant], truth: truth[instant] ?? .zero) }
            reversals[index].add(estimates, of: trace, horizon: Thresholds().velocity.horizon)
        }
    }

    public mutating func add(_ trace: Trace, reference: LocalFit) {
        add(trace, truth: trace.samples.indices.map { reference.velocity(at: $0, of: trace) })
    }

    /// Adds what a faulty panel reports of a trace. The reference is that of the trace.
    ///
    /// - Precondition: No two samples of the trace have the same time.
    public mutating func add(_ trace: Trace, reference: LocalFit, fault: PanelFault) {
        let (reported, indices) = fault.reports(of: trace)
        add(reported, truth: indices.map { reference.velocity(at: $0, of: trace) })
    }

    /// The median error as a part of `lsq2`'s.
    public func ratio(of estimator: VelocityEstimator) -> Double {
        statistics(of: estimator).error(0.5) / statistics(of: .lsq2).error(0.5)
    }

    private func index(of estimator: VelocityEstimator) -> Int {
        VelocityEstimator.allCases.firstIndex(of: estimator) ?? 0
    }
}
