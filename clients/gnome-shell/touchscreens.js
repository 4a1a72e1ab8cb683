// The touchscreens that the user has assigned to a monitor in the Shell's settings. What mutter chooses for the others, by
// their sizes, it does not say.

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';

const SCHEMA = 'org.gnome.desktop.peripherals.touchscreen';
const FOLDER = '/org/gnome/desktop/peripherals/touchscreens';

export class AssignedTouchscreens {
    // Calls `changed` when a touchscreen comes, leaves, or is assigned anew.
    constructor(changed) {
        this._changed = changed;
        // The function left Clutter after GNOME 48.
        const backend = Clutter.get_default_backend?.() ?? global.stage.context.get_backend();
        this._seat = backend.get_default_seat();
        this._signals = ['device-added', 'device-removed'].map(signal => this._seat.connect(signal, () => {
            this._follow();
            changed();
        }));
        this._settings = [];
        this._follow();
    }

    stop() {
        for (const signal of this._signals) this._seat.disconnect(signal);
        this._leave();
    }

    // The kernel's name of each assigned touchscreen, and maker and model of its monitor.
    list() {
        return this._settings.flatMap(({device, settings}) => {
            const [maker, model] = settings.get_strv('output');
            return maker && model ? [{device, maker, model}] : [];
        });
    }

    _follow() {
        this._leave();
        for (const device of this._seat.list_devices()) {
            const [node, vendor, product] = [device.get_device_node(), device.get_vendor_id(), device.get_product_id()];
            if (device.get_device_type() !== Clutter.InputDeviceType.TOUCHSCREEN_DEVICE || !node || !vendor || !product)
                continue;
            const settings = Gio.Settings.new_with_path(SCHEMA, `${FOLDER}/${vendor}:${product}/`);
            const signal = settings.connect('changed::output', () => this._changed());
            this._settings.push({device: node.split('/').pop(), settings, signal});
        }
    }

    _leave() {
        for (const {settings, signal} of this._settings) settings.disconnect(signal);
        this._settings = [];
    }
}
