internal import CXCB
internal import Glibc

/// The functions of libxcb and libxcb-res, found at the first use, so that a machine without X11 needs neither.
final class X11Library: @unchecked Sendable {
    let xcb: UnsafePointer<cxcb>
    /// nil where libxcb-res is not installed.
    let resources: UnsafePointer<cxcb_res>?

    static let installed = Result { () throws(DesktopFailure) in
        try X11Library(xcb: "libxcb.so.1", resources: "libxcb-res.so.0")
    }

    /// - Throws: where there is no library `xcb`, or it lacks one of its functions.
    init(xcb: String, resources: String) throws(DesktopFailure) {
        guard let functions = cxcb_load(xcb) else {
            throw DesktopFailure("X11: \(xcb) cannot be loaded; Debian has it in the package libxcb1")
        }
        self.xcb = functions
        self.resources = cxcb_res_load(resources)
    }

    deinit {
        free(UnsafeMutablePointer(mutating: xcb))
        free(resources.map { UnsafeMutablePointer(mutating: $0) })
    }
}
