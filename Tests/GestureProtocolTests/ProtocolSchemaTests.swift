import FoundationEssentials
import ProtocolSchema
import Testing

@Suite struct ProtocolSchemaTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `the schema in the repository is that of the tables`() throws {
        let file = try String(contentsOfFile: Self.root + "/schema/gestured.schema.json", encoding: .utf8)
        #expect(file == ProtocolSchema.text, "run make schema")
    }
}
