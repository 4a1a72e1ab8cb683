extension Array {
    /// The index of the first element that does not precede a place in a sorted array, or else the count. Takes a time that
    /// is logarithmic in the count.
    ///
    /// - Parameter precedes: True for the elements before the place.
    func partitionIndex(where precedes: (Element) -> Bool) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if precedes(self[middle]) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
