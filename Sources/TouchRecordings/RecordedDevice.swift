internal import TouchInput

/// One device of a recording, which may not be a touch device.
struct RecordedDevice {
    /// The device node; empty if the format has none.
    var node = ""
    var description: DeviceDescription
    var events: [InputEvent] = []
}

/// Readers build a description piece by piece.
extension DeviceDescription {
    /// Ignores EV_SYN, for which headers list the event types instead of codes, and codes beyond EV_MAX and KEY_MAX, which no
    /// kernel has and evemu's format cannot hold.
    mutating func addCode(_ code: UInt16, ofType type: UInt16) {
        guard type != EventType.synchronization, type < 0x20, code < 0x300 else { return }
        guard let index = capabilities.firstIndex(where: { $0.type == type }) else {
            capabilities.append(Capability(type: type, codes: [code]))
            return
        }
        capabilities[index].codes.append(code)
    }

    /// Ignores properties beyond twice INPUT_PROP_MAX.
    mutating func addProperties(_ numbers: [UInt16]) { properties += numbers.filter { $0 < 0x40 } }

    /// Establishes the documented order of the fields, and removes duplicates.
    mutating func normalise() {
        properties = properties.sortedUnique()
        capabilities.sort { $0.type < $1.type }
        for index in capabilities.indices { capabilities[index].codes = capabilities[index].codes.sortedUnique() }
        axes.sort { $0.code < $1.code }
    }
}

extension [UInt16] {
    fileprivate func sortedUnique() -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(count)
        for element in sorted() where element != result.last { result.append(element) }
        return result
    }
}
