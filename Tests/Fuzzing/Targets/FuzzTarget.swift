/// Something that takes bytes from outside, and how to tell whether it did right with them.
///
/// A crash, a leak, an endless loop and too much memory are noticed by whoever runs it.
public struct FuzzTarget: Sendable {
    /// Also the name of its folder in the corpus.
    public let name: String
    /// A sentence for everything that is wrong with what came of the bytes.
    public let findings: @Sendable ([UInt8]) -> [String]

    init(_ name: String, findings: @escaping @Sendable ([UInt8]) -> [String]) {
        self.name = name
        self.findings = findings
    }

    public static let all: [FuzzTarget] = [
        .request, .serverMessage, .recording, .configuration, .quirks, .frames, .pipeline,
    ]
}
