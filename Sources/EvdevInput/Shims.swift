public import LinuxSupport
public import TouchInput

public typealias UdevError = SystemError
public typealias Drain = EvdevDevice.DrainResult

extension EvdevDevice {
    public func initialState(_ body: (DeviceEvent) -> Void) { reportInitialState(body) }
}
