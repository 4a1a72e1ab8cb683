internal import DesktopAccess
internal import GestureModel
internal import GestureProtocol

/// A report of gestured's extension for GNOME Shell, or of its script for KWin, as a JSON object.
///
/// ```
/// {"focus":{"process":1234,"app":"org.example.Editor","title":"note","window":{"x":0.5,"y":0,"width":0.5,"height":1}}}
/// {"focus":null}    {"focus":"overview"}    {"focus":"menu"}    {}
/// {"focus":null,"touchscreens":[{"device":"event5","maker":"SHP","model":"LQ140M1"}],"touchpads":"disabled"}
/// ```
///
/// `window` is in fractions 0…1 of the window's screen. `output` is the screen's name. A report may contain `screen`
/// instead, the screen's rectangle in the common coordinates of all screens. Each member of a window may be missing. A
/// report without `focus` means that the desktop has stopped reporting. `touchscreens` contains all touchscreens that
/// the user has assigned to a monitor. `touchpads` is whether all touchpads are `enabled` or `disabled`.
struct DesktopReport {
    let focus: DesktopFocus
    /// nil if the report does not contain touchscreens. Their outputs then stay unchanged.
    let devices: [ReportedDevice]?
    /// The devices that are disabled; nil if the report does not contain this.
    let disabled: [DeviceFilter]?

    /// A report with this focus, for a desktop that does not send reports.
    init(focus: DesktopFocus) { (self.focus, devices, disabled) = (focus, nil, nil) }

    /// Parses a report. An invalid report makes the focus unknown, so no app has the focus until the next valid report.
    init(_ text: String) {
        do throws(DesktopFailure) {
            guard let report = JSONValue(reply: text.utf8), case .object(let members) = report else {
                throw DesktopFailure("expected an object")
            }
            let devices = try report["touchscreens"].map(Self.touchscreens)
            let disabled = try report["touchpads"].map(Self.touchpads)
            focus = try Self.focus(members.last { $0.key.exact == "focus" }?.value)
            (self.devices, self.disabled) = (devices, disabled)
        } catch {
            focus = .unknown("invalid report: \(error): \(FocusedWindow.cut(text))")
            (devices, disabled) = (nil, nil)
        }
    }

    private static func touchpads(_ value: JSONValue) throws(DesktopFailure) -> [DeviceFilter] {
        switch value.string?.exact {
        case "enabled"?: []
        case "disabled"?: [.kind(.touchpad)]
        default: throw DesktopFailure(#"touchpads: expected "enabled" or "disabled""#)
        }
    }

    private static func touchscreens(_ value: JSONValue) throws(DesktopFailure) -> [ReportedDevice] {
        guard let elements = value.elements, elements.count <= OutputStatement.maximumCount else {
            throw DesktopFailure("touchscreens: expected an array of at most \(OutputStatement.maximumCount)")
        }
        var devices: [ReportedDevice] = []
        for element in elements {
            guard let id = element["device"]?.string, let maker = element["maker"]?.string,
                let model = element["model"]?.string
            else { throw DesktopFailure("touchscreens: expected the strings device, maker and model") }
            devices.append(ReportedDevice(device: .id(id), output: .monitor(maker: maker, model: model)))
        }
        return devices
    }

    private static func focus(_ value: JSONValue?) throws(DesktopFailure) -> DesktopFocus {
        guard let focus = value else { return .unknown("the extension has been switched off") }
        switch focus {
        case .null: return .nowhere
        case .string(let part):
            guard let part = ShellPart(exactly: part) else {
                let names = ShellPart.allCases.map(\.rawValue).joined(separator: ", ")
                throw DesktopFailure("focus: expected a window, null or one of \(names)")
            }
            return .shell(part)
        case .object: return .window(try window(focus))
        default: throw DesktopFailure("focus: expected a window, null or a name")
        }
    }

    private static func window(_ value: JSONValue) throws(DesktopFailure) -> FocusedWindow {
        var app: String?
        if let value = value["app"] {
            guard let name = value.string else { throw DesktopFailure("app: expected a string") }
            app = name.isEmpty ? nil : name
        }
        var window = FocusedWindow(app: app)
        if let process = value["process"] {
            guard let process = process.process else { throw DesktopFailure("process: expected a number above 0") }
            window.process = process
        }
        if let title = value["title"] {
            guard let title = title.string else { throw DesktopFailure("title: expected a string") }
            window.title = FocusedWindow.cut(title)
        }
        if let rectangle = value["window"] { window.rectangle = try visible(rectangle) }
        if let output = value["output"] {
            guard let name = output.string else { throw DesktopFailure("output: expected a string") }
            window.output = .name(name)
        } else if let screen = value["screen"] {
            guard let place = screen.region, place.width > 0, place.height > 0 else {
                throw DesktopFailure("screen: expected the numbers x, y, width and height")
            }
            window.output = .place(place)
        }
        return window
    }

    /// Returns the rectangle of the window's content; nil if the screen shows nothing of it, because the window is
    /// shaded or only its title bar is on the screen. Such a window still has the focus.
    private static func visible(_ value: JSONValue) throws(DesktopFailure) -> Region? {
        guard let place = value.region else {
            throw DesktopFailure("window: expected the numbers x, y, width and height")
        }
        guard place.width > 0, place.height > 0 else { return nil }
        return place.intersects(Region(x: 0, y: 0, width: 1, height: 1)) ? place : nil
    }
}
