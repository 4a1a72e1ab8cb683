internal import FocusFollowing
internal import GestureActions
internal import GestureConfiguration
internal import GestureModel
internal import GesturePipeline
internal import TouchInput
internal import TouchRecordings

/// What reads text from outside.
struct Reader: Sendable {
    let name: String
    /// Milliseconds of processor time that an input of 64 KiB may take. Lines and titles come at any time, from any process; a file is
    /// read once, and belongs to the user or to root.
    let limit: Double
    let seeds: [String]
    /// What the language is made of.
    let tokens: [String]
    /// Makes an input of any bytes, before the time is taken.
    var prepare: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    let read: @Sendable ([UInt8]) -> Void

    static let all = [request, focusRequest, configuration, quirks, actions, recording, window]

    // MARK: - Sockets

    static let request = Reader(
        name: "request", limit: 2,
        seeds: [
            #"{"type":"subscribe","id":1,"gesture":{"drag":{"fingers":[1,2],"minimumDistance":10,"edges":"left"}}}"#,
            #"{"type":"subscribe","id":1,"gesture":{"race":[{"tap":{}},{"swipe":{"directions":["up"]}}]},"device":{"name":"a"},"region":{"x":0,"y":0,"width":9,"height":9}}"#,
            #"{"type":"subscribe","id":1,"gesture":{"stroke":{"templates":[{"name":"a","points":[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,1]]}]}}}"#,
            #"{"type":"cancel","id":1,"device":"event5"}"#, #"{"type":"haptic","id":1,"feedback":"light"}"#,
            #"{"type":"move","id":1,"subscription":1,"region":{"x":0,"y":0,"width":9,"height":9}}"#,
        ] + rows + [templates], tokens: json, prepare: { line($0) },
        read: { send($0, as: .subscriber) })

    static let focusRequest = Reader(
        name: "focusRequest", limit: 2,
        seeds: [
            #"{"type":"focus","id":1,"processes":[1,2,3],"app":"a","window":{"x":0,"y":0,"width":1,"height":1},"output":"b"}"#,
            #"{"type":"outputs","id":1,"outputs":[{"name":"a","x":0,"y":0,"width":9,"height":9,"transform":"90"},{"name":"b","x":9,"y":0,"width":9,"height":9}],"devices":[{"device":{"name":"c"},"output":"a"}]}"#,
            #"{"type":"lock","id":1,"locked":true}"#,
        ] + rows, tokens: json, prepare: { line($0) },
        read: { send($0, as: .focusSource) })

    /// As much of one kind as a request may contain: an array has 512 values at most, so that chance seldom leads here.
    private static let rows = ["1", "0.1", "{}", "[]", "\"\"", "null", #"{"a":1}"#, #"{"tap":{}}"#, #""\u0302""#].map {
        let row = "[" + repeatElement($0, count: 500).joined(separator: ",") + "]"
        let rows = repeatElement(row, count: max(Search.longest / (row.utf8.count + 1), 1)).joined(separator: ",")
        return #"{"type":"subscribe","id":1,"gesture":{"race":[\#(rows)]}}"#
    }

    /// Drawn shapes, which are resampled and compared with each other.
    private static let templates: String = {
        let templates = (0..<64).map { template in
            let points = (0..<64).map { "[\($0),\(($0 * template) % 17)]" }.joined(separator: ",")
            return #"{"name":"\#(template)","points":[\#(points)]}"#
        }
        return #"{"type":"subscribe","id":1,"gesture":{"stroke":{"templates":[\#(templates.joined(separator: ","))]}}}"#
    }()

    private static let json = [
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"a\":", "{}", "[],", "{\"a\":", "1,", "1e5,", "0.1,", "null,", "\"\",",
        "\"drag\"", "{\"tap\":{}},", "\"gesture\":", "[0,0],", "\"id\":1,", "\"name\":",
    ]

    @Sendable private static func line(_ bytes: [UInt8]) -> [UInt8] {
        bytes.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    }

    /// A line on a connection of its own, from its first byte to the answer.
    @Sendable private static func send(_ line: [UInt8], as role: ClientSession.Role) {
        guard let session = try? pipeline.connect(Peer(user: 1000, process: 10), as: role) else { return }
        line.withUnsafeBytes { pipeline.receive($0, from: session, at: Timestamp(microseconds: 0)) }
        session.outbox.flush { $0.count }
        pipeline.disconnect(session)
    }

    /// Used by the one thread alone.
    private nonisolated(unsafe) static let pipeline = {
        let pipeline = Pipeline(server: "dearest")
        let axes = [AbsoluteCode.slot, AbsoluteCode.positionX, AbsoluteCode.positionY, AbsoluteCode.trackingID]
        var description = DeviceDescription(name: "screen")
        description.axes = axes.map {
            DeviceDescription.Axis(code: $0, minimum: 0, maximum: $0 == AbsoluteCode.slot ? 9 : 4000, resolution: 40)
        }
        _ = try? pipeline.add(id: "event5", node: "/dev/input/event5", kind: .touchscreen, description)
        return pipeline
    }()

    // MARK: - Files

    static let configuration = Reader(
        name: "configuration", limit: 50,
        seeds: [
            "[tap]\nmaximumDuration = 0.3\n[access]\ngroup = \"a\"\n[[grant]]\nuser = \"a\"\nsession = true\n",
            "[[device]]\nname = \"*a*\"\nsize = [100, 60]\n[device.drag]\nminimumDistance = 10\n",
        ], tokens: toml,
        read: {
            guard let text = String(validating: $0, as: UTF8.self) else { return }
            guard let configuration = try? Configuration(toml: text, file: "input") else { return }
            _ = configuration.settings(for: DeviceIdentity(id: "event5", name: "a", kind: .touchscreen))
        })

    static let quirks = Reader(
        name: "quirks", limit: 50,
        seeds: [
            "[A]\nMatchName=*a*b\nMatchVendor=0x06CB;0x06CC\nAttrSizeHint=100x60\nAttrPressureRange=10:8\n",
            "[A]\nMatchName=[[[[\n",
        ],
        tokens: [
            "[", "]", "=", ";", "*", "?", "[a-z]", "\\", "\n", "0x06CB;", "MatchName=", "MatchBus=usb\n",
            "AttrSizeHint=",
        ],
        read: {
            guard let file = try? QuirkFile(String(decoding: $0, as: UTF8.self)) else { return }
            let device = DeviceIdentity(id: "event5", name: "a touchpad", kind: .touchpad)
            _ = DeviceQuirks(of: device, on: MachineIdentity(dmi: "dmi:bvn", deviceTree: "pine64"), in: [file])
        })

    static let actions = Reader(
        name: "actions", limit: 50,
        seeds: [
            "[[action]]\ngesture = \"swipe left\"\nfingers = 3\nrun = [\"a\", \"b\"]\napp = \"*a*\"\n",
            "[[action]]\nname = \"a\"\ngesture = \"drag up\"\nevery = \"8 mm\"\nkeys = \"super+Right\"\n",
            "[[stroke]]\nname = \"a\"\npoints = [[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,1]]\n[[action]]\ngesture = \"stroke a\"\nkeys = \"a\"\n",
            "[[action]]\ngesture = \"e\u{302}\u{316}\"\napp = \"e\u{302}\u{316}\"\nkeys = \"e\u{302}\u{316}\"\n",
            "[[action]]\ngesture = \"tap\"\nrun = [\"e\u{302}\u{316}\", \"e\u{302}\u{316}\"]\n",
            "[[action]]\ngesture = { tap = { count = 2 } }\nkeys = \"a\"\n",
        ], tokens: toml + ["[[action]]\n", "gesture = \"tap\"\n", "keys = \"a\"\n", "\"{\\\"tap\\\":{}}\"", "+", "++"],
        read: { _ = try? ActionFile($0, file: "input") })

    private static let toml = [
        "[", "]", "[[", "]]", "=", ".", "a.", "\"a\"", "'a'", "\"\"\"", "'''", "{", "}", "a = 1\n", "[a]\n",
        "[[device]]\n",
        "[1, 2],", "0x1", "1_0", "1979-05-27T07:32:00Z", "# a\n", "\n", "\\u0302", "true",
    ]

    static let recording = Reader(
        name: "recording", limit: 50,
        seeds: [
            "# EVEMU 1.3\nN: a\nI: 0003 04f3 0001 0111\nP: 02 00 00 00 00 00 00 00\nB: 00 0b 00 00 00 00 00 00 00\nA: 35 0 4000 0 0 40\nE: 0.000001 0003 0039 0001\n",
            "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event5\n  evdev:\n    name: \"a\"\n    id: [3, 1, 2, 3]\n    codes:\n      3: [53, 54]\n    absinfo:\n      53: [0, 4000, 0, 0, 40]\n  events:\n  - evdev:\n    - [0, 1, 3, 53, 10]\n",
            "add device 1: /dev/input/event5\n  name:     \"a\"\n  events:\n    ABS (0003): ABS_MT_POSITION_X : value 0, min 0, max 4000, fuzz 0, flat 0, resolution 40\n[ 1.000001] /dev/input/event5: EV_ABS ABS_MT_POSITION_X 00000001\n",
        ],
        tokens: [
            "E: ", "A: ", "B: ", "\n", "0003 0035 1\n", "  - evdev:\n", "    - [0, 1, 3, 53, 10]\n", "[ 1.000001] ",
            "/dev/input/event5: ",
            "add device 2: /dev/input/event6\n", "name: \"a\"\n", "KEY (0001): ",
        ],
        read: { _ = try? Recording(parsing: $0) })

    // MARK: - The desktop

    /// A window's title and app, as an app chooses them, in the follower and in the actions.
    static let window = Reader(
        name: "window", limit: 5, seeds: ["org.example.Editor", "notes", "app-gnome-org.example-1.scope"],
        tokens: [".", "/", "-", "@", "*", "a"],
        read: {
            let text = String(decoding: $0, as: UTF8.self)
            var last = DesktopFocus.window(FocusedWindow(process: 1, app: "a", title: "b"))
            for focus in [FocusedWindow(process: 1, app: text), FocusedWindow(process: 1, app: "a", title: text)] {
                let focus = DesktopFocus.window(focus)
                guard focus != last else { continue }
                last = focus
                _ = focus.line
                _ = focus.sentence
                _ = Set([ActionWindow(focus), ActionWindow(last)])
                _ = Subscribers().belonging(to: focus)
            }
        })
}
