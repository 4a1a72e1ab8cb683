internal import GestureModel
internal import CXKB
internal import Glibc
internal import LinuxSupport
internal import TOML

/// The functions of libxkbcommon. They are loaded at the first use, so that a machine without a desktop does not need
/// the library.
final class XKBLibrary: @unchecked Sendable {
    let xkb: UnsafePointer<cxkb>

    static let installed = Result { () throws(ActionFailure) in try XKBLibrary(file: "libxkbcommon.so.0") }

    /// - Throws: If the library `file` does not exist or lacks a function.
    init(file: String) throws(ActionFailure) {
        guard let functions = cxkb_load(file) else {
            throw ActionFailure("\(file) cannot be loaded; on Debian, install the package libxkbcommon0")
        }
        xkb = functions
    }

    /// Returns the number of the keysym with this name.
    ///
    /// - Throws: If there is no keysym with this name. The error suggests a similar name if there is one.
    func keysym(_ name: String) throws(ActionFailure) -> UInt32 {
        let keysym = xkb.pointee.keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        if keysym != 0 { return keysym }
        let other = xkb.pointee.keysym_from_name(name, XKB_KEYSYM_CASE_INSENSITIVE)
        let meant = other == 0 ? Spelling.nearest(to: name, of: Self.commonNames) : self.name(of: other)
        let hint =
            meant.map { "; did you mean \($0)?" }
            ?? "; names are those of xev and wev, such as Right, Return, XF86AudioMute"
        throw ActionFailure("there is no key \(name)\(hint)")
    }

    /// The names of function keys and of multimedia keys. Letters need no suggestions.
    private static let commonNames: [String] = {
        guard case .success(let library) = installed else { return [] }
        return [0xFF08...0xFFFF, 0x1008_FF01...0x1008_FFB7].flatMap { $0.compactMap(library.name) }
    }()

    private func name(of keysym: UInt32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard xkb.pointee.keysym_get_name(keysym, buffer.baseAddress, buffer.count) > 0 else { return nil }
            let name = String(cString: buffer.baseAddress!)
            return name.hasPrefix("0x") ? nil : name
        }
    }
}

/// The keymap of the user's layout, which libxkbcommon compiles from `XKB_DEFAULT_LAYOUT` and similar variables, as the
/// compositor does.
final class Keymap {
    /// A key with xkb's keycode, and the modifiers that it requires.
    struct Key: Hashable {
        var code: UInt32
        var modifiers: UInt32
    }

    /// In the format `XKB_KEYMAP_FORMAT_TEXT_V1`.
    let text: String
    private let library: XKBLibrary
    private var keys: [UInt32: Key] = [:]
    private var masks: [KeyCombination.Modifier: UInt32] = [:]

    init(environment: [String: String]) throws(ActionFailure) {
        library = try XKBLibrary.installed.get()
        let xkb = library.xkb.pointee
        guard let context = xkb.context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw ActionFailure("no keymap: out of memory")
        }
        defer { xkb.context_unref(context) }
        // Without names, libxkbcommon takes the layout from XKB_DEFAULT_LAYOUT and the other XKB_DEFAULT_ variables.
        guard let keymap = xkb.keymap_new_from_names(context, nil, XKB_KEYMAP_COMPILE_NO_FLAGS),
            let text = xkb.keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)
        else { throw ActionFailure("no keymap for XKB_DEFAULT_LAYOUT \(environment["XKB_DEFAULT_LAYOUT"] ?? "us")") }
        defer { xkb.keymap_unref(keymap) }
        self.text = String(cString: text)
        free(text)
        for modifier in KeyCombination.Modifier.allCases {
            let index = xkb.keymap_mod_get_index(keymap, modifier.keymapName)
            if index < 32 { masks[modifier] = 1 << index }
        }
        // A key without shift is preferred. Only two levels are read, because further levels require modifiers that not
        // every keymap has.
        for (level, modifiers) in [(UInt32(0), UInt32(0)), (1, masks[.shift] ?? 0)] {
            for code in xkb.keymap_min_keycode(keymap)...xkb.keymap_max_keycode(keymap) {
                var symbols: UnsafePointer<xkb_keysym_t>?
                guard xkb.keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols) == 1,
                    let symbol = symbols?.pointee,
                    keys[symbol] == nil
                else { continue }
                keys[symbol] = Key(code: code, modifiers: modifiers)
            }
        }
    }

    /// - Throws: If there is no key with this name, or the keymap lacks the key or a modifier.
    func key(for keys: KeyCombination) throws(ActionFailure) -> Key {
        guard var key = self.keys[try library.keysym(keys.key)] else {
            throw ActionFailure("the keymap has no key \(keys.key)")
        }
        key.modifiers |= try mask(of: keys.modifiers)
        return key
    }

    /// - Throws: If the keymap lacks a modifier.
    func mask(of modifiers: some Sequence<KeyCombination.Modifier>) throws(ActionFailure) -> UInt32 {
        var sum: UInt32 = 0
        for modifier in modifiers {
            guard let mask = masks[modifier] else {
                throw ActionFailure("the keymap has no modifier \(modifier.rawValue)")
            }
            sum |= mask
        }
        return sum
    }
}

extension KeyCombination.Modifier {
    /// The keymap's name of the modifier.
    fileprivate var keymapName: String {
        switch self {
        case .shift: "Shift"
        case .ctrl: "Control"
        case .alt: "Mod1"
        case .super: "Mod4"
        }
    }
}

/// A key with modifiers, such as `super+Right` or `ctrl+shift+t`.
package struct KeyCombination: Hashable, Sendable, CustomStringConvertible {
    package enum Modifier: String, Hashable, Sendable, CaseIterable {
        case shift
        case ctrl
        case alt
        case `super`

        /// The name of the keysym of the modifier's left key.
        var keysym: String {
            switch self {
            case .shift: "Shift_L"
            case .ctrl: "Control_L"
            case .alt: "Alt_L"
            case .super: "Super_L"
            }
        }
    }

    /// The left key of a modifier alone.
    init(_ modifier: Modifier) { (modifiers, key) = ([], modifier.keysym) }

    package var modifiers: [Modifier]
    /// The name of a keysym (xkbcommon-keysyms.h without `XKB_KEY_`): `Right`, `a`, `XF86AudioMute`.
    package var key: String

    /// - Throws: An error that describes a valid key.
    init(_ text: String) throws(SettingProblem) {
        let row = text.split(whereSeparator: { $0 == " " || $0 == "," }).map { String($0).debugDescription }
        guard row.count < 2 else {
            let advice =
                Self.combination(of: text.exactParts(separatedBy: "+")).map { "did you mean \"\($0)\"?" }
                ?? "for several keys in a row write [\(row.joined(separator: ", "))]"
            throw SettingProblem(
                "expected a key such as \"super+Right\" or \"XF86AudioMute\", found \(text.shown); \(advice)")
        }
        // `ctrl++` is ctrl and the plus key.
        let named = text.hasExactSuffix("++") ? Substring(text.utf8.dropLast()) + "plus" : text[...]
        let words = named.exactParts(separatedBy: "+")
        modifiers = []
        for word in words.dropLast() {
            guard let modifier = Modifier(exactly: word.lowercased()) else {
                let names = Modifier.allCases.map(\.rawValue).joined(separator: ", ")
                let meant = Self.otherNames[word.lowercased()].map { "; did you mean \($0)?" } ?? ""
                throw SettingProblem(
                    "expected modifiers of \(names) before the key, found \(word.shown)\(meant)")
            }
            guard !modifiers.contains(modifier) else {
                throw SettingProblem("\(modifier.rawValue) is given twice in \(text.shown)")
            }
            modifiers.append(modifier)
        }
        key = words.last ?? ""
        guard !key.isEmpty, key.utf8.allSatisfy(\.isOfKeysym) else {
            // For example `ctrl-alt-t`.
            let parts = text.split(separator: "-").map(String.init)
            let isJoined = parts.count > 1 && parts.dropLast().allSatisfy { Modifier(exactly: $0.lowercased()) != nil }
            let meant = isJoined ? "; did you mean \(parts.joined(separator: "+").debugDescription)?" : ""
            throw SettingProblem(
                "expected a key such as \"super+Right\" or \"XF86AudioMute\", found \(text.shown)\(meant)")
        }
    }

    /// Returns the combination that was probably meant by separate parts: modifiers, under any of their names, and a
    /// key; nil for other parts.
    static func combination(of parts: [String]) -> String? {
        let words = parts.map { part in String(part.filter { $0 != " " }) }
        let modifiers = words.dropLast().compactMap { word in
            otherNames[word.lowercased()] ?? Modifier(exactly: word.lowercased())?.rawValue
        }
        guard words.count > 1, modifiers.count == words.count - 1, let key = words.last,
            !key.isEmpty, key.utf8.allSatisfy(\.isOfKeysym)
        else { return nil }
        return (modifiers + [key]).joined(separator: "+")
    }

    /// The names of the modifiers in other programs.
    private static let otherNames = [
        "win": "super", "windows": "super", "meta": "super", "mod4": "super", "cmd": "super", "logo": "super",
        "hyper": "super",
        "super_l": "super", "super_r": "super", "control_l": "ctrl", "control_r": "ctrl", "ctl": "ctrl", "alt_l": "alt",
        "shift_l": "shift", "shift_r": "shift",
        "control": "ctrl", "strg": "ctrl", "mod1": "alt", "option": "alt", "umschalt": "shift",
    ]

    package var description: String { (modifiers.map(\.rawValue) + [key]).joined(separator: "+") }
}

extension UInt8 {
    /// True for an ASCII letter, a digit and `_`.
    fileprivate var isOfKeysym: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
