internal import GestureModel

extension GestureMessage: Decodable {
    private enum Key: String, CodingKey {
        case subscription, gesture, phase, time, device, value, reason, failure, failureReason
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let value = try object.decode(DecodedValue.self, forKey: .value)
        self.init(
            subscription: try object.decode(Int.self, forKey: .subscription),
            gesture: try object.decode(UInt64.self, forKey: .gesture),
            phase: try object.decode(Phase.self, forKey: .phase),
            time: Timestamp(microseconds: try object.decode(Int64.self, forKey: .time)),
            device: try object.decode(String.self, forKey: .device),
            value: value.value, positions: value.positions,
            reason: try object.decodeIfPresent(String.self, forKey: .reason),
            failure: try object.decodeIfPresent(String.self, forKey: .failure),
            failureReason: try object.decodeIfPresent(DecodedFailure.self, forKey: .failureReason)?.reason)
    }
}

/// A value of the wire. What a value computes from its other numbers (translation, predictions) is not read.
struct DecodedValue: Decodable {
    var value: GestureValue
    /// Withheld where a place is missing.
    var positions: Access.Positions

    enum Kind: String, CodingKey, CaseIterable {
        case tap, longPress, drag, swipe, magnify, rotate, simultaneous, sequence, exclusive, race
    }

    enum Key: String, CodingKey {
        case fingers, count, location, startLocation, translation, pressing, completed, deadline, velocity,
            magnification, rotation,
            direction, edge
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Kind.self)
        guard let kind = object.allKeys.first, object.allKeys.count == 1 else {
            let words = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected one of \(words)"))
        }
        func members() throws -> KeyedDecodingContainer<Key> {
            try object.nestedContainer(keyedBy: Key.self, forKey: kind)
        }
        positions = .granted
        switch kind {
        case .tap: value = .tap(try GestureValue.Tap(members()))
        case .longPress: value = .longPress(try GestureValue.LongPress(members()))
        case .drag: value = .drag(try GestureValue.Drag(members()))
        case .swipe: value = .swipe(try GestureValue.Swipe(members()))
        case .magnify: value = .magnify(try GestureValue.Magnify(members()))
        case .rotate: value = .rotate(try GestureValue.Rotate(members()))
        case .simultaneous, .sequence, .exclusive, .race:
            let part = try DecodedPart(from: decoder)
            value = .composition(GestureTree(nodes: part.nodes))
            positions = part.positions
            return
        }
        if try !members().contains(.location) { positions = .withheld }
    }
}

extension GestureValue.Tap {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            count: try members.decode(Int.self, forKey: .count),
            location: try members.place(.location))
    }
}

extension GestureValue.LongPress {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            location: try members.place(.location),
            startLocation: try members.place(.startLocation),
            pressing: try members.decode(Bool.self, forKey: .pressing),
            completed: try members.decode(Bool.self, forKey: .completed),
            deadline: try members.decodeIfPresent(Int64.self, forKey: .deadline).map(Timestamp.init(microseconds:)))
    }
}

extension GestureValue.Drag {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            location: try members.end(),
            startLocation: try members.place(.startLocation),
            velocity: try members.decode(Pair.self, forKey: .velocity).vector,
            edge: try members.decodeWordIfPresent(Edge.self, forKey: .edge))
    }
}

extension GestureValue.Swipe {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            direction: try members.decodeWord(SwipeDirection.self, forKey: .direction),
            location: try members.end(),
            startLocation: try members.place(.startLocation),
            velocity: try members.decode(Pair.self, forKey: .velocity).vector,
            edge: try members.decodeWordIfPresent(Edge.self, forKey: .edge))
    }
}

extension GestureValue.Magnify {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            location: try members.place(.location),
            startLocation: try members.place(.startLocation),
            magnification: try members.decode(Double.self, forKey: .magnification),
            velocity: try members.decode(Double.self, forKey: .velocity))
    }
}

extension GestureValue.Rotate {
    fileprivate init(_ members: KeyedDecodingContainer<DecodedValue.Key>) throws {
        self.init(
            fingers: try members.decode(Int.self, forKey: .fingers),
            location: try members.place(.location),
            startLocation: try members.place(.startLocation),
            rotation: try members.decode(Double.self, forKey: .rotation),
            velocity: try members.decode(Double.self, forKey: .velocity))
    }
}

extension KeyedDecodingContainer<DecodedValue.Key> {
    /// Zero where it is withheld.
    fileprivate func place(_ key: Key) throws -> Point {
        try decodeIfPresent(Pair.self, forKey: key)?.point ?? .zero
    }

    /// Where a way that began at the `startLocation` has led: what is withheld begins at zero.
    fileprivate func end() throws -> Point {
        guard !contains(.location) else { return try place(.location) }
        return try decode(Pair.self, forKey: .translation).point
    }
}

extension KeyedDecodingContainer {
    func decodeWord<Word: RawRepresentable<String>>(_ type: Word.Type, forKey key: Key) throws -> Word {
        let text = try decode(String.self, forKey: key)
        guard let word = Word(rawValue: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(text) is no \(key.stringValue)")
        }
        return word
    }

    fileprivate func decodeWordIfPresent<Word: RawRepresentable<String>>(
        _ type: Word.Type, forKey key: Key
    ) throws -> Word? {
        contains(key) ? try decodeWord(type, forKey: key) : nil
    }
}
