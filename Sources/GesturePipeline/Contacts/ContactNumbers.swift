/// Numbers the contacts that one client may receive, from 1.
///
/// A device's own numbers also count the contacts that the client may not receive, such as the taps on a lock screen.
/// They would reveal how many there were.
struct ContactNumbers {
    private struct Entry {
        let device: ObjectIdentifier
        /// The device's own number of the contact.
        let contact: Int
        let number: Int
    }

    /// More contacts than are down at once on all devices. The oldest entry is dropped first.
    private static let capacity = 64

    private var entries: [Entry] = []
    private var last = 0

    /// Returns the client's number of a contact. A contact that has none gets the next one.
    mutating func number(of contact: Int, on device: PipelineDevice) -> Int {
        let device = ObjectIdentifier(device)
        if let entry = entries.last(where: { $0.contact == contact && $0.device == device }) { return entry.number }
        last += 1
        if entries.count == ContactNumbers.capacity { entries.removeFirst() }
        entries.append(Entry(device: device, contact: contact, number: last))
        return last
    }

    /// Called when a device was removed: a later device may have the same identity and number its contacts from 1
    /// again.
    mutating func removeAll(of device: PipelineDevice) {
        let device = ObjectIdentifier(device)
        entries.removeAll { $0.device == device }
    }
}
