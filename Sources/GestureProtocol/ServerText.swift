public import GestureModel

/// Writes the daemon's lines other than `gesture`, which is ``GestureEncoder``'s; each appends one line, newline included.
public enum ServerText {
    public static func append(_ hello: Hello, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"hello","protocol":"#)
        bytes.append(Int64(hello.protocol))
        bytes.append(#","server":"#)
        bytes.append(quoted: hello.server)
        bytes.append(#","capabilities":"#)
        bytes.append(list: hello.capabilities) { bytes, capability in bytes.append(quoted: capability) }
        bytes.append(#","devices":"#)
        bytes.append(list: hello.devices) { bytes, device in bytes.append(device) }
        bytes.append(#","access":"#)
        bytes.append(hello.access)
        bytes.append("}\n")
    }

    public static func appendAccessChanged(_ access: Access, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"accessChanged","access":"#)
        bytes.append(access)
        bytes.append("}\n")
    }

    /// The first line of a focus source's connection.
    public static func appendFocusHello(server: String, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"hello","protocol":"#)
        bytes.append(Int64(Hello.currentProtocol))
        bytes.append(#","server":"#)
        bytes.append(quoted: server)
        bytes.append(#","capabilities":["focus","window","lock","cancel"]}"#)
        bytes.append("\n")
    }

    /// To a focus source: the processes that have subscribed, or may, ascending.
    public static func append(subscribers processes: [Int32], to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"subscribers","processes":"#)
        bytes.append(list: processes) { bytes, process in bytes.append(Int64(process)) }
        bytes.append("}\n")
    }

    /// - Parameters:
    ///   - id: The request's.
    ///   - subscription: The new subscription's number where the request was a `subscribe`.
    ///   - bytes: What the line is appended to.
    public static func appendOK(id: Int64, subscription: Int? = nil, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"ok","id":"#)
        bytes.append(id)
        if let subscription {
            bytes.append(#","subscription":"#)
            bytes.append(Int64(subscription))
        }
        bytes.append("}\n")
    }

    public static func append(_ error: RequestError, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"error""#)
        if let id = error.id {
            bytes.append(#","id":"#)
            bytes.append(id)
        }
        bytes.append(#","code":"#)
        bytes.append(quoted: error.code.rawValue)
        if let reason = error.reason {
            bytes.append(#","reason":"#)
            bytes.append(quoted: reason)
        }
        bytes.append(#","message":"#)
        bytes.append(quoted: error.message)
        bytes.append("}\n")
    }

    /// A device by itself: the object that `hello` lists.
    public static func append(_ device: TouchDevice, to bytes: inout [UInt8]) {
        bytes.append(device)
        bytes.append("\n")
    }

    public static func appendDeviceAdded(_ device: TouchDevice, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"deviceAdded","device":"#)
        bytes.append(device)
        bytes.append("}\n")
    }

    public static func appendDeviceChanged(_ device: TouchDevice, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"deviceChanged","device":"#)
        bytes.append(device)
        bytes.append("}\n")
    }

    public static func appendDeviceRemoved(id: String, to bytes: inout [UInt8]) {
        bytes.append(#"{"type":"deviceRemoved","device":"#)
        bytes.append(quoted: id)
        bytes.append("}\n")
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ device: TouchDevice) {
        append(#"{"id":"#)
        append(quoted: device.id)
        append(#","name":"#)
        append(quoted: device.name)
        append(#","node":"#)
        append(quoted: device.node)
        append(#","kind":"#)
        append(quoted: device.kind.rawValue)
        append(#","seat":"#)
        append(quoted: device.seat)
        append(#","size":"#)
        append(device.surface.millimetres)
        append(#","slots":"#)
        append(Int64(device.slots))
        if let resolution = device.resolution {
            append(#","resolution":"#)
            append(resolution)
        }
        if let assumption = device.assumption {
            append(#","assumption":"#)
            append(quoted: assumption)
        }
        append(device.availability)
        append("}")
    }

    private mutating func append(_ availability: TouchDevice.Availability) {
        switch availability {
        case .open: append(#","availability":"open""#)
        case .grabbed: append(#","availability":"grabbed""#)
        case .unavailable(let reason):
            append(#","availability":"unavailable","reason":"#)
            append(quoted: reason)
        }
    }

    private mutating func append(_ vector: Vector) {
        append("[")
        append(vector.dx, .three)
        append(",")
        append(vector.dy, .three)
        append("]")
    }

    mutating func append<Item>(list: [Item], _ write: (inout [UInt8], Item) -> Void) {
        append("[")
        for (index, item) in list.enumerated() {
            if index > 0 { append(",") }
            write(&self, item)
        }
        append("]")
    }
}
