internal import FuzzTargets

private typealias FuzzerCallback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer's own `main`, since SwiftPM renames that of a program. It parses the arguments as libFuzzer does.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: FuzzerCallback
) -> CInt

/// A global, since a C callback has no context.
private let target = Fuzz.chosenTarget()

/// Also called by libFuzzer's `main`, which is linked though not used.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let findings = target.findings([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
    guard findings.isEmpty else { fatalError(findings.joined(separator: "\n")) }
    return 0
}

@main struct Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        let status = runFuzzer(&count, &arguments, testOneInput)
        guard status == 0 else { fatalError("libFuzzer ended with \(status)") }
    }

    /// `--target=NAME`: libFuzzer passes over what begins with two dashes, and hands it on to processes it starts.
    fileprivate static func chosenTarget() -> FuzzTarget {
        let names = CommandLine.arguments.filter { $0.hasPrefix("--target=") }.map { $0.dropFirst("--target=".count) }
        if let target = FuzzTarget.all.first(where: { names == [Substring($0.name)] }) { return target }
        fatalError("expected --target= and one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
}
