internal import GestureConfiguration

/// A key with modifiers, such as `super+Right` or `ctrl+shift+t`.
package struct KeyCombination: Hashable, Sendable, CustomStringConvertible {
    package enum Modifier: String, Hashable, Sendable, CaseIterable {
        case shift
        case ctrl
        case alt
        case `super`

        /// The name of the keysym of its left key.
        var keysym: String {
            switch self {
            case .shift: "Shift_L"
            case .ctrl: "Control_L"
            case .alt: "Alt_L"
            case .super: "Super_L"
            }
        }
    }

    package var modifiers: [Modifier]
    /// The name of a keysym (xkbcommon-keysyms.h without `XKB_KEY_`): `Right`, `a`, `XF86AudioMute`.
    package var key: String

    /// - Throws: What would be right.
    init(_ text: String) throws(ActionProblem) {
        // `ctrl++` is the plus key.
        let words =
            text.hasSuffix("++")
            ? text.dropLast(2).split(separator: "+", omittingEmptySubsequences: false).map(String.init) + ["plus"]
            : text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        modifiers = []
        for word in words.dropLast() {
            guard let modifier = Modifier(rawValue: word.lowercased()), !modifiers.contains(modifier) else {
                let names = Modifier.allCases.map(\.rawValue).joined(separator: ", ")
                throw ActionProblem("expected different modifiers of \(names) before the key, found \(word.shown)")
            }
            modifiers.append(modifier)
        }
        key = words.last ?? ""
        guard !key.isEmpty, key.utf8.allSatisfy(\.isOfKeysym) else {
            throw ActionProblem("expected a key such as \"super+Right\" or \"XF86AudioMute\", found \(text.shown)")
        }
    }

    package var description: String { (modifiers.map(\.rawValue) + [key]).joined(separator: "+") }
}

extension UInt8 {
    /// An ASCII letter, a digit or `_`.
    fileprivate var isOfKeysym: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
