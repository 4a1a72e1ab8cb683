package import GestureModel

/// An area whose touches are taken from apps.
package struct CoverArea: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// A strip along an edge, or along a third of it.
        case edge(Edge, EdgePart?)
        /// A square in a corner.
        case corner(Corner)
        case everywhere
    }

    package let place: Place
    /// The width of a strip, or the side of a square, in millimetres.
    package let width: Double

    package init(_ place: Place, width: Double) { (self.place, self.width) = (place, width) }
}

/// The areas of one screen.
package struct ScreenCover: Hashable, Sendable {
    /// The output's name; nil for the only output, or for the only built-in one.
    package let output: String?
    /// The size of the touchscreen as its user sees it, in millimetres; nil if it is not known.
    package let touchscreen: Vector?
    package let areas: Set<CoverArea>

    package init(output: String?, touchscreen: Vector? = nil, areas: Set<CoverArea>) {
        (self.output, self.touchscreen, self.areas) = (output, touchscreen, areas)
    }

    /// Compares the names by their bytes, because desktops choose them and Swift's `==` would normalise them.
    package static func == (one: ScreenCover, other: ScreenCover) -> Bool {
        one.output?.exact == other.output?.exact && one.touchscreen == other.touchscreen && one.areas == other.areas
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(output?.exact)
        hasher.combine(areas)
    }
}
