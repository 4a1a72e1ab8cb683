// Takes touches from apps, and swipes from the Shell, for the exclusive rules of this user's actions (`gesturectl actions`). The
// extensions for GNOME 43 and for GNOME 45 and later share this file.
//
//     Take '{"areas":[[x,y,width,height]],"touchpad":[3],"touchscreen":[]}'
//
// Areas are in the stage's coordinates: what begins there reaches no window. Of a touchpad's swipes with one of these numbers of
// fingers, neither the Shell nor a window receives anything; of a touchscreen's, the Shell. All of it ends when the caller leaves the
// bus, and with the extension. `Lifted` tells the callers that all fingers on the areas have lifted.

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import St from 'gi://St';

const PATH = '/org/gestured/Exclusive';
const INTERFACE = 'org.gestured.Exclusive1';
const DESCRIPTION = `<node><interface name="${INTERFACE}">
    <method name="Take"><arg type="s" direction="in" name="wanted"/></method>
    <signal name="Started"/>
    <signal name="Lifted"/>
</interface></node>`;
// Every program of the user can call Take.
const MOST_CALLERS = 8;
const MOST_AREAS = 64;

export class TouchTaker {
    // `main` is the Shell's module ui/main, which each format of extensions imports in its own way.
    constructor(main) {
        this._main = main;
        this._callers = new Map();
        this._actors = [];
        // The Shell's trackers that are off for touchscreens, with the handlers that keep them off.
        this._held = new Map();
        this._isSwipeTaken = false;
        this._events = 0;
        this._touches = new Set();
        this._object = Gio.DBusExportedObject.wrapJSObject(DESCRIPTION, this);
        this._object.export(Gio.DBus.session, PATH);
        Gio.DBus.session.emit_signal(null, PATH, INTERFACE, 'Started', null);
    }

    stop() {
        for (const caller of this._callers.values()) Gio.bus_unwatch_name(caller.watch);
        this._callers.clear();
        this._apply();
        this._object.unexport();
    }

    TakeAsync([text], invocation) {
        const sender = invocation.get_sender();
        let wanted;
        try {
            wanted = this._read(text);
        } catch (error) {
            return invocation.return_dbus_error(`${INTERFACE}.Error`, `invalid: ${error.message}`);
        }
        if (!this._callers.has(sender)) {
            if (this._callers.size >= MOST_CALLERS)
                return invocation.return_dbus_error(`${INTERFACE}.Error`, `more than ${MOST_CALLERS} callers`);
            const watch = Gio.bus_watch_name_on_connection(
                Gio.DBus.session, sender, Gio.BusNameWatcherFlags.NONE, null, () => this._leave(sender));
            this._callers.set(sender, {watch, wanted});
        }
        this._callers.get(sender).wanted = wanted;
        this._apply();
        invocation.return_value(null);
    }

    _leave(sender) {
        const caller = this._callers.get(sender);
        if (!caller) return;
        Gio.bus_unwatch_name(caller.watch);
        this._callers.delete(sender);
        this._apply();
    }

    _read(text) {
        const {areas, touchpad, touchscreen} = JSON.parse(text);
        const isCount = count => Number.isInteger(count) && count >= 1 && count <= 10;
        if (!Array.isArray(areas) || areas.length > MOST_AREAS ||
            !areas.every(area => Array.isArray(area) && area.length === 4 && area.every(Number.isFinite)))
            throw new Error(`expected at most ${MOST_AREAS} areas of four numbers`);
        for (const counts of [touchpad, touchscreen])
            if (!Array.isArray(counts) || !counts.every(isCount)) throw new Error('expected numbers of fingers from 1 to 10');
        return {areas, touchpad, touchscreen};
    }

    _all(name) {
        return [...this._callers.values()].flatMap(caller => caller.wanted[name]);
    }

    _apply() {
        for (const actor of this._actors) {
            this._main.layoutManager.removeChrome(actor);
            actor.destroy();
        }
        this._actors = this._all('areas').map(area => this._cover(area));
        this._touchpad = new Set(this._all('touchpad'));
        if (this._touchpad.size > 0 && this._events === 0) {
            this._events = global.stage.connect('captured-event', (_, event) => this._handle(event));
        } else if (this._touchpad.size === 0 && this._events !== 0) {
            global.stage.disconnect(this._events);
            this._events = 0;
            this._releaseSwipe();
        }
        this._hold(this._all('touchscreen').some(count => count >= 3));
    }

    _cover([x, y, width, height]) {
        const actor = new St.Widget({name: 'gestured', reactive: true, x, y, width, height});
        actor.connect('touch-event', (_, event) => this._touch(event));
        for (const signal of ['button-press-event', 'button-release-event'])
            actor.connect(signal, () => Clutter.EVENT_STOP);
        // Above full-screen windows, too.
        this._main.layoutManager.addTopChrome(actor);
        return actor;
    }

    _touch(event) {
        const slot = event.get_event_sequence()?.get_slot() ?? 0;
        const type = event.type();
        if (type === Clutter.EventType.TOUCH_BEGIN) this._touches.add(slot);
        const isEnd = type === Clutter.EventType.TOUCH_END || type === Clutter.EventType.TOUCH_CANCEL;
        if (isEnd && this._touches.delete(slot) && this._touches.size === 0)
            for (const name of this._callers.keys()) Gio.DBus.session.emit_signal(name, PATH, INTERFACE, 'Lifted', null);
        return Clutter.EVENT_STOP;
    }

    // MARK: The Shell's own swipes

    get _trackers() {
        const controls = this._main.overview._overview?.controls ?? this._main.overview._overview?._controls;
        return [
            this._main.overview._swipeTracker, this._main.wm._workspaceAnimation?._swipeTracker,
            controls?._workspacesDisplay?._swipeTracker, controls?._appDisplay?._swipeTracker ?? controls?.appDisplay?._swipeTracker,
        ].filter(Boolean);
    }

    // Of a swipe, all events have the same number of fingers. In GNOME 43 the Shell's handlers run before this one; at the first
    // event, which has no motion yet, they decide nothing, so that they can still be switched off.
    _handle(event) {
        if (event.type() !== Clutter.EventType.TOUCHPAD_SWIPE) return Clutter.EVENT_PROPAGATE;
        const phase = event.get_gesture_phase();
        if (phase === Clutter.TouchpadGesturePhase.BEGIN) {
            this._releaseSwipe();
            this._isSwipeTaken = this._touchpad.has(event.get_touchpad_gesture_finger_count());
            if (this._isSwipeTaken)
                for (const tracker of this._trackers) if (tracker._touchpadGesture) tracker._touchpadGesture.enabled = false;
        }
        const result = this._isSwipeTaken ? Clutter.EVENT_STOP : Clutter.EVENT_PROPAGATE;
        if (phase === Clutter.TouchpadGesturePhase.END || phase === Clutter.TouchpadGesturePhase.CANCEL) this._releaseSwipe();
        return result;
    }

    _releaseSwipe() {
        if (!this._isSwipeTaken) return;
        this._isSwipeTaken = false;
        for (const tracker of this._trackers)
            if (tracker._touchpadGesture) tracker._touchpadGesture.enabled = tracker.enabled;
    }

    // A tracker's own gesture follows the tracker, and is switched off again each time.
    _hold(isHeld) {
        if (!isHeld) {
            for (const [gesture, {tracker, id}] of this._held) {
                gesture.disconnect(id);
                gesture.enabled = tracker.enabled;
            }
            this._held.clear();
            return;
        }
        for (const tracker of this._trackers) {
            const gesture = tracker._panGesture ?? tracker._touchGesture;
            if (!gesture || this._held.has(gesture)) continue;
            const id = gesture.connect('notify::enabled', () => {
                if (gesture.enabled) gesture.enabled = false;
            });
            this._held.set(gesture, {tracker, id});
            gesture.enabled = false;
        }
    }
}
