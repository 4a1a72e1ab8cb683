/// A random word of 128 bits, which only the user who started the view sees.
struct ViewToken {
    let text: String

    init() {
        text = (0..<16).map { _ in
            let byte = String(UInt8.random(in: 0...255), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }.joined()
    }

    /// Takes the same time for every text of the right length.
    func matches(_ given: some StringProtocol) -> Bool {
        guard given.utf8.count == text.utf8.count else { return false }
        return zip(text.utf8, given.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
