// The extension for GNOME 45 and later.

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import {ShellActions} from './actions.js';
import {TouchTaker} from './exclusive.js';
import {FocusReporter} from './focus.js';

export default class extends Extension {
    enable() {
        this._reporter = new FocusReporter(Main);
        this._actions = new ShellActions(Main);
        this._taker = new TouchTaker(Main);
    }

    disable() {
        this._reporter.stop();
        this._actions.stop();
        this._taker.stop();
        this._reporter = null;
        this._actions = null;
        this._taker = null;
    }
}
