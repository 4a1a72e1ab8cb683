// The lines that gesturectl view sends, and the loop that draws.

// MARK: - The loop

let frames = 0, lastCount = performance.now(), lastListed = 0, listVersion = -1, received = 0, lines = 0;
// How far the ring around a finger was closed when it was drawn last.
let ring = 0;

function step(now) {
    if (playing && selected) {
        moment = playing.from + (now - playing.at) * 1000;
        if (moment >= selected.end) {
            moment = selected.end;
            playing = null;
            byID("play").setAttribute("aria-pressed", "false");
        }
        setMoment(moment);
    }
    // The ring around a finger that rests grows without a line.
    if (isLive && shown && !isFrozen && shown.held !== ring) [isDirty, ring] = [true, shown.held];
    if (isDirty && shown) {
        isDirty = false;
        drawSurface();
        drawTimeline();
        frames++;
    } else if (isLive) {
        frames++;
    }
    if (isLive) updateLive(now);
    requestAnimationFrame(step);
}

function updateLive(now) {
    if (shown && !isFrozen && shown.version !== listVersion && now - lastListed > 300) {
        [lastListed, listVersion] = [now, shown.version];
        fillList();
        fillLegend();
    }
    if (now - lastCount < 1000) return;
    const rate = Math.round(frames * 1000 / (now - lastCount));
    const perSecond = Math.round(received * 1000 / (now - lastCount));
    byID("rate").textContent = `${rate} pictures/s${rate < 55 ? " (this browser draws no more; others are dropped)" : ""}, ${perSecond} frames/s from the device`
        + (dropped ? `, ${dropped} frames dropped` : "");
    [window.gestureView.rate, window.gestureView.perSecond] = [rate, perSecond];
    [frames, received, lastCount] = [0, 0, now];
}

// MARK: - Live

let farewell = "gesturectl view has ended. Start it again, and open the address that it prints.";
let isChosen = false, dropped = 0, recorded = null, recordedBytes = 0;
// What a recording of the page may hold.
const LARGEST = 24e6;
const token = location.hash.slice(1);

// For tests and the curious. What has been read does not wait for a picture, which a busy browser draws late.
if (isLive) {
    window.gestureView = {
        rate: 0, perSecond: 0, get lines() { return lines; }, get dropped() { return dropped; }, get held() { return shown?.held ?? 0; },
    };
}

function toggleFreeze() {
    isFrozen = !isFrozen;
    byID("freeze").setAttribute("aria-pressed", String(isFrozen));
    byID("scrubber").hidden = !isFrozen;
    if (isFrozen && shown?.current) {
        fillList();
        select(shown.current, null);
    } else {
        select(null, null);
    }
}

function addDevice(device) {
    if (recordings.get(device.id)?.isRemoved !== false) recordings.set(device.id, new Recording(device));
    else recordings.get(device.id).device = device;
    const list = byID("devices");
    let option = [...list.options].find(option => option.value === device.id);
    if (!option) list.append(option = element("option", "", { value: device.id }));
    option.textContent = `${device.name} (${device.id})${device.availability === "open" ? "" : `: ${device.reason || device.availability}`}`;
    forgetDevices();
    if (!shown || shown.device.id === device.id || shown.isRemoved && !isHeld()) choose(recordings.get(device.id));
}

function forgetDevices() {
    const removed = [...recordings.values()].filter(recording => recording.isRemoved && recording !== shown);
    for (const { device } of removed.slice(0, Math.max(0, removed.length - KEPT_DEVICES))) {
        recordings.delete(device.id);
        [...byID("devices").options].find(option => option.value === device.id)?.remove();
    }
}

function removeDevice(id) {
    const recording = recordings.get(id);
    if (!recording) return;
    recording.isRemoved = true;
    for (const option of byID("devices").options) if (option.value === id) option.textContent += ": removed";
    if (recording !== shown || isHeld()) return;
    // Nothing is drawn yet: another device may be touched.
    const other = [...recordings.values()].find(other => !other.isRemoved);
    choose(shown.sequences.length || !other ? shown : other);
}

/// True while what is shown must stay.
const isHeld = () => isFrozen || recorded !== null;

function choose(recording) {
    byID("devices").value = recording.device.id;
    show(recording);
}

/// Until a device is chosen, the one that is touched is shown.
function follow(recording) {
    if (recording === shown || isHeld() || isChosen && !shown.isRemoved || shown.tracks.size && !shown.isRemoved) return;
    choose(recording);
}

function updateAccess(access) {
    if (access.session !== "active" && access.session !== "unmanaged") {
        return notice([`The session is ${access.session}: the daemon sends nothing until it is active and unlocked.`]);
    }
    if (access.positions === "granted") return notice([]);
    notice(["The daemon withholds positions from this program, so there is nothing to draw. Positions reveal what is typed on a screen: "
            + "only the app with the focus receives them, and programs that the administrator names. Either start the view as root, or add "
            + "this to /etc/gestured/gestured.toml and call gesturectl reload:"], config.grant);
}

function handle(line) {
    const message = JSON.parse(line);
    lines++;
    switch (message.type) {
    case "hello":
        for (const device of message.devices) addDevice(device);
        updateAccess(message.access);
        break;
    case "accessChanged": updateAccess(message.access); break;
    case "deviceAdded": case "deviceChanged": addDevice(message.device); break;
    case "deviceRemoved": removeDevice(message.device); break;
    case "error": notice([`gestured: ${message.message}`]); break;
    case "dropped": dropped += message.count; break;
    case "ended": farewell = "The connection to gestured has ended. Start gesturectl view again."; break;
    case "contacts": case "gesture": case "explanation": {
        const recording = recordings.get(message.device);
        if (!recording) break;
        if (message.type === "contacts") {
            received++;
            follow(recording);
        }
        if (recorded && recording === shown) keep(line, message);
        if (isFrozen) break;
        recording.add(message);
        if (recording === shown) isDirty = true;
    }
    }
}

function keep(line, message) {
    recordedBytes += line.length;
    if (recordedBytes <= LARGEST) return recorded.push(message);
    notice(["The recording has reached its limit of 24 MB and was stopped."]);
    stopRecording();
}

function stopRecording() {
    byID("record").setAttribute("aria-pressed", "false");
    byID("record").textContent = "Record";
    finished = recorded;
    recorded = null;
    byID("download").disabled = !finished?.length;
}

let finished = null;

/// The page itself, with the lines that were recorded.
async function download() {
    const page = await (await fetch(location.pathname)).text();
    const device = shown.device;
    const embedded = JSON.stringify({ device, lines: finished }).replaceAll("<", "\\u003c");
    // A function, so that nothing in the data is a pattern.
    const report = page.replace(/(<script type="application\/json" id="data">)[^<]*/, (all, tag) => tag + embedded);
    const link = element("a", "", { download: `${device.id}.html` });
    link.href = URL.createObjectURL(new Blob([report], { type: "text/html" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function connect() {
    document.body.classList.add("watching");
    byID("live").hidden = false;
    byID("scrubber").hidden = true;
    byID("freeze").addEventListener("click", toggleFreeze);
    byID("devices").addEventListener("change", event => {
        isChosen = true;
        show(recordings.get(event.target.value));
    });
    byID("download").addEventListener("click", download);
    byID("record").addEventListener("click", () => {
        if (recorded) return stopRecording();
        [recorded, recordedBytes] = [[], 0];
        byID("record").setAttribute("aria-pressed", "true");
        byID("record").textContent = "Stop";
    });
    try {
        const response = await fetch("lines", { headers: { Authorization: `Bearer ${token}` } });
        if (!response.ok) return notice([response.status === 403 ? "This address has no valid token. Open the one that gesturectl view has printed." : `The view answers ${response.status}.`]);
        const reader = response.body.getReader();
        const decoder = new TextDecoder();
        let rest = "";
        for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
            rest = parts.pop();
            for (const line of parts) if (line) handle(line);
        }
        notice([farewell]);
    } catch (error) {
        notice([`The connection to gesturectl view is lost: ${error.message}. Start it again, and open the address that it prints.`]);
    }
}

// MARK: - Start

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColours);
new ResizeObserver(() => { isDirty = true; }).observe(canvases.surface);
window.addEventListener("beforeprint", () => { readColours(); if (shown) { drawSurface(); drawTimeline(); } });
readColours();
if (isLive) connect(); else showRecording();
requestAnimationFrame(step);
