@_exported import GesturesFoundation

// The stand-in for SwiftUI's views, as small as the documents allow: a view renders to a tree of nodes, and a node has the
// values of its modifiers. Gestures, state, transactions and springs are the library's own.

/// What a view shows.
public struct Node {
    public var kind: String
    /// The arguments of the modifiers, by name.
    public var values: [String: Any] = [:]
    public var children: [Node] = []
    /// Attach the view's gestures.
    public var gestures: [(TouchFrameBuilder) -> Void] = []

    /// This node and all below.
    public var all: [Node] { [self] + children.flatMap(\.all) }

    /// The first value of a modifier in the tree.
    public func value<Value>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        all.lazy.compactMap { $0.values[name] as? Value }.first
    }
}

@MainActor public protocol View: GestureTarget where Attached == GestureView {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    func render() -> Node
}

extension View {
    public func render() -> Node { body.render() }
    public nonisolated func gesture(_ gesture: some Gesture) -> GestureView {
        GestureView(content: self) { $0.attach(gesture) }
    }
    func modified(_ change: @escaping (inout Node) -> Void) -> ModifiedView<Self> {
        ModifiedView(content: self, change: change)
    }
    func with(_ name: String, _ value: Any) -> ModifiedView<Self> { modified { $0.values[name] = value } }
}

/// The body of the stand-ins. SwiftUI's is `Never`, which here is the body of gestures.
public struct NoBody: View {
    public var body: NoBody { self }
    public func render() -> Node { Node(kind: "NoBody") }
}

extension View where Body == NoBody {
    public var body: NoBody { NoBody() }
}

public struct ModifiedView<Content: View>: View {
    let content: Content
    let change: (inout Node) -> Void
    public func render() -> Node {
        var node = content.render()
        change(&node)
        return node
    }
}

public struct GestureView: View {
    nonisolated(unsafe) let content: any View
    nonisolated(unsafe) let attach: (TouchFrameBuilder) -> Void
    nonisolated init(content: any View, attach: @escaping (TouchFrameBuilder) -> Void) {
        self.content = content
        self.attach = attach
    }
    public func render() -> Node {
        var node = content.render()
        node.gestures.append(attach)
        return node
    }
}

/// A view of the given kind and children.
public struct Group: View {
    let kind: String
    let children: () -> [Node]
    init(_ kind: String, _ children: @escaping () -> [Node] = { [] }) {
        self.kind = kind
        self.children = children
    }
    public func render() -> Node { Node(kind: kind, children: children()) }
}

@resultBuilder public enum ViewBuilder {
    @MainActor public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        repeat each Content
    > {
        TupleView(content: (repeat each content))
    }
    @MainActor public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct TupleView<each Content: View>: View {
    let content: (repeat each Content)
    public func render() -> Node {
        var children: [Node] = []
        for view in repeat each content { children.append(view.render()) }
        return Node(kind: "TupleView", children: children)
    }
}
