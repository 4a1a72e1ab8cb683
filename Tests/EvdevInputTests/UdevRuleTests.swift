import Foundation
import Glibc
import Testing

@testable import EvdevInput

/// What udev's rules let the service read and write, for the keys that a node has: the same as what the daemon opens.
@Suite struct UdevRuleTests {
    /// BTN_TOUCH, which a touch device has.
    private static let touch = 0x14A

    /// One line: what it compares, and what it does.
    private struct Line {
        var matches: [(key: String, isEqual: Bool, patterns: [String])] = []
        var effects: [(key: String, value: String)] = []
        var label: String?
    }

    private static func lines(_ path: String) throws -> [Line] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../systemd")
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { text in
            var line = Line()
            var count = 0
            for match in text.matches(of: /([A-Z]+(?:\{[^}]*\})?)(==|!=|\+=|=)"([^"]*)"(?:, |$)/) {
                let (key, value) = (String(match.1), String(match.3))
                count += match.0.count
                switch match.2 {
                case "==", "!=":
                    let patterns = value.split(separator: "|").map(String.init)
                    line.matches.append((key, match.2 == "==", patterns))
                default: if key == "LABEL" { line.label = value } else { line.effects.append((key, value)) }
                }
            }
            try #require(count == text.count, "not understood: \(text)")
            return line
        }
    }

    private let rules: [[Line]]

    init() throws { rules = try ["72-gestured.rules", "haptics/73-gestured-haptics.rules"].map(Self.lines) }

    /// Returns the access that the rules give the service: `r`, `rw` or none.
    private func access(_ properties: [String: String], _ attributes: [String: String]) throws -> String {
        var values = ["ACTION": "add", "SUBSYSTEM": "input", "KERNEL": "event5"]
        for (name, value) in properties { values["ENV{\(name)}"] = value }
        for (name, value) in attributes { values["ATTRS{capabilities/\(name)}"] = value }
        var access = ""
        for lines in rules {
            var index = 0
            while index < lines.count {
                let line = lines[index]
                index += 1
                let holds = line.matches.allSatisfy { key, isEqual, patterns in
                    patterns.contains { fnmatch($0, values[key] ?? "", 0) == 0 } == isEqual
                }
                guard holds else { continue }
                for (key, value) in line.effects {
                    switch key {
                    case "GOTO": index = try #require(lines.firstIndex { $0.label == value }, "no label \(value)")
                    case "RUN":
                        let words = value.split(separator: " ")
                        try #require(words.count == 4 && words[2].hasPrefix("g:gestured-input:"), "\(value)")
                        access = String(words[2].dropFirst("g:gestured-input:".count))
                    default: values[key] = value
                    }
                }
            }
        }
        return access
    }

    /// As sysfs has it on a machine whose words have so many bits.
    private static func bitmap(_ codes: Set<Int>, bits: Int = 64) -> String {
        var words: [UInt64] = []
        for start in stride(from: 0, through: 0x2FF, by: bits) {
            var word: UInt64 = 0
            for code in codes where code >= start && code < start + bits { word |= 1 << UInt64(code - start) }
            words.append(word)
        }
        while words.count > 1, words.last == 0 { words.removeLast() }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }

    /// udev's input_id: ID_INPUT_KEY for a key that is no button, ID_INPUT_KEYBOARD for all of 1 to 31.
    private static func properties(_ codes: Set<Int>, _ classes: [String: String]) -> [String: String] {
        var properties = classes
        if codes.contains(where: { $0 < 0x100 || 0x160..<0x220 ~= $0 || 0x230..<0x2C0 ~= $0 }) {
            properties["ID_INPUT_KEY"] = "1"
        }
        if codes.isSuperset(of: 1...31) { properties["ID_INPUT_KEYBOARD"] = "1" }
        return properties
    }

    private func touchAccess(_ codes: Set<Int>, _ kind: String, force: String = "0") throws -> String {
        try access(Self.properties(codes, [kind: "1"]), ["key": Self.bitmap(codes), "ff": force])
    }

    @Test(arguments: ["ID_INPUT_TOUCHSCREEN", "ID_INPUT_TOUCHPAD"])
    func `the udev rules admit a touch device unless it has a key for typing`(_ kind: String) throws {
        #expect(try touchAccess([Self.touch], kind) == "r")
        for code in 1...0x2FF {
            let codes: Set = [Self.touch, code]
            let isTyping = TypingKeys.areAmong(try #require(CapabilityBitmap(Self.bitmap(codes))))
            #expect(try touchAccess(codes, kind) == (isTyping ? "" : "r"), "code \(code)")
        }
    }

    @Test func `so they do with several keys`() throws {
        var generator = SeededGenerator(state: 7)
        let ordinary = [
            0x14A, 0x145, 0x110, 59, 63, 64, 68, 100, 102, 113, 114, 115, 116, 119, 125, 139, 143, 158, 172,
        ]
        let typing = TypingKeys.codes.joined().map(Int.init)
        for number in 0..<4000 {
            var codes = Set(ordinary.filter { _ in generator.next().isMultiple(of: 3) } + [Self.touch])
            if number.isMultiple(of: 2) {
                for _ in 0...number % 3 { codes.insert(typing[Int(generator.next() % UInt64(typing.count))]) }
            }
            let access = try touchAccess(codes, "ID_INPUT_TOUCHSCREEN")
            #expect(access == (number.isMultiple(of: 2) ? "" : "r"), "\(codes.sorted())")
        }
    }

    @Test func `everything that is typed on is a key for typing, and power and volume are not`() {
        let typed: [ClosedRange<UInt16>] = [
            // Digits, letters and signs; the keypad; braille; a phone's digits.
            2...14, 16...28, 30...41, 43...53, 55...55, 57...57, 71...83, 96...96, 98...98, 117...118, 121...121,
            0x1F1...0x1FA, 0x200...0x20F,
        ]
        let codes = Set(TypingKeys.codes.joined())
        #expect(codes.isSuperset(of: typed.joined()))
        #expect(codes.isDisjoint(with: [113, 114, 115, 116, 0x14A, 0x145, 0x110]))
    }

    @Test func `a touch device that may not be read may not be written to either`() throws {
        let (motor, kind) = ("3 0 0", "ID_INPUT_TOUCHSCREEN")
        #expect(try touchAccess([Self.touch, 116], kind, force: motor) == "rw")
        #expect(try touchAccess([Self.touch, 30], kind, force: motor).isEmpty)
        let vibrator = ["key": "0", "abs": "0", "rel": "0", "ff": motor]
        #expect(try access([:], vibrator) == "rw")
        #expect(try access(["ID_INPUT_KEY": "1"], vibrator.merging(["key": "40000000"]) { $1 }).isEmpty)
    }

    @Test func `a pen and a lid are read unless they have a key`() throws {
        let pen = ["ID_INPUT_TABLET": "1"]
        #expect(try access(Self.properties([0x140], pen), ["key": Self.bitmap([0x140])]) == "r")
        #expect(try access(Self.properties([0x140, 116], pen), ["key": Self.bitmap([0x140, 116])]).isEmpty)
        #expect(try access(["ID_INPUT_TABLET": "1", "ID_INPUT_TABLET_PAD": "1"], ["key": "1 0 0 0 0"]).isEmpty)
        #expect(try access(["ID_INPUT_SWITCH": "1"], ["key": "0", "sw": "1"]) == "r")
        #expect(try access(["ID_INPUT_SWITCH": "1"], ["key": "0", "sw": "4"]).isEmpty)
    }

    /// Words of 32 bits cannot be told from others. A touch device has ten of them or more.
    @Test func `with words of 32 bits, no key for typing is read`() throws {
        for code in 1...0xFF {
            let text = Self.bitmap([Self.touch, code], bits: 32)
            let properties = Self.properties([Self.touch, code], ["ID_INPUT_TOUCHSCREEN": "1"])
            #expect(try access(properties, ["key": text]).isEmpty, "code \(code)")
        }
    }
}

/// A linear congruential generator, so that a failure repeats.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
