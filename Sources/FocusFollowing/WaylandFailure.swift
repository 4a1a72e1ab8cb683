/// What is wrong with a compositor's bytes, or with its connection. Whoever knows the socket adds its name.
struct WaylandFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
