internal import GestureModel

/// A part of a composition, or the composition, with all below it.
struct DecodedPart: Decodable {
    var nodes: [GestureTree.Node]

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
            nodes = [GestureTree.Node(phase: phase, value: try DecodedValue(from: decoder).value)]
            return
        }
        let parts = try object.decode([DecodedPart].self, forKey: word).flatMap(\.nodes)
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
