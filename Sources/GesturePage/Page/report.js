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
    for (const button of document.querySelectorAll("#sequences button")) {
        const own = button.sequence === sequence && (button.reason || null) === selectedReason;
        button.setAttribute("aria-current", own ? "true" : "false");
    }
    isDirty = true;
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
    if (text) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

function reasonItem(sequence, reason) {
    const item = element("li");
    const button = element("button", "", { type: "button", class: isRecognised(reason) ? "good" : "bad" });
    button.sequence = sequence;
    button.reason = reason;
    const sentence = withMillimetres(reason.sentence);
    const failure = failureName(reason);
    if (failure) {
        button.append(`✗ ${reason.recogniser}: ${config.failures[failure] || failure}`, element("small", sentence));
    } else {
        button.append(`${isRecognised(reason) ? "✓" : "✗"} ${sentence}`);
    }
    const setting = remedy(reason);
    if (setting) button.append(element("small", `decided by ${setting}`));
    button.addEventListener("click", () => select(sequence, reason));
    item.append(button);
    return item;
}

function sequenceItem(sequence) {
    const item = element("li", "", { class: "sequence" });
    const button = element("button", headline(sequence), { type: "button" });
    button.sequence = sequence;
    button.addEventListener("click", () => select(sequence, null));
    item.append(button);
    const reasons = ranked(sequence);
    const deciding = reasons.filter(isRecognised);
    const first = deciding.length ? deciding : reasons.slice(0, 1);
    const list = element("ul", "", { class: "reasons" });
    for (const reason of first) list.append(reasonItem(sequence, reason));
    const rejected = rejections(sequence);
    for (const rejection of rejected.slice(0, LISTED_REJECTIONS)) {
        const row = element("li");
        const why = element("button", rejectionText(rejection, sequence), { type: "button", class: "bad" });
        why.sequence = sequence;
        why.reason = rejection;
        why.addEventListener("click", () => select(sequence, rejection));
        row.append(why);
        list.append(row);
    }
    if (rejected.length > LISTED_REJECTIONS) {
        list.append(element("li", `and ${rejected.length - LISTED_REJECTIONS} more rejected contacts, which the picture has`));
    }
    if (list.children.length) item.append(list);
    const others = reasons.filter(reason => !first.includes(reason));
    if (others.length) {
        const details = element("details");
        details.append(element("summary", `${others.length} other ${others.length === 1 ? "gesture" : "gestures"}`));
        const more = element("ul", "", { class: "reasons" });
        for (const reason of others) more.append(reasonItem(sequence, reason));
        details.append(more);
        details.open = openSequences.has(sequence.number);
        details.addEventListener("toggle", () => {
            if (details.open) openSequences.add(sequence.number); else openSequences.delete(sequence.number);
        });
        item.append(details);
    }
    return item;
}

const openSequences = new Set();

function fillList() {
    const list = byID("sequences");
    const sequences = isLive ? [...shown.sequences].reverse() : shown.sequences;
    const most = isLive ? 12 : 400;
    list.replaceChildren(...sequences.slice(0, most).map(sequenceItem));
    if (!sequences.length) list.replaceChildren(element("li", isLive ? "Touch the device."
        : data.faults?.length ? "What the device reported, above, left no contact." : "No contact touched the surface."));
    byID("summary").textContent = total(sequences)
        + (sequences.length > most && !isLive ? ` The first ${most} touch sequences are listed; the overview has all.` : "")
        + (data.every > 1 ? ` Of a long recording, one frame in ${data.every} is drawn.` : "");
    explainWords(sequences.slice(0, most));
}

function total(sequences) {
    const counts = new Map();
    for (const sequence of sequences) {
        for (const gesture of sequence.gestures) counts.set(gesture.name, (counts.get(gesture.name) || 0) + 1);
    }
    const words = [...counts].map(([name, count]) => counted(count, name)).join(", ");
    const rejected = sequences.reduce((sum, sequence) => sum + rejections(sequence).length, 0);
    return `${sequences.length} touch ${sequences.length === 1 ? "sequence" : "sequences"}: ${words || "no gesture"}`
        + (rejected ? `; ${rejected} rejected ${rejected === 1 ? "contact" : "contacts"}.` : ".");
}

/// Words that need it are explained once, at the end.
function explainWords(sequences) {
    const used = new Set();
    for (const sequence of sequences) {
        for (const reason of sequence.reasons) {
            if (!isRecognised(reason) && config.words[reason.reason]) used.add(reason.reason);
            if (reason.outcome === "notReached") used.add("notReached");
        }
    }
    const list = element("dl");
    for (const word of used) list.append(element("dt", word), element("dd", config.words[word]));
    byID("words").replaceChildren(...(used.size ? [list] : []));
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
    const [wide] = shown.device.size;
    const bounds = canvases.surface.getBoundingClientRect();
    const scale = Math.min((bounds.width - 16) / wide, 560 / shown.device.size[1]);
    const x = (event.clientX - bounds.left - (bounds.width - wide * scale) / 2) / scale;
    const y = (event.clientY - bounds.top - 8) / scale;
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
    const rejection = rejections(best.sequence).find(rejection => rejection.track === best.track);
    select(best.sequence, rejection || null);
    if (!rejection) setMoment(best.point.t);
    scrollTo(best.sequence);
}

function scrollTo(sequence) {
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
    byID("device").textContent = [device.name, `${device.kind}, ${Math.round(device.size[0])} × ${Math.round(device.size[1])} mm`,
                                  device.assumption, recording.isRemoved && "removed; what it did stays until the page is closed"]
        .filter(Boolean).join(" · ");
    fillList();
    fillLegend();
    isDirty = true;
}

function showRecording() {
    byID("scrubber").hidden = false;
    const recording = new Recording(data.device);
    for (const message of unpacked()) if (message.time !== undefined) recording.add(message);
    recordings.set(data.device.id, recording);
    show(recording);
    if (data.faults?.length) notice(data.faults.map(fault => `The device: ${fault}.`));
    const first = recording.sequences.find(sequence => sequence.reasons.length || sequence.tracks.length);
    if (first) select(first, null);
}

function notice(texts, command) {
    const place = byID("notice");
    place.hidden = !texts.length;
    place.replaceChildren(...texts.map(text => element("p", text)));
    if (command) place.append(element("pre", command, { tabindex: "0" }));
}
