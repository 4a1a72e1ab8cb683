internal import TouchInput

/// How readers fill a description that they meet in pieces.
extension DeviceDescription {
    /// EV_SYN is left out: what headers list there are the event types, not codes. So is what no kernel has, past EV_MAX
    /// and KEY_MAX, which evemu's format has no room for.
    mutating func addCode(_ code: UInt16, ofType type: UInt16) {
        guard type != EventType.synchronization, type < 0x20, code < 0x300 else { return }
        guard let index = capabilities.firstIndex(where: { $0.type == type }) else {
            capabilities.append(Capability(type: type, codes: [code]))
            return
        }
        capabilities[index].codes.append(code)
    }

    /// Leaves out what is past twice INPUT_PROP_MAX.
    mutating func addProperties(_ numbers: [UInt16]) { properties += numbers.filter { $0 < 0x40 } }

    /// The order and uniqueness that the fields promise, whatever the order of the file.
    mutating func putInOrder() {
        properties = properties.sortedOnce()
        capabilities.sort { $0.type < $1.type }
        for index in capabilities.indices { capabilities[index].codes = capabilities[index].codes.sortedOnce() }
        axes.sort { $0.code < $1.code }
    }
}

extension [UInt16] {
    fileprivate func sortedOnce() -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(count)
        for element in sorted() where element != result.last { result.append(element) }
        return result
    }
}
