internal import GestureModel
internal import TouchInput

/// What a device has reported: the axes of its slots, its other axes and its keys.
struct TouchState {
    enum Key: Hashable {
        case slot(Int)
        case key(UInt16)

        /// True if a position, by its key in ``TouchState/positions``, belongs to another finger from here on. That of the
        /// pointer may with any change of a key, because it is the position of one finger of several.
        func ends(_ position: Int) -> Bool {
            switch self {
            case .slot(let slot): position == slot
            case .key: position == TouchState.pointer
            }
        }
    }

    /// ABS_X and ABS_Y, among the slots.
    static let pointer = -1

    private(set) var slots: [Int: [UInt16: Int32]] = [:]
    private(set) var axes: [UInt16: Int32] = [:]
    private(set) var keys: [UInt16: Int32] = [:]
    private var current = 0

    mutating func handle(_ event: InputEvent) {
        switch event.type {
        case EventType.key: keys[event.code] = event.value
        case EventType.absolute where event.code == AbsoluteCode.slot: current = Int(event.value)
        case EventType.absolute where event.code > AbsoluteCode.slot:
            slots[current, default: [:]][event.code] = event.value
        case EventType.absolute: axes[event.code] = event.value
        default: break
        }
    }

    func transitions(since before: TouchState) -> Set<Key> {
        let id = AbsoluteCode.trackingID
        let slots = slots.filter { $0.value[id] != before.slots[$0.key]?[id] }.map { Key.slot($0.key) }
        return Set(slots + keys.filter { $0.value != before.keys[$0.key] }.map { Key.key($0.key) })
    }

    /// The positions of the fingers. The key is the slot, or ``pointer``.
    var positions: [(key: Int, x: Int32, y: Int32)] {
        var positions: [(key: Int, x: Int32, y: Int32)] = []
        for (slot, values) in slots where (values[AbsoluteCode.trackingID] ?? 0) >= 0 {
            guard let x = values[AbsoluteCode.positionX], let y = values[AbsoluteCode.positionY] else { continue }
            positions.append((slot, x, y))
        }
        if let x = axes[AbsoluteCode.x], let y = axes[AbsoluteCode.y] { positions.append((TouchState.pointer, x, y)) }
        return positions
    }

    mutating func move(_ key: Int, to position: (x: Int32, y: Int32)) {
        if key == TouchState.pointer {
            axes[AbsoluteCode.x] = position.x
            axes[AbsoluteCode.y] = position.y
        } else if (slots[key]?[AbsoluteCode.trackingID] ?? -1) >= 0 {
            slots[key]?[AbsoluteCode.positionX] = position.x
            slots[key]?[AbsoluteCode.positionY] = position.y
        }
    }
}

/// Writes states as the kernel does: only what changed.
struct TouchStateWriter {
    private(set) var events: [InputEvent] = []
    private var written = TouchState()
    private var slot = 0

    mutating func write(_ state: TouchState, at time: Timestamp) {
        var changes: [InputEvent] = []
        func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            changes.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for (index, values) in state.slots.sorted(by: { $0.key < $1.key }) {
            let changed = values.filter { written.slots[index]?[$0.key] != $0.value }
            guard !changed.isEmpty else { continue }
            if slot != index { add(EventType.absolute, AbsoluteCode.slot, Int32(index)) }
            slot = index
            // The id first, as drivers do: the values after it belong to the new finger.
            if let id = changed[AbsoluteCode.trackingID] { add(EventType.absolute, AbsoluteCode.trackingID, id) }
            for (code, value) in changed.sorted(by: { $0.key < $1.key }) where code != AbsoluteCode.trackingID {
                add(EventType.absolute, code, value)
            }
        }
        for (code, value) in state.keys.sorted(by: { $0.key < $1.key }) where written.keys[code] != value {
            add(EventType.key, code, value)
        }
        for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) where written.axes[code] != value {
            add(EventType.absolute, code, value)
        }
        written = state
        guard !changes.isEmpty else { return }
        add(EventType.synchronization, SynchronizationCode.report, 0)
        events += changes
    }
}
