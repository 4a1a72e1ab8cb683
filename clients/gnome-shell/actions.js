// A few calls for actions (`gesturectl actions`) of this user: GNOME Shell offers none for workspaces or its overview. The
// extensions for GNOME 43 and for GNOME 45 and later share this file.
//
//     busctl --user call org.gnome.Shell /org/gestured/Actions org.gestured.Actions1 Perform s workspace-right
//
// Nothing here reads or changes what belongs to an app. The Shell disables its extensions while the screen is locked.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

const PATH = '/org/gestured/Actions';
const INTERFACE = 'org.gestured.Actions1';
const DESCRIPTION = `<node><interface name="${INTERFACE}">
    <method name="Perform"><arg type="s" direction="in" name="action"/></method>
</interface></node>`;
// More than fingers do, less than what keeps the Shell busy.
const MOST_IN_A_SECOND = 20;

export class ShellActions {
    // `main` is the Shell's module ui/main, which each format of extensions imports in its own way.
    constructor(main) {
        this._main = main;
        this._user = new Gio.Credentials().get_unix_user();
        this._second = {start: 0, calls: 0};
        this._actions = {
            'workspace-left': () => this._move(Meta.MotionDirection.LEFT),
            'workspace-right': () => this._move(Meta.MotionDirection.RIGHT),
            'overview': () => main.overview.toggle(),
            'applications': () => main.overview.visible ? main.overview.hide() : main.overview.showApps(),
        };
        this._object = Gio.DBusExportedObject.wrapJSObject(DESCRIPTION, this);
        this._object.export(Gio.DBus.session, PATH);
    }

    stop() {
        this._object.unexport();
        this._object = null;
    }

    PerformAsync([name], invocation) {
        if (!Object.hasOwn(this._actions, name))
            return this._refuse(invocation, `expected one of ${Object.keys(this._actions).join(', ')}, found ${name.slice(0, 40)}`);
        const now = GLib.get_monotonic_time();
        if (now - this._second.start >= 1000000) this._second = {start: now, calls: 0};
        this._second.calls += 1;
        if (this._second.calls > MOST_IN_A_SECOND)
            return this._refuse(invocation, `more than ${MOST_IN_A_SECOND} actions in a second`);
        // The bus also admits root.
        Gio.DBus.session.call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus',
            'GetConnectionUnixUser', new GLib.Variant('(s)', [invocation.get_sender()]), new GLib.VariantType('(u)'),
            Gio.DBusCallFlags.NONE, 1000, null, (bus, result) => this._answer(name, invocation, bus, result));
    }

    _answer(name, invocation, bus, result) {
        try {
            const [user] = bus.call_finish(result).deepUnpack();
            if (user !== this._user || !this._object) return this._refuse(invocation, 'only for the user of this session');
            this._actions[name]();
            invocation.return_value(null);
        } catch (error) {
            this._refuse(invocation, `${name}: ${error.message}`);
        }
    }

    _refuse(invocation, reason) {
        invocation.return_dbus_error(`${INTERFACE}.Error`, reason);
    }

    // Stays on the last workspace in a direction.
    _move(direction) {
        this._main.wm.actionMoveWorkspace(global.workspace_manager.get_active_workspace().get_neighbor(direction));
    }
}
