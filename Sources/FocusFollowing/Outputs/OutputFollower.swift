/// Follows the outputs of a desktop next to its focus. If their source fails, the last ones stay, and the focus is still
/// followed.
struct OutputFollower {
    /// nil until the source has reported outputs.
    private(set) var layout: OutputLayout?

    private let environment: [String: String]?
    private let log: (String) -> Void
    private var source: (any OutputSource)?
    private var devices: [ReportedDevice] = []
    /// What was logged, so that a source that repeats itself does not fill the log.
    private var logged: Set<String> = []

    /// Beyond it, a source invents problems.
    private static let mostProblems = 32

    /// - Parameter environment: Leads to the source; nil if outputs are not followed.
    init(environment: [String: String]?, log: @escaping (String) -> Void) {
        self.environment = environment
        self.log = log
    }

    /// For poll(2), which ignores -1.
    var descriptor: Int32 { source?.descriptor ?? -1 }

    /// Connects to the source, which may have failed before. Called when the desktop reports something.
    ///
    /// - Returns: True if there is a new source.
    mutating func connectIfNeeded(to desktop: any Desktop) -> Bool {
        guard source == nil, let environment else { return false }
        do throws(FocusFailure) {
            source = try desktop.outputs(environment: environment)
        } catch {
            report("\(error); touchscreens do not turn with their outputs")
        }
        return source != nil
    }

    /// Replaces what the desktop itself reports of devices.
    ///
    /// - Returns: True if it has changed.
    mutating func update(_ devices: [ReportedDevice]) -> Bool {
        guard devices != self.devices else { return false }
        self.devices = devices
        layout?.setDevices(devices)
        return true
    }

    /// Handles what the source has sent.
    mutating func process() {
        do throws(FocusFailure) {
            guard var reported = try source?.process() else { return }
            reported.devices += devices
            var next = layout ?? OutputLayout()
            next.update(reported).forEach { report($0) }
            layout = next
        } catch {
            source = nil
            report("\(error); touchscreens keep the last transform")
        }
    }

    private mutating func report(_ problem: String) {
        guard logged.count < Self.mostProblems, logged.insert(problem).inserted else { return }
        log("outputs: \(problem)")
    }
}
