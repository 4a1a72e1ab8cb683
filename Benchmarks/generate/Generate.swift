internal import Glibc
internal import Strokes
internal import TouchInput
internal import TouchRecordings

/// Writes what is committed and made from the sources:
///
///     generate schema                 prints the JSON Schema of the protocol (`make schema`)
///     generate recordings FOLDER      the project's own recordings (`make recordings`)
@main struct Generate {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "schema" where arguments.count == 1: print(ProtocolSchema.text, terminator: "")
        case "recordings" where arguments.count == 2: writeRecordings(to: arguments[2])
        default: fail("usage: generate schema, or generate recordings FOLDER")
        }
    }

    private static func writeRecordings(to folder: String) {
        let tours = Tour.allCases.map { ($0.fileName, $0.recording) }
        for (name, recording) in tours + ExampleStroke.allCases.map({ ($0.fileName, $0.recording) }) {
            let path = folder + "/" + name
            write(recording.evemu, to: path)
            print(path)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { fail("\(path): \(String(cString: strerror(errno)))") }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { fail("\(path): \(String(cString: strerror(errno)))") }
    }

    private static func fail(_ message: String) -> Never {
        let line = Array("\(message)\n".utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
        exit(1)
    }
}
