internal import CXCB
internal import Glibc

/// The functions of libxcb and libxcb-res. They are loaded at the first use, so that a machine without X11 needs neither.
final class X11Library: @unchecked Sendable {
    let xcb: UnsafePointer<cxcb>
    /// nil if libxcb-res is not installed.
    let resources: UnsafePointer<cxcb_res>?

    static let installed = Result { () throws(FocusFailure) in
        try X11Library(xcb: "libxcb.so.1", resources: "libxcb-res.so.0")
    }

    /// - Throws: If the library `xcb` does not exist or lacks a function.
    init(xcb: String, resources: String) throws(FocusFailure) {
        guard let functions = cxcb_load(xcb) else {
            throw FocusFailure("X11: \(xcb) cannot be loaded; on Debian, install the package libxcb1")
        }
        self.xcb = functions
        self.resources = cxcb_res_load(resources)
    }

    deinit {
        free(UnsafeMutablePointer(mutating: xcb))
        free(resources.map { UnsafeMutablePointer(mutating: $0) })
    }
}
