public import GestureModel

/// The properties of a device that quirks and configurations match.
public struct DeviceIdentity: Hashable, Sendable {
    /// The device's name in messages: `event5`.
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

/// The properties of a machine that quirks match: some apply to one model of laptop only.
public struct MachineIdentity: Hashable, Sendable {
    /// The kernel's summary of the firmware's DMI tables: `dmi:bvnLENOVO:…`; nil without such tables.
    public var dmi: String?
    /// The device tree's first `compatible`; nil on machines without a device tree.
    public var deviceTree: String?

    public init(dmi: String? = nil, deviceTree: String? = nil) {
        self.dmi = dmi
        self.deviceTree = deviceTree
    }
}
