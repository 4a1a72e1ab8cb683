internal import FoundationEssentials

extension ServerMessage {
    /// Decodes one line, without its newline.
    public init(line: [UInt8]) throws {
        self = try JSONDecoder().decode(ServerMessage.self, from: Data(line))
    }
}
