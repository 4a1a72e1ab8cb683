/// A function that reads external bytes and checks the results.
///
/// The program that runs it detects crashes, leaks, endless loops and excessive memory.
public struct FuzzTarget: Sendable {
    /// Also the name of its folder in the corpus.
    public let name: String
    /// A sentence for each wrong result.
    public let findings: @Sendable ([UInt8]) -> [String]

    init(_ name: String, findings: @escaping @Sendable ([UInt8]) -> [String]) {
        self.name = name
        self.findings = findings
    }

    public static let all: [FuzzTarget] = [
        .request, .serverMessage, .recording, .configuration, .quirks, .reportDescriptor, .frames, .recognition,
        .pipeline,
    ]
}
