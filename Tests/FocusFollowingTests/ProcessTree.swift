import Foundation

@testable import FocusFollowing

/// A `/proc` for tests.
final class ProcessTree {
    private let folder = Folder()

    var table: ProcessTable { ProcessTable(root: folder.path) }

    func add(
        _ process: Int32, parent: Int32, start: Int = 100, stack: Int = 0, name: String = "app",
        executable: String? = nil,
        controlGroup: String = "0::/user.slice/user-1000.slice/session-2.scope\n"
    ) {
        let zeros = String(repeating: " 0", count: 17)
        folder.write(
            "\(process) (\(name)) S \(parent)\(zeros) \(start) 0 0 0 0 0 \(stack) 0 0\n", to: "\(process)/stat")
        folder.write(controlGroup, to: "\(process)/cgroup")
        guard let executable else { return }
        try! FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(process)/exe", withDestinationPath: executable)
    }

    func remove(_ process: Int32) { try! FileManager.default.removeItem(atPath: "\(folder.path)/\(process)") }
}
