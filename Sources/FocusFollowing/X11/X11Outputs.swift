package import DesktopAccess
internal import CXCB
internal import GestureModel
internal import Glibc

/// The outputs of an X server, from RandR, with the touch devices that XInput's matrices map to them.
final class X11Outputs: OutputSource {
    let name = "X11"

    private let connection: X11Connection
    private let randr: X11Randr
    private var rate = MessageRate()
    private var mayHaveChanged = true

    /// Connects to the display in `DISPLAY`.
    ///
    /// - Throws: If libxcb or libxcb-randr is not installed, there is no server, or the server lacks RandR 1.3.
    init(environment: [String: String]) throws(DesktopFailure) {
        let display = try environment.value(of: "DISPLAY", for: "X11")
        connection = try X11Connection(display: display, library: X11Library.installed.get())
        guard let randr = X11Randr(connection) else {
            throw DesktopFailure(
                "X11 display \(display): no RandR 1.3, or libxcb-randr is not installed; on Debian, install libxcb-randr0",
                command: "sudo apt install libxcb-randr0")
        }
        self.randr = randr
        randr.selectChanges()
        connection.wake()
    }

    var descriptor: Int32 { connection.descriptor }

    func process() throws(DesktopFailure) -> ReportedOutputs? {
        var reported: ReportedOutputs?
        try handleEvents()
        while mayHaveChanged {
            mayHaveChanged = false
            reported = randr.read()
            reported?.devices = X11Touchscreens(connection)?.assigned() ?? []
            // libxcb may have read events while it waited for answers. The descriptor is no longer readable for these
            // events.
            try handleEvents()
        }
        return reported
    }

    private func handleEvents() throws(DesktopFailure) {
        while let event = connection.nextEvent(firstOfRandr: randr.firstEvent) {
            try rate.count("outputs are not followed")
            if event == .outputsChanged { mayHaveChanged = true }
        }
        try connection.check()
    }
}

/// RandR, the extension that reports outputs.
package struct X11Randr {
    /// The number of the extension's first event. The extension has two.
    package let firstEvent: Int32

    private let connection: X11Connection
    private let functions: UnsafePointer<cxcb_randr>

    /// Returns nil if the server lacks RandR 1.3, or libxcb-randr is not installed.
    package init?(_ connection: X11Connection) {
        guard let functions = connection.library.randr,
            let data = connection.data(of: functions.pointee.id)
        else { return nil }
        let cookie = functions.pointee.randr_query_version(connection.connection, 1, 3)
        guard let version = functions.pointee.randr_query_version_reply(connection.connection, cookie, nil) else {
            return nil
        }
        defer { free(version) }
        guard (version.pointee.major_version, version.pointee.minor_version) >= (1, 3) else { return nil }
        firstEvent = Int32(data.pointee.first_event)
        (self.connection, self.functions) = (connection, functions)
    }

    package func selectChanges() {
        let mask = XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
        _ = functions.pointee.randr_select_input(connection.connection, connection.root, UInt16(mask))
        _ = connection.library.xcb.pointee.flush(connection.connection)
    }

    /// Returns the outputs that are in use, in pixels of the root window.
    func read() -> ReportedOutputs { ReportedOutputs(outputs: surfaces().map(\.output)) }

    /// Returns the outputs that are in use, with their sizes in millimetres.
    package func surfaces() -> [OutputSurface] {
        let randr = functions.pointee
        let cookie = randr.randr_get_screen_resources_current(connection.connection, connection.root)
        guard let resources = randr.randr_get_screen_resources_current_reply(connection.connection, cookie, nil) else {
            return []
        }
        defer { free(resources) }
        let first = randr.randr_get_screen_resources_current_outputs(resources)
        let count = Int(randr.randr_get_screen_resources_current_outputs_length(resources))
        let outputs = UnsafeBufferPointer(start: first, count: first == nil ? 0 : count)
        return outputs.compactMap { read($0, resources.pointee.config_timestamp) }
    }

    private func read(_ output: xcb_randr_output_t, _ time: xcb_timestamp_t) -> OutputSurface? {
        let randr = functions.pointee
        let cookie = randr.randr_get_output_info(connection.connection, output, time)
        guard let information = randr.randr_get_output_info_reply(connection.connection, cookie, nil) else {
            return nil
        }
        defer { free(information) }
        guard information.pointee.crtc != 0 else { return nil }
        let bytes = UnsafeBufferPointer(
            start: randr.randr_get_output_info_name(information),
            count: Int(randr.randr_get_output_info_name_length(information)))
        let crtcCookie = randr.randr_get_crtc_info(connection.connection, information.pointee.crtc, time)
        guard let crtc = randr.randr_get_crtc_info_reply(connection.connection, crtcCookie, nil) else { return nil }
        defer { free(crtc) }
        let reported = ReportedOutput(
            name: String(decoding: bytes, as: UTF8.self),
            place: Region(
                x: Double(crtc.pointee.x), y: Double(crtc.pointee.y), width: Double(crtc.pointee.width),
                height: Double(crtc.pointee.height)),
            transform: Self.transform(rotation: crtc.pointee.rotation))
        // That of the monitor, whose picture may be turned.
        let size = Vector(dx: Double(information.pointee.mm_width), dy: Double(information.pointee.mm_height))
        let isTurned = reported.transform % 2 == 1
        return OutputSurface(
            object: output, output: reported, millimetres: isTurned ? Vector(dx: size.dy, dy: size.dx) : size)
    }

    /// Returns wl_output's number for RandR's bits; -1 for an impossible rotation. RandR and wl_output both count
    /// quarter turns counter-clockwise.
    static func transform(rotation: UInt16) -> Int {
        let turns: [UInt16: Int] = [1: 0, 2: 1, 4: 2, 8: 3]
        guard let turn = turns[rotation & 0xF] else { return -1 }
        switch rotation & 0x30 {
        case 0: return turn
        case 0x10: return 4 + turn
        // Mirrored at the other axis, which adds a half turn.
        case 0x20: return 4 + (turn + 2) % 4
        default: return (turn + 2) % 4
        }
    }
}

/// The assignments of touch devices to parts of the root window, from the matrices of XInput 2.2, and the devices' nodes.
package struct X11Touchscreens {
    private let connection: X11Connection
    private let functions: UnsafePointer<cxcb_input>
    private let nodeAtom: xcb_atom_t
    private let matrixAtom: xcb_atom_t

    /// Returns nil if the server lacks XInput 2.2, or libxcb-xinput is not installed.
    package init?(_ connection: X11Connection) {
        guard let functions = connection.library.input,
            connection.data(of: functions.pointee.id) != nil
        else { return nil }
        let cookie = functions.pointee.input_xi_query_version(connection.connection, 2, 2)
        guard let version = functions.pointee.input_xi_query_version_reply(connection.connection, cookie, nil) else {
            return nil
        }
        defer { free(version) }
        guard (version.pointee.major_version, version.pointee.minor_version) >= (2, 2) else { return nil }
        (self.connection, self.functions) = (connection, functions)
        nodeAtom = connection.atom("Device Node")
        matrixAtom = connection.atom("Coordinate Transformation Matrix")
    }

    /// Returns the devices that a matrix maps to a part of the root window.
    func assigned() -> [ReportedDevice] {
        guard let root = connection.size(of: connection.root) else { return [] }
        let input = functions.pointee
        let cookie = input.input_xi_query_device(connection.connection, 0)
        guard let reply = input.input_xi_query_device_reply(connection.connection, cookie, nil) else { return [] }
        defer { free(reply) }
        var devices: [ReportedDevice] = []
        var iterator = input.input_xi_query_device_infos_iterator(reply)
        while iterator.rem > 0, let device = iterator.data {
            if let id = id(of: device.pointee.deviceid),
                let part = X11Matrix(numbers(matrixAtom, of: device.pointee.deviceid))?.part
            {
                let place = Region(
                    x: part.x * root.dx, y: part.y * root.dy, width: part.width * root.dx, height: part.height * root.dy
                )
                devices.append(ReportedDevice(device: .id(id), output: .place(place)))
            }
            input.input_xi_device_info_next(&iterator)
        }
        return devices
    }

    /// Returns the name of the kernel's device, such as `event5`; nil for a device that is not the kernel's.
    package func id(of device: UInt16) -> String? {
        let bytes = bytes(nodeAtom, of: device, format: 8)
        let node = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return node.hasExactPrefix("/dev/input/event") ? String(node.dropFirst("/dev/input/".count)) : nil
    }

    private func numbers(_ property: xcb_atom_t, of device: UInt16) -> [Double] {
        bytes(property, of: device, format: 32).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { Double(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)) }
        }
    }

    /// Returns at most 1024 bytes of a property; an empty array if the device lacks a value of this format.
    private func bytes(_ property: xcb_atom_t, of device: UInt16, format: UInt8) -> [UInt8] {
        let input = functions.pointee
        let cookie = input.input_xi_get_property(connection.connection, device, 0, property, 0, 0, 256)
        guard let reply = input.input_xi_get_property_reply(connection.connection, cookie, nil) else { return [] }
        defer { free(reply) }
        let count = Int(reply.pointee.num_items) * Int(format / 8)
        // Only the length in the reply's header is reliable. It counts the words after the 32 bytes of the header.
        guard reply.pointee.format == format, 0...Int(reply.pointee.length) * 4 ~= count,
            let items = input.input_xi_get_property_items(reply)
        else { return [] }
        return Array(UnsafeRawBufferPointer(start: items, count: count))
    }
}

/// XInput's Coordinate Transformation Matrix: from 0…1 across the device to 0…1 across the root window.
struct X11Matrix {
    private let numbers: [Double]

    /// Returns nil unless `numbers` are the nine numbers of a matrix without perspective.
    init?(_ numbers: [Double]) {
        guard numbers.count == 9, numbers.allSatisfy(\.isFinite), numbers[6...8].elementsEqual([0, 0, 1]) else {
            return nil
        }
        self.numbers = numbers
    }

    /// The part of the root window that the device covers; nil if the device covers all of it, or a part without area.
    var part: Region? {
        let (x, y) = (Self.range(numbers[0], numbers[1], numbers[2]), Self.range(numbers[3], numbers[4], numbers[5]))
        // X servers compute in single precision, so the numbers are not exact.
        let tolerance = 0.001
        let coversAll = [x.lowerBound, 1 - x.upperBound, y.lowerBound, 1 - y.upperBound].allSatisfy { $0 <= tolerance }
        let part = Region(
            x: x.lowerBound, y: y.lowerBound, width: x.upperBound - x.lowerBound, height: y.upperBound - y.lowerBound)
        return coversAll || part.width <= tolerance || part.height <= tolerance ? nil : part
    }

    private static func range(_ across: Double, _ down: Double, _ origin: Double) -> ClosedRange<Double> {
        origin + min(0, across) + min(0, down)...origin + max(0, across) + max(0, down)
    }
}
