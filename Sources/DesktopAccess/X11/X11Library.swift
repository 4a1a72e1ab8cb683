package import CXCB
internal import Glibc

/// The functions of libxcb and its extensions. They are loaded at the first use, so that a machine without X11 does not
/// need them.
package final class X11Library: @unchecked Sendable {
    package let xcb: UnsafePointer<cxcb>
    /// nil if libxcb-res is not installed.
    package let resources: UnsafePointer<cxcb_res>?
    /// nil if libxcb-randr is not installed.
    package let randr: UnsafePointer<cxcb_randr>?
    /// nil if libxcb-xinput is not installed, or lacks XInput 2.2.
    package let input: UnsafePointer<cxcb_input>?

    package static let installed = Result { () throws(DesktopFailure) in
        try X11Library(
            xcb: "libxcb.so.1", resources: "libxcb-res.so.0", randr: "libxcb-randr.so.0", input: "libxcb-xinput.so.0")
    }

    /// - Throws: If the library `xcb` does not exist, or lacks a function.
    package init(
        xcb: String, resources: String, randr: String = "", input: String = ""
    ) throws(DesktopFailure) {
        guard let functions = cxcb_load(xcb) else {
            throw DesktopFailure(
                "X11: \(xcb) cannot be loaded; on Debian, install the package libxcb1",
                command: "sudo apt install libxcb1")
        }
        self.xcb = functions
        self.resources = cxcb_res_load(resources)
        // An empty name would denote this program.
        self.randr = randr.isEmpty ? nil : cxcb_randr_load(randr)
        self.input = input.isEmpty ? nil : cxcb_input_load(input)
    }

    deinit {
        free(UnsafeMutablePointer(mutating: xcb))
        free(resources.map { UnsafeMutablePointer(mutating: $0) })
        free(randr.map { UnsafeMutablePointer(mutating: $0) })
        free(input.map { UnsafeMutablePointer(mutating: $0) })
    }
}
