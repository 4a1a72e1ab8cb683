internal import GestureModel

extension Request {
    /// The line to send, newline included. What equals a default is left out.
    public var encoded: [UInt8] {
        var line: [UInt8] = []
        switch self {
        case .subscribe(let request):
            line.append(#"{"type":"subscribe","id":"#)
            line.append(request.id)
            line.append(request)
        case .unsubscribe(let id, let subscription):
            line.append(#"{"type":"unsubscribe","id":"#)
            line.append(id)
            line.append(#","subscription":"#)
            line.append(Int64(subscription))
        case .move(let id, let subscription, let region):
            line.append(#"{"type":"move","id":"#)
            line.append(id)
            line.append(#","subscription":"#)
            line.append(Int64(subscription))
            line.append(region, of: .surface)
        case .cancel(let id, let device):
            line.append(#"{"type":"cancel","id":"#)
            line.append(id)
            if let device {
                line.append(#","device":"#)
                line.append(quoted: device)
            }
        case .reload(let id):
            line.append(#"{"type":"reload","id":"#)
            line.append(id)
        case .haptic(let request):
            line.append(#"{"type":"haptic","id":"#)
            line.append(request.id)
            line.append(request)
        }
        line.append("}\n")
        return line
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ request: SubscribeRequest) {
        append(#","gesture":"#)
        append(request.gesture)
        append(request.device)
        append(request.region, of: request.regionOrigin)
        append(request.units)
        if request.explains { append(#","explain":true"#) }
        if request.scope == .session { append(#","scope":"session""#) }
        if request.claims { append(#","claim":true"#) }
    }

    fileprivate mutating func append(_ region: Region?, of origin: RegionOrigin) {
        guard let region else { return }
        append(#","region":{"x":"#)
        append(exactly: region.x)
        append(#","y":"#)
        append(exactly: region.y)
        append(#","width":"#)
        append(exactly: region.width)
        append(#","height":"#)
        append(exactly: region.height)
        if origin == .window { append(#","of":"window""#) }
        append("}")
    }

    fileprivate mutating func append(_ request: HapticRequest) {
        append(#","feedback":"#)
        append(quoted: request.feedback.rawValue)
        guard let device = request.device else { return }
        append(#","device":"#)
        append(quoted: device)
    }

    private mutating func append(_ device: DeviceFilter) {
        switch device {
        case .any: return
        case .kind(let kind):
            append(#","device":{"kind":"#)
            append(quoted: kind.rawValue)
        case .id(let id):
            append(#","device":{"id":"#)
            append(quoted: id)
        case .name(let name):
            append(#","device":{"name":"#)
            append(quoted: name)
        }
        append("}")
    }

    private mutating func append(_ units: ValueUnits) {
        switch units {
        case .points: return
        case .millimetres: append(#","units":"millimetres""#)
        case .normalized: append(#","units":"normalized""#)
        case .mapped(let width, let height):
            append(#","units":{"width":"#)
            append(exactly: width)
            append(#","height":"#)
            append(exactly: height)
            append("}")
        }
    }
}

// MARK: - Expressions

extension [UInt8] {
    private mutating func append(_ gesture: GestureExpression) {
        switch gesture {
        case .tap(let tap):
            append(#"{"tap":{"fingers":"#)
            append(tap.fingers)
            append(#","count":"#)
            append(Int64(tap.count))
            append(#","maximumDistance":"#, limit: tap.maximumDistance)
            append(#","maximumDuration":"#, tap.maximumDuration)
            append(#","maximumDelay":"#, tap.maximumDelay)
        case .longPress(let press):
            append(#"{"longPress":{"fingers":"#)
            append(press.fingers)
            append(#","minimumDuration":"#, press.minimumDuration)
            append(#","maximumDistance":"#, limit: press.maximumDistance)
        case .drag(let drag):
            append(#"{"drag":{"fingers":"#)
            append(drag.fingers)
            append(#","minimumDistance":"#, drag.minimumDistance)
            append(drag.edges, drag.edgeDistance)
        case .swipe(let swipe):
            append(#"{"swipe":{"fingers":"#)
            append(swipe.fingers)
            if swipe.directions != .all {
                append(#","directions":"#)
                append(words: swipe.directions.directions.map(\.rawValue))
            }
            append(#","minimumDistance":"#, swipe.minimumDistance)
            append(#","minimumVelocity":"#, swipe.minimumVelocity)
            append(swipe.edges, swipe.edgeDistance)
        case .magnify(let magnify):
            append(#"{"magnify":{"fingers":"#)
            append(magnify.fingers)
            append(#","minimumScaleDelta":"#, magnify.minimumScaleDelta)
        case .rotate(let rotate):
            append(#"{"rotate":{"fingers":"#)
            append(rotate.fingers)
            append(#","minimumAngleDelta":"#, rotate.minimumAngleDelta)
        case .standard(let standard):
            append(#"{"standard":"#)
            append(quoted: standard.rawValue)
            return append("}")
        case .composition(let composition): return append(composition)
        }
        append("}}")
    }

    private mutating func append(_ composition: GestureExpression.Composition) {
        append("{")
        append(quoted: composition.kind.rawValue)
        append(":[")
        for (index, part) in composition.parts.enumerated() {
            if index > 0 { append(",") }
            append(part)
        }
        append("]}")
    }

    private mutating func append(_ edges: Edge.Set?, _ distance: Double?) {
        guard let edges else { return }
        append(#","edges":"#)
        append(words: edges.edges.map(\.rawValue))
        append(#","edgeDistance":"#, distance)
    }

    /// One word by itself, several as an array.
    private mutating func append(words: [String]) {
        if words.count == 1 { return append(quoted: words[0]) }
        append("[")
        for (index, word) in words.enumerated() {
            if index > 0 { append(",") }
            append(quoted: word)
        }
        append("]")
    }

    private mutating func append(_ fingers: FingerCounts) {
        let counts = fingers.counts
        if counts.count == 1 { return append(Int64(counts[0])) }
        append("[")
        for (index, count) in counts.enumerated() {
            if index > 0 { append(",") }
            append(Int64(count))
        }
        append("]")
    }

    private mutating func append(_ key: StaticString, _ number: Double?) {
        guard let number else { return }
        append(key)
        append(exactly: number)
    }

    private mutating func append(_ key: StaticString, limit: Double?) {
        guard limit == .infinity else { return append(key, limit) }
        append(key)
        append(#""any""#)
    }

    private mutating func append(_ key: StaticString, _ duration: Microseconds?) {
        guard let duration else { return }
        append(key)
        if duration == .never { append(#""never""#) } else { append(exactly: duration.seconds) }
    }
}
