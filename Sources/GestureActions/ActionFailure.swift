/// Why a key could not be pressed, or a command or a file of actions not be used.
package struct ActionFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// True if a retry cannot succeed, such as after the user's refusal.
    let isLasting: Bool

    init(_ description: String, isLasting: Bool = false) {
        (self.description, self.isLasting) = (description, isLasting)
    }
}
