package import GestureModel
internal import TouchInput

/// A rule of the actions file, written as an `[[action]]`: a gesture and its effect.
package struct Action: Hashable, Sendable {
    package var name: String
    /// The line of the rule's header `[[action]]`, counted from 1.
    package var line: Int

    // Conditions.
    package var gesture: ActionGesture
    package var moment = Moment.ended
    package var fingers: FingerCounts
    /// The number of taps in a row.
    package var count = 1
    package var filter = Filter()
    package var area = Area()
    package var extent = Extent.usual

    // Effects.
    package var effects: Effects
    /// True if later rules are tried as well.
    package var continues = false
    package var lifetime = Lifetime()
    /// True if the fingers do not reach the app, where the desktop can take them away.
    package var isExclusive = false
    /// The width of the strip in which fingers of an exclusive rule do not reach the app, in points.
    package var strip = Amount.points(millimetres: 3)

    /// The devices and apps to which an action applies.
    package struct Filter: Hashable, Sendable {
        /// nil for every device.
        package var device: Device?
        /// Matches the app's id or the window's title, in lower case; nil for every app.
        package var app: Glob?
        /// As ``app``; the apps to which the action does not apply.
        package var exceptions: [Glob] = []
        /// True if the action applies only to touches that `gesturectl shield` keeps from the apps.
        package var isDark = false
        /// Whether the action is for what all fingers do together, or for what each hand does.
        package var hands = Hands.together

        /// True if one finger on a touchpad can perform a swipe, flick or drag of the action. That finger also moves
        /// the pointer.
        var includesPointer: Bool {
            switch device {
            case .kind(let kind): kind == .touchpad
            case .name: true
            case nil: false
            }
        }

        /// True if this filter accepts everything that the other filter accepts.
        func includes(_ other: Filter) -> Bool {
            (app == nil || app == other.app) && (device == nil || device == other.device)
                && exceptions.allSatisfy(other.exceptions.contains) && (!isDark || other.isDark)
                && hands == other.hands
        }

        func matches(_ device: TouchDevice) -> Bool { self.device?.matches(device) ?? true }

        func matches(_ window: ActionWindow) -> Bool {
            func isOf(_ app: Glob) -> Bool { window.lowercased.contains { app.matches($0) } }
            return app.map(isOf) ?? true && !exceptions.contains(where: isOf)
        }

        /// True if the action depends on the focused window.
        package var namesApps: Bool { app != nil || !exceptions.isEmpty }
    }

    /// The area of the surface in which the gesture must be made. A property that is nil does not restrict the area.
    package struct Area: Hashable, Sendable {
        /// The part of the edge at which the gesture begins.
        package var part: EdgePart?
        /// The corner that contains a tap or a long press.
        package var corner: Corner?
        /// The edge along which a slide goes; nil for either edge that is parallel to the slide.
        package var edge: Edge?

        /// True if this area contains every gesture of the other area.
        func includes(_ other: Area) -> Bool {
            (corner == nil || corner == other.corner) && (part == nil || part == other.part)
                && (edge == nil || edge == other.edge)
        }
    }

    /// The required amount of motion.
    package enum Extent: Hashable, Sendable {
        /// ``ActionGesture/usualMinimum`` or more.
        case usual
        /// At least the amount in the file.
        case atLeast(Amount)
        /// The amount of motion for each step of a rule with `every`.
        case steps(Amount)
    }

    /// The effects of an action, with their lines in the file.
    package struct Effects: Hashable, Sendable {
        package var forward: Effect
        /// The effect of a step backward; nil for no effect.
        package var back: Effect?
        /// The modifiers that are held from the first step until the gesture is over.
        package var hold: [KeyCombination.Modifier] = []
        /// The line of the effect's key; nil stands for the line of the header.
        var forwardLine: Int?
        var backLine: Int?

        init(_ forward: Effect) { self.forward = forward }

        /// - Parameter steps: Negative for steps backward.
        func effect(ofSteps steps: Int) -> Effect? { steps > 0 ? forward : back }
    }

    /// The limits of an action's process.
    package struct Lifetime: Hashable, Sendable {
        /// Seconds after which the process is terminated; nil for never.
        package var timeout: Double?
        /// True if the process keeps running when the service stops.
        package var outlivesService = false

        /// Returns the time at which a process that starts now is terminated; nil for never.
        func deadline(from now: Timestamp) -> Timestamp? { timeout.map { now + Microseconds(Int64($0 * 1e6)) } }
    }

    package enum Effect: Hashable, Sendable {
        /// A command line for `sh -c`. Not empty, and without NUL.
        case shell(String)
        /// A program and its arguments, which are started without a shell.
        case run([String])
        /// Keys that are pressed one after the other.
        case keys([KeyCombination])
        /// The user's gestures are paused, for a number of seconds.
        case pause(Double)

        /// The program to start, and its arguments; nil for keys.
        var words: [String]? {
            switch self {
            case .shell(let text): ["/bin/sh", "-c", text]
            case .run(let words): words
            case .keys, .pause: nil
            }
        }
    }

    /// The moment of a gesture at which an action runs.
    package enum Moment: String, Hashable, Sendable, CaseIterable {
        case began
        /// As soon as the fingers have moved far enough.
        case reached
        /// When a long press, or the rest of a swipe, has lasted long enough.
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
            case .name(let glob): glob.matches(device.name) || device.path.map(glob.matches) ?? false
            }
        }
    }

    /// An amount of motion: a distance, an angle or a scale, depending on the gesture.
    package enum Amount: Hashable, Sendable {
        /// In points.
        case distance(Double)
        /// In radians.
        case angle(Double)
        /// A factor above 1.
        case scale(Double)
    }

    /// The name and the line, for logs and errors: `“next workspace”, line 12`.
    package var place: String { "“\(name)”, line \(line)" }

    /// The effects, each with its key in the file and the key's line.
    var keyedEffects: [(key: String, line: Int, effect: Effect)] {
        let key =
            switch effects.forward {
            case .run, .shell: "run"
            case .keys: "keys"
            case .pause: "pause"
            }
        return [(key: key, line: effects.forwardLine ?? line, effect: effects.forward)]
            + (effects.back.map { [(key: "back", line: effects.backLine ?? line, effect: $0)] } ?? [])
    }

    /// The minimum in the file, or else the usual minimum; nil for a gesture whose motion is not measured, such as a
    /// tap.
    var minimum: Amount? {
        if case .atLeast(let minimum) = extent { minimum } else { gesture.usualMinimum }
    }

    /// The amount of motion for each step; nil for an action without `every`.
    var step: Amount? {
        if case .steps(let step) = extent { step } else { nil }
    }

    /// True if the action runs while the fingers are down.
    var isLive: Bool { step != nil || moment == .began || moment == .reached || moment == .completed }
}

extension Action.Effect: CustomStringConvertible {
    package var description: String {
        switch self {
        case .shell(let text): text.contains(where: \.isNewline) ? text.debugDescription : text
        case .run(let words):
            words.map { $0.contains(" ") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: " ")
        case .keys(let keys): "keys \(keys.map(\.description).joined(separator: ", "))"
        case .pause(let seconds): "pause for \(seconds.rounded(to: 1)) s"
        }
    }
}

/// The app and the title of the focused window; nil for what the desktop does not report.
package struct ActionWindow: Hashable, Sendable {
    package let app: String?
    package let title: String?
    /// The texts in lower case, for comparison with rules. They are stored, so that a thousand rules do not each
    /// convert them.
    let lowercased: [String]

    package init(app: String? = nil, title: String? = nil) {
        (self.app, self.title) = (app, title)
        lowercased = [app, title].compactMap { $0?.lowercased() }
    }

    /// Compares the texts by their bytes. Apps choose the texts, and Swift's `==` would take quadratic time for a text
    /// with many combining marks.
    package static func == (one: ActionWindow, other: ActionWindow) -> Bool {
        one.app?.exact == other.app?.exact && one.title?.exact == other.title?.exact
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(app?.exact)
        hasher.combine(title?.exact)
    }
}

extension ActionWindow: CustomStringConvertible {
    /// The app and the title, for explanations: `org.example.Editor, “notes”`.
    package var description: String {
        let words = [app, title.map { "“\($0)”" }].compactMap(\.self)
        return words.isEmpty ? "no known window" : words.joined(separator: ", ")
    }
}
