import GestureModel

/// Recordings of a touchpad of 100 × 60 mm, by what its contacts do.
enum PadFrames {
    /// For a time in milliseconds the contacts by slot, in millimetres.
    typealias Frame = (time: Int, contacts: [Int: (x: Double, y: Double, pressure: Int)])

    /// - Parameter clicks: The times in milliseconds at which the button is pressed; it is released in the next frame.
    static func evemu(_ frames: [Frame], clicks: Set<Int> = [], on kind: TouchDeviceKind = .touchpad) -> String {
        var text = """
            N: pad
            I: 0003 0001 0001 0001
            P: 0\(kind == .touchpad ? 1 : 2) 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 01 00 00 00 00 00
            B: 03 00 00 00 00 00 80 60 06
            A: 2f 0 4 0 0 0
            A: 35 0 4000 0 0 40
            A: 36 0 2400 0 0 40
            A: 39 0 65535 0 0 0
            A: 3a 0 255 0 0 0

            """
        var (down, isPressed): (Set<Int>, Bool) = ([], false)
        for (time, contacts) in frames {
            let stamp = "E: \(1 + time / 1000).\(String(String(1000 + time % 1000).dropFirst()))000"
            for slot in down.union(contacts.keys).sorted() {
                text += "\(stamp) 0003 002f \(slot)\n"
                guard let contact = contacts[slot] else {
                    text += "\(stamp) 0003 0039 -1\n"
                    down.remove(slot)
                    continue
                }
                if down.insert(slot).inserted { text += "\(stamp) 0003 0039 \(time + slot + 1)\n" }
                text += "\(stamp) 0003 0035 \(Int(contact.x * 40))\n\(stamp) 0003 0036 \(Int(contact.y * 40))\n"
                text += "\(stamp) 0003 003a \(contact.pressure)\n"
            }
            if clicks.contains(time) != isPressed {
                isPressed.toggle()
                text += "\(stamp) 0001 0110 \(isPressed ? 1 : 0)\n"
            }
            text += "\(stamp) 0000 0000 0\n"
        }
        return text
    }
}
