internal import Glibc
internal import Strokes
internal import TouchInput
internal import TouchRecordings

/// Writes the project's own recordings again (`make recordings`).
@main struct GenerateRecordings {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: generate-recordings DIRECTORY") }
        let tours = Tour.allCases.map { ($0.fileName, $0.recording) }
        for (name, recording) in tours + ExampleStroke.allCases.map({ ($0.fileName, $0.recording) }) {
            let path = CommandLine.arguments[1] + "/" + name
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
