internal import GestureModel
internal import Glibc
internal import LinuxSupport

/// The rules in force, read from the first of several files that exists. A file with mistakes does not replace the
/// rules in force.
final class ActionRules {
    /// Becomes readable when ``hasChanged()`` has work.
    var descriptor: Int32 { watch.descriptor }
    private(set) var file: ActionFile

    private let paths: [String]
    private let environment: [String: String]
    private let log: (String) -> Void
    private let watch: PathWatch

    init(_ paths: [String], environment: [String: String], log: @escaping (String) -> Void) throws(SystemError) {
        (self.paths, self.environment, self.log) = (paths, environment, log)
        file = ActionFile(path: paths.first ?? "")
        watch = try PathWatch(paths, for: .contents)
    }

    /// True if a file has changed, appeared or disappeared since the last call.
    func hasChanged() -> Bool { watch.process() }

    /// Reads the file again.
    ///
    /// - Parameter problems: Returns further problems of the new file, which are logged.
    /// - Returns: True if the rules in force were replaced. Without a file, no rules are in force.
    func reload(_ problems: (ActionFile) -> [ActionFileProblem]) -> Bool {
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            log("no actions: no file \(paths.joined(separator: " or ")); gesturectl actions init writes the first")
            file = ActionFile(path: paths.first ?? "")
            return true
        }
        do throws(ActionFileError) {
            let new = try ActionFile.load(path, environment: environment)
            guard !new.isBlank || file.actions.isEmpty else {
                log("\(path): empty, as while it is being written: not used; still in force: \(file.countText)")
                return false
            }
            for problem in new.warnings + problems(new) { log(problem.text(in: path)) }
            file = new
            log("\(new.countText) in \(path)")
            return true
        } catch {
            for line in "\(error)".exactParts(separatedBy: "\n") { log(line) }
            log("\(path): not used; still in force: \(file.countText)")
            return false
        }
    }
}
