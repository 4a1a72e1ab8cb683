internal import Glibc
package import GestureModel
package import TouchInput

/// An `[[action]]` of the actions file: a gesture, and what it does.
package struct Action: Hashable, Sendable {
    package var name: String
    /// Of its header, from 1.
    package var line: Int

    // What must happen.
    package var gesture: ActionGesture
    package var moment = Moment.ended
    package var fingers: FingerCounts
    /// Taps in a row.
    package var count = 1
    package var device: Device?
    /// Of the app's id or the window's title, in lower case.
    package var app: Glob?
    /// Of an edge.
    package var part: EdgePart?
    /// In which a tap or a long press is.
    package var corner: Corner?
    package var step: Step?

    // What it does.
    package var effect: Effect
    /// With ``step``: what a step in the other direction does.
    package var backEffect: Effect?
    /// Whether the next rules are tried too.
    package var continues = false
    /// Seconds after which its process is terminated; nil for never.
    package var timeout: Double?
    /// Whether its process continues when the service stops.
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
        /// Points.
        case distance(Double)
        /// Radians.
        case angle(Double)
        /// A factor above 1.
        case scale(Double)
    }

    /// Its place, as logs and errors name it: `“next workspace”, line 12`.
    package var place: String { "“\(name)”, line \(line)" }

    /// The effects, with how errors and lists name the key.
    var effects: [(key: String, effect: Effect)] {
        [(key: "run" as String, effect: effect)] + (backEffect.map { [(key: "back", effect: $0)] } ?? [])
    }
}

extension Action.Effect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .run(let words):
            words.map { $0.contains(" ") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: " ")
        case .keys(let keys): "keys \(keys)"
        }
    }
}

extension Action.Step {
    /// How many whole steps a gesture has gone, forward or backward.
    ///
    /// - Parameters:
    ///   - direction: Of the steps, for a movement.
    func count(in value: GestureValue, along direction: ActionDirection?) -> Int {
        let steps: Double =
            switch (self, value) {
            case (.distance(let distance), .drag(let drag)):
                (direction?.distance(of: drag.translation) ?? 0) / distance
            case (.angle(let angle), .rotate(let rotate)): rotate.rotation / angle
            case (.scale(let scale), .magnify(let magnify)):
                // Logarithms, so that as many steps lead back as led there.
                log(magnify.magnification) / log(scale)
            default: 0
            }
        // A movement exactly on the boundary of a step must count in both directions alike.
        return Int(exactly: (steps + (steps < 0 ? -1e-9 : 1e-9)).rounded(.towardZero)) ?? 0
    }
}
