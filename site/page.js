// The page: tabs, what is pressed, and what is shown. All computing is in worker.js, one worker for each picture.
import { readCount, showControls, showCount } from "./controls.js";
import { Picture } from "./draw.js";
import { makeZip } from "./zip.js";
import * as crowd from "./sandboxes/crowd.js";
import * as field from "./sandboxes/field.js";
import * as influence from "./sandboxes/influence.js";
import * as together from "./sandboxes/together.js";

const get = (id) => document.getElementById(id);
const SANDBOXES = [influence, field, crowd, together];
const STEPS = 300; // of the presets, whose native hashes presets.json has
const STEPS_PER_SECOND = 60, MOST_STEPS = 12, FRAME = 30; // steps of a frame, and their milliseconds
const CATCH_UP = 1500; // milliseconds of steps that are done again after a change, rather than to begin anew
const dark = matchMedia("(prefers-color-scheme: dark)");
const query = new URLSearchParams(location.search);
const EDITED = "Edited: save the files of a picture, and the native program plays them to the same hashes.";

let pictures, natives = {}, sandbox = crowd, scene, edited = false, playing = false;
let target = 0, watched = -1, pending = null; // the step to get to; a scene that waits to begin
let frames = [null, null], answers = 0; // of the workers, that are awaited
let drag = null, cursor = null;
const saving = [null, null], toSave = new Set(); // by picture

const single = query.has("single"), MOST_THREADS = 8;
/** The threads of each picture: both share the processors, also where the second is hidden for now. */
function countThreads() {
    const wanted = Number(query.get("threads")), fit = Math.floor((navigator.hardwareConcurrency ?? 2) / 2);
    return Math.min(Math.max(Number.isInteger(wanted) && wanted > 0 ? wanted : fit, 1), MOST_THREADS);
}

const workers = [0, 1].map((i) => {
    const worker = new Worker(new URL(`./worker.js?threads=${countThreads()}`, import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(i, data);
    worker.onerror = (event) => fail(`The worker failed: ${event.message ?? "it does not load"}`);
    return worker;
});
const shown = () => (get("both").checked ? [0, 1] : [1]);
const step = () => Math.min(...shown().map((i) => frames[i]?.step ?? 0));
const failed = () => document.body.dataset.state === "failed";
const milliseconds = () => Math.max(...shown().map((i) => frames[i]?.milliseconds ?? 0));

// ---------------------------------------------------------------- the workers

function fail(message) {
    setPlaying(false);
    target = step();
    toSave.clear();
    get("status").textContent = message;
    document.body.dataset.state = "failed";
}

const sceneOf = (i) => ({ ...scene, options: { ...scene.options, ...sandbox.sides[i].change } });

/** Asks for steps; after a failure for none, until a scene begins. */
function ask(message) {
    if (failed()) {
        return;
    }
    for (const i of shown()) {
        answers++;
        workers[i].postMessage({ ...message(i), to: target, watched });
    }
}

/** Begins the scene, at a step; as soon as the workers have answered. */
function begin(to = 0) {
    frames.forEach((frame) => frame && (frame.outdated = true));
    if (answers > 0) {
        pending = to;
        return;
    }
    pending = null;
    target = to;
    pictures.forEach((picture) => picture.show(sandbox.stay(scene)));
    get("command").textContent = "";
    document.body.dataset.step = "";
    delete document.body.dataset.native;
    delete document.body.dataset.state;
    ask((i) => ({ kind: "begin", sandbox: sandbox.name, scene: sceneOf(i) }));
}

function request() {
    if (answers === 0 && shown().some((i) => frames[i]?.step !== target)) {
        ask(() => ({ kind: "go" }));
    }
}

function receive(i, data) {
    if (data.kind === "hashes") {
        finishSave(i, data.hashes);
        return;
    }
    answers--;
    if (data.kind === "error") {
        fail(data.message);
    } else {
        frames[i] = data;
    }
    if (answers > 0) {
        return;
    }
    if (pending !== null) {
        begin(pending);
        return;
    }
    stale = true; // tick() draws: a slow picture holds up no steps
    report();
    request();
    toSave.forEach(save);
}

/** Steps of a frame: so many that a slow picture does not slow the scene down, that they fit, and none jumps over the end. */
function stepsOf(passed) {
    const fit = Math.floor(Math.max(FRAME, passed / 2) / Math.max(milliseconds(), 0.01));
    const count = Math.min(Math.max(Math.min(Math.round(passed * STEPS_PER_SECOND / 1000), fit), 1), MOST_STEPS);
    return step() < STEPS ? Math.min(count, STEPS - step()) : count;
}

let before = 0, stale = false;
function tick(now) {
    if (stale) {
        stale = false;
        render();
    }
    if (playing && answers === 0 && shown().every((i) => frames[i]?.step === target)) {
        target += stepsOf(now - before);
        before = now;
        request();
    }
    requestAnimationFrame(tick);
}

// ---------------------------------------------------------------- what is shown

/** Palettes in the order of COLOR. */
const COLORS = {
    light: { ground: [0.97, 0.97, 0.96], around: [0.9, 0.9, 0.89],
             palette: [[0.05, 0.43, 0.6], [0.8, 0.37, 0.05], [0.75, 0.1, 0.5], [0.5, 0.53, 0.57], [0.13, 0.5, 0.2],
                       [0.25, 0.27, 0.3], [0.1, 0.1, 0.1]] },
    dark: { ground: [0.08, 0.09, 0.11], around: [0.12, 0.13, 0.15],
            palette: [[0.35, 0.72, 0.87], [0.95, 0.6, 0.3], [0.95, 0.45, 0.75], [0.55, 0.58, 0.62], [0.45, 0.8, 0.5],
                      [0.62, 0.64, 0.67], [0.95, 0.95, 0.95]] },
};

function render() {
    for (const i of shown()) {
        const { canvas } = pictures[i], side = Math.max(Math.round(canvas.clientWidth * devicePixelRatio), 1);
        if (canvas.width !== side || canvas.height !== side) {
            canvas.width = canvas.height = side;
        }
        if (frames[i]?.of === sandbox.name) {
            pictures[i].draw(frames[i], dark.matches ? COLORS.dark : COLORS.light, cursor?.picture === i ? cursor : null);
        }
    }
}

const keyOf = () => `${sandbox.name}/${get("preset").value}`;

function reportNative() {
    const known = edited ? null : natives[keyOf()];
    delete document.body.dataset.native;
    if (!known) {
        get("native").textContent = EDITED;
    } else if (shown().every((i) => frames[i].step === known.step)) {
        const equal = shown().every((i) => frames[i].hash === known.hashes[i]);
        get("native").textContent = equal ? `Step ${known.step}: the hashes equal those of the native program.`
            : `Step ${known.step}: the hashes differ from those of the native program!`;
        document.body.dataset.native = equal ? "equal" : "different";
    } else {
        get("native").textContent = `At step ${known.step} the native program has ${known.hashes.join(" and ")}.`;
    }
}

function report() {
    const seen = shown().map((i) => frames[i]).filter(Boolean);
    if (seen.length < shown().length || failed()) {
        return;
    }
    for (const i of shown()) {
        get(`hash${i}`).textContent = frames[i].hash;
        get(`facts${i}`).textContent = frames[i].facts;
    }
    const times = seen.map((one) => one.milliseconds.toFixed(2)).join(" and ");
    get("status").textContent = `step ${step()}: ${scene.agents?.length ?? scene.units?.length ?? scene.guns.length} ` +
        `${sandbox.counts.label.toLowerCase()}, ${times} ms a step (median), ${seen[0].isa}, ` +
        (seen[0].threads === 1 ? "1 thread" : `${seen[0].threads} threads${seen.length > 1 ? " each" : ""}`);
    get("time").max = Math.max(STEPS, target, Number(get("time").max));
    get("time").value = target;
    get("timeShown").textContent = step();
    document.body.dataset.step = seen.every((one) => one.step === target) ? target : "";
    reportNative();
}

function setPlaying(on) {
    playing = on;
    before = performance.now();
    get("play").textContent = on ? "Pause" : "Play";
}

// ---------------------------------------------------------------- scenes

/** The step to go on from after a change: the present one, if it is soon reached. */
const soon = () => (target * milliseconds() < CATCH_UP ? target : 0);

function choosePreset(name, count = sandbox.presets[name].count, options = {}) {
    scene = sandbox.presets[name].make(count);
    const { options: usual } = scene;
    scene.options = { ...usual, ...options };
    edited = count !== sandbox.presets[name].count ||
        Object.keys(usual).some((word) => scene.options[word] !== usual[word]);
    watched = -1;
    get("preset").value = name;
    showCount(get("count"), sandbox.counts, count);
    get("countShown").textContent = count;
    showControls(get("options"), sandbox.controls, scene.options, (word, value) => {
        scene.options[word] = value;
        edited = true;
        begin(soon());
    });
    begin();
}

function chooseSandbox(next, preset = Object.keys(next.presets)[0], count = undefined) {
    sandbox = next;
    frames = [null, null];
    [...get("tabs").children].forEach((tab, i) => tab.setAttribute("aria-pressed", SANDBOXES[i] === next));
    get("about").textContent = next.about;
    next.sides.forEach(({ label }, i) => (get(`side${i}`).textContent = label));
    get("countLabel").textContent = next.counts.label;
    get("preset").replaceChildren(...Object.entries(next.presets).map(([name, { title }]) => new Option(title, name)));
    get("tool").replaceChildren(...Object.entries(next.tools).map(([name, text]) => new Option(text, name)));
    get("time").max = STEPS;
    chooseTool();
    choosePreset(preset, count);
}

function chooseTool() {
    const drags = sandbox.drags.includes(get("tool").value);
    pictures.forEach(({ canvas }) => canvas.classList.toggle("drags", drags));
    cursor = null;
}

// ---------------------------------------------------------------- clicks

/** The discs of a picture, if it is of the scene as it is here. */
const discsOf = (i) => (pending === null && !frames[i]?.outdated ? frames[i]?.discs ?? [] : []);

function watch(i, point) {
    const discs = discsOf(i), count = scene.agents.length;
    let best = -1, least = 4;
    for (let k = 0; k < count; k++) {
        const distance = Math.hypot(discs[4 * k] - point.x, discs[4 * k + 1] - point.y) - discs[4 * k + 2];
        [best, least] = distance < least ? [k, distance] : [best, least];
    }
    watched = best;
    if (answers === 0) {
        ask(() => ({ kind: "go" }));
    }
}

/** Points of a drag, close enough for each cell between them: browsers tell of some places alone. */
function pointsBetween(from, to) {
    const count = Math.max(Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)), 1);
    const part = (a, b, k) => a + (b - a) * (k + 1) / count;
    return Array.from({ length: count }, (_, k) => ({ x: part(from.x, to.x, k), y: part(from.y, to.y, k) }));
}

/** `value` is that of the wall that a drag began to draw or to take away. */
function place(i, points, value) {
    const tool = get("tool").value, now = frames[i]?.step ?? 0;
    if (tool === "watch") {
        watch(i, points[0]);
    } else if (points.filter((point) => sandbox.place(scene, tool, point, now, value, discsOf(i))).length > 0) {
        edited = true;
        watched = -1;
        begin(sandbox.keepsStep ? soon() : 0);
    }
}

function listenTo(picture, i) {
    const { canvas } = picture;
    const pointOf = ({ clientX, clientY }) => {
        const box = canvas.getBoundingClientRect();
        return picture.locate(clientX - box.left, clientY - box.top);
    };
    const press = (point) => {
        const { ground } = scene, at = ground ? Math.floor(point.y) * ground.width + Math.floor(point.x) : 0;
        drag = { i, value: ground?.blocked[at] ? 0 : 1, point };
        place(i, [point], drag.value);
    };
    canvas.onmousedown = (event) => event.preventDefault(); // only Tab moves the focus, and with it the arrow keys, here
    canvas.onpointerdown = (event) => {
        if (sandbox.drags.includes(get("tool").value)) {
            canvas.setPointerCapture(event.pointerId);
            press(pointOf(event));
        }
    };
    canvas.onpointermove = (event) => {
        if (drag?.i === i) {
            const { value, point: from } = drag, to = pointOf(event);
            drag.point = to;
            place(i, pointsBetween(from, to), value);
        }
    };
    canvas.onpointerup = canvas.onpointercancel = () => (drag = null);
    canvas.onclick = (event) => {
        if (!sandbox.drags.includes(get("tool").value)) {
            place(i, [pointOf(event)]);
        }
    };
    canvas.onkeydown = (event) => {
        const [left, top, right, bottom] = picture.bounds, pace = Math.max(right - left, bottom - top) / 64;
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (way) {
            const middle = { picture: i, x: (left + right) / 2 + 0.5, y: (top + bottom) / 2 + 0.5 };
            cursor = cursor?.picture === i ? cursor : middle;
            cursor.x = Math.min(Math.max(cursor.x + pace * way[0], left), right);
            cursor.y = Math.min(Math.max(cursor.y + pace * way[1], top), bottom);
            render();
        } else if (event.key === "Enter" && cursor) {
            press(cursor);
            drag = null;
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    };
}

// ---------------------------------------------------------------- files

/** As soon as the workers have the scene as it is here, at the step that is wanted. */
function save(i) {
    toSave.add(i);
    if (answers > 0 || pending !== null || frames[i]?.step !== target) {
        return;
    }
    toSave.delete(i);
    saving[i] = { step: frames[i].step, scene: structuredClone(sceneOf(i)), sandbox };
    workers[i].postMessage({ kind: "hashes", step: saving[i].step });
}

function finishSave(i, hashes) {
    const { sandbox: one, scene: saved, step: last } = saving[i], { files, words } = one.toFiles(saved, last, hashes);
    const command = `throng ${words.join(" ")} --out result.csv`, link = document.createElement("a");
    link.href = URL.createObjectURL(makeZip({ ...files, "command.txt": command + "\n" }));
    link.download = `throng-${one.name}-${i === 0 ? "left" : "right"}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    get("command").textContent = `${link.download}; in its folder:\n${command}`;
}

// ---------------------------------------------------------------- what is pressed

function goTo(to) {
    setPlaying(false);
    target = Math.max(to, 0);
    pending = pending === null ? null : target;
    request();
}

function listenToKeys() {
    document.onkeydown = (event) => {
        const keys = { " ": () => get("play").click(), r: () => begin(), ArrowRight: () => goTo(step() + 1),
                       ArrowLeft: () => goTo(step() - 1) };
        SANDBOXES.forEach((one, i) => (keys[i + 1] = () => chooseSandbox(one)));
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (keys[key] && !event.ctrlKey && !event.metaKey && !event.altKey &&
            !/^(INPUT|SELECT)$/.test(event.target.tagName) && !(event.target.tagName === "BUTTON" && event.key === " ")) {
            event.preventDefault();
            keys[key]();
        }
    };
}

function showPictures() {
    get("pictures").classList.toggle("single", !get("both").checked);
}

function listen() {
    get("tabs").append(...SANDBOXES.map((one) => {
        const tab = document.createElement("button");
        Object.assign(tab, { textContent: one.title, id: `tab-${one.name}`, onclick: () => chooseSandbox(one) });
        return tab;
    }));
    get("play").onclick = () => setPlaying(!playing);
    get("one").onclick = () => goTo(step() + 1);
    get("restart").onclick = () => begin();
    get("preset").onchange = () => choosePreset(get("preset").value);
    get("count").onchange = () => choosePreset(get("preset").value, readCount(get("count"), sandbox.counts), scene.options);
    get("count").oninput = () => (get("countShown").textContent = readCount(get("count"), sandbox.counts));
    get("time").oninput = () => goTo(Number(get("time").value));
    get("tool").onchange = chooseTool;
    get("both").onchange = () => {
        showPictures();
        begin(soon());
    };
    pictures.forEach((picture, i) => {
        listenTo(picture, i);
        get(`save${i}`).onclick = () => {
            setPlaying(false);
            save(i);
        };
    });
    listenToKeys();
    addEventListener("resize", render);
    dark.addEventListener("change", render);
}

async function main() {
    pictures = [0, 1].map((i) => new Picture(get(`picture${i}`)));
    natives = await (await fetch("presets.json")).json();
    listen();
    get("both").checked = !single;
    showPictures();
    const first = SANDBOXES.find(({ name }) => name === query.get("sandbox")) ?? crowd;
    const { min, max } = first.counts, wanted = query.has("agents") ? Math.round(Number(query.get("agents"))) : NaN;
    const preset = Object.hasOwn(first.presets, query.get("scene") ?? "") ? query.get("scene") : undefined;
    chooseSandbox(first, preset, Number.isNaN(wanted) ? undefined : Math.min(Math.max(wanted, min), max));
    setPlaying(query.has("play"));
    requestAnimationFrame(tick);
}

main().catch((error) => {
    fail(error.message);
    throw error;
});
