public import GestureModel
public import TouchInput

// Earlier names that other targets still use.

extension Pipeline {
    public typealias DeviceHandle = PipelineDevice
    public typealias ClientHandle = ClientSession
    public typealias Role = ClientSession.Role

    public func take(_ event: DeviceEvent, from device: PipelineDevice) { handle(event, from: device) }
    public func faults(of device: PipelineDevice) -> DeviceFaults? { device.faults }
    public func frame(of device: PipelineDevice) -> TouchFrame? { device.frame }
    public func isClosing(_ session: ClientSession) -> Bool { session.outbox.isClosed }
    public func hasOutput(_ session: ClientSession) -> Bool { !session.outbox.isEmpty }
    public func flush(_ session: ClientSession, _ write: (UnsafeRawBufferPointer) -> Int) {
        session.outbox.flush(write)
    }
}
