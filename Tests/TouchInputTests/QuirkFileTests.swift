import GestureModel
import Testing

@testable import TouchInput

@Suite struct QuirkFileTests {
    private static let touchpad = DeviceIdentity(
        id: "event4", name: "ACME 42 Touchpad", kind: .touchpad, bus: 0x18, vendor: 0x06CB, product: 0x7E7E,
        version: 0x100)
    private static let machine = MachineIdentity(dmi: "dmi:bvnACME:pvrBook3:", deviceTree: "acme,book-3")

    private func quirks(
        _ files: String..., device: DeviceIdentity = touchpad, machine: MachineIdentity = machine
    ) throws -> DeviceQuirks {
        DeviceQuirks(of: device, on: machine, in: try files.map { try QuirkFile($0) })
    }

    @Test func `every known attribute sets its own field`() throws {
        let quirks = try quirks(
            """
            # A comment
            [A touchpad]
            MatchName=*Touchpad
            AttrSizeHint=100x60        # and another
            AttrResolutionHint=31x32
            AttrPressureRange=30:20
            AttrTouchSizeRange=9:7
            AttrPalmPressureThreshold=130
            AttrPalmSizeThreshold=800
            AttrThumbPressureThreshold=100
            AttrThumbSizeThreshold=700
            """)
        var expected = DeviceQuirks()
        expected.size = Vector(dx: 100, dy: 60)
        expected.resolution = Vector(dx: 31, dy: 32)
        expected.pressureRange = .init(down: 30, up: 20)
        expected.touchSizeRange = .init(down: 9, up: 7)
        expected.palmPressure = 130
        expected.palmSize = 800
        expected.thumbPressure = 100
        expected.thumbSize = 700
        #expect(quirks == expected)
    }

    @Test(
        arguments: [
            "MatchName=ACME ?? Touch*", "MatchBus=i2c", "MatchVendor=0x06CB", "MatchProduct=0x7e7e",
            "MatchProduct=0x1;0x7E7E", "MatchVersion=0x0100", "MatchUdevType=touchpad",
            "MatchDMIModalias=dmi:*pvrBook?:*", "MatchDeviceTree=acme,*",
            "MatchBus=i2c\nMatchVendor=0x06CB\nMatchUdevType=touchpad",
        ])
    func `a section applies if all its conditions match`(_ matches: String) throws {
        #expect(try quirks("[a]\n\(matches)\nAttrPalmSizeThreshold=5").palmSize == 5)
    }

    @Test(
        arguments: [
            "MatchName=acme*", "MatchBus=usb", "MatchVendor=0x06CC", "MatchProduct=0x1", "MatchVersion=0x2",
            "MatchUdevType=mouse", "MatchUdevType=touchscreen", "MatchDMIModalias=dmi:*Book4*",
            "MatchDeviceTree=other*", "MatchVendor=0x06CB\nMatchProduct=0x1",
        ])
    func `a section does not apply if one condition fails`(_ matches: String) throws {
        #expect(try quirks("[a]\n\(matches)\nAttrPalmSizeThreshold=5").palmSize == nil)
    }

    @Test(arguments: ["MatchUniq=5", "MatchBus=warp", "MatchUdevType=teapot"])
    func `a section with an unknown match does not apply`(_ match: String) throws {
        #expect(try quirks("[a]\nMatchName=*\n\(match)\nAttrPalmSizeThreshold=5").palmSize == nil)
    }

    @Test func `a machine without an identity has no machine's quirks`() throws {
        for match in ["MatchDMIModalias=dmi:*", "MatchDeviceTree=*"] {
            #expect(try quirks("[a]\n\(match)\nAttrPalmSizeThreshold=5", machine: MachineIdentity()).palmSize == nil)
        }
    }

    @Test func `a section without a match applies to no device`() throws {
        #expect(try quirks("[a]\nAttrPalmSizeThreshold=5").palmSize == nil)
    }

    @Test func `later sections override earlier ones, and later files earlier files`() throws {
        let first = "[a]\nMatchName=*\nAttrPalmSizeThreshold=1\nAttrThumbSizeThreshold=1\nAttrPalmPressureThreshold=1"
        let second = "\n[b]\nMatchBus=i2c\nAttrPalmSizeThreshold=2\nAttrThumbSizeThreshold=2"
        let quirks = try quirks(first + second, "[c]\nMatchVendor=0x06CB\nAttrThumbSizeThreshold=3")
        #expect([quirks.palmPressure, quirks.palmSize, quirks.thumbSize] == [1, 2, 3])
    }

    @Test func `a threshold of zero is never reached`() throws {
        #expect(try quirks("[a]\nMatchName=*\nAttrPalmPressureThreshold=0").palmPressure == .max)
    }

    @Test(arguments: ["none", "0:0"]) func `an empty range removes an earlier one`(_ range: String) throws {
        let text = "[a]\nMatchName=*\nAttrPressureRange=10:8\n[b]\nMatchName=*\nAttrPressureRange=\(range)"
        #expect(try quirks(text).pressureRange == nil)
    }

    @Test func `unknown attributes are ignored`() throws {
        let unknown = "ModelChromebook=1\nAttrEventCode=-ABS_MT_PRESSURE;\nAttrNew=x"
        let text = "[a]\nMatchName=*\n\(unknown)\nAttrPalmSizeThreshold=5"
        #expect(try quirks(text).palmSize == 5)
    }

    @Test func `lines may end in a carriage return, and the last line in neither`() throws {
        #expect(try quirks("[a]\r\nMatchName=*\r\nAttrPalmSizeThreshold=5").palmSize == 5)
        #expect(try QuirkFile("").sections.isEmpty)
    }

    @Test(
        arguments: [
            ("[a", "line 1: expected a ] at the end"),
            ("[a]\nMatchName", "line 2: expected [section] or Key=value"),
            ("[a]\nMatchName=", "line 2: expected Key=value"),
            ("\nMatchName=*", "line 2: MatchName comes before the first [section]"),
            ("[a]\nMatchVendor=1739", "line 2: MatchVendor: expected a number such as 0x06CB, found 1739"),
            ("[a]\nMatchProduct=0x12345", "line 2: MatchProduct: expected a number such as 0x06CB, found 0x12345"),
            ("[a]\nAttrSizeHint=100", "line 2: AttrSizeHint: expected two numbers such as 100x60, found 100"),
            ("[a]\nAttrSizeHint=0x60", "line 2: AttrSizeHint: expected two numbers such as 100x60, found 0x60"),
            (
                "[a]\nAttrPressureRange=8:10",
                "line 2: AttrPressureRange: expected two numbers such as 10:8, the greater one first, found 8:10"
            ),
            (
                "[a]\nAttrPalmSizeThreshold=-1",
                "line 2: AttrPalmSizeThreshold: expected a whole number, found -1"
            ),
        ])
    func `the error of a malformed file has the line and the expected form`(_ text: String, _ message: String) {
        #expect {
            try QuirkFile(text)
        } throws: {
            "\($0)" == message
        }
    }
}
