"use strict";
// Draws the lines of a subscription to contacts, gestures and explanations: those of a recording, which are in the page, or
// those that gesture-view sends. Lengths are millimetres, times are microseconds of the kernel.
(() => {
    const byID = id => document.getElementById(id);
    const config = JSON.parse(byID("config").textContent);
    const data = JSON.parse(byID("data").textContent);
    const MM_PER_POINT = 0.15875;
    const isLive = data.live === true;
    // A live view keeps this much of the past, in microseconds and in touch sequences.
    const KEPT = 8e6, KEPT_SEQUENCES = 40;
    // And of one touch sequence, which may never end: this many contacts that have lifted, gestures and reasons.
    const KEPT_PARTS = 200;
    // Devices that were removed: one that is plugged in again may have another name.
    const KEPT_DEVICES = 16;
    // More rejected contacts than these are counted, not listed.
    const LISTED_REJECTIONS = 50;
    // A movement that is drawn, in millimetres. Ten fingers at 1000 frames a second fit into a picture's time.
    const STEP = isLive ? 1.2 : .25;
    // A live view draws this much of the past.
    const SHOWN = 4e6;
    // Colour, dashes and width of each state: never by colour alone.
    const STYLES = {
        finger: { colour: "--finger", dash: [], text: "finger" },
        held: { colour: "--held", dash: [1.6, 1.2], text: "held back: not decided" },
        palm: { colour: "--palm", dash: [.4, 1], text: "palm" },
        thumb: { colour: "--thumb", dash: [2.4, .8, .4, .8], text: "thumb" },
        ghost: { colour: "--ghost", dash: [.3, 1.8], text: "ghost touch" },
        duplicate: { colour: "--held", dash: [.8, .8], text: "reported twice" },
        faulty: { colour: "--palm", dash: [3, 1.5], text: "impossible data" },
        cancelled: { colour: "--other", dash: [2, 2], text: "cancelled from outside" },
        penNear: { colour: "--mark", dash: [3, 1], text: "ignored next to a pen" },
        off: { colour: "--other", dash: [1, 3], text: "device switched off" },
    };
    const style = state => STYLES[state] || { colour: "--other", dash: [2, 1], text: state };

    // MARK: - The model

    class Recording {
        constructor(device) {
            this.device = device;
            this.sequences = [];
            this.tracks = new Map();
            this.gestures = new Map();
            // Those of no sequence: a touch may begin with them, before its first frame.
            this.early = { gestures: [], reasons: [] };
            this.pressures = { least: Infinity, most: 0, key: null };
            this.frames = 0;
            this.version = 0;
            this.isRemoved = false;
        }

        get current() { return this.sequences[this.sequences.length - 1]; }

        add(message) {
            this.version++;
            if (isLive && this.version % 500 === 0) this.forget(message.time);
            switch (message.type) {
            case "contacts": return this.addFrame(message.time, message.contacts);
            case "gesture": return this.addGesture(message);
            case "explanation": return this.addReason(message);
            }
        }

        addFrame(time, contacts) {
            this.frames++;
            for (const contact of contacts) {
                let track = this.tracks.get(contact.id);
                const [x, y] = contact.position;
                if (!track) {
                    if (!this.current || this.current.isOver) this.begin(time);
                    track = { id: contact.id, start: time, end: time, points: [], states: [], isDown: true };
                    this.tracks.set(contact.id, track);
                    this.current.tracks.push(track);
                }
                const last = track.points[track.points.length - 1];
                // At 1000 frames a second most samples would be drawn over each other.
                if (!last || contact.phase === "ended" || time - last.t >= 12000 || Math.hypot(x - last.x, y - last.y) >= STEP) {
                    track.points.push({ t: time, x, y, p: contact.pressure ?? contact.size ?? null });
                }
                const force = contact.pressure ?? contact.size;
                if (force > 0) {
                    this.pressures.least = Math.min(this.pressures.least, force);
                    this.pressures.most = Math.max(this.pressures.most, force);
                }
                const state = track.states[track.states.length - 1];
                if (!state || state.state !== contact.state || state.cause !== contact.cause) {
                    track.states.push({ t: time, state: contact.state, cause: contact.cause, x, y });
                }
                track.end = time;
                if (contact.phase === "ended") {
                    track.isDown = false;
                    this.tracks.delete(contact.id);
                }
            }
            // A frame has every contact that is down.
            const ids = new Set(contacts.map(contact => contact.id));
            for (const [id, track] of this.tracks) {
                if (ids.has(id)) continue;
                track.isDown = false;
                this.tracks.delete(id);
            }
            if (!this.current) return;
            this.current.end = time;
            this.current.isOver = this.tracks.size === 0;
        }

        begin(time) {
            const before = this.current || this.early;
            const gestures = before.gestures.filter(gesture => gesture.start >= time);
            const reasons = before.reasons.filter(reason => reason.touch >= time);
            before.gestures = before.gestures.filter(gesture => gesture.start < time);
            before.reasons = before.reasons.filter(reason => reason.touch < time);
            this.sequences.push({
                number: (this.current?.number ?? 0) + 1, start: time, end: time, isOver: false, tracks: [], reasons, gestures,
            });
            while (isLive && this.sequences.length > KEPT_SEQUENCES) this.sequences.shift();
        }

        /// Bounds what a live view keeps, also of fingers that never lift.
        forget(now) {
            for (const [key, gesture] of this.gestures) if (gesture.end && gesture.end < now - KEPT) this.gestures.delete(key);
            // While positions are withheld, no sequence begins.
            const sequence = this.current || this.early;
            for (const part of [sequence.gestures, sequence.reasons]) part.splice(0, part.length - KEPT_PARTS);
            if (sequence === this.early) return;
            for (const track of sequence.tracks) {
                const old = track.points.findIndex(point => point.t >= now - KEPT);
                if (old > 0) track.points.splice(0, old);
                track.states.splice(0, track.states.length - KEPT_PARTS);
            }
            const lifted = sequence.tracks.filter(track => !track.isDown);
            const forgotten = new Set(lifted.slice(0, Math.max(0, lifted.length - KEPT_PARTS)));
            if (forgotten.size) sequence.tracks = sequence.tracks.filter(track => !forgotten.has(track));
        }

        sequence(time) {
            for (let index = this.sequences.length - 1; index >= 0; index--) {
                if (this.sequences[index].start <= time) return this.sequences[index];
            }
            return undefined;
        }

        addGesture(message) {
            const key = `${message.subscription}:${message.gesture}`;
            const value = summary(message.value);
            let gesture = this.gestures.get(key);
            if (!gesture) {
                gesture = { name: value.name, start: message.time, samples: [], phase: "began" };
                this.gestures.set(key, gesture);
                (this.sequence(message.time) || this.early).gestures.push(gesture);
            }
            gesture.name = value.name || gesture.name;
            gesture.end = message.time;
            gesture.phase = message.phase;
            gesture.fingers = value.fingers ?? gesture.fingers;
            gesture.detail = value.detail || gesture.detail;
            if (message.phase === "cancelled") gesture.reason = message.failure || config.words[message.reason] || message.reason;
            if (value.location) gesture.samples.push({ t: message.time, ...value });
            if (isLive && gesture.samples.length > 2000) gesture.samples.splice(0, 1000);
        }

        // What was decided about contacts is drawn from the contacts.
        addReason(message) {
            if (message.contact) return;
            const touch = message.time - message.elapsed;
            (this.sequence(touch) || this.current || this.early).reasons.push({
                t: message.time, touch, recogniser: message.recogniser, part: message.part, outcome: message.outcome,
                reason: message.reason, fingers: message.fingers, sentence: message.sentence, missed: message.missed,
                failure: message.failureReason || {},
            });
        }
    }

    const COMPOSITIONS = ["simultaneous", "sequence", "exclusive", "race"];

    /// What is drawn of a gesture's value.
    function summary(value) {
        const [name] = Object.keys(value).filter(key => key !== "phase");
        if (COMPOSITIONS.includes(name)) {
            const parts = value[name].map(summary).filter(part => part.name);
            const names = new Set(parts.filter(part => part.location || part.fingers).map(part => part.name));
            const isPinch = names.size && [...names].every(name => name === "magnify" || name === "rotate");
            return { ...(parts.find(part => part.location) || {}), name: isPinch ? "pinch" : [...names].join(" + ") || name };
        }
        const own = value[name] || {};
        const location = own.location || (own.boundingBox && [own.boundingBox[0], own.boundingBox[1]]);
        const detail = name === "magnify" ? `× ${own.magnification?.toFixed(2)}`
            : name === "rotate" ? `${(own.rotation * 180 / Math.PI).toFixed(0)}°`
            : name === "swipe" ? own.direction : name === "stroke" ? own.template
            : name === "tap" && own.count > 1 ? `tap ${own.count} in a row` : "";
        return { name, fingers: own.fingers, location, velocity: Array.isArray(own.velocity) ? own.velocity : undefined,
                 landing: own.predictedEndLocation, detail };
    }

    // MARK: - Words

    const tenth = number => String(Math.round(number * 10) / 10);
    const seconds = time => (time / 1e6).toFixed(3);

    /// `14.2 pt` becomes `14.2 pt (2.3 mm)`; speeds likewise.
    const withMillimetres = sentence => sentence.replace(/(\d+(?:\.\d+)?) pt(\/s)?/g,
        (all, number, per) => `${all} (${tenth(number * MM_PER_POINT)} mm${per || ""})`);

    /// The first key of `failureReason`; undefined if the gesture did not fail.
    const failureName = reason => Object.keys(reason.failure)[0];

    function remedy(reason) {
        const failure = failureName(reason);
        return failure && config.remedies[shown.device.kind][reason.recogniser]?.[failure];
    }

    const isRecognised = reason => reason.outcome === "recognised";

    /// What decided comes first: what was recognised, in its order, else the gestures that failed by a number, the last of them first.
    function ranked(sequence) {
        const rank = reason => isRecognised(reason) ? 0 : Object.keys(reason.failure).length ? 1 : 2;
        const specific = reason => ["tooFewFingers", "tooManyFingers"].some(key => key in reason.failure) ? 1 : 0;
        return [...sequence.reasons].sort((a, b) => rank(a) - rank(b) || specific(a) - specific(b) || (isRecognised(a) ? a.t - b.t : b.t - a.t));
    }

    function rejections(sequence) {
        return sequence.tracks.flatMap(track => {
            const last = track.states[track.states.length - 1];
            if (!last || last.state === "finger") return [];
            return [{ track, t: last.t, state: last.state, cause: last.cause }];
        });
    }

    function rejectionText({ track, state, cause }, sequence) {
        const first = track.points[0];
        const why = cause ? `: ${config.causes[cause] || cause}` : config.stateCauses[state] ? `: ${config.stateCauses[state]}` : "";
        return `contact ${number(track, sequence)} at ${tenth(first.x)}, ${tenth(first.y)} mm: ${style(state).text}${why}`;
    }

    const PLURALS = { magnify: "magnifications", rotate: "rotations", longPress: "long presses", pinch: "pinches" };
    const counted = (count, name) =>
        `${count} ${count === 1 || name.includes("+") ? name : PLURALS[name] || `${name}s`}`.replace("longPress", "long press");

    const number = (track, sequence) => sequence.tracks.indexOf(track) + 1;

    function headline(sequence) {
        const others = rejections(sequence).length;
        const fingers = sequence.tracks.length - others;
        const down = sequence.isOver ? `${Math.round((sequence.end - sequence.start) / 1000)} ms` : "still down";
        const done = [...new Set(sequence.gestures.map(gesture => gesture.name))].map(name => {
            const all = sequence.gestures.filter(gesture => gesture.name === name);
            const cancelled = all.filter(gesture => gesture.phase === "cancelled").length;
            if (all.length === 1) return counted(1, name).slice(2) + (cancelled ? " (cancelled)" : "");
            return counted(all.length, name) + (cancelled ? ` (${cancelled} cancelled)` : "");
        });
        const contacts = [fingers ? `${fingers} ${fingers === 1 ? "finger" : "fingers"}` : "", others ? `${others} rejected` : ""]
            .filter(Boolean).join(", ");
        return `${seconds(sequence.start - origin())} s  ${contacts}, ${down}: ${done.length ? done.join(", ") : "no gesture"}`;
    }

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

    // MARK: - Drawing

    function prepare(canvas, height) {
        const ratio = window.devicePixelRatio || 1;
        const width = canvas.clientWidth;
        const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (canvas.width !== w || canvas.height !== h) {
            [canvas.width, canvas.height] = [w, h];
            canvas.style.height = `${height}px`;
        }
        const context = canvas.getContext("2d");
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        return { context, width, height };
    }

    function drawn() {
        if (!shown) return [];
        if (!isLive || isFrozen) return selected ? [selected] : shown.sequences;
        const now = shown.current?.end ?? 0;
        return shown.sequences.filter(sequence => sequence.end > now - SHOWN);
    }

    /// In millimetres.
    function thickness(force) {
        const { least, most } = shown.pressures;
        if (force === null || !(most > least)) return 1;
        return .6 + 1.9 * Math.max(0, (force - least) / (most - least));
    }

    function drawSurface() {
        const [wide, high] = shown?.device.size || [100, 60];
        const canvas = canvases.surface;
        const margin = 8;
        const width = canvas.clientWidth;
        const scale = Math.min((width - 2 * margin) / wide, 560 / high);
        const { context: c } = prepare(canvas, high * scale + 2 * margin + 18);
        const left = (width - wide * scale) / 2;
        c.fillStyle = colours["--surface"];
        c.fillRect(left, margin, wide * scale, high * scale);
        c.save();
        c.translate(left, margin);
        c.scale(scale, scale);
        const pixel = 1 / scale;
        drawZones(c, wide, high, pixel);
        c.strokeStyle = colours["--border"];
        c.lineWidth = pixel;
        c.strokeRect(0, 0, wide, high);
        const sequences = drawn();
        const until = isLive && !isFrozen ? Infinity : selected ? moment : Infinity;
        for (const sequence of sequences) drawLimits(c, sequence, pixel);
        for (const sequence of sequences) for (const track of sequence.tracks) drawTrack(c, track, sequence, until, pixel);
        for (const sequence of sequences) drawDirections(c, sequence, pixel);
        for (const sequence of sequences) drawVelocity(c, sequence, until, pixel);
        c.restore();
        drawScale(c, left, margin + high * scale + 6, scale, wide, high);
    }

    function drawZones(c, wide, high, pixel) {
        const zones = config.zones;
        c.save();
        c.fillStyle = colours["--zone"];
        c.strokeStyle = colours["--zone"];
        c.lineWidth = pixel;
        c.setLineDash([4 * pixel, 4 * pixel]);
        if (shown?.device.kind === "touchpad") {
            c.globalAlpha = .07;
            const palm = zones.palm * wide, thumb = zones.thumb * high;
            c.fillRect(0, 0, palm, high);
            c.fillRect(wide - palm, 0, palm, high);
            c.fillRect(0, high - thumb, wide, thumb);
            c.globalAlpha = .6;
            c.strokeRect(zones.edge, zones.edge, wide - 2 * zones.edge, high - 2 * zones.edge);
            label(c, "palms", .8, high / 2, pixel, "--zone");
            label(c, "thumbs", wide / 2, high - .8, pixel, "--zone");
        }
        // Where gestures come from an edge begin; thirds of an edge, and its corners.
        c.globalAlpha = .35;
        c.strokeStyle = colours["--quiet"];
        const edge = Math.min(zones.edgeDistance, wide / 4, high / 4);
        c.strokeRect(edge, edge, wide - 2 * edge, high - 2 * edge);
        c.beginPath();
        for (const third of [1 / 3, 2 / 3]) {
            c.moveTo(wide * third, 0); c.lineTo(wide * third, edge);
            c.moveTo(wide * third, high - edge); c.lineTo(wide * third, high);
            c.moveTo(0, high * third); c.lineTo(edge, high * third);
            c.moveTo(wide - edge, high * third); c.lineTo(wide, high * third);
        }
        c.stroke();
        c.restore();
    }

    function label(c, text, x, y, pixel, colour, align = "left") {
        c.save();
        c.globalAlpha = 1;
        // Not above the picture.
        c.translate(x, Math.max(y, 2 * pixel));
        c.scale(pixel, pixel);
        c.font = "11px system-ui, sans-serif";
        c.textAlign = align;
        c.lineJoin = "round";
        c.lineWidth = 3;
        c.setLineDash([]);
        c.strokeStyle = colours["--background"];
        c.strokeText(text, 0, 0);
        c.fillStyle = colours[colour];
        c.fillText(text, 0, 0);
        c.restore();
    }

    function stateAt(track, time) {
        let state = track.states[0];
        for (const next of track.states) if (next.t <= time) state = next;
        return state;
    }

    function drawTrack(c, track, sequence, until, pixel) {
        const isMoving = isLive && !isFrozen;
        const oldest = (shown.current?.end ?? 0) - SHOWN;
        const points = isMoving ? track.points.slice(Math.max(0, track.points.findIndex(point => point.t >= oldest))) : track.points;
        if (!points.length) return;
        c.lineCap = "round";
        c.lineJoin = isMoving ? "bevel" : "round";
        // Neighbouring samples of one state and about one pressure are one path.
        let index = 0;
        const now = shown.current?.end ?? 0;
        while (index < points.length) {
            const start = points[index];
            const state = stateAt(track, start.t);
            const nextState = track.states.find(next => next.t > start.t);
            const width = Math.round(thickness(start.p) * 4) / 4;
            let end = index + 1;
            c.beginPath();
            c.moveTo(start.x, start.y);
            while (end < points.length) {
                const point = points[end];
                if (start.t <= until && points[end - 1].t > until) break;
                c.lineTo(point.x, point.y);
                end++;
                if (Math.round(thickness(point.p) * 4) / 4 !== width || nextState && point.t >= nextState.t) break;
            }
            const look = style(state.state);
            c.strokeStyle = colours[look.colour];
            c.lineWidth = Math.max(width, 1.5 * pixel);
            c.setLineDash(look.dash.map(dash => dash * Math.max(1, width)));
            c.globalAlpha = start.t > until ? .22 : isLive && !isFrozen ? Math.max(.08, 1 - (now - start.t) / SHOWN) : 1;
            if (end === index + 1) c.lineTo(start.x + .01, start.y);
            c.stroke();
            if (end >= points.length) break;
            index = end - 1 > index ? end - 1 : end;
        }
        c.setLineDash([]);
        c.globalAlpha = 1;
        const first = points[0];
        const shownPoint = until === Infinity ? points[points.length - 1] : lastBefore(points, until) || first;
        const look = style(stateAt(track, Math.min(until, track.end)).state);
        c.strokeStyle = colours[look.colour];
        c.lineWidth = 1.5 * pixel;
        c.beginPath();
        c.arc(first.x, first.y, Math.max(1.4, 4 * pixel), 0, 7);
        c.stroke();
        c.fillStyle = colours[look.colour];
        c.beginPath();
        c.arc(shownPoint.x, shownPoint.y, Math.max(.9, 3 * pixel), 0, 7);
        c.fill();
        const name = String(number(track, sequence));
        label(c, name, first.x + 2, first.y - 1.6, pixel, look.colour);
    }

    function lastBefore(points, time) {
        let last = null;
        for (const point of points) if (point.t <= time) last = point;
        return last;
    }

    /// The fingers that a distance decided about: those that stayed within it, or that left it.
    function fingersOf(sequence, { stay, leave, radius }) {
        const fingers = sequence.tracks.filter(track => track.states.some(state => state.state === "finger"));
        const chosen = fingers.filter(track => {
            const [first] = track.points;
            const leaves = track.points.some(point => Math.hypot(point.x - first.x, point.y - first.y) > radius);
            return leaves ? leave : stay;
        });
        return chosen.length ? chosen : fingers;
    }

    /// Where the fingers went, and where a swipe had to go, at its first finger.
    function drawDirections(c, sequence, pixel) {
        if (isLive && !isFrozen && sequence !== shown.current) return;
        const ways = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
        const reasons = selectedReason?.failure ? [selectedReason] : sequence.reasons;
        const wrong = reasons.find(reason => reason.failure.wrongDirection)?.failure.wrongDirection;
        const finger = sequence.tracks.find(track => track.states.some(state => state.state === "finger"));
        if (!wrong || !finger) return;
        const end = finger.points[finger.points.length - 1];
        const draw = (word, text, colour, dash) => {
            const [dx, dy] = ways[word] || [0, 0];
            if (!dx && !dy) return;
            const length = 45 * pixel;
            // Beside the trail, which goes back and forth.
            const beside = 24 * pixel;
            const [x, y] = dx ? [end.x, end.y + beside] : [end.x + beside, end.y];
            c.save();
            c.setLineDash(dash);
            arrow(c, x, y, x + dx * length, y + dy * length, pixel, colour);
            c.restore();
            label(c, text, x + dx * (length + 6 * pixel), y + dy * (length + 8 * pixel) + (dy > 0 ? 8 : 4) * pixel, pixel, colour,
                  dx > 0 ? "left" : dx < 0 ? "right" : "center");
        };
        draw(wrong.direction, `went ${wrong.direction}`, "--bad", []);
        for (const word of wrong.accepted) draw(word, `needs ${word}`, "--mark", [3 * pixel, 3 * pixel]);
    }

    /// The circles of the distances that decided, around where the fingers came down.
    function drawLimits(c, sequence, pixel) {
        if (isLive && !isFrozen && sequence !== shown.current) return;
        const reasons = selectedReason?.failure ? [selectedReason] : sequence.reasons;
        const circles = new Map();
        for (const reason of reasons) {
            const far = reason.failure.movedTooFar || reason.failure.movedTooLittle;
            if (!far) continue;
            const circle = circles.get(far.limit) || { names: new Set(), radius: far.limit * MM_PER_POINT, stay: false, leave: false };
            circle.names.add(reason.recogniser);
            circle[reason.failure.movedTooFar ? "leave" : "stay"] = true;
            circles.set(far.limit, circle);
        }
        let step = 0;
        for (const [limit, circle] of [...circles].sort((a, b) => a[0] - b[0])) {
            const { names, radius } = circle;
            const fingers = fingersOf(sequence, circle);
            c.save();
            c.strokeStyle = colours["--mark"];
            c.lineWidth = pixel * (selectedReason ? 2 : 1);
            c.setLineDash([3 * pixel, 3 * pixel]);
            for (const track of fingers) {
                c.beginPath();
                c.arc(track.points[0].x, track.points[0].y, radius, 0, 7);
                c.stroke();
            }
            const at = fingers[0]?.points[0];
            if (at) {
                const text = `${[...names].join(", ")}: ${tenth(limit)} pt (${tenth(radius)} mm)`;
                const right = at.x > shown.device.size[0] * .6;
                const aside = radius + 7 * pixel;
                label(c, text, at.x + (right ? -aside : aside), at.y + (12 + 13 * step++) * pixel, pixel, "--mark",
                      right ? "right" : "left");
            }
            c.restore();
        }
    }

    /// The velocity at the moment, where the finger would come to rest, and where it went.
    function drawVelocity(c, sequence, until, pixel) {
        for (const gesture of sequence.gestures) {
            const sample = until === Infinity ? gesture.samples[gesture.samples.length - 1] : lastBefore(gesture.samples, until);
            if (!sample?.velocity) continue;
            const [x, y] = sample.location;
            const speed = Math.hypot(...sample.velocity);
            if (speed > 5) {
                // A tenth of a second's way.
                arrow(c, x, y, x + sample.velocity[0] / 10, y + sample.velocity[1] / 10, pixel);
                label(c, `${Math.round(speed)} mm/s`, x + sample.velocity[0] / 10 + 1, y + sample.velocity[1] / 10, pixel, "--mark");
            }
            if (!sample.landing || speed <= 5) continue;
            const went = gesture.samples[gesture.samples.length - 1].location;
            const size = 1.6;
            c.save();
            c.strokeStyle = colours["--mark"];
            c.lineWidth = 1.5 * pixel;
            const [px, py] = sample.landing;
            c.beginPath();
            c.moveTo(px - size, py - size); c.lineTo(px + size, py + size);
            c.moveTo(px - size, py + size); c.lineTo(px + size, py - size);
            c.stroke();
            c.setLineDash([2 * pixel, 2 * pixel]);
            c.beginPath();
            c.moveTo(went[0], went[1]); c.lineTo(px, py);
            c.stroke();
            c.restore();
            const inside = px > 8 && px < shown.device.size[0] - 8 && py > 2 && py < shown.device.size[1] - 2;
            const off = Math.hypot(px - went[0], py - went[1]);
            label(c, `lands ${tenth(off)} mm from the lift`, inside ? px + 2 : went[0] + 2, (inside ? py : went[1]) + 4, pixel, "--mark",
                  (inside ? px : went[0]) > shown.device.size[0] * .6 ? "right" : "left");
        }
    }

    function arrow(c, x, y, toX, toY, pixel, colour = "--mark") {
        const angle = Math.atan2(toY - y, toX - x), head = 8 * pixel;
        c.save();
        c.strokeStyle = colours[colour];
        c.lineWidth = 2 * pixel;
        c.beginPath();
        c.moveTo(x, y); c.lineTo(toX, toY);
        c.lineTo(toX - head * Math.cos(angle - .5), toY - head * Math.sin(angle - .5));
        c.moveTo(toX, toY);
        c.lineTo(toX - head * Math.cos(angle + .5), toY - head * Math.sin(angle + .5));
        c.stroke();
        c.restore();
    }

    function drawScale(c, left, top, scale, wide, high) {
        const length = wide > 150 ? 50 : 10;
        c.strokeStyle = colours["--quiet"];
        c.lineWidth = 1;
        c.beginPath();
        c.moveTo(left, top); c.lineTo(left, top + 5);
        c.lineTo(left + length * scale, top + 5); c.lineTo(left + length * scale, top);
        c.stroke();
        c.fillStyle = colours["--quiet"];
        c.font = "11px system-ui, sans-serif";
        c.textAlign = "left";
        c.fillText(`${length} mm`, left + length * scale + 5, top + 7);
        c.textAlign = "right";
        c.fillText(`${Math.round(wide)} × ${Math.round(high)} mm`, left + wide * scale, top + 9);
    }

    // MARK: - Timeline

    /// What the timeline shows, and how a time becomes a place. Kept for the pointer.
    let axis = null;

    function drawTimeline() {
        const canvas = canvases.timeline;
        const live = isLive && !isFrozen;
        const sequences = drawn();
        const tracks = sequences.flatMap(sequence => sequence.tracks.map(track => [track, sequence]));
        const shownTracks = tracks.slice(-10);
        const lifes = live ? [] : lifesOf(sequences);
        const row = 16, overview = 18, curve = 90, gap = 8;
        const height = overview + gap + shownTracks.length * row + lifes.length * row + gap + curve + 20;
        const { context: c, width } = prepare(canvas, Math.max(height, 170));
        const left = Math.min(96, width / 4);
        const all = shown?.sequences || [];
        const now = shown?.current?.end ?? 0;
        const ends = [...sequences.map(sequence => sequence.end), ...lifes.map(life => life.end)];
        const start = live ? now - SHOWN : sequences[0]?.start ?? 0;
        const end = live ? now : Math.max(start + 50000, ...ends.slice(0, 2000));
        const x = time => left + (time - start) / (end - start) * (width - left - 10);
        axis = { left, width, start, end, all, overview };
        c.font = "11px system-ui, sans-serif";
        drawOverview(c, all, left, width, overview);
        let y = overview + gap;
        for (const [track, sequence] of shownTracks) {
            drawBar(c, track, number(track, sequence), x, y, left, width);
            y += row;
        }
        for (const life of lifes) {
            drawLife(c, life, x, y, left);
            y += row;
        }
        y += gap;
        drawSpeed(c, sequences, x, y, curve, left, width);
        y += curve;
        c.fillStyle = colours["--quiet"];
        c.textAlign = "left";
        c.fillText(live ? `−${SHOWN / 1e6} s` : "0 ms", left, y + 13);
        c.textAlign = "right";
        c.fillText(live ? "now" : `${Math.round((end - start) / 1000)} ms`, width - 10, y + 13);
        if (!live && selected) {
            c.strokeStyle = colours["--link"];
            c.lineWidth = 1.5;
            c.beginPath();
            c.moveTo(x(moment), overview + 2); c.lineTo(x(moment), y);
            c.stroke();
        }
    }

    function drawOverview(c, all, left, width, height) {
        if (!all.length) return;
        const [first, last] = [all[0].start, Math.max(all[all.length - 1].end, all[0].start + 1)];
        const place = time => left + (time - first) / (last - first) * (width - left - 10);
        c.fillStyle = colours["--quiet"];
        c.textAlign = "right";
        c.fillText("all", left - 8, height - 5);
        for (const sequence of all) {
            const [from, to] = [place(sequence.start), place(sequence.end)];
            const good = sequence.gestures.some(gesture => gesture.phase !== "cancelled");
            c.fillStyle = colours[good ? "--good" : sequence.gestures.length || sequence.reasons.length ? "--bad" : "--quiet"];
            c.globalAlpha = sequence === selected ? 1 : .45;
            c.fillRect(from, good ? 3 : 6, Math.max(to - from, 2), good ? height - 6 : height - 12);
            if (sequence === selected) {
                c.strokeStyle = colours["--link"];
                c.lineWidth = 2;
                c.strokeRect(from - 2, 1, Math.max(to - from, 2) + 4, height - 2);
            }
        }
        c.globalAlpha = 1;
    }

    function drawBar(c, track, name, x, y, left, width) {
        c.fillStyle = colours["--quiet"];
        c.textAlign = "right";
        c.fillText(`contact ${name}`, left - 8, y + 11);
        track.states.forEach((state, index) => {
            const from = Math.max(x(state.t), left);
            const to = Math.min(Math.max(x(track.states[index + 1]?.t ?? track.end), from + 2), width - 10);
            if (to <= left) return;
            c.strokeStyle = colours[style(state.state).colour];
            c.lineWidth = 7;
            c.lineCap = "butt";
            c.setLineDash(style(state.state).dash.map(dash => dash * 4));
            c.beginPath();
            c.moveTo(from, y + 7); c.lineTo(to, y + 7);
            c.stroke();
            c.setLineDash([]);
        });
    }

    /// The life of each recogniser until it was decided, and each gesture.
    function lifesOf(sequences) {
        if (sequences.length !== 1) return [];
        const [sequence] = sequences;
        const lifes = ranked(sequence).map(reason => ({
            name: reason.recogniser + (reason.part ? ` ${reason.part}` : ""), start: reason.touch, end: reason.t,
            good: isRecognised(reason), isSelected: reason === selectedReason,
        }));
        const gestures = sequence.gestures.map(gesture => ({
            name: gesture.name, start: gesture.start, end: gesture.end, good: gesture.phase !== "cancelled", isGesture: true,
        }));
        return [...gestures, ...lifes].slice(0, 16);
    }

    function drawLife(c, life, x, y, left) {
        c.fillStyle = colours["--quiet"];
        c.textAlign = "right";
        c.fillText(life.name.slice(0, 15), left - 8, y + 11);
        c.strokeStyle = colours[life.good ? "--good" : "--bad"];
        c.lineWidth = life.isGesture ? 7 : life.isSelected ? 3.5 : 1.5;
        c.beginPath();
        c.moveTo(x(life.start), y + 7); c.lineTo(Math.max(x(life.end), x(life.start) + 2), y + 7);
        c.stroke();
        if (life.isGesture) return;
        c.fillStyle = colours[life.good ? "--good" : "--bad"];
        c.textAlign = "center";
        c.fillText(life.good ? "✓" : "✗", Math.max(x(life.end), left + 5), y + 11);
    }

    /// The speed of each finger, from positions 24 ms apart.
    function speeds(track) {
        if (track.speeds?.count === track.points.length) return track.speeds.list;
        const list = [];
        let from = 0;
        track.points.forEach((point, index) => {
            while (from < index - 1 && point.t - track.points[from].t > 24000) from++;
            const span = (point.t - track.points[from].t) / 1e6;
            if (span <= 0) return;
            const way = Math.hypot(point.x - track.points[from].x, point.y - track.points[from].y);
            list.push({ t: point.t, v: way / span });
        });
        track.speeds = { count: track.points.length, list };
        return list;
    }

    function drawSpeed(c, sequences, x, y, height, left, width) {
        const curves = sequences.flatMap(sequence => sequence.tracks.map(track => [track, speeds(track)]));
        const limits = new Map();
        for (const sequence of sequences) {
            for (const reason of sequence.reasons) {
                const slow = reason.failure.tooSlow || reason.failure.liftedSlowly;
                if (slow) limits.set(slow.limit * MM_PER_POINT, reason.recogniser);
            }
        }
        let most = 50;
        for (const [, list] of curves) for (const point of list) most = Math.max(most, point.v);
        for (const limit of limits.keys()) most = Math.max(most, limit * 1.15);
        const place = speed => y + height - Math.min(speed / most, 1) * (height - 6);
        c.strokeStyle = colours["--border"];
        c.lineWidth = 1;
        c.strokeRect(left, y, width - left - 10, height);
        c.fillStyle = colours["--quiet"];
        c.textAlign = "right";
        c.fillText("speed", left - 8, y + 12);
        c.fillText(`${Math.round(most)} mm/s`, left - 8, y + 26);
        c.save();
        c.beginPath();
        c.rect(left, y, width - left - 10, height);
        c.clip();
        for (const [track, list] of curves) {
            const look = style(track.states[track.states.length - 1]?.state);
            c.strokeStyle = colours[look.colour];
            c.setLineDash(look.dash.map(dash => dash * 3));
            c.lineWidth = 1.5;
            c.beginPath();
            list.forEach((point, index) => index ? c.lineTo(x(point.t), place(point.v)) : c.moveTo(x(point.t), place(point.v)));
            c.stroke();
        }
        c.restore();
        c.setLineDash([5, 4]);
        for (const [limit, name] of limits) {
            c.strokeStyle = colours["--mark"];
            c.beginPath();
            c.moveTo(left, place(limit)); c.lineTo(width - 10, place(limit));
            c.stroke();
            c.fillStyle = colours["--mark"];
            c.textAlign = "left";
            c.fillText(`${name}: at least ${Math.round(limit)} mm/s at the lift`, left + 4, place(limit) - 3);
        }
        c.setLineDash([]);
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

    // MARK: - The loop

    let frames = 0, lastCount = performance.now(), lastListed = 0, listVersion = -1, received = 0, lines = 0;

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
        window.gestureView = { rate, perSecond, dropped, lines };
        [frames, received, lastCount] = [0, 0, now];
    }

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

    // MARK: - Live

    let farewell = "gesturectl view has ended. Start it again, and open the address that it prints.";
    let isChosen = false, dropped = 0, recorded = null, recordedBytes = 0;
    // What a recording of the page may hold.
    const LARGEST = 24e6;
    const token = location.hash.slice(1);

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
})();
