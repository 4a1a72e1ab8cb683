package import GestureModel

/// A recorded gesture, to be written to the file.
package struct RecordedAction {
    /// How often the gesture acts.
    package enum Manner: String, CaseIterable, Sendable {
        case once
        case eachStep
    }

    package let fingers: Int
    package private(set) var count = 1
    private let kind: ActionGesture
    /// The edge along which a slide goes.
    private let edge: Edge?

    /// As the file spells it.
    package var gesture: String { "\(kind)" }

    /// For people: `1 finger, slide up along the right edge`.
    package var text: String {
        let place = edge.map { " along the \($0.rawValue) edge" } ?? ""
        return "\(fingers) finger\(fingers == 1 ? "" : "s"), \(kind)\(place)\(count > 1 ? " × \(count)" : "")"
    }

    /// - Returns: nil for a movement below the usual minimum, and for a gesture that cannot be recorded.
    package init?(_ value: GestureValue) {
        guard let kind = ActionGesture(value), let fingers = Transform(value)?.fingers ?? value.fingers else {
            return nil
        }
        (self.kind, self.fingers) = (kind, fingers)
        if case .slide = kind { edge = value.movement?.edge } else { edge = nil }
        if case .tap(let tap) = value { count = tap.count }
    }

    /// The ways in which a rule for this gesture can act.
    package var manners: [Manner] { stepped == nil ? [.once] : Manner.allCases }

    /// The gesture with steps, and the length of a step as the file spells it; nil for a gesture that acts once.
    private var stepped: (gesture: ActionGesture, every: String)? {
        switch kind {
        case .swipe(let direction?) where !direction.isDiagonal: (.drag(direction), "\"8 mm\"")
        case .slide: (kind, "\"8 mm\"")
        case .pinch: (kind, "1.2")
        case .rotate: (kind, "\"15 degrees\"")
        default: nil
        }
    }

    /// Returns an `[[action]]` with a command line.
    ///
    /// - Parameters:
    ///   - back: The command for a step back; nil for none.
    ///   - isApp: True if the command opens an app, which stays open when the service stops.
    package func toml(
        name: String, command: String, _ manner: Manner = .once, back: String? = nil, isApp: Bool = false
    ) -> String {
        let stepped = manner == .eachStep ? stepped : nil
        let lines = [
            "", "[[action]]", "name = \(name.tomlString)", "gesture = \("\(stepped?.gesture ?? kind)".tomlString)",
            "fingers = \(fingers)", count > 1 ? "count = \(count)" : nil,
            edge.map { "edge = \($0.rawValue.tomlString)" },
            stepped.map { "every = \($0.every)" }, "run = \(command.tomlString)",
            back.map { "back = \($0.tomlString)" },
            isApp ? "keepRunning = true" : nil, "",
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// Returns a `[[stroke]]` and its `[[action]]`.
    package static func toml(stroke name: String, points: [Point], command: String) -> String {
        let rows = points.map { "[\(Int($0.x.rounded())), \(Int($0.y.rounded()))]" }.joined(separator: ", ")
        return """

            [[stroke]]
            name = \(name.tomlString)
            points = [\(rows)]

            [[action]]
            name = \("stroke \(name)".tomlString)
            gesture = \("stroke \(name)".tomlString)
            run = \(command.tomlString)

            """
    }

    /// Returns at most 64 of the points. They are enough for the shape of a drawn path.
    package static func thinned(_ points: [Point]) -> [Point] {
        guard points.count > 64 else { return points }
        return (0..<64).map { points[$0 * (points.count - 1) / 63] }
    }
}

extension ActionGesture {
    /// The gesture of a value; nil for a movement below the usual minimum. Also nil for a gesture to which
    /// ``recordable`` does not subscribe, and for a gesture for which there can be no rule.
    fileprivate init?(_ value: GestureValue) {
        switch value {
        case .tap: self = .tap
        case .longPress: self = .longPress
        case .drag(let drag):
            if let edge = drag.edge {
                guard value.movement?.isFromEdge == true else {
                    guard let slide = Self.slide(drag.translation, along: edge) else { return nil }
                    self = slide
                    return
                }
                let direction = ActionDirection(nearestTo: drag.translation)
                if let corner = drag.corner, direction == ActionDirection(inFrom: corner) {
                    self = .corner(corner)
                } else {
                    self = .edge(edge)
                }
                return
            }
            self = .swipe(ActionDirection(mainAxisOf: drag.translation))
            guard case .distance(let least)? = usualMinimum, drag.translation.length >= least else { return nil }
        case .swipe, .magnify, .rotate, .stroke, .swipeHold, .dial, .touch: return nil
        case .composition:
            guard let transform = Transform(value), let gesture = Self.recorded(transform) else { return nil }
            self = gesture
        }
    }

    /// Returns the slide of a movement that begins at an edge; nil if it does not go far enough along it.
    private static func slide(_ translation: Vector, along edge: Edge) -> ActionGesture? {
        let direction = ActionDirection(mainAxisOf: translation)
        guard direction.edgesAlong.contains(edge), direction.distance(of: translation) >= Edge.slideDistance else {
            return nil
        }
        return .slide(direction)
    }

    /// Returns the gesture of a transform; nil if it is below the usual minimum.
    private static func recorded(_ transform: Transform) -> ActionGesture? {
        if transform.isTurn {
            guard abs(transform.rotation) >= .pi / 9 else { return nil }
            return .rotate(transform.rotation < 0 ? .counterclockwise : .clockwise)
        }
        guard max(transform.scale, 1 / transform.scale) >= 4.0 / 3 else { return nil }
        return .pinch(transform.scale < 1 ? .in : .out)
    }

    /// The subscriptions for recording a gesture, in the order of preference. If several of them report a gesture, the
    /// first value that can be recorded is used.
    package static var recordable: [(gesture: GestureExpression, device: DeviceFilter)] {
        [
            // This drag comes before the standard set, which reports the same movement as a plain drag. It is not for
            // touchpads: a movement there is recorded as a plain movement, even if it comes in from an edge.
            (.drag(.init(fingers: .init(1...5), edges: .all)), .kind(.touchscreen)),
            // With a distance of its own, a drag from an edge need not lead inwards.
            (
                .drag(
                    .init(
                        fingers: .init(1...5), minimumDistance: Thresholds().drag.minimumDistance, edges: .all)),
                .kind(.touchscreen)
            ),
            (.standard(.touchscreen), .kind(.touchscreen)), (.standard(.touchpad), .kind(.touchpad)),
        ]
    }
}

extension String {
    /// The text as a TOML string in double quotes.
    package var tomlString: String {
        "\""
            + unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": return "\\\(scalar)"
                case "\u{0}"..<"\u{20}", "\u{7F}":
                    let digits = String(scalar.value, radix: 16)
                    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: return "\(scalar)"
                }
            }.joined() + "\""
    }
}
