internal import EvdevInput

/// Devices come and go, and one may be had that could not be had before.
extension TouchInputs {
    func takeChanges() {
        while let change = monitor?.nextChange() {
            switch change {
            case .added(let node), .changed(let node): open(node)
            // Not by name: a removal that comes late would take the device that has the name now.
            case .removed(let path): entries.filter { $0.syspath == path }.forEach(remove)
            case .overrun: enumerateAgain()
            }
        }
        daemon.settle()
    }

    private func enumerateAgain() {
        let nodes = monitor?.enumerate() ?? []
        let paths = nodes.map(\.syspath)
        entries.filter { !paths.contains($0.syspath) }.forEach(remove)
        nodes.forEach(open)
    }

    func useFreeDescriptor() {
        // Each anew: what is asked of sysfs takes a descriptor as well.
        for entry in entries where entry.failure?.isExhaustion == true {
            if let node = monitor?.node(at: entry.syspath) { open(node) }
        }
    }
}
