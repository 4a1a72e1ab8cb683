internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import Strokes
internal import TouchInput
import TouchRecordings

extension FuzzTarget {
    /// A configuration file: read, written and read again; a pipeline runs with it.
    static let configuration = FuzzTarget("configuration") { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
        do throws(ConfigurationError) {
            let configuration = try Configuration(toml: text, file: "input")
            return writingFindings(configuration) + runningFindings(configuration, on: .of(bytes))
        } catch {
            return error.problems.isEmpty ? ["refused without a message"] : []
        }
    }

    private static func writingFindings(_ configuration: Configuration) -> [String] {
        do throws(ConfigurationError) {
            let again = try Configuration(toml: configuration.toml, file: "written")
            let isSame = again.thresholds == configuration.thresholds && again.limits == configuration.limits
            return isSame ? [] : ["after writing and reading it differs:\n\(configuration.toml)"]
        } catch {
            return ["does not read what it writes: \(error)"]
        }
    }

    private static func runningFindings(_ configuration: Configuration, on model: ModelDevice) -> [String] {
        let identity = DeviceIdentity(id: "event0", kind: model.kind, model.description)
        guard configuration.ignoring(identity) == nil else { return [] }
        var daemon = FuzzedDaemon(limits: configuration.limits)
        daemon.playStroke(on: model, configuration.settings(for: identity))
        return daemon.findings
    }
}

extension ModelDevice {
    /// One of the four devices, to save time.
    static func of(_ bytes: [UInt8]) -> ModelDevice { allCases[bytes.count % allCases.count] }
}

extension FuzzedDaemon {
    /// A device with these settings, and a client that receives gestures of two fingers.
    mutating func playStroke(on model: ModelDevice, _ settings: DeviceSettings) {
        guard add(0, kind: model.kind, model.description, settings) else { return }
        connect(0)
        for request in [1, 5, 11] { send(FuzzedRequests.line(request), from: 0) }
        var script = StrokeScript(on: model, seed: 1, frameInterval: .milliseconds(16))
        script.tap(at: Point(x: 10, y: 10))
        script.drag(
            fingers: 2, from: Point(x: 20, y: 20), to: Point(x: 60, y: 40), duration: .milliseconds(80))
        for event in script.recording.events { handle(.event(event), from: 0) }
        stop()
    }
}
