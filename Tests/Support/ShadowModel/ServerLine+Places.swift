extension ServerLine.Value {
    /// Of all its parts; nil for one that is not told.
    var places: [Pair?] {
        if !parts.isEmpty { return parts.flatMap(\.places) }
        if let tap { return [tap.location] }
        if let press = longPress { return [press.location, press.startLocation] }
        if let drag { return [drag.location, drag.startLocation, drag.predictedEndLocation] }
        if let swipe { return [swipe.location, swipe.startLocation] }
        if let magnify { return [magnify.location, magnify.startLocation] }
        if let rotate { return [rotate.location, rotate.startLocation] }
        return []
    }

    /// As it is told to who may not know places.
    mutating func forgetPlaces() {
        tap?.location = nil
        longPress?.location = nil
        longPress?.startLocation = nil
        drag?.location = nil
        drag?.startLocation = nil
        drag?.predictedEndLocation = nil
        swipe?.location = nil
        swipe?.startLocation = nil
        magnify?.location = nil
        magnify?.startLocation = nil
        rotate?.location = nil
        rotate?.startLocation = nil
        failureReason?.blur()
        for list in [\Self.simultaneous, \.sequence, \.exclusive, \.race] {
            self[keyPath: list] = self[keyPath: list]?.map { part in
                var part = part
                part.forgetPlaces()
                return part
            }
        }
    }
}

extension ServerLine.Failure {
    /// The last digits of what was measured tell places apart; those of a limit say nothing.
    mutating func blur() {
        for key in numbers.keys where key != "limit" {
            numbers[key] = numbers[key]?.map { ($0 * 1000).rounded() / 1000 }
        }
    }
}
