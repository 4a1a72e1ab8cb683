import FoundationEssentials
import Strokes
import Testing
import generate

@Suite struct ProtocolSchemaTests {
    @Test func `the schema in the repository is that of the tables`() throws {
        #expect(try RecordedFiles.text(of: "schema/gestured.schema.json") == ProtocolSchema.text, "run make schema")
    }
}
