internal import GestureModel

/// The claims of the gestures that began in one step of a device. They are carried out together, in one pass over the
/// subscribers, so that a frame with many claims costs little more than a frame with one.
///
/// A claim affects the other clients of its user; a claim of a trusted client affects all other clients. If two clients
/// claim the same contact of the same clients, the first in the order of groups wins, and the gesture of the other is
/// cancelled like any other gesture of the contact.
struct ContactClaims {
    private struct Claim {
        let claimant: ClientSession
        let contacts: [Int]
        let time: Timestamp
    }

    private let access: AccessControl
    private var byUser: [UInt32: [Claim]] = [:]
    private var ofTrusted: [Claim] = []
    /// The contacts of all claims.
    private var contacts: [Int] = []

    init(_ access: AccessControl) { self.access = access }

    /// True if the claims of a client affect all other clients.
    private func trusts(_ session: ClientSession) -> Bool { access.trusts(session.peer) }

    /// Collects the claims of a group whose gesture has just begun, and carries them out on the group itself.
    ///
    /// - Parameter down: The contacts that are down.
    mutating func collect(of group: RecognitionGroup, at time: Timestamp, _ down: [Contact]) {
        let contacts = down.filter { $0.isDown && group.holds($0.id) }.map(\.id)
        guard !contacts.isEmpty else { return claimGesture(of: group, at: time) }
        for subscriber in group.receivers where subscriber.hasOpenClaim {
            let claimant = subscriber.session
            guard claim(on: contacts, of: claimant) == nil, !isKnown(contacts, of: claimant) else { continue }
            add(Claim(claimant: claimant, contacts: contacts, time: time), of: claimant)
        }
    }

    /// A gesture whose contacts have all lifted claims nothing but itself.
    private func claimGesture(of group: RecognitionGroup, at time: Timestamp) {
        var own = ContactClaims(access)
        for subscriber in group.receivers where subscriber.hasOpenClaim && own.claim(of: subscriber.session) == nil {
            own.add(Claim(claimant: subscriber.session, contacts: [], time: time), of: subscriber.session)
        }
        group.end(group.receivers.filter { own.claim(of: $0.session) != nil }, .outcompeted, at: time)
    }

    private mutating func add(_ claim: Claim, of claimant: ClientSession) {
        if let user = claimant.user, !trusts(claimant) {
            byUser[user, default: []].append(claim)
        } else {
            ofTrusted.append(claim)
        }
        for contact in claim.contacts where !contacts.contains(contact) { contacts.append(contact) }
    }

    /// Cancels the gestures of claimed contacts for the clients that the claims affect. Called after all groups have
    /// received the frame, because a group that does not know the contacts yet would begin with them later.
    func carryOut(on groups: [RecognitionGroup]) {
        guard !contacts.isEmpty else { return }
        for group in groups {
            let held = contacts.filter(group.holds), present = contacts.filter { group.holds($0) || group.sees($0) }
            guard !present.isEmpty else { continue }
            var last: Claim?
            let ended = group.receivers.filter { subscriber in
                // A gesture of other contacts continues, although its group has received the claimed contacts.
                let claim = claim(on: subscriber.openGesture == nil ? present : held, of: subscriber.session)
                last = claim ?? last
                return claim != nil
            }
            if let last { group.end(ended, .outcompeted, at: last.time) }
        }
    }

    /// Returns a claim that affects a client and has one of the contacts.
    private func claim(on contacts: [Int], of other: ClientSession) -> Claim? {
        contacts.isEmpty ? nil : claim(of: other) { $0.contacts.contains(where: contacts.contains) }
    }

    private func claim(of other: ClientSession, where matches: (Claim) -> Bool = { _ in true }) -> Claim? {
        let ofUser = byUser.isEmpty ? nil : other.user.flatMap { byUser[$0] }
        return ofUser?.first { $0.claimant !== other && matches($0) }
            ?? ofTrusted.first { $0.claimant !== other && matches($0) }
    }

    /// True if the client has already claimed each of the contacts, so that another claim adds nothing.
    private func isKnown(_ contacts: [Int], of claimant: ClientSession) -> Bool {
        let own = trusts(claimant) ? ofTrusted : claimant.user.flatMap { byUser[$0] } ?? []
        return contacts.allSatisfy { contact in
            own.contains { $0.claimant === claimant && $0.contacts.contains(contact) }
        }
    }
}
