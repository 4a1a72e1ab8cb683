internal import GestureModel

/// What failures read as on the wire, kept from line to line.
///
/// A part of a composition that has failed says why in every line until the whole is over, and to spell a sentence
/// allocates: no frame may.
public struct FailureTexts: Sendable {
    private var entries: [(failure: FailureReason, text: [UInt8])] = []
    /// Enough for every part of a few compositions at once; the oldest gives way.
    private static let limit = 4 * GestureExpression.maximumLeaves

    public init() {}

    mutating func append(_ failure: FailureReason, to bytes: inout [UInt8]) {
        if let known = entries.firstIndex(where: { $0.failure == failure }) {
            bytes.append(contentsOf: entries[known].text)
            return
        }
        var text: [UInt8] = []
        text.append(#","failure":"#)
        text.append(quoted: failure.description)
        text.append(failure)
        if entries.count == FailureTexts.limit { entries.removeFirst() }
        entries.append((failure, text))
        bytes.append(contentsOf: text)
    }
}
