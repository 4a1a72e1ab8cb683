// Reports the focused window to gestured. gesturectl loads this script into KWin, and puts the line that defines `follower`,
// its own name on the session bus, before it. KWin 5.27 and 6.

const wayland6 = workspace.windowActivated !== undefined;
const activated = wayland6 ? workspace.windowActivated : workspace.clientActivated;
// More reports than this are not sent to a follower that has stopped to answer, until the last one is older than the time in
// milliseconds after which D-Bus gives a call up: KWin does not report calls that failed.
const mostUnanswered = 20;
const longestCall = 30000;
let unanswered = 0;
let lastCall = 0;
let focused = null;

function rectangle(window) {
    const screen = workspace.clientArea(KWin.FullScreenArea, window);
    // Without decorations, where KWin knows it.
    const place = window.clientGeometry || window.frameGeometry;
    if (!(screen.width > 0 && screen.height > 0)) return undefined;
    return {
        x: (place.x - screen.x) / screen.width, y: (place.y - screen.y) / screen.height,
        width: place.width / screen.width, height: place.height / screen.height,
    };
}

function describe(window) {
    if (!window) return null;
    return {
        process: window.pid > 0 ? window.pid : undefined,
        app: String(window.desktopFileName || window.resourceClass || ""),
        title: String(window.caption || ""), window: rectangle(window),
        output: window.output ? String(window.output.name) : undefined,
    };
}

function report() {
    if (unanswered > mostUnanswered && Date.now() - lastCall < longestCall) return;
    unanswered += 1;
    lastCall = Date.now();
    callDBus(follower, "/org/gestured/Focus", "org.gestured.Focus1", "Report",
        JSON.stringify({focus: describe(focused)}), function () {
            const missed = unanswered > mostUnanswered;
            unanswered = 0;
            if (missed) report();
        });
}

function focus(window) {
    if (focused) {
        focused.frameGeometryChanged.disconnect(report);
        focused.captionChanged.disconnect(report);
        focused.outputChanged && focused.outputChanged.disconnect(report);
    }
    focused = window || null;
    if (focused) {
        focused.frameGeometryChanged.connect(report);
        focused.captionChanged.connect(report);
        focused.outputChanged && focused.outputChanged.connect(report);
    }
    report();
}

activated.connect(focus);
focus(wayland6 ? workspace.activeWindow : workspace.activeClient);
