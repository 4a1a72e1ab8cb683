public import GestureModel

/// The window that has the focus, as far as its desktop tells.
public struct FocusedWindow: Hashable, Sendable {
    /// The process that shows the window; nil where the desktop does not say.
    public var process: Int32?
    /// What the desktop calls the app, such as `org.gnome.TextEditor` or an X11 class; nil where it does not say.
    public var app: String?
    /// In fractions 0…1 of the screen that the window is on; nil where the desktop does not say.
    public var rectangle: Region?

    public init(process: Int32? = nil, app: String? = nil, rectangle: Region? = nil) {
        self.process = process
        self.app = app
        self.rectangle = rectangle
    }
}

/// What is known of the focus.
public enum Focus: Hashable, Sendable {
    case window(FocusedWindow)
    /// No window has it.
    case nowhere
}

/// A compositor or window manager that tells who has the focus, over a connection that can be waited for.
public protocol Desktop: AnyObject {
    /// For people: `sway`, `X11`.
    var name: String { get }
    /// Becomes readable when ``process()`` has something to do.
    var descriptor: Int32 { get }
    /// Takes in what there is to read, without blocking.
    ///
    /// - Returns: The focus, where it may have changed since the last call; the first call with an answer tells it in any
    ///   case. nil where nothing did.
    /// - Throws: where the connection is over.
    func process() throws(DesktopFailure) -> Focus?
}

/// Why a desktop cannot be followed.
public struct DesktopFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that names the desktop, and the socket or display.
    public var description: String

    public init(_ description: String) { self.description = description }
}
