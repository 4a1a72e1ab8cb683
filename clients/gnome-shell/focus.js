// Reports the focused window of GNOME Shell, the monitors of touchscreens, and whether touchpads are disabled, to gestured's focus
// follower (`gesturectl focus --follow`). The extensions for GNOME 43 and for GNOME 45 and later share this file.
//
// The extension reports over D-Bus to the follower, and not to gestured's socket itself: which processes belong to a window,
// reconnecting and waiting are the follower's work, so that a mistake there cannot stop the desktop. Only programs that
// call Follow receive reports, because windows' titles are private.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';
import {AssignedTouchscreens} from './touchscreens.js';

const PATH = '/org/gestured/Focus';
const INTERFACE = 'org.gestured.Focus1';
const DESCRIPTION = `<node><interface name="${INTERFACE}">
    <method name="Follow"><arg type="s" direction="out" name="report"/></method>
    <signal name="Report"><arg type="s" name="report"/></signal>
    <signal name="Started"/>
</interface></node>`;
// Every program can call Follow.
const MOST_FOLLOWERS = 8;

export class FocusReporter {
    // `main` is the Shell's module ui/main, which each format of extensions imports in its own way.
    constructor(main) {
        this._main = main;
        this._followers = new Map();
        this._signals = [];
        this._window = null;
        this._last = null;
        this._object = Gio.DBusExportedObject.wrapJSObject(DESCRIPTION, this);
        this._object.export(Gio.DBus.session, PATH);
        this._connect(global.display, 'notify::focus-window', () => this._follow());
        // A menu or a dialog of the Shell grabs its stage.
        this._connect(global.stage, 'notify::is-grabbed', () => this._report());
        this._connect(main.overview, 'showing', () => this._report());
        this._connect(main.overview, 'hidden', () => this._report());
        this._touchscreens = new AssignedTouchscreens(() => this._report());
        this._touchpads = new Gio.Settings({schema_id: 'org.gnome.desktop.peripherals.touchpad'});
        this._connect(this._touchpads, 'changed::send-events', () => this._report());
        this._follow();
        Gio.DBus.session.emit_signal(null, PATH, INTERFACE, 'Started', null);
    }

    stop() {
        for (const [object, id] of this._signals) object.disconnect(id);
        this._touchscreens.stop();
        this._leave();
        // The Shell disables its extensions while the screen is locked.
        this._send(this._main.sessionMode.isLocked ? '{"focus":"lockScreen"}' : '{}');
        for (const watch of this._followers.values()) Gio.bus_unwatch_name(watch);
        this._followers.clear();
        this._object.unexport();
    }

    FollowAsync(_, invocation) {
        const sender = invocation.get_sender();
        if (!this._followers.has(sender)) {
            if (this._followers.size >= MOST_FOLLOWERS) {
                invocation.return_dbus_error(`${INTERFACE}.Error`, `more than ${MOST_FOLLOWERS} followers`);
                return;
            }
            this._followers.set(sender, Gio.bus_watch_name_on_connection(
                Gio.DBus.session, sender, Gio.BusNameWatcherFlags.NONE, null, () => {
                    Gio.bus_unwatch_name(this._followers.get(sender));
                    this._followers.delete(sender);
                }));
        }
        invocation.return_value(new GLib.Variant('(s)', [this._text()]));
    }

    _connect(object, signal, handler) {
        this._signals.push([object, object.connect(signal, handler)]);
    }

    _follow() {
        this._leave();
        this._window = global.display.focus_window;
        this._windowSignals = this._window
            ? ['position-changed', 'size-changed', 'notify::title', 'unmanaging'].map(signal => this._window.connect(signal, () =>
                signal === 'unmanaging' ? this._leave() : this._report()))
            : [];
        this._report();
    }

    _leave() {
        for (const id of this._windowSignals ?? []) this._window.disconnect(id);
        this._windowSignals = [];
        this._window = null;
    }

    _report() {
        const text = this._text();
        // Compared also without followers: the next follower's first report is the current one.
        if (text !== this._last) this._send(text);
    }

    _send(text) {
        this._last = text;
        for (const follower of this._followers.keys())
            Gio.DBus.session.emit_signal(follower, PATH, INTERFACE, 'Report', new GLib.Variant('(s)', [text]));
    }

    _text() {
        return JSON.stringify({
            focus: this._focus(), touchscreens: this._touchscreens.list(),
            // Whether there is a mouse for disabled-on-external-mouse, mutter does not say.
            touchpads: this._touchpads.get_string('send-events') === 'disabled' ? 'disabled' : 'enabled',
        });
    }

    _focus() {
        if (this._main.overview.visible) return 'overview';
        if (global.stage.is_grabbed) return 'menu';
        const window = this._window;
        if (!window) return null;
        // The file name of its desktop entry. A window without one has an app of its own, `window:1`.
        const app = Shell.WindowTracker.get_default().get_window_app(window)?.get_id() ?? '';
        const pid = window.get_pid();
        return {
            process: pid > 0 ? pid : undefined,
            app: app.endsWith('.desktop') ? app.slice(0, -'.desktop'.length) : window.get_wm_class() ?? undefined,
            title: window.get_title() ?? undefined, ...this._place(window),
        };
    }

    // Where the window is on its screen, and where that is among the others: extensions do not know its connector.
    _place(window) {
        if (window.get_monitor() < 0) return {};
        const screen = global.display.get_monitor_geometry(window.get_monitor());
        // Without the decorations of an X11 window.
        const place = window.frame_rect_to_client_rect(window.get_frame_rect());
        if (place.width <= 0 || place.height <= 0) return {};
        return {
            window: {
                x: (place.x - screen.x) / screen.width, y: (place.y - screen.y) / screen.height,
                width: place.width / screen.width, height: place.height / screen.height,
            },
            screen: {x: screen.x, y: screen.y, width: screen.width, height: screen.height},
        };
    }
}
