internal import CEvdev
internal import TouchInput

extension DeviceDescription {
    /// Everything that libevdev read from the kernel when it opened the device.
    init(of context: OpaquePointer) {
        self.init(
            name: libevdev_get_name(context).map { String(cString: $0) } ?? "",
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(context)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(context)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(context)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(context)),
            properties: (0...UInt32(INPUT_PROP_MAX)).filter { libevdev_has_property(context, $0) == 1 }
                .map(UInt16.init),
            capabilities: Self.capabilities(of: context),
            axes: (0...UInt32(ABS_MAX)).compactMap { Self.axis($0, of: context) }
        )
    }

    /// Type 0 lists the event types themselves, as in EVIOCGBIT(0) and evemu's `B: 00` lines.
    private static func capabilities(of context: OpaquePointer) -> [Capability] {
        let types = (0...UInt32(EV_MAX)).filter { libevdev_has_event_type(context, $0) == 1 }
        let itself = Capability(type: UInt16(EV_SYN), codes: types.map(UInt16.init))
        return [itself] + types.filter { hasBitmap($0) }.map { codes(ofType: $0, context) }
    }

    /// EV_REP, EV_PWR and EV_FF_STATUS have no bitmap in the kernel; libevdev invents one.
    private static func hasBitmap(_ type: UInt32) -> Bool {
        switch Int32(type) {
        case EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_LED, EV_SND, EV_FF: true
        default: false
        }
    }

    private static func codes(ofType type: UInt32, _ context: OpaquePointer) -> Capability {
        let codes = 0...UInt32(max(0, libevdev_event_type_get_max(type)))
        return Capability(
            type: UInt16(type),
            codes: codes.filter { libevdev_has_event_code(context, type, $0) == 1 }.map(UInt16.init)
        )
    }

    private static func axis(_ code: UInt32, of context: OpaquePointer) -> Axis? {
        guard let axis = libevdev_get_abs_info(context, code)?.pointee else { return nil }
        return Axis(
            code: UInt16(code), minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
            resolution: axis.resolution
        )
    }
}
