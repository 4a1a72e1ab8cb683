public import GestureModel

/// A word of the daemon, which may be newer than its client.
public enum Reported<Value> {
    /// A value that this client has.
    case known(Value)
    /// As the daemon spelled it.
    case unknown(String)

    /// nil if only a newer daemon has it.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }
}

extension Reported: Equatable where Value: Equatable {}
extension Reported: Hashable where Value: Hashable {}
extension Reported: Sendable where Value: Sendable {}

extension Reported: CustomStringConvertible where Value == CancellationReason {
    /// The daemon's word, with the failure in brackets: `failed (moved 14.2 pt > 10 pt)`.
    public var description: String {
        switch self {
        case .known(.failed(let failure)): "failed (\(failure))"
        case .known(let reason): reason.name
        case .unknown(let text): text
        }
    }
}

extension Reported where Value: RawRepresentable<String> {
    init(word: String) { self = Value(rawValue: word).map(Reported.known) ?? .unknown(word) }

    /// As the daemon spelled it.
    public var word: String {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let word): word
        }
    }
}
