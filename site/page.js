// The page of the crowd sandbox: what is pressed, drawn and shown. All computing is in worker.js.
import { PRESETS, makeAgent, makePillar, makePreset, toFiles, toRecord } from "./scene.js";
import { Picture } from "./draw.js";

const get = (id) => document.getElementById(id);
const STEPS = 300; // of the presets, whose native hashes presets.json has
const STEPS_PER_SECOND = 60, MOST_STEPS = 12; // of a frame
const CHANGES = [{ perception: false }, { perception: true }];
const dark = matchMedia("(prefers-color-scheme: dark)");
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const query = new URLSearchParams(location.search);
const EDITED = "An edited scene: save its files, and the native program plays them to the same hashes.";
let pictures, natives = {}, scene, edited = false, playing = false, waiting = false, last = null, spare = [];

// ---------------------------------------------------------------- the worker

/** The memory of the frame before the last one goes back with it, for the next frame. */
function ask(message) {
    const buffers = spare;
    spare = [];
    waiting = true;
    worker.postMessage({ ...message, buffers }, buffers);
}

worker.onmessage = ({ data }) => {
    if (data.kind === "hashes") {
        finishExport(data);
        return;
    }
    waiting = false;
    if (data.kind === "error") {
        playing = false;
        get("status").textContent = data.message;
        return;
    }
    spare = last ? last.sides.map(({ positions }) => positions.buffer) : [];
    last = data;
    render();
    report(data);
    if (playing && data.step >= STEPS && !edited && query.has("stop")) {
        setPlaying(false);
    }
};
worker.onerror = (event) => {
    get("status").textContent = `The worker failed: ${event.message}`;
};

function report({ step, sides, isa, agents, milliseconds }) {
    sides.forEach(({ hash }, i) => (get(`hash${i}`).textContent = hash));
    get("status").textContent = `step ${step}: ${agents} agents, ${milliseconds.toFixed(2)} ms a step (median), ${isa}`;
    get("time").max = Math.max(STEPS, step, Number(get("time").max));
    get("time").value = step;
    get("timeShown").textContent = step;
    const known = edited ? null : natives[`${get("preset").value} ${agents}`];
    if (!known) {
        get("native").textContent = edited ? EDITED : "";
    } else if (step === known.step) {
        const equal = sides.every(({ hash }, i) => hash === known.hashes[i]);
        get("native").textContent = equal ? `Step ${step}: both hashes equal those of the native program.`
            : `Step ${step}: the hashes differ from those of the native program!`;
        document.body.dataset.native = equal ? "equal" : "different";
    } else {
        get("native").textContent = `At step ${known.step} the native program has ${known.hashes.join(" and ")}.`;
    }
}

// ---------------------------------------------------------------- pictures

const COLORS = {
    light: { ground: [0.97, 0.97, 0.96], wall: [0.3, 0.32, 0.35], right: [0.05, 0.43, 0.6], left: [0.8, 0.37, 0.05] },
    dark: { ground: [0.08, 0.09, 0.11], wall: [0.7, 0.72, 0.75], right: [0.35, 0.72, 0.87], left: [0.95, 0.6, 0.3] },
};

function render() {
    if (!last) {
        return;
    }
    pictures.forEach((picture, i) => {
        const { canvas } = picture, side = Math.max(Math.round(canvas.clientWidth * devicePixelRatio), 1);
        if (canvas.width !== side || canvas.height !== side) {
            canvas.width = canvas.height = side;
        }
        picture.draw(last.sides[i].positions, dark.matches ? COLORS.dark : COLORS.light);
    });
}

/** Steps of one frame: so many that a slow picture does not slow the crowd down, and that none jumps over the last one. */
function stepsOf(milliseconds) {
    const count = Math.min(Math.max(Math.round(milliseconds * STEPS_PER_SECOND / 1000), 1), MOST_STEPS);
    const left = STEPS - last.step;
    return left > 0 ? Math.min(count, left) : count;
}

let before = 0;
function tick(now) {
    if (playing && !waiting && last) {
        ask({ kind: "advance", count: stepsOf(now - before) });
        before = now;
    }
    requestAnimationFrame(tick);
}

// ---------------------------------------------------------------- scenes

function begin() {
    pictures.forEach((picture) => picture.show(scene));
    delete document.body.dataset.native;
    get("time").max = STEPS;
    get("command").textContent = "";
    last = null; // of another number of agents
    spare = [];
    ask({ kind: "begin", scene, changes: CHANGES });
}

function choose(name, count) {
    scene = makePreset(name, count);
    scene.options.symmetry = Number(get("symmetry").value);
    scene.options.congestion = get("congestion").checked;
    const { symmetry, congestion } = makePreset(name, 2).options;
    edited = scene.options.symmetry !== symmetry || scene.options.congestion !== congestion;
    get("countShown").textContent = scene.agents.length;
    get("symmetryShown").textContent = scene.options.symmetry;
    begin();
}

const countOf = () => Math.round(10 ** Number(get("count").value));

function place(picture, event) {
    const box = picture.canvas.getBoundingClientRect();
    const { x, y } = picture.locate(event.clientX - box.left, event.clientY - box.top);
    edited = true;
    if (get("tool").value === "wall") {
        scene.walls.push(makePillar(x, y, 1));
    } else {
        scene.agents.push(makeAgent(x, y, -x, y));
    }
    get("countShown").textContent = scene.agents.length;
    begin();
}

function setPlaying(on) {
    playing = on;
    get("play").textContent = on ? "Pause" : "Play";
}

// ---------------------------------------------------------------- files

function finishExport({ hashes, step }) {
    const files = toFiles({ ...scene, options: { ...scene.options, ...CHANGES[0] } }, step);
    const parts = { "agents.csv": files.agents, "hashes.csv": toRecord(hashes) };
    if (scene.walls.length > 0) {
        parts["walls.csv"] = files.walls;
    }
    for (const [name, text] of Object.entries(parts)) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }
    get("command").textContent = `throng crowd ${files.options.join(" ")} --replay hashes.csv`;
}

// ---------------------------------------------------------------- what is pressed

function listen() {
    const restart = () => choose(get("preset").value, countOf());
    get("play").onclick = () => setPlaying(!playing);
    get("one").onclick = () => {
        setPlaying(false);
        if (!waiting) {
            ask({ kind: "advance", count: 1 });
        }
    };
    get("restart").onclick = begin;
    get("preset").onchange = () => {
        get("count").value = Math.log10(PRESETS[get("preset").value].count);
        choose(get("preset").value, PRESETS[get("preset").value].count);
    };
    get("count").onchange = get("symmetry").onchange = get("congestion").onchange = restart;
    get("time").oninput = () => {
        setPlaying(false);
        if (!waiting) {
            ask({ kind: "seek", step: Number(get("time").value) });
        }
    };
    get("export").onclick = () => {
        setPlaying(false);
        worker.postMessage({ kind: "hashes" });
    };
    pictures.forEach((picture) => (picture.canvas.onclick = (event) => place(picture, event)));
    document.onkeydown = (event) => {
        const keys = { " ": "play", ArrowRight: "one", r: "restart" };
        if (keys[event.key] && !/^(INPUT|SELECT|BUTTON)$/.test(event.target.tagName)) {
            event.preventDefault();
            get(keys[event.key]).click();
        }
    };
    addEventListener("resize", render);
    dark.addEventListener("change", render);
}

async function main() {
    pictures = [0, 1].map((i) => new Picture(get(`picture${i}`)));
    for (const [name, { title }] of Object.entries(PRESETS)) {
        get("preset").append(new Option(title, name));
    }
    const { options } = makePreset("crossing", 2), name = query.get("scene") ?? "crossing";
    const count = Number(query.get("agents") ?? PRESETS[name].count);
    get("preset").value = name;
    get("count").value = Math.log10(count);
    get("symmetry").value = options.symmetry;
    get("congestion").checked = options.congestion;
    natives = await (await fetch("presets.json")).json();
    listen();
    choose(name, count);
    setPlaying(query.has("play"));
    requestAnimationFrame(tick);
}

main().catch((error) => {
    get("status").textContent = error.message;
    throw error;
});
