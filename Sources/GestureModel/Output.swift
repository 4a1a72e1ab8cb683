/// A screen, and the part of the desktop that it shows in the user's arrangement.
public struct Output: Hashable, Sendable {
    /// The connector, such as `eDP-1` or `HDMI-A-1`.
    public var name: String
    /// Its rectangle among the user's outputs, in the desktop's logical pixels, after ``scale`` and ``transform``.
    public var place: Region
    /// Physical pixels per logical pixel, such as 1.5.
    public var scale: Double
    /// How the desktop turns the output's picture.
    public var transform: OutputTransform
    /// True for the panel of a laptop, tablet or phone.
    public var isBuiltIn: Bool

    /// - Parameter isBuiltIn: nil to derive it from the connector's name.
    public init(
        name: String, place: Region, scale: Double = 1, transform: OutputTransform = .normal, isBuiltIn: Bool? = nil
    ) {
        self.name = name
        self.place = place
        self.scale = scale
        self.transform = transform
        self.isBuiltIn = isBuiltIn ?? Output.isBuiltIn(name)
    }

    /// Returns true for the connectors of panels: eDP, LVDS and DSI.
    public static func isBuiltIn(_ name: String) -> Bool {
        ["eDP", "LVDS", "DSI"].contains(where: name.hasExactPrefix)
    }

    /// Compares the names by their bytes, because focus sources choose them and Swift's `==` would normalise them.
    public static func == (one: Output, other: Output) -> Bool {
        one.name.exact == other.name.exact && one.place == other.place && one.scale == other.scale
            && one.transform == other.transform && one.isBuiltIn == other.isBuiltIn
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.exact)
        hasher.combine(place)
    }
}

/// How a desktop turns the picture of an output: one of the transforms of Wayland's wl_output, with the same meaning.
public enum OutputTransform: String, Hashable, Sendable, CaseIterable {
    /// Not turned.
    case normal
    /// Turned counter-clockwise by 90°: the left edge of the panel is the upper edge of the picture.
    case quarter = "90"
    /// Turned by 180°.
    case half = "180"
    /// Turned counter-clockwise by 270°: the right edge of the panel is the upper edge of the picture.
    case threeQuarters = "270"
    /// Mirrored: left and right are exchanged.
    case flipped
    /// Mirrored, then turned counter-clockwise by 90°.
    case flippedQuarter = "flipped-90"
    /// Mirrored, then turned by 180°.
    case flippedHalf = "flipped-180"
    /// Mirrored, then turned counter-clockwise by 270°.
    case flippedThreeQuarters = "flipped-270"

    /// True if width and height are exchanged.
    public var exchangesAxes: Bool {
        switch self {
        case .quarter, .threeQuarters, .flippedQuarter, .flippedThreeQuarters: true
        case .normal, .half, .flipped, .flippedHalf: false
        }
    }
}

/// The output of a touchscreen, and the rule that found it.
public struct TouchOutput: Hashable, Sendable {
    /// Which rule found the output. The first that applies decides.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The desktop reports the device's output.
        case desktop
        /// The `output` of a `[[device]]` in the configuration.
        case configuration
        /// The output is the only one that is built in.
        case onlyBuiltIn
        /// The output is the only one.
        case onlyOutput
        /// No rule applies: there are several outputs, or none. The device keeps the transform that it had for the same
        /// user. Without one, it is not turned.
        case unknown
    }

    /// The output's name; nil if it is not known.
    public var name: String?
    /// The transform that positions and directions follow; nil if the `rotation` of a `[[device]]` overrides it.
    public var transform: OutputTransform?
    /// Which rule found the output.
    public var rule: Rule

    public init(name: String?, transform: OutputTransform?, rule: Rule) {
        self.name = name
        self.transform = transform
        self.rule = rule
    }

    /// Compares the names by their bytes, because focus sources choose them and Swift's `==` would normalise them.
    public static func == (one: TouchOutput, other: TouchOutput) -> Bool {
        one.name?.exact == other.name?.exact && one.transform == other.transform && one.rule == other.rule
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name?.exact)
        hasher.combine(transform)
    }
}
