// The extension for GNOME 43, which is installed as extension.js.
/* exported init */

const Main = imports.ui.main;
const ExtensionUtils = imports.misc.extensionUtils;

class FocusExtension {
    enable() {
        this._isEnabled = true;
        const folder = ExtensionUtils.getCurrentExtension().path;
        // Extensions of this format cannot use `import` as a statement.
        import(`file://${folder}/focus.js`).then(({FocusReporter}) => {
            if (this._isEnabled && !this._reporter) this._reporter = new FocusReporter(Main);
        }).catch(logError);
        import(`file://${folder}/actions.js`).then(({ShellActions}) => {
            if (this._isEnabled && !this._actions) this._actions = new ShellActions(Main);
        }).catch(logError);
        import(`file://${folder}/exclusive.js`).then(({TouchTaker}) => {
            if (this._isEnabled && !this._taker) this._taker = new TouchTaker(Main);
        }).catch(logError);
    }

    disable() {
        this._isEnabled = false;
        this._reporter?.stop();
        this._actions?.stop();
        this._taker?.stop();
        this._reporter = null;
        this._actions = null;
        this._taker = null;
    }
}

function init() {
    return new FocusExtension();
}
