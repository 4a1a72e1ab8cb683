public import GestureModel

/// By what a device is known: what quirks and configurations match.
public struct DeviceIdentity: Hashable, Sendable {
    /// Names it in messages: `event5`.
    public var id: String
    public var name: String
    public var kind: TouchDeviceKind
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16

    public init(
        id: String, name: String, kind: TouchDeviceKind, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0,
        version: UInt16 = 0
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
    }

    public init(id: String, kind: TouchDeviceKind, _ description: DeviceDescription) {
        self.init(
            id: id, name: description.name, kind: kind, bus: description.bus, vendor: description.vendor,
            product: description.product, version: description.version)
    }
}

/// By what a machine is known; quirks may hold for one model of laptop only.
public struct MachineIdentity: Hashable, Sendable {
    /// What the kernel makes of the firmware's tables: `dmi:bvnLENOVO:…`; nil where there are none.
    public var dmi: String?
    /// The device tree's first `compatible`; nil on machines without one.
    public var deviceTree: String?

    public init(dmi: String? = nil, deviceTree: String? = nil) {
        self.dmi = dmi
        self.deviceTree = deviceTree
    }
}
