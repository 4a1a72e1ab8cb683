internal import GestureModel

/// A part of a composition, or the composition, with all below it.
struct DecodedPart: Decodable {
    var nodes: [GestureTree.Node]
    /// Withheld where they are of any gesture in it.
    var positions = Access.Positions.granted

    private enum Key: String, CodingKey {
        case phase, reason, failure, failureReason
    }

    init(from decoder: any Decoder) throws {
        let phase = try DecodedPart.phase(decoder.container(keyedBy: Key.self))
        let object = try decoder.container(keyedBy: DecodedValue.Kind.self)
        guard let word = object.allKeys.first else {
            nodes = [GestureTree.Node(phase: phase)]
            return
        }
        guard let kind = GestureExpression.Composition.Kind(rawValue: word.rawValue) else {
            let value = try DecodedValue(from: decoder)
            nodes = [GestureTree.Node(phase: phase, value: value.value)]
            positions = value.positions
            return
        }
        let decoded = try object.decode([DecodedPart].self, forKey: word)
        if decoded.contains(where: { $0.positions == .withheld }) { positions = .withheld }
        let parts = decoded.flatMap(\.nodes)
        nodes = [GestureTree.Node(kind: kind, descendants: parts.count, phase: phase)] + parts
    }

    private static func phase(_ object: KeyedDecodingContainer<Key>) throws -> PartPhase {
        switch try object.decode(String.self, forKey: .phase) {
        case "possible": .possible
        case "active": .active
        case "ended": .ended
        case "failed": .failed(try reason(object))
        case let word:
            throw DecodingError.dataCorruptedError(
                forKey: .phase, in: object, debugDescription: "\(word) is no phase of a part")
        }
    }

    private static func reason(_ object: KeyedDecodingContainer<Key>) throws -> CancellationReason? {
        guard let name = try object.decodeIfPresent(String.self, forKey: .reason) else { return nil }
        return CancellationReason(
            name: name, failure: try object.decodeIfPresent(String.self, forKey: .failure),
            try object.decodeIfPresent(DecodedFailure.self, forKey: .failureReason)?.reason)
    }
}
