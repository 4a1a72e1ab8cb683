// An extension of GNOME Shell that runs expressions in it for the tests. gnome_shell.py adds the first and the last lines, which
// differ between versions.
const DESCRIPTION = `<node><interface name="org.gestured.Driver">
    <method name="Evaluate"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
</interface></node>`;

class Driver {
    enable() {
        this._object = Gio.DBusExportedObject.wrapJSObject(DESCRIPTION, this);
        this._object.export(Gio.DBus.session, '/org/gestured/Driver');
        this._focusSignal = global.display.connect('notify::focus-window', () => {
            this._focusTime = GLib.get_monotonic_time() / 1e6;
        });
    }

    disable() {
        global.display.disconnect(this._focusSignal);
        this._object.unexport();
    }

    Evaluate(script) {
        return JSON.stringify(new Function('Main', 'driver', `return (${script});`)(Main, this) ?? null);
    }

    // Returns the time at which the window of a process got the focus, in seconds.
    activate(process) {
        const window = global.get_window_actors().map(actor => actor.meta_window).find(w => w.get_pid() === process);
        if (!window) return null;
        if (global.display.focus_window === window) return GLib.get_monotonic_time() / 1e6;
        this._focusTime = null;
        // An older time would count as stealing the focus.
        Main.activateWindow(window, global.display.get_current_time_roundtrip());
        return global.display.focus_window === window ? this._focusTime : null;
    }
}
