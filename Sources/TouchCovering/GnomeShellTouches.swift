internal import DesktopAccess
internal import GestureModel
internal import GestureProtocol
internal import SystemdSupport

/// The numbers of fingers with which GNOME Shell's own swipes are off.
package struct TakenSwipes: Hashable, Sendable {
    package var touchpad: Set<Int> = []
    package var touchscreen: Set<Int> = []

    package init() {}

    package var isEmpty: Bool { touchpad.isEmpty && touchscreen.isEmpty }
}

/// gestured's extension in GNOME Shell, as it takes touches. It gives them back when this connection ends.
final class GnomeShellTouches {
    private static let object = BusObject(
        service: "org.gnome.Shell", path: "/org/gestured/Exclusive", interface: "org.gestured.Exclusive1")

    private let bus: SessionBus
    /// The Shell's unique name. Messages of others mean nothing.
    private let owner: String?

    init(environment: [String: String], timeout: Microseconds) throws(DesktopFailure) {
        bus = try SessionBus(environment: environment, timeout: timeout)
        try bus.match("type='signal',sender='\(Self.object.service)',path='\(Self.object.path)'")
        owner = try bus.owner(of: Self.object.service)
    }

    var descriptor: Int32 { bus.descriptor }

    /// - Parameter regions: In the coordinates of all outputs.
    /// - Returns: False if the extension is not enabled. It says when it is, and then needs the same call.
    /// - Throws: If the Shell does not answer, or the extension refuses.
    @discardableResult
    func take(_ regions: [Region], _ swipes: TakenSwipes) throws(DesktopFailure) -> Bool {
        try bus.call(Self.object, "Take", [.string(Self.request(regions, swipes))]) != nil
    }

    static func request(_ regions: [Region], _ swipes: TakenSwipes) -> String {
        func numbers(_ set: Set<Int>) -> JSONValue { .array(set.sorted().map { JSONValue(Int64($0)) }) }
        let areas = regions.map { region in
            JSONValue.array([region.x, region.y, region.width, region.height].map(JSONValue.number))
        }
        let request: JSONValue = [
            "areas": .array(areas), "touchpad": numbers(swipes.touchpad), "touchscreen": numbers(swipes.touchscreen),
        ]
        return String(decoding: request.line.dropLast(), as: UTF8.self)
    }

    /// Handles what has arrived. `hasStarted` means that the extension knows nothing of earlier calls.
    func process() throws(DesktopFailure) -> (hasStarted: Bool, hasLifted: Bool) {
        var (hasStarted, hasLifted) = (false, false)
        while let message = try bus.next() {
            defer { message.acknowledge() }
            guard message.sender == owner, message.path == Self.object.path else { continue }
            if message.member == "Started" { hasStarted = true }
            if message.member == "Lifted" { hasLifted = true }
        }
        return (hasStarted, hasLifted)
    }
}
