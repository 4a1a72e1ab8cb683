internal import GestureModel
internal import TouchInput

/// What a device has said: its slots' axes, its other axes and its keys.
struct TouchState {
    enum Key: Hashable {
        case slot(Int)
        case key(UInt16)

        /// Whether a place, by its number in ``TouchState/places``, is another finger's from here on. The pointer's may be
        /// whenever a key changes: it is that of one finger of several.
        func ends(_ place: Int) -> Bool {
            switch self {
            case .slot(let slot): place == slot
            case .key: place == TouchState.pointer
            }
        }
    }

    /// ABS_X and ABS_Y, among the slots.
    static let pointer = -1

    private(set) var slots: [Int: [UInt16: Int32]] = [:]
    private(set) var axes: [UInt16: Int32] = [:]
    private(set) var keys: [UInt16: Int32] = [:]
    private var current = 0

    mutating func take(_ event: InputEvent) {
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

    /// Where there is a finger: its slot, or ``pointer``.
    var places: [(key: Int, x: Int32, y: Int32)] {
        var places: [(key: Int, x: Int32, y: Int32)] = []
        for (slot, values) in slots where (values[AbsoluteCode.trackingID] ?? 0) >= 0 {
            guard let x = values[AbsoluteCode.positionX], let y = values[AbsoluteCode.positionY] else { continue }
            places.append((slot, x, y))
        }
        if let x = axes[AbsoluteCode.x], let y = axes[AbsoluteCode.y] { places.append((TouchState.pointer, x, y)) }
        return places
    }

    mutating func move(_ place: Int, to position: (x: Int32, y: Int32)) {
        if place == TouchState.pointer {
            axes[AbsoluteCode.x] = position.x
            axes[AbsoluteCode.y] = position.y
        } else if (slots[place]?[AbsoluteCode.trackingID] ?? -1) >= 0 {
            slots[place]?[AbsoluteCode.positionX] = position.x
            slots[place]?[AbsoluteCode.positionY] = position.y
        }
    }
}

/// Writes states as the kernel does: what changed, and nothing where nothing did.
struct TouchStateWriter {
    private(set) var events: [InputEvent] = []
    private var said = TouchState()
    private var slot = 0

    mutating func say(_ state: TouchState, at time: Timestamp) {
        var changes: [InputEvent] = []
        func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            changes.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for (index, values) in state.slots.sorted(by: { $0.key < $1.key }) {
            let changed = values.filter { said.slots[index]?[$0.key] != $0.value }
            guard !changed.isEmpty else { continue }
            if slot != index { add(EventType.absolute, AbsoluteCode.slot, Int32(index)) }
            slot = index
            // The id first, as drivers have it: what follows is the new finger's.
            if let id = changed[AbsoluteCode.trackingID] { add(EventType.absolute, AbsoluteCode.trackingID, id) }
            for (code, value) in changed.sorted(by: { $0.key < $1.key }) where code != AbsoluteCode.trackingID {
                add(EventType.absolute, code, value)
            }
        }
        for (code, value) in state.keys.sorted(by: { $0.key < $1.key }) where said.keys[code] != value {
            add(EventType.key, code, value)
        }
        for (code, value) in state.axes.sorted(by: { $0.key < $1.key }) where said.axes[code] != value {
            add(EventType.absolute, code, value)
        }
        said = state
        guard !changes.isEmpty else { return }
        add(EventType.synchronization, SynchronizationCode.report, 0)
        events += changes
    }
}
