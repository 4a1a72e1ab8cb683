import DesktopAccess
import Foundation
import Testing

@testable import TouchCovering

/// The mark is a lock of this process, which its own questions do not see: those are tested with programs.
@Suite struct ShieldMarkTests {
    @Test func `without a folder there is no mark, and an error that names the variable`() {
        #expect(!ShieldMark.isSet([:]))
        let error = #expect(throws: DesktopFailure.self) { _ = try ShieldMark([:]) }
        #expect(error?.description == "XDG_RUNTIME_DIR is not set")
        #expect(!ShieldMark.isSet(["XDG_RUNTIME_DIR": "/nonexistent"]))
    }
}
