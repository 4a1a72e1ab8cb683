internal import TouchInput
internal import TouchRecordings

extension FuzzTarget {
    /// A recording in any format: read, written as evemu, read again, and played to a pipeline.
    static let recording = FuzzTarget("recording") { bytes in
        guard let recording = try? Recording(parsing: bytes) else { return [] }
        return writingFindings(recording) + playingFindings(recording)
    }

    private static func writingFindings(_ recording: Recording) -> [String] {
        guard recording.isOfAKernel else { return [] }
        var text: [UInt8] = []
        EvemuWriter.header(recording.description, into: &text)
        for event in recording.events { EvemuWriter.event(event, into: &text) }
        do throws(RecordingError) {
            let again = try Recording(parsing: text)
            let isSame = again.events == recording.events && again.kind == recording.kind
            return isSame ? [] : ["after writing and reading it differs"]
        } catch {
            return ["does not read what it writes: \(error)"]
        }
    }

    private static func playingFindings(_ recording: Recording) -> [String] {
        var daemon = FuzzedDaemon()
        guard daemon.add(0, kind: recording.kind, recording.description) else { return [] }
        daemon.connect(0)
        for request in [1, 5, 7, 9, 11] { daemon.send(FuzzedRequests.line(request), from: 0) }
        for event in recording.events { daemon.handle(.event(event), from: 0) }
        daemon.stop()
        return daemon.findings
    }
}

extension Recording {
    /// True if a kernel can have such a device; the writer supports no others.
    fileprivate var isOfAKernel: Bool {
        // KEY_CNT, INPUT_PROP_CNT, EV_CNT.
        description.capabilities.allSatisfy { $0.type < 0x20 && $0.codes.allSatisfy { $0 < 0x300 } }
            && description.properties.allSatisfy { $0 < 64 }
    }
}
