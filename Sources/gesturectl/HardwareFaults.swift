internal import LinuxSupport

/// The hardware faults that the service has logged since the machine started, for users who may read the journal.
enum HardwareFaults {
    /// Returns a line for each device. The daemon corrects these faults as far as possible, so they are no problem of
    /// their own; they explain gestures that are missed.
    static var findings: [Diagnosis] {
        guard ServiceUnits.isSystemdRunning else { return [] }
        var faults: [(device: String, text: String)] = []
        for line in journal.split(separator: "\n") {
            // `event5: hardware fault: time went back (3 times)`.
            let parts = line.split(separator: ":", maxSplits: 2).map { $0.drop { $0 == " " } }
            guard parts.count == 3, parts[1] == "hardware fault", let end = parts[2].lastIndex(of: "(") else {
                continue
            }
            let fault = (String(parts[0]), parts[2][..<end].split(separator: " ").joined(separator: " "))
            if !faults.contains(where: { $0 == fault }) { faults.append(fault) }
        }
        let devices = faults.map(\.device).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return devices.map { device in
            let texts = faults.filter { $0.device == device }.map(\.text).joined(separator: ", ")
            return Diagnosis("device", "\(device) has hardware faults, which cost gestures: \(texts)")
        }
    }

    private static var journal: String {
        let command =
            "exec journalctl --unit gestured.service --boot --quiet --no-pager --output cat --grep 'hardware fault' 3>&2 2>/dev/null >&3"
        let output = ProcessLaunch(["/bin/sh", "-c", command]).errorOutput(limit: 1 << 20)
        return String(decoding: output?.bytes ?? [], as: UTF8.self)
    }
}
