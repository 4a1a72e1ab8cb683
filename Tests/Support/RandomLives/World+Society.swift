internal import GestureModel
internal import GesturePipeline
internal import ShadowModel

/// Seats, sleep and focus sources: who may have what.
extension World {
    mutating func change(_ access: Action.Access) {
        // Who did not sleep does not wake.
        if case .resume = access, !isSuspended { return pipeline.resume(at: now) }
        if case .seats(let seats) = access {
            town?.seats = seats
            return pipeline.setSeats(seats, at: now)
        }
        // What is down now, or came while nobody heard of it, starts nothing.
        for number in devices.keys { devices[number]?.interrupt(at: moment) }
        switch access {
        case .suspend:
            isSuspended = true
            town?.isAsleep = true
            pipeline.suspend(at: now)
        case .resume:
            isSuspended = false
            town?.isAsleep = false
            pipeline.resume(at: now)
        case .switchTerminal:
            pipeline.switchTerminal(at: now)
            for number in clients.keys { clients[number]?.shadow.mayMissTaps = true }
        case .seats: break
        }
    }

    mutating func tell(_ telling: Action.Telling, by number: Int) {
        if case .open(let citizen) = telling {
            guard sources[number] == nil else { return }
            sources[number] = WorldSource(
                handle: pipeline.connect(citizen.peer, as: .focusSource), citizen: citizen)
            town?.open(number, citizen)
            return
        }
        guard let source = sources[number] else { return }
        let line: String
        switch telling {
        case .open: return
        case .close: return leave(number, source)
        case .focus(let processes, let window):
            let place = window.map {
                #","window":{"x":\#($0.x),"y":\#($0.y),"width":\#($0.width),"height":\#($0.height)}"#
            }
            line = #"{"type":"focus","id":1,"processes":\#(processes)\#(place ?? "")}"#
            town?.tell(number, processes)
        case .lock(let isLocked):
            line = #"{"type":"lock","id":1,"locked":\#(isLocked)}"#
            town?.lock(number, isLocked)
        case .cancel: line = #"{"type":"cancel","id":1}"#
        }
        sources[number]?.open += 1
        Array("\(line)\n".utf8).withUnsafeBytes { pipeline.receive($0, from: source.handle, at: now) }
    }

    private mutating func leave(_ number: Int, _ source: WorldSource) {
        violations += source.violations.map { "source \(number): \($0)" }
        sources[number] = nil
        town?.close(number)
        pipeline.disconnect(source.handle, at: now)
    }

    mutating func settleSources() {
        for number in sources.keys.sorted() {
            guard var source = sources[number] else { continue }
            source.read(&pipeline)
            source.check(subscribers: processes(knownTo: source.citizen))
            sources[number] = source
            if source.isReplaced { leave(number, source) }
        }
    }

    /// Of the connections that a focus source can tell of.
    private func processes(knownTo citizen: Citizen) -> [Int32] {
        let user = citizen.peer?.user ?? 0
        let peers = clients.keys.compactMap { Citizen.of($0).peer }.filter { user == 0 || $0.user == user }
        return Set(peers.map(\.process)).sorted()
    }

    /// Whoever reads promptly has been told by now what it may have.
    mutating func checkAccess(_ number: Int, _ client: WorldClient) {
        guard let town, client.reading.isPrompt, !client.shadow.isClosed, let told = client.shadow.access else {
            return
        }
        let due = town.access(of: Citizen.of(number))
        if told != due { violations.append("client \(number): told \(told), due \(due)") }
    }

    /// Where a gesture has claimed all the fingers there are, no other client has any of them.
    mutating func checkClaims() {
        for (number, gesture) in claims where clients[number]?.shadow.isOpen(gesture) ?? false {
            for (device, present) in devices
            where "event\(device)" == gesture.device && present.witness.count == gesture.fingers {
                for (other, client) in clients where other != number && client.reading.isPrompt {
                    guard client.shadow.holdsFingers(of: gesture.device) else { continue }
                    violations.append("client \(other): holds fingers that client \(number) has claimed")
                }
            }
        }
        claims = []
    }
}
