internal import GestureModel

/// The recognition groups of one device.
struct RecognitionGroups {
    /// All groups in the order in which they were added, except that groups that explain come last.
    private(set) var all: [RecognitionGroup] = []
    /// The groups that are awake, in the same order.
    private(set) var awake: [RecognitionGroup] = []
    private var byKey: [RecognitionGroup.Key: RecognitionGroup] = [:]
    /// Shared by the groups that tell hands apart, so that each hand has one number.
    private let hands = HandAssignment()
    /// True if an awake group explains.
    private(set) var explains = false
    /// The number of the last group that was added.
    private var lastNumber = 0
    /// The groups with retiring subscribers. The subscription of such a subscriber has moved to another group, or has
    /// no group on the device now.
    private var retiring: [RecognitionGroup] = []
    /// The next deadline and its group; the first group if several have this deadline. Stored, because it is read
    /// several times per frame.
    private(set) var nextDeadline: (group: RecognitionGroup, time: Timestamp)?
    /// True if so many clients receive the touch that their lines are sent in batches, and no client has lines of
    /// several subscriptions, which would be sent one by one. Found when a touch begins.
    private(set) var isCrowd = false

    /// Called with the frame in which the first contact comes down.
    mutating func beginTouch() {
        for group in awake { group.beginTouch() }
        isCrowd =
            awake.reduce(0) { $0 + $1.receivers.count } > EventWriter.batch
            && awake.allSatisfy { $0.receivers.allSatisfy { $0.session.subscriptions.count == 1 } }
    }

    /// Returns the group that recognises `key`. Adds the group if there is none.
    mutating func group(for key: RecognitionGroup.Key, on device: PipelineDevice) -> RecognitionGroup {
        if let group = byKey[key] { return group }
        lastNumber += 1
        let group = RecognitionGroup(key, on: device, number: lastNumber, hands: hands)
        all.insertInOrder(group)
        byKey[key] = group
        return group
    }

    /// Keeps the subscription in the groups of `key`, of all hands, and retires it in the other groups of a device, or in
    /// all if `key` is nil.
    ///
    /// - Returns: False if it is not in all of those groups.
    mutating func move(
        _ subscription: Subscription, to key: RecognitionGroup.Key?, on device: PipelineDevice
    ) -> Bool {
        let wanted = key?.ofAllHands ?? []
        var kept = 0
        for group in subscription.groups where group.device === device {
            if wanted.contains(group.key) {
                if group.keep(subscription) { kept += 1 }
            } else {
                group.retire(subscription)
                if !retiring.contains(where: { $0 === group }) { retiring.append(group) }
            }
        }
        pruneRetired()
        return kept == wanted.count && key != nil
    }

    /// Removes retiring subscribers whose gestures have ended.
    ///
    /// - Returns: False if no subscriber was retiring.
    @discardableResult
    mutating func pruneRetired() -> Bool {
        guard !retiring.isEmpty else { return false }
        let pruned = retiring
        retiring = retiring.filter { $0.pruneRetired() }
        for group in pruned { refresh(group) }
        return true
    }

    /// Updates the lists and the next deadline after the group woke up, fell asleep, or gained or lost a subscriber. A
    /// group without subscribers is removed. The other groups are searched only if the next deadline may have changed,
    /// or if the group explains.
    mutating func refresh(_ group: RecognitionGroup) {
        if group.subscribers.isEmpty { remove(group) }
        if group.isAsleep {
            awake.removeInOrder(group)
            awake.releaseUnused()
        } else {
            awake.insertInOrder(group)
        }
        if group.key.explains { explains = awake.contains(where: \.key.explains) }
        let changesDeadline = group.isAsleep ? nextDeadline?.group === group : group.deadline != nil
        if changesDeadline { updateDeadline() }
    }

    /// Searches the awake groups for the next deadline. Called whenever the deadline of a group may have changed.
    mutating func updateDeadline() {
        nextDeadline = nil
        for group in awake {
            guard let deadline = group.deadline else { continue }
            if let next = nextDeadline?.time, next <= deadline { continue }
            nextDeadline = (group, deadline)
        }
    }

    private mutating func remove(_ group: RecognitionGroup) {
        all.removeInOrder(group)
        all.releaseUnused()
        // If this group was already removed, a newer group may have its key.
        guard byKey[group.key] === group else { return }
        byKey[group.key] = nil
        // Neither a dictionary nor an array frees the memory of removed entries.
        guard byKey.capacity > 64, byKey.count < byKey.capacity / 8 else { return }
        byKey = Dictionary(uniqueKeysWithValues: byKey.lazy.map { ($0, $1) })
    }
}

extension RecognitionGroup {
    /// True if this group handles a frame before the other group. Groups that explain come last, so that gestures are
    /// sent before explanations.
    fileprivate func precedes(_ other: RecognitionGroup) -> Bool {
        key.explains == other.key.explains ? number < other.number : other.key.explains
    }
}

extension [RecognitionGroup] {
    /// Returns the index of the group, or the index at which to insert it.
    private func index(of group: RecognitionGroup) -> Int { partitionIndex { $0.precedes(group) } }

    fileprivate mutating func insertInOrder(_ group: RecognitionGroup) {
        let index = index(of: group)
        if index == count || self[index] !== group { insert(group, at: index) }
    }

    fileprivate mutating func removeInOrder(_ group: RecognitionGroup) {
        let index = index(of: group)
        if index < count, self[index] === group { remove(at: index) }
    }

    fileprivate mutating func releaseUnused() {
        guard capacity > 64, count < capacity / 8 else { return }
        self = map(\.self)
    }
}

extension Array {
    /// Returns the index of the first element for which `precedes` is false, or else the count. Takes logarithmic time.
    ///
    /// - Parameter precedes: True for all elements up to some index, and false for the others.
    func partitionIndex(where precedes: (Element) -> Bool) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if precedes(self[middle]) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
