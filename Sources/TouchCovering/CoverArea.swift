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

/// The areas of one screen, or of all.
package struct ScreenCover: Hashable, Sendable {
    package enum Outputs: Hashable, Sendable {
        case named(ExactText)
        /// The only output, or the only built-in one.
        case only
        case every
    }

    package let outputs: Outputs
    /// The size of the touchscreen as its user sees it, in millimetres; nil if it is not known.
    package let touchscreen: Vector?
    package let areas: Set<CoverArea>

    package init(on outputs: Outputs, touchscreen: Vector? = nil, areas: Set<CoverArea>) {
        (self.outputs, self.touchscreen, self.areas) = (outputs, touchscreen, areas)
    }
}
