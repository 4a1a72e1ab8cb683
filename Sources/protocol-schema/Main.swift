// Required to link the mathematical functions of the C library.
internal import Glibc
internal import ProtocolSchema

/// Prints the JSON Schema of the protocol; `make schema` writes it to schema/gestured.schema.json.
@main struct Main {
    static func main() { print(ProtocolSchema.text, terminator: "") }
}
