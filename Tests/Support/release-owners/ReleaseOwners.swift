/// Releases ten thousand owners of a recogniser in each phase of a gesture (`make sanitize`, which builds it with the address
/// sanitizer). It prints a line for each phase, and traps if an owner is not released.
@main struct ReleaseOwners {
    static func main() {
        let count = 10_000
        for phase in Owner.Phase.allCases {
            var released = 0
            Owner.release(count, in: phase) { released += 1 }
            guard released == count else { fatalError("\(phase): \(released) of \(count) owners were released") }
            print("\(phase): \(released) owners released")
        }
    }
}
