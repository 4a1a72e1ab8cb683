// The views, modifiers and constants that the documents name.

/// A macro of another package in the documents, which makes a view's equality cheap. It stands for SwiftUI's own isolation.
public typealias Equatable = MainActor

@MainActor public func Text(_ text: String) -> some View { Group("Text").with("text", text) }
@MainActor public func Image(systemName: String) -> some View { Group("Image").with("name", systemName) }
@MainActor public func Spacer() -> some View { Group("Spacer") }
@MainActor public func Button(_ title: String, action: @escaping () -> Void) -> some View {
    Group("Button").with("text", title)
}
@MainActor public func VStack(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) -> some View {
    stack("VStack", content())
}
@MainActor public func HStack(spacing: CGFloat? = nil, @ViewBuilder content: () -> some View) -> some View {
    stack("HStack", content())
}
@MainActor private func stack(_ kind: String, _ content: some View) -> some View { Group(kind) { [content.render()] } }
@MainActor public func ForEach<Data: Collection, ID>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> some View
) -> some View {
    Group("ForEach") { data.map { content($0).render() } }
}

public struct GeometryProxy { public var size = CGSize(width: 300, height: 50) }
@MainActor public func GeometryReader(@ViewBuilder content: @escaping (GeometryProxy) -> some View) -> some View {
    Group("GeometryReader") { [content(GeometryProxy()).render()] }
}

// MARK: - Shapes

public struct Shape: View {
    let kind: String
    public func render() -> Node { Node(kind: kind) }
    public func fill(_ color: Color) -> some View { with("fill", color) }
    public func trim(from: CGFloat, to: CGFloat) -> Stroke { Stroke(end: to) }
}
public struct Stroke {
    let end: CGFloat
    @MainActor public func stroke(_ color: Color, lineWidth: CGFloat) -> some View { Group("Ring").with("trim", end) }
}
@MainActor public func Circle() -> Shape { Shape(kind: "Circle") }
@MainActor public func Capsule() -> Shape { Shape(kind: "Capsule") }
@MainActor public func Rectangle() -> Shape { Shape(kind: "Rectangle") }
@MainActor public func RoundedRectangle(cornerRadius: CGFloat) -> Shape { Shape(kind: "RoundedRectangle") }

// MARK: - Modifiers

extension View {
    public func font(_ font: Font) -> some View { self }
    public func padding() -> some View { self }
    public func padding(_ edges: Padding, _ length: CGFloat) -> some View { self }
    public func foregroundStyle(_ color: Color) -> some View { with("color", color) }
    public func background(_ color: Color, in shape: Shape) -> some View { with("background", color) }
    public func background(@ViewBuilder _ content: @escaping () -> some View) -> some View {
        modified { $0.children.append(content().render()) }
    }
    public func overlay(@ViewBuilder _ content: @escaping () -> some View) -> some View {
        modified { $0.children.append(content().render()) }
    }
    public func offset(_ offset: CGSize) -> some View { with("offset", offset) }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { offset(CGSize(width: x, height: y)) }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { with("width", width as Any) }
    public func scaleEffect(_ scale: CGFloat) -> some View { with("scale", scale) }
    public func rotationEffect(_ angle: Angle) -> some View { self }
    public func animation(_ animation: Animation?, value: some Swift.Equatable) -> some View {
        with("animation", animation as Any)
    }
}

// MARK: - Constants

public enum Color: Swift.Equatable {
    case blue, purple, orange, green, red, yellow, gray, white, tint, secondary
    public func opacity(_ opacity: Double) -> Color { self }
}
public enum Padding { case horizontal, vertical }
public enum Spacing { public static let (sm, md, lg): (CGFloat, CGFloat, CGFloat) = (8, 16, 24) }
public enum Radius { public static let sm: CGFloat = 8 }
public enum Weight { case medium, semibold }
public struct Font: Sendable {
    public static let (subheadline, headline, title2, caption) = (Font(), Font(), Font(), Font())
    public static func system(size: CGFloat) -> Font { Font() }
    public func weight(_ weight: Weight) -> Font { self }
}

// MARK: - Haptics

/// Which feedback was played, in order.
@MainActor public enum Haptics { public static var played: [String] = [] }
@MainActor public struct UINotificationFeedbackGenerator {
    public enum Kind { case success }
    public init() {}
    public func notificationOccurred(_ kind: Kind) { Haptics.played.append("\(kind)") }
}
@MainActor public struct UIImpactFeedbackGenerator {
    public enum Style { case light }
    let style: Style
    public init(style: Style) { self.style = style }
    public func impactOccurred() { Haptics.played.append("\(style)") }
}
