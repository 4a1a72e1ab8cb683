/// What a device says of itself: everything the kernel answers to EVIOCG*, and everything an evemu file's header holds.
public struct DeviceDescription: Hashable, Sendable {
    /// One absolute axis (EVIOCGABS).
    public struct Axis: Hashable, Sendable {
        public var code: UInt16
        public var minimum: Int32
        public var maximum: Int32
        public var fuzz: Int32
        public var flat: Int32
        /// Units per millimetre; 0 where the device does not say.
        public var resolution: Int32

        public init(
            code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0
        ) {
            self.code = code
            self.minimum = minimum
            self.maximum = maximum
            self.fuzz = fuzz
            self.flat = flat
            self.resolution = resolution
        }
    }

    /// The codes a device can send of one event type.
    public struct Capability: Hashable, Sendable {
        public var type: UInt16
        /// Ascending.
        public var codes: [UInt16]

        public init(type: UInt16, codes: [UInt16]) {
            self.type = type
            self.codes = codes
        }
    }

    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    /// INPUT_PROP_*, ascending.
    public var properties: [UInt16]
    /// Ascending by type.
    public var capabilities: [Capability]
    /// Ascending by code.
    public var axes: [Axis]

    public init(
        name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
        properties: [UInt16] = [], capabilities: [Capability] = [], axes: [Axis] = []
    ) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.properties = properties
        self.capabilities = capabilities
        self.axes = axes
    }

    public func axis(_ code: UInt16) -> Axis? { axes.first { $0.code == code } }

    public func can(_ type: UInt16, _ code: UInt16) -> Bool {
        capabilities.first { $0.type == type }?.codes.contains(code) ?? false
    }

    public func has(property: UInt16) -> Bool { properties.contains(property) }
}
