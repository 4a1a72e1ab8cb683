/// The class of a window's `WM_CLASS`, such as `Firefox` (ICCCM 4.1.2.5).
struct X11WindowClass: Equatable {
    let name: String

    /// - Parameter property: Two strings, each ended by a zero: the instance, then the class. Some apps leave out the last
    ///   zero.
    /// - Returns: nil where there is no class.
    init?(_ property: [UInt8]) {
        let strings = property.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard strings.count >= 2, !strings[1].isEmpty else { return nil }
        // Latin-1 by the letter of ICCCM; what is valid UTF-8 is most likely that.
        let latin1 = String(String.UnicodeScalarView(strings[1].map(Unicode.Scalar.init)))
        name = String(validating: strings[1], as: UTF8.self) ?? latin1
    }
}
