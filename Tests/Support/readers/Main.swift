internal import Glibc
internal import LinuxSupport

/// The readers of text from outside, for the tests:
///
///     readers toml                                     writes documents of TOML as JSON (``TOMLJSON``)
///     readers dearest SECONDS FOLDER [READER…]         searches for the dearest input of each (``Dearest``)
@main struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "toml": try TOMLJSON.run()
        case "dearest": Dearest.run(arguments.dropFirst())
        default:
            StandardError.writeLine("usage: readers toml, or readers dearest SECONDS FOLDER [READER…]")
            exit(2)
        }
    }
}
