// A recording: what is shown and selected, the list of reasons, pointer and keyboard.

// MARK: - State of the page

const recordings = new Map();
let shown = null, selected = null, selectedReason = null, moment = 0, isFrozen = false, isDirty = true, playing = null;
const canvases = { surface: byID("surface"), timeline: byID("timeline") };
let colours = {};

const origin = () => data.origin ?? shown?.sequences[0]?.start ?? 0;

function readColours() {
    const computed = getComputedStyle(document.documentElement);
    for (const name of ["--text", "--background", "--quiet", "--surface", "--border", "--link", "--finger", "--held",
                        "--palm", "--thumb", "--ghost", "--other", "--good", "--bad", "--mark", "--zone"]) {
        colours[name] = computed.getPropertyValue(name).trim();
    }
    isDirty = true;
}

function select(sequence, reason) {
    selected = sequence;
    selectedReason = reason || null;
    moment = reason ? reason.t : sequence ? sequence.end : 0;
    const slider = byID("time");
    const times = sequence ? sampleTimes(sequence) : [];
    slider.max = Math.max(times.length - 1, 0);
    slider.value = nearest(times, moment);
    updateClock();
    fillAnswer();
    markCurrent();
    isDirty = true;
}

function markCurrent() {
    for (const button of document.querySelectorAll("#sequences button, #answer button")) {
        if (button.sequence === undefined) continue;
        const own = button.sequence === selected && (button.reason || null) === selectedReason;
        button.setAttribute("aria-current", own ? "true" : "false");
    }
}

/// The answer stands above the picture where a window has no room for both next to each other.
function fillAnswer() {
    const list = shown?.sequences || [];
    const sequence = selected || shown?.current;
    byID("answer").hidden = !sequence;
    if (!sequence) return;
    const index = list.indexOf(sequence);
    byID("place").textContent = `${index + 1} of ${list.length}`;
    byID("previous").disabled = index <= 0;
    byID("next").disabled = index + 1 >= list.length;
    byID("current").replaceChildren(...sequenceItem(sequence).childNodes);
}

function stepBy(step) {
    const list = shown?.sequences || [];
    const next = list[list.indexOf(selected || shown?.current) + step];
    if (!next) return;
    if (isLive && !isFrozen) toggleFreeze();
    select(next, null);
    scrollTo(next);
}

function sampleTimes(sequence) {
    if (sequence.times?.version === shown.version) return sequence.times.list;
    const times = new Set();
    for (const track of sequence.tracks) for (const point of track.points) times.add(point.t);
    for (const reason of sequence.reasons) times.add(reason.t);
    const list = [...times].sort((a, b) => a - b);
    sequence.times = { version: shown.version, list };
    return list;
}

function nearest(times, time) {
    let best = 0;
    for (let index = 0; index < times.length; index++) {
        if (Math.abs(times[index] - time) < Math.abs(times[best] - time)) best = index;
    }
    return best;
}

function setMoment(time) {
    if (!selected) return;
    const times = sampleTimes(selected);
    byID("time").value = nearest(times, time);
    moment = time;
    // A reason is selected at its moment.
    updateClock();
    isDirty = true;
}

function updateClock() {
    const text = selected ? `${((moment - selected.start) / 1000).toFixed(0)} ms` : "–";
    byID("clock").textContent = text;
    byID("time").setAttribute("aria-valuetext", `${text} after the first contact`);
}

// MARK: - The list of reasons

function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    if (text) made.textContent = unbroken(text);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

/// A row of the list that leads to a moment of its touch sequence.
function row(sequence, reason, isGood, text, ...small) {
    const item = element("li");
    const button = element("button", "", { type: "button", class: isGood ? "good" : "bad" });
    button.sequence = sequence;
    button.reason = reason;
    button.append(unbroken(`${isGood ? "✓" : "✗"} ${text}`), ...small.filter(Boolean).map(line => element("small", line)));
    button.addEventListener("click", () => select(sequence, reason));
    item.append(button);
    return item;
}

function reasonItem(sequence, reason) {
    const failure = failureName(reason);
    const decided = remedy(reason);
    if (!failure) return row(sequence, reason, isRecognised(reason), sentenceOf(reason), decided);
    const what = `${wordOf(reason.recogniser)}: ${config.failures[failure] || failure}`;
    return row(sequence, reason, false, what, sentenceOf(reason), decided);
}

/// What a gesture came to, and when it was recognised.
function gestureItem(sequence, gesture) {
    const own = sequence.reasons.find(reason => isRecognised(reason) && reason.t === gesture.start);
    const after = own && gesture.name !== "tap"
        && `recognised ${Math.round((own.t - own.touch) / 1000)} ms after the fingers came down`;
    gesture.t = gesture.end;
    return row(sequence, gesture, gesture.phase !== "cancelled", became(gesture, sequence), after);
}

function sequenceItem(sequence) {
    const item = element("li", "", { class: "sequence" });
    const button = element("button", "", { type: "button" });
    button.sequence = sequence;
    button.append(element("strong", headline(sequence)), element("small", circumstances(sequence)));
    button.addEventListener("click", () => select(sequence, null));
    item.append(button);
    const reasons = ranked(sequence);
    const first = sequence.gestures.length || isPointing(sequence) ? [] : reasons.slice(0, 1);
    const list = element("ul", "", { class: "reasons" });
    const gestures = sequence.gestures.slice(0, LISTED_GESTURES);
    list.append(...gestures.map(gesture => gestureItem(sequence, gesture)), ...first.map(reason => reasonItem(sequence, reason)));
    const more = sequence.gestures.length - gestures.length;
    if (more) list.append(element("li", `and ${counted(more, "more gesture")}`));
    const rejected = rejections(sequence);
    for (const rejection of rejected.slice(0, LISTED_REJECTIONS)) {
        list.append(row(sequence, rejection, false, rejectionText(rejection, sequence)));
    }
    if (list.children.length) item.append(list);
    // What was recognised stands above, as the gesture that it became.
    const others = reasons.filter(reason => !first.includes(reason)
        && !(isRecognised(reason) && sequence.gestures.some(gesture => gesture.start === reason.t)));
    if (others.length) item.append(otherReasons(sequence, others));
    return item;
}

function otherReasons(sequence, others) {
    const details = element("details");
    details.append(element("summary", `why nothing else: ${others.length} ${others.length === 1 ? "reason" : "reasons"}`));
    const more = element("ul", "", { class: "reasons" });
    for (const reason of others) more.append(reasonItem(sequence, reason));
    details.append(more);
    details.open = openSequences.has(sequence.number);
    details.addEventListener("toggle", () => {
        if (details.open) openSequences.add(sequence.number); else openSequences.delete(sequence.number);
    });
    return details;
}

const openSequences = new Set();

function fillList() {
    const list = byID("sequences");
    const sequences = isLive ? [...shown.sequences].reverse() : shown.sequences;
    const most = isLive ? 12 : 400;
    list.replaceChildren(...sequences.slice(0, most).map(sequenceItem));
    if (!sequences.length) list.replaceChildren(element("li", isLive ? "Touch the device."
        : data.faults?.length ? "What the device reported, above, left no contact." : "No contact touched the surface."));
    byID("summary").textContent = unbroken(total(sequences))
        + (sequences.length > most && !isLive ? ` The first ${most} touches are listed; the overview has all.` : "")
        + (data.every > 1 ? ` Of a long recording, one frame in ${data.every} is drawn.` : "");
    fillAnswer();
    markCurrent();
}

function fillLegend() {
    const states = new Set(["finger"]);
    for (const sequence of shown?.sequences || []) {
        for (const track of sequence.tracks) for (const state of track.states) states.add(state.state);
    }
    const key = [...states].join(" ");
    const legend = byID("legend");
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    const item = (shape, attributes, text) => {
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("viewBox", "0 0 20 6");
        svg.setAttribute("aria-hidden", "true");
        const drawn = document.createElementNS("http://www.w3.org/2000/svg", shape);
        for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
        svg.append(drawn);
        const made = element("li");
        made.append(svg, text);
        return made;
    };
    const colour = `var(${style("finger").colour})`;
    legend.replaceChildren(
        ...[...states].map(state => item("path", { d: "M1 3H19", style:
            `stroke:var(${style(state).colour});stroke-width:2.4;stroke-dasharray:${style(state).dash.map(d => d * 1.5).join(" ")}` },
            style(state).text)),
        item("circle", { cx: 10, cy: 3, r: 2.4, style: `fill:none;stroke:${colour};stroke-width:.6` }, "came down here"),
        item("circle", { cx: 10, cy: 3, r: 1.8, style: `fill:${colour}` }, "is, or lifted, here"));
}

// MARK: - Pointer and keyboard

let isScrubbing = false;

function scrub(event) {
    const bounds = canvases.timeline.getBoundingClientRect();
    const [px, py] = [event.clientX - bounds.left, event.clientY - bounds.top];
    if (!axis) return;
    const share = Math.min(Math.max((px - axis.left) / (axis.width - axis.left - 10), 0), 1);
    if (py <= axis.overview + 2 && !isScrubbing && axis.all.length) {
        const [first, last] = [axis.all[0].start, axis.all[axis.all.length - 1].end];
        const time = first + share * (last - first);
        const distance = sequence => Math.max(sequence.start - time, time - sequence.end, 0);
        const next = axis.all.reduce((best, sequence) => distance(sequence) < distance(best) ? sequence : best);
        select(next, null);
        return scrollTo(next);
    }
    isScrubbing = true;
    if (isLive && !isFrozen) toggleFreeze();
    setMoment(axis.start + share * (axis.end - axis.start));
}

/// A touch on the surface selects its reasons.
function pick(event) {
    const { scale, left, margin } = layout();
    const bounds = canvases.surface.getBoundingClientRect();
    const x = (event.clientX - bounds.left - left) / scale;
    const y = (event.clientY - bounds.top - margin) / scale;
    let best = null, least = 12;
    for (const sequence of shown.sequences) {
        for (const track of sequence.tracks) {
            for (const point of track.points) {
                const distance = Math.hypot(point.x - x, point.y - y) + (sequence === selected ? 0 : 1);
                if (distance < least) [best, least] = [{ sequence, point, track }, distance];
            }
        }
    }
    if (!best) return;
    const rejection = rejections(best.sequence).find(({ tracks }) => tracks.includes(best.track));
    select(best.sequence, rejection || null);
    if (!rejection) setMoment(best.point.t);
    scrollTo(best.sequence);
}

function scrollTo(sequence) {
    if (!byID("answer").hidden && byID("answer").offsetParent) return byID("answer").scrollIntoView({ block: "nearest" });
    for (const button of document.querySelectorAll(".sequence > button")) {
        if (button.sequence === sequence) button.scrollIntoView({ block: "nearest" });
    }
}

canvases.timeline.addEventListener("pointerdown", event => {
    canvases.timeline.setPointerCapture(event.pointerId);
    scrub(event);
});
canvases.timeline.addEventListener("pointermove", event => { if (isScrubbing) scrub(event); });
canvases.timeline.addEventListener("pointerup", () => { isScrubbing = false; });
canvases.timeline.addEventListener("pointercancel", () => { isScrubbing = false; });
canvases.surface.addEventListener("click", pick);
byID("time").addEventListener("input", event => {
    if (!selected) return;
    moment = sampleTimes(selected)[Number(event.target.value)] ?? moment;
    updateClock();
    isDirty = true;
});
byID("previous").addEventListener("click", () => stepBy(-1));
byID("next").addEventListener("click", () => stepBy(1));
byID("play").addEventListener("click", () => {
    playing = playing ? null : { from: moment >= selected?.end ? selected.start : moment, at: performance.now() };
    byID("play").setAttribute("aria-pressed", String(Boolean(playing)));
});
document.addEventListener("keydown", event => {
    if (event.target.matches("input, select, textarea, button, summary, a")) return;
    const list = shown?.sequences || [];
    const index = list.indexOf(selected);
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps && selected) {
        const times = sampleTimes(selected);
        setMoment(times[Math.min(Math.max(nearest(times, moment) + steps[event.key], 0), times.length - 1)]);
    } else if (event.key === "ArrowDown" && index + 1 < list.length) {
        select(list[index + 1], null);
    } else if (event.key === "ArrowUp" && index > 0) {
        select(list[index - 1], null);
    } else {
        return;
    }
    event.preventDefault();
    scrollTo(selected);
});

// MARK: - A recording

/// Frames as gesturectl packs them: hundredths of a millimetre and words by number.
function* unpacked() {
    for (const line of data.lines || []) yield line;
    const phases = ["began", "moved", "stationary", "ended"];
    for (const item of data.frames || []) {
        if (!Array.isArray(item)) {
            yield item;
            continue;
        }
        const contacts = [];
        for (let index = 1; index < item.length; index += 7) {
            contacts.push({
                id: item[index], phase: phases[item[index + 1]], position: [item[index + 2] / 100, item[index + 3] / 100],
                pressure: item[index + 4] ?? undefined, state: config.states[item[index + 5]],
                cause: item[index + 6] < 0 ? undefined : config.causeNames[item[index + 6]],
            });
        }
        yield { type: "contacts", time: item[0], contacts };
    }
}

function show(recording) {
    shown = recording;
    selected = selectedReason = null;
    const device = recording.device;
    const size = device.size.map(Math.round).join(" × ");
    byID("device").textContent = unbroken([...isLive ? [] : [folder], device.name, `${device.kind}, ${size} mm`,
                                  device.assumption, recording.isRemoved && "removed; what it did stays until the page is closed"]
        .filter(Boolean).join(" · "));
    fillList();
    fillLegend();
    isDirty = true;
}

/// The recording's folder; its name is the heading.
let folder = "";

function showRecording() {
    const heading = byID("title"), path = heading.textContent, slash = path.lastIndexOf("/") + 1;
    folder = path.slice(0, slash);
    heading.textContent = path.slice(slash) || path;
    byID("scrubber").hidden = false;
    const recording = new Recording(data.device);
    for (const message of unpacked()) if (message.time !== undefined) recording.add(message);
    recordings.set(data.device.id, recording);
    show(recording);
    if (data.faults?.length) notice(data.faults.map(fault => `The device: ${fault}.`));
    byID("drawing").classList.toggle("empty", !recording.sequences.length);
    // The touch that failed is the question with which a report is opened.
    const first = recording.sequences.find(hasFailed) || recording.sequences.find(sequence => sequence.tracks.length);
    if (first) select(first, null);
    if (first === recording.sequences[0] || byID("answer").offsetParent) return;
    for (const button of document.querySelectorAll(".sequence > button")) {
        if (button.sequence === first) button.scrollIntoView({ block: "center" });
    }
}

function notice(texts, command) {
    const place = byID("notice");
    place.hidden = !texts.length;
    place.replaceChildren(...texts.map(text => element("p", text)));
    if (command) place.append(element("pre", command, { tabindex: "0" }));
}
