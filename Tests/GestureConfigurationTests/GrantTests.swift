import GesturePipeline
import TOML
import Testing

@testable import GestureConfiguration

@Suite struct GrantTests {
    @Test func `a grant names a user, a group or both, by name or number, and their rights`() throws {
        let text = """
            [[grant]]
            user = "anna"
            positions = true
            [[grant]]
            group = 27
            session = true
            [[grant]]
            user = 1000
            group = 'shells'
            positions = true
            session = true
            """
        let grants = try Configuration(toml: text, file: "f").grants
        #expect(grants.map(\.user) == [.name("anna"), nil, .number(1000)])
        #expect(grants.map(\.group) == [nil, .number(27), .name("shells")])
        #expect(grants.map(\.positions) == [true, false, true])
        #expect(grants.map(\.session) == [false, true, true])
        #expect(grants.map(\.place) == ["f, line 1", "f, line 4", "f, line 7"])
    }

    @Test func `by default every app of the active user may use the scope session, and the group is the service's`() {
        let access = Configuration().access
        #expect(access.positions == .focused && access.sessionScope == .everyone)
        #expect(access.group == .name("gestured-clients") && access.focusGroup == nil)
    }

    @Test func `an empty name is every user`() throws {
        let access = try Configuration(toml: "[access]\ngroup = \"\"\nfocusGroup = ''\n", file: "f").access
        #expect(access.group == nil && access.focusGroup == nil)
    }

    @Test(
        arguments: [
            (
                "[access]\npositions = \"always\"",
                "f:2: access.positions: expected one of \"focused\", \"session\", found the string \"always\""
            ),
            (
                "[access]\nsessionScope = true",
                "f:2: access.sessionScope: expected one of \"everyone\", \"granted\", found true"
            ),
            ("[access]\ngroup = -1", "f:2: access.group: expected a group's name or number, or \"\", found -1"),
            (
                "[access]\nfocusGroup = 4294967295",
                "f:2: access.focusGroup: expected a group's name or number, or \"\", found 4294967295"
            ),
            (
                "[access]\nusers = 1",
                "f:2: access.users: unknown key; [access] takes focusGroup, group, positions, sessionScope"
            ),
            (
                "[[grant]]\nuser = ''\ngroup = 'a'\nsession = true",
                "f:2: grant.user: expected a user's name or number, found the string \"\""
            ),
            (
                "[[grant]]\nuser = 1\ngroup = 1.5\nsession = true",
                "f:3: grant.group: expected a group's name or number, found 1.5"
            ),
            (
                "[[grant]]\nuser = 1\nsession = true\npositions = 1",
                "f:4: grant.positions: expected true or false, found 1"
            ),
            (
                "[[grant]]\nuser = 1\nsession = true\napp = 'a'",
                "f:4: grant.app: unknown key; [[grant]] takes group, positions, session, user"
            ),
            (
                "[[grant]]\nuser = 1\nuser = 2\nsession = true",
                "f:3: grant.user: given twice; the first is on line 2"
            ),
            ("\n[[grant]]\nsession = true", "f:2: [[grant]]: names no user and no group; it needs one of them"),
            (
                "[[grant]]\nuser = 1\nsession = false",
                "f:1: [[grant]]: grants nothing; it needs positions = true or session = true"
            ),
            ("[grant]\nuser = 1", "f:1: [grant]: expected [[grant]]: there may be several"),
        ])
    func `an error has its line and key`(_ text: String, _ message: String) {
        #expect {
            try Configuration(toml: text, file: "f")
        } throws: {
            "\($0)" == message
        }
    }

    @Test func `the same key in two grants is no mistake`() throws {
        let text = "[[grant]]\nuser = 1\nsession = true\n"
        #expect(try Configuration(toml: text + text, file: "f").grants.count == 2)
    }
}
