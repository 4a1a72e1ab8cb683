internal import Glibc
package import GestureModel
package import TouchInput

/// An `[[action]]` of the actions file: a gesture, and what it does.
package struct Action: Hashable, Sendable {
    package var name: String
    /// The line of its header, from 1.
    package var line: Int

    // Conditions.
    package var gesture: ActionGesture
    package var moment = Moment.ended
    package var fingers: FingerCounts
    /// Taps in a row.
    package var count = 1
    package var device: Device?
    /// Matches the app's id or the window's title, in lower case.
    package var app: Glob?
    /// The part of the edge.
    package var part: EdgePart?
    /// The corner that contains a tap or a long press.
    package var corner: Corner?
    package var step: Step?

    // Effects.
    package var effect: Effect
    /// With ``step``: what a step in the other direction does.
    package var backEffect: Effect?
    /// True if the next rules are tried too.
    package var continues = false
    /// Seconds after which its process is terminated; nil for never.
    package var timeout: Double?
    /// True if its process continues when the service stops.
    package var outlivesService = false

    package enum Effect: Hashable, Sendable {
        /// A program and its arguments.
        case run([String])
        case keys(KeyCombination)
    }

    /// The step of a gesture at which an action happens.
    package enum Moment: String, Hashable, Sendable, CaseIterable {
        case began
        case completed
        case ended
        case cancelled
    }

    package enum Device: Hashable, Sendable {
        case kind(TouchDeviceKind)
        case name(Glob)

        func matches(_ device: TouchDevice) -> Bool {
            switch self {
            case .kind(let kind): kind == device.kind
            case .name(let glob): glob.matches(device.name)
            }
        }
    }

    /// How far fingers move for one step of an action with `every`.
    package enum Step: Hashable, Sendable {
        /// In points.
        case distance(Double)
        /// In radians.
        case angle(Double)
        /// A factor above 1.
        case scale(Double)
    }

    /// Its name and line for logs and errors: `“next workspace”, line 12`.
    package var place: String { "“\(name)”, line \(line)" }

    /// The effects, each with its key in the file.
    var effects: [(key: String, effect: Effect)] {
        [(key: "run" as String, effect: effect)] + (backEffect.map { [(key: "back", effect: $0)] } ?? [])
    }
}

extension Action.Effect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .run(let words):
            words.map { $0.utf8.contains(UInt8(ascii: " ")) || $0.isEmpty ? $0.debugDescription : $0 }.joined(
                separator: " ")
        case .keys(let keys): "keys \(keys)"
        }
    }
}

extension Action.Step {
    /// Returns the number of whole steps of a gesture: above 0 forward, below 0 backward.
    ///
    /// - Parameters:
    ///   - direction: The direction of the steps of a movement.
    func count(in value: GestureValue, along direction: ActionDirection?) -> Int {
        let steps: Double =
            switch (self, value) {
            case (.distance(let distance), .drag(let drag)):
                (direction?.distance(of: drag.translation) ?? 0) / distance
            case (.angle(let angle), .rotate(let rotate)): rotate.rotation / angle
            case (.scale(let scale), .magnify(let magnify)):
                // In logarithms, a movement back has as many steps as the movement out.
                log(magnify.magnification) / log(scale)
            default: 0
            }
        // A movement that ends exactly on the boundary of a step counts equally in both directions.
        return Int(exactly: (steps + (steps < 0 ? -1e-9 : 1e-9)).rounded(.towardZero)) ?? 0
    }
}
