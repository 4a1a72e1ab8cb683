import FakeEvdev
import GestureModel
import TouchInput
import TouchRecordings

/// Recordings as text.
enum Recordings {
    /// An evemu recording of frames.
    static func evemu(_ description: DeviceDescription, _ frames: Frames) -> String {
        var bytes: [UInt8] = []
        EvemuWriter.header(description, into: &bytes)
        for frame in frames {
            for event in frame.events + [.report] {
                let time = Timestamp(microseconds: frame.time)
                EvemuWriter.event(
                    InputEvent(time: time, type: event.type, code: event.code, value: event.value), into: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A tap of 50 ms in the middle of ``DeviceDescription/touchscreen``, 1 s after the start of the clock.
    static let tap = evemu(
        .touchscreen,
        [
            (1_000_000, [.slot(0), .trackingID(1), .x(1500), .y(850)]),
            (1_050_000, [.slot(0), .trackingID(-1)]),
        ])

    static let keyboard = evemu(
        DeviceDescription(
            name: "Fake Keyboard",
            capabilities: [.init(type: 0, codes: [0, 1]), .init(type: EventType.key, codes: [30, 31])]),
        [(1_000_000, [.key(30, 1)])])

    /// The same tap as libinput records it.
    static let libinputTap = """
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event5
          evdev:
            name: "Fake Touchscreen"
            id: [24, 4660, 22136, 256]
            codes:
              0: [0, 1, 3] # EV_SYN
              1: [330] # EV_KEY
              3: [0, 1, 47, 53, 54, 57] # EV_ABS
            absinfo:
              0: [0, 3000, 0, 0, 10]
              1: [0, 1700, 0, 0, 10]
              47: [0, 9, 0, 0, 0]
              53: [0, 3000, 0, 0, 10]
              54: [0, 1700, 0, 0, 10]
              57: [0, 65535, 0, 0, 0]
            properties: [1]
          events:
          - evdev:
            - [  1,      0,   3,  57,       1] # EV_ABS / ABS_MT_TRACKING_ID        1
            - [  1,      0,   3,  53,    1500] # EV_ABS / ABS_MT_POSITION_X      1500
            - [  1,      0,   3,  54,     850] # EV_ABS / ABS_MT_POSITION_Y       850
            - [  1,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ----------
          - evdev:
            - [  1,  50000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
            - [  1,  50000,   0,   0,       0] # ------------ SYN_REPORT (0) ----------

        """

    /// The same tap as Android's getevent prints it.
    static let geteventTap = """
        add device 1: /dev/input/event5
          name:     "Fake Touchscreen"
          events:
            KEY (0001): BTN_TOUCH
            ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                        ABS_MT_POSITION_X     : value 0, min 0, max 3000, fuzz 0, flat 0, resolution 10
                        ABS_MT_POSITION_Y     : value 0, min 0, max 1700, fuzz 0, flat 0, resolution 10
                        ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
          input props:
            INPUT_PROP_DIRECT
        [       1.000000] /dev/input/event5: EV_ABS       ABS_MT_TRACKING_ID   00000001
        [       1.000000] /dev/input/event5: EV_ABS       ABS_MT_POSITION_X    000005dc
        [       1.000000] /dev/input/event5: EV_ABS       ABS_MT_POSITION_Y    00000352
        [       1.000000] /dev/input/event5: EV_SYN       SYN_REPORT           00000000
        [       1.050000] /dev/input/event5: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [       1.050000] /dev/input/event5: EV_SYN       SYN_REPORT           00000000

        """
}
