internal import Glibc
internal import LinuxSupport

/// Searches for the dearest input of each reader of text from outside: the one of at most 64 KiB that takes the most processor
/// time.
///
/// Prints a table, and leaves the dearest input of each reader in FOLDER. Exits with 1 if one takes longer than its limit.
enum Dearest {
    /// - Parameter arguments: SECONDS FOLDER [READER…]
    static func run(_ arguments: ArraySlice<String>) {
        guard arguments.count >= 2, let first = arguments.first, let seconds = Double(first), seconds > 0 else {
            StandardError.writeLine("usage: readers dearest SECONDS FOLDER [READER…]")
            exit(2)
        }
        let folder = arguments[arguments.startIndex + 1]
        let names = Array(arguments.dropFirst(2))
        let readers = Reader.all.filter { names.isEmpty || names.contains($0.name) }
        guard !readers.isEmpty, names.allSatisfy({ name in Reader.all.contains { $0.name == name } }) else {
            StandardError.writeLine("dearest: the readers are \(Reader.all.map(\.name).joined(separator: ", "))")
            exit(2)
        }
        mkdir(folder, 0o755)
        print("reader            inputs  dearest, ms    limit   bytes  made of")
        var isCheap = true
        for reader in readers {
            var search = Search(reader)
            search.run(seconds: seconds)
            let best = search.best
            isCheap = isCheap && best.milliseconds <= reader.limit
            print(row(reader, search.count, best))
            write(best.input, to: "\(folder)/\(reader.name)")
        }
        exit(isCheap ? 0 : 1)
    }

    private static func row(_ reader: Reader, _ count: Int, _ best: Search.Candidate) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(width - text.unicodeScalars.count, 0)) + text
        }
        let name = reader.name + String(repeating: " ", count: max(14 - reader.name.utf8.count, 0))
        let time = "\((best.milliseconds * 100).rounded() / 100)"
        let mark = best.milliseconds > reader.limit ? "  TOO DEAR" : ""
        return name + padded("\(count)", 10) + padded(time, 13) + padded("\(reader.limit)", 9)
            + padded("\(best.input.count)", 8) + "  \(best.shown)\(mark)"
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        bytes.withUnsafeBytes { try? writeAll($0, to: file) }
    }
}
