/// Whether an app is told where on a surface fingers are. The places that a finger touches tell what is typed on a screen.
public enum PositionAccess: String, Hashable, Sendable, CaseIterable {
    case granted
    /// How far and how fast fingers go is told, and not where: a way begins at zero, and what has none is at zero.
    case withheld
}
