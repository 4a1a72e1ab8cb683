internal import EvdevInput
internal import GestureConfiguration
internal import GesturePipeline
internal import TouchInput

extension TouchInputs {
    /// Devices of which only numbers have changed stay as they are. One that is to be seen otherwise than before is another
    /// one to its clients: it goes, and comes anew.
    func reload(_ configuration: Configuration) {
        knowledge = KnownDevices(configuration)
        for node in monitor?.enumerate() ?? [] { review(node) }
    }

    private func review(_ node: TouchNode) {
        guard let entry = entry(of: node), entry.device != nil else { return open(node) }
        let settings = knowledge.settings(for: node)
        if knowledge.ignoring(node) == nil, settings.isSeenAlike(entry.settings) {
            daemon.pipeline.setSettings(settings, of: entry.handle)
            entry.settings = settings
        } else {
            remove(entry)
            open(node)
        }
    }
}

extension DeviceSettings {
    /// Whether fingers on it make the same frames. Remarks name lines of the file, which move.
    fileprivate func isSeenAlike(_ other: DeviceSettings) -> Bool {
        surface == other.surface && quirks == other.quirks
    }
}
