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
    package var filter = Filter()
    package var area = Area()
    package var extent = Extent.usual

    // Effects.
    package var effects: Effects
    /// True if the next rules are tried too.
    package var continues = false
    package var lifetime = Lifetime()

    /// The devices and apps that an action is for.
    package struct Filter: Hashable, Sendable {
        /// nil for every device.
        package var device: Device?
        /// Matches the app's id or the window's title, in lower case; nil for every app.
        package var app: Glob?

        /// True if a single finger on a touchpad, which moves the pointer, may perform the action.
        var includesPointer: Bool {
            switch device {
            case .kind(let kind): kind == .touchpad
            case .name: true
            case nil: false
            }
        }

        /// True if this filter has all that the other one has.
        func includes(_ other: Filter) -> Bool {
            (app == nil || app == other.app) && (device == nil || device == other.device)
        }

        func matches(_ device: TouchDevice) -> Bool { self.device?.matches(device) ?? true }

        func matches(_ window: ActionWindow) -> Bool {
            guard let app else { return true }
            return window.lowercased.contains { app.matches($0) }
        }
    }

    /// The area of the surface that a gesture belongs to; a nil does not restrict it.
    package struct Area: Hashable, Sendable {
        /// The part of the edge.
        package var part: EdgePart?
        /// The corner that contains a tap or a long press.
        package var corner: Corner?
        /// The edge along which a slide goes.
        package var edge: Edge?

        /// True if every gesture in the other area is in this one.
        func includes(_ other: Area) -> Bool {
            (corner == nil || corner == other.corner) && (part == nil || part == other.part)
                && (edge == nil || edge == other.edge)
        }
    }

    /// How far the fingers move.
    package enum Extent: Hashable, Sendable {
        /// ``ActionGesture/usualMinimum`` or more.
        case usual
        /// As far as the file sets, or farther.
        case atLeast(Amount)
        /// With `every`: as far for each step.
        case steps(Amount)
    }

    /// What an action does, with the lines of the file.
    package struct Effects: Hashable, Sendable {
        package var forward: Effect
        /// What a step in the other direction does.
        package var back: Effect?
        /// nil for the line of the header.
        var forwardLine: Int?
        var backLine: Int?

        init(_ forward: Effect) { self.forward = forward }

        /// - Parameter steps: Negative in the other direction.
        func effect(ofSteps steps: Int) -> Effect? { steps > 0 ? forward : back }
    }

    /// How long the process of an action may run.
    package struct Lifetime: Hashable, Sendable {
        /// Seconds after which it is terminated; nil for never.
        package var timeout: Double?
        /// True if it continues when the service stops.
        package var outlivesService = false

        /// When a process is terminated that starts now; nil for never.
        func deadline(from now: Timestamp) -> Timestamp? { timeout.map { now + Microseconds(Int64($0 * 1e6)) } }
    }

    package enum Effect: Hashable, Sendable {
        /// A program and its arguments.
        case run([String])
        /// Keys that are pressed one after the other.
        case keys([KeyCombination])
    }

    /// When in the course of a gesture an action happens.
    package enum Moment: String, Hashable, Sendable, CaseIterable {
        case began
        /// As soon as the fingers have gone far enough.
        case reached
        /// When a long press has lasted long enough.
        case completed
        /// At the lift.
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

    /// A distance of fingers, in the measure of their gesture.
    package enum Amount: Hashable, Sendable {
        /// In points.
        case distance(Double)
        /// In radians.
        case angle(Double)
        /// A factor above 1.
        case scale(Double)
    }

    /// Its name and line for logs and errors: `“next workspace”, line 12`.
    package var place: String { "“\(name)”, line \(line)" }

    /// The effects, each with its key in the file and the key's line.
    var keyedEffects: [(key: String, line: Int, effect: Effect)] {
        let key =
            switch effects.forward {
            case .run: "run"
            case .keys: "keys"
            }
        return [(key: key, line: effects.forwardLine ?? line, effect: effects.forward)]
            + (effects.back.map { [(key: "back", line: effects.backLine ?? line, effect: $0)] } ?? [])
    }

    /// The least distance of the fingers; nil for a gesture without one.
    var minimum: Amount? {
        if case .atLeast(let minimum) = extent { minimum } else { gesture.usualMinimum }
    }

    /// How far the fingers move for each step; nil for an action without `every`.
    var step: Amount? {
        if case .steps(let step) = extent { step } else { nil }
    }

    /// True if it happens while the fingers are down.
    var isLive: Bool { step != nil || moment == .began || moment == .reached || moment == .completed }
}

extension Action.Effect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .run(let words):
            words.map { $0.contains(" ") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: " ")
        case .keys(let keys): "keys \(keys.map(\.description).joined(separator: ", "))"
        }
    }
}

/// The window that an action is for, as far as the desktop reports it.
package struct ActionWindow: Hashable, Sendable {
    package let app: String?
    package let title: String?
    /// The form in which rules compare it: there may be a thousand rules.
    let lowercased: [String]

    package init(app: String? = nil, title: String? = nil) {
        (self.app, self.title) = (app, title)
        lowercased = [app, title].compactMap { $0?.lowercased() }
    }

    /// Equal if the texts have the same bytes: apps choose them.
    package static func == (one: ActionWindow, other: ActionWindow) -> Bool {
        one.app?.exact == other.app?.exact && one.title?.exact == other.title?.exact
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(app?.exact)
        hasher.combine(title?.exact)
    }
}

extension ActionWindow: CustomStringConvertible {
    /// As an explanation names it: `org.example.Editor, “notes”`.
    package var description: String {
        let words = [app, title.map { "“\($0)”" }].compactMap(\.self)
        return words.isEmpty ? "no known window" : words.joined(separator: ", ")
    }
}
