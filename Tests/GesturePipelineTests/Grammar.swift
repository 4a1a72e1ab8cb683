/// The permitted order of a gesture's events: `began`, any number of `changed`, and one end.
enum Grammar {
    /// The gestures, by subscription, that began and did not end. Events out of order stay in the list.
    static func openGestures(_ words: [String]) -> [String] {
        var open: [String] = []
        for line in words {
            let parts = line.split(separator: " ")
            guard parts.count >= 3, Int(parts[0]) != nil else { continue }
            let gesture = "\(parts[0]) \(parts[2])"
            switch parts[1] {
            case "began": open.append(gesture)
            case "changed": if !open.contains(gesture) { open.append("\(gesture) changed unbegun") }
            default:
                if let index = open.firstIndex(of: gesture) {
                    open.remove(at: index)
                } else {
                    open.append("\(gesture) ended unbegun")
                }
            }
        }
        return open
    }
}
