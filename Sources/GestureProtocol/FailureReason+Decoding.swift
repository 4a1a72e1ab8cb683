internal import GestureModel

/// A failure of the wire; nil where its name came after this client. Of a name that is known every number must be there.
struct DecodedFailure: Decodable {
    var reason: FailureReason?

    private enum Kind: String, CodingKey {
        case movedTooFar, movedTooLittle, heldTooLong, liftedEarly, tooManyFingers, tooFewFingers, tooFewTaps,
            deformedTooLittle, tooSlow, wrongDirection, startedFarFromEdge, scaledTooLittle, turnedTooLittle,
            didNotMove,
            nothingFollowed, clicked
    }

    private enum Key: String, CodingKey {
        case by, limit, `for`, after, fingers, accepted, taps, needed, velocity, direction
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Kind.self)
        guard let kind = object.allKeys.first else { return }
        let numbers = try object.nestedContainer(keyedBy: Key.self, forKey: kind)
        func number(_ key: Key) throws -> Double { try numbers.decode(Double.self, forKey: key) }
        func time(_ key: Key) throws -> Microseconds { Microseconds(try numbers.decode(Int64.self, forKey: key)) }
        func count(_ key: Key) throws -> Int { try numbers.decode(Int.self, forKey: key) }
        reason =
            switch kind {
            case .movedTooFar: .movedTooFar(by: try number(.by), limit: try number(.limit))
            case .movedTooLittle: .movedTooLittle(by: try number(.by), limit: try number(.limit))
            case .tooSlow: .tooSlow(try number(.velocity), limit: try number(.limit))
            case .wrongDirection:
                .wrongDirection(
                    try numbers.decodeWord(SwipeDirection.self, forKey: .direction),
                    accepted: try Self.directions(numbers))
            case .startedFarFromEdge: .startedFarFromEdge(by: try number(.by), limit: try number(.limit))
            case .deformedTooLittle: .deformedTooLittle(by: try number(.by), limit: try number(.limit))
            case .scaledTooLittle: .scaledTooLittle(by: try number(.by), limit: try number(.limit))
            case .turnedTooLittle: .turnedTooLittle(by: try number(.by), limit: try number(.limit))
            case .heldTooLong: .heldTooLong(for: try time(.for), limit: try time(.limit))
            case .liftedEarly: .liftedEarly(after: try time(.after), limit: try time(.limit))
            case .tooManyFingers: .tooManyFingers(try count(.fingers), limit: try count(.limit))
            case .tooFewFingers: .tooFewFingers(try count(.fingers), accepted: try Self.accepted(numbers))
            case .tooFewTaps: .tooFewTaps(try count(.taps), needed: try count(.needed))
            case .didNotMove: .didNotMove
            case .clicked: .clicked
            case .nothingFollowed: .nothingFollowed(limit: try time(.limit))
            }
    }

    private static func directions(_ words: KeyedDecodingContainer<Key>) throws -> SwipeDirection.Set {
        let accepted = try words.decode([String].self, forKey: .accepted)
        return try accepted.reduce(into: []) { set, word in
            guard let direction = SwipeDirection(rawValue: word) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .accepted, in: words, debugDescription: "\(word) is no direction")
            }
            set.insert(SwipeDirection.Set(direction))
        }
    }

    private static func accepted(_ numbers: KeyedDecodingContainer<Key>) throws -> FingerCounts {
        let counts = try numbers.decode([Int].self, forKey: .accepted)
        guard counts.allSatisfy(FingerCounts.allowed.contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .accepted, in: numbers, debugDescription: "expected numbers of fingers from 1 to 10")
        }
        return FingerCounts(counts)
    }
}
