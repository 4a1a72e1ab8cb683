internal import GesturePipeline
internal import Strokes
internal import TouchInput

extension FuzzTarget {
    /// A quirk file of libinput: read, queried for devices; a pipeline runs with the results.
    static let quirks = FuzzTarget("quirks") { bytes in
        do throws(QuirkFile.SyntaxError) {
            let file = try QuirkFile(String(decoding: bytes, as: UTF8.self))
            return file.sections.isEmpty ? [] : runningFindings(file, on: .of(bytes))
        } catch {
            return error.line < 1 || error.message.isEmpty ? ["refused without a message"] : []
        }
    }

    private static func runningFindings(_ file: QuirkFile, on model: ModelDevice) -> [String] {
        let identity = DeviceIdentity(id: "event0", kind: model.kind, model.description)
        let machine = MachineIdentity(dmi: "dmi:bvnLENOVO:pvrThinkPadX1:", deviceTree: "pine64,pinephone")
        let quirks = DeviceQuirks(of: identity, on: machine, in: [file])
        guard quirks != DeviceQuirks() else { return [] }
        var settings = DeviceSettings()
        settings.quirks = quirks
        var daemon = FuzzedDaemon()
        daemon.playStroke(on: model, settings)
        return daemon.findings
    }
}
