public import GestureModel

/// Writes the daemon's lines other than `gesture`; each appends one line, newline included.
public enum ServerText {
    public static func append(_ hello: Hello, to bytes: inout [UInt8]) {
        ServerMessage.hello(hello).append(to: &bytes)
    }

    public static func appendAccessChanged(_ access: Access, to bytes: inout [UInt8]) {
        ServerMessage.accessChanged(access).append(to: &bytes)
    }

    public static func appendFocusHello(server: String, to bytes: inout [UInt8]) {
        FocusMessage.hello(protocol: Hello.currentProtocol, server: server).append(to: &bytes)
    }

    public static func append(subscribers processes: [Int32], to bytes: inout [UInt8]) {
        FocusMessage.subscribers(processes).append(to: &bytes)
    }

    public static func appendOK(id: Int64, subscription: Int? = nil, to bytes: inout [UInt8]) {
        ServerMessage.ok(id: id, subscription: subscription).append(to: &bytes)
    }

    public static func append(_ error: RequestError, to bytes: inout [UInt8]) {
        ServerMessage.error(ErrorMessage(error)).append(to: &bytes)
    }

    public static func append(_ device: TouchDevice, to bytes: inout [UInt8]) { bytes += device.line }

    public static func appendDeviceAdded(_ device: TouchDevice, to bytes: inout [UInt8]) {
        ServerMessage.deviceAdded(device).append(to: &bytes)
    }

    public static func appendDeviceChanged(_ device: TouchDevice, to bytes: inout [UInt8]) {
        ServerMessage.deviceChanged(device).append(to: &bytes)
    }

    public static func appendDeviceRemoved(id: String, to bytes: inout [UInt8]) {
        ServerMessage.deviceRemoved(id: id).append(to: &bytes)
    }

    public static func append(
        _ finding: Finding, device: String, subscription: Int, tellsPositions: Bool = true, missed: Int,
        to bytes: inout [UInt8]
    ) {
        let message = ExplanationMessage(
            finding, device: device, subscription: subscription, positions: tellsPositions ? .granted : .withheld,
            missed: missed)
        ServerMessage.explanation(message).append(to: &bytes)
    }
}

extension GestureEncoder {
    public init(device: String, surface: Surface, units: ValueUnits, tellsPositions: Bool) {
        self.init(device: device, surface: surface, units: units, positions: tellsPositions ? .granted : .withheld)
    }

    public var tellsPositions: Bool {
        get { positions == .granted }
        set { positions = newValue ? .granted : .withheld }
    }
}

extension GestureMessage {
    public typealias Phase = GesturePhase
}

extension Access {
    public typealias Positions = PositionAccess
}
