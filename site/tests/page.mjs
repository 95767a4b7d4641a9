// page.mjs SITE [PICTURES [PROGRAM [PARTS]]]: the built page SITE in Chromium: no error on the console, no request elsewhere;
// each sandbox moves, and the hashes of each preset after 300 steps are those of the native program, also after going back;
// clicks, touches, drags, keys, one picture alone, and narrow windows work; what fails is told once. PICTURES: a folder for
// screenshots. PROGRAM: plays scenes that were edited and saved in the page. PARTS: some alone, as crowd/door,edits,single.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Page, serve } from "../../bindings/web/tests/browser.mjs";

const [site, pictures, program, parts] = process.argv.slice(2);
const wants = (part) => !parts || parts.split(",").some((word) => part.startsWith(word));
const natives = JSON.parse(readFileSync(resolve(site, "presets.json"), "utf8"));
const PATIENCE = 600; // seconds: the machine may have other work
const files = {}; // served in place of the page's own
const server = await serve(resolve(site), { files }); // without the headers that threads would need, as static hosts are
const planted = mkdtempSync(join(tmpdir(), "throng-planted-"));
const page = await Page.open();
const text = (id) => page.get(`document.getElementById("${id}").textContent`);
const until = async (expression) => {
    const found = await page.until(`document.body.dataset.state === "failed" ? "failed" : ${expression}`, PATIENCE);
    assert.notEqual(found, "failed", found === "failed" ? await text("status") : "");
    return found;
};
const at = (step) => until(`document.body.dataset.step === "${step}"`);
const hashes = async () => [await text("hash0"), await text("hash1")];

async function keep(name) {
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(join(pictures, `${name}.png`), await page.picture());
    }
}

/** Sets an input as a person does. */
async function set(id, value, event = "input") {
    await page.get(`(() => { const input = document.getElementById("${id}");
                             input.${typeof value === "boolean" ? "checked" : "value"} = ${JSON.stringify(value)};
                             input.dispatchEvent(new Event("${event}")); })()`);
}

async function seek(step) {
    await set("time", step);
    await at(step);
}

/** The point of the window at a share of a picture, which is scrolled into it. */
const pointOf = (id, across, down) => page.get(`(() => { const picture = document.getElementById("${id}");
    picture.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = picture.getBoundingClientRect();
    return { x: box.x + ${across} * box.width, y: box.y + ${down} * box.height }; })()`);

async function click(id, across, down) {
    const { x, y } = await pointOf(id, across, down);
    await page.click(x, y);
}

async function drag(id, from, to, moves) {
    const [a, b] = [await pointOf(id, ...from), await pointOf(id, ...to)];
    const mouse = (type, { x, y }) => page.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    await mouse("mousePressed", a);
    for (let i = 0; i <= moves; i++) {
        await mouse("mouseMoved", { x: a.x + (b.x - a.x) * i / moves, y: a.y + (b.y - a.y) * i / moves });
    }
    await mouse("mouseReleased", b);
}

async function open(query, width = 1400, dark = false) {
    await page.resize(width, 900, dark);
    await page.go(`${server.url}/index.html?${query}`);
    await until("document.body.dataset.step !== undefined");
}

/** Plays a preset to its end. */
async function native(key, width, dark) {
    const [sandbox, scene] = key.split("/");
    await open(`play&sandbox=${sandbox}&scene=${scene}`, width, dark);
    const start = await text("hash1");
    await until(`Number(document.getElementById("timeShown").textContent) > 40`);
    assert.notEqual(await text("hash1"), start, `${key} does not move`);
    await keep(`${sandbox}-${scene}-${width}${dark ? "-dark" : ""}`);
    await set("time", 300); // without a picture of each step
    assert.equal(await until("document.body.dataset.native"), "equal", `${key}: ${await text("native")}`);
    assert.deepEqual(await hashes(), natives[key].hashes);
    await at(300);
    assert.ok(!(await page.get("document.documentElement.scrollWidth > innerWidth")), `${width} pixels: too wide`);
    console.log(`${key} at ${width}: ${await text("status")}; ${await text("native")}`);
}

/** Back, and on again, to the same hashes. */
async function scrub(key) {
    const before = await hashes();
    await seek(110);
    assert.notDeepEqual(await hashes(), before);
    await seek(0);
    await seek(300);
    assert.deepEqual(await hashes(), before, `${key}: another hash after going back`);
}

// ---------------------------------------------------------------- edits

async function crowdEdits() {
    await open("sandbox=crowd&scene=crossing");
    await page.press("ArrowRight");
    await at(1);
    await set("tool", "agent", "change");
    await click("picture0", 0.5, 0.35);
    await until(`document.getElementById("status").textContent.startsWith("step 0: 401 agents")`);
    await set("tool", "wall", "change");
    await click("picture1", 0.4, 0.4);
    await at(0);
    await page.press(" ");
    await until(`Number(document.getElementById("timeShown").textContent) > 5`);
    await page.press(" ");
    await set("tool", "watch", "change");
    await click("picture1", 0.45, 0.5);
    await until(`/agent \\d+ perceives/.test(document.getElementById("facts1").textContent)`);
    assert.match(await text("native"), /^Edited/);
    await keep("watch-1400");
    await saveAndPlay("crowd");
}

async function groundEdits() {
    await open("sandbox=influence&scene=rooms");
    await seek(40);
    const before = await hashes();
    await set("tool", "wall", "change");
    await drag("picture1", [0.45, 0.1], [0.6, 0.3], 3); // fast: the wall has no gaps
    await until(`document.getElementById("hash1").textContent !== "${before[1]}" && document.body.dataset.step === "40"`);
    await set("tool", "ours", "change"); // by keys alone: the cursor begins in the middle
    await page.get(`document.getElementById("picture0").focus()`);
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"]) {
        await page.press(key);
    }
    await until(`document.getElementById("status").textContent.includes("25 units")`);
    await at(40);
    await keep("influence-edited-1400");
    const edited = await hashes();
    await set("option-momentum", 0.5);
    await until(`document.getElementById("hash1").textContent !== "${edited[1]}" && document.body.dataset.step === "40"`);
    await saveAndPlay("influence", ["right"], (folder) => {
        const rows = readFileSync(join(folder, "ground.map"), "utf8").split("\n").slice(4);
        assert.ok(rows.slice(7, 19).every((row) => row.slice(27, 41).includes("@")), rows.join("\n"));
    });
}

/** Saves the files of pictures, and has the native program play them; `look` sees those of the last one. */
async function saveAndPlay(name, sides = ["right"], look = () => {}) {
    const folder = mkdtempSync(join(tmpdir(), "throng-page-")), archives = sides.map((side) => `throng-${name}-${side}.zip`);
    try {
        await page.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
        await page.get(sides.map((side) => `document.getElementById("save${side === "left" ? 0 : 1}").click();`).join(""));
        for (let i = 0; i < 300 && !archives.every((archive) => readdirSync(folder).includes(archive)); i++) {
            await new Promise((done) => setTimeout(done, 100));
        }
        archives.forEach((archive) => playArchive(folder, archive));
        look(folder);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

function playArchive(folder, archive) {
    execFileSync("python3", ["-m", "zipfile", "-e", archive, "."], { cwd: folder });
    const words = readFileSync(join(folder, "command.txt"), "utf8").trim().split(" ").slice(1);
    assert.ok(words.includes("--replay"));
    if (program) {
        execFileSync(resolve(program), [...words, "--backend", "cpu"], { cwd: folder, stdio: "pipe" });
        console.log(`${archive}: the native program plays it to the same hashes`);
    }
}

async function single() {
    await open("sandbox=together&scene=rooms", 390);
    await set("both", false, "change");
    await until(`document.getElementById("picture0").clientWidth === 0`);
    await seek(60);
    assert.ok(await page.get(`document.getElementById("picture1").clientWidth > 300`));
    await keep("together-single-390");
    await set("both", true, "change");
    await at(60);
    await saveAndPlay("together", ["left", "right"]);
    await set("tool", "erase", "change"); // by a finger, and what is drawn there, not what was there at the beginning
    const [left, top] = await page.get(`import("./sandboxes/together.js").then(({ presets }) => {
        const [{ x, y }] = presets.rooms.make().guns;
        return [x / 64, y / 64]; })`), { x, y } = await pointOf("picture1", left, top);
    for (const [type, touchPoints] of [["touchStart", [{ x, y }]], ["touchEnd", []]]) {
        await page.send("Input.dispatchTouchEvent", { type, touchPoints });
    }
    await until(`document.getElementById("native").textContent.startsWith("Edited")`);
}

/** Serves a file of the page with a change. */
function plant(file, from, to) {
    const whole = readFileSync(resolve(site, file), "utf8"), path = join(planted, file.replace("/", "-"));
    assert.ok(whole.includes(from), `${file} has no ${from}`);
    writeFileSync(path, whole.replace(from, to));
    files[`/${file}`] = path;
}

async function untilFailed(message) {
    await page.until(`document.body.dataset.state === "failed"`, PATIENCE);
    assert.match(await text("status"), message);
    const sent = await page.get(`new Promise((done) => { let count = 0, send = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...given) { count++; send.apply(this, given); };
        setTimeout(() => done(count), 500); })`);
    assert.equal(sent, 0, "asks for steps after a failure");
    assert.match(await text("status"), message);
}

/** What fails is told, and nothing is asked for then; a step that differs when it is played again is noticed. */
async function failures() {
    const faults = page.faults.length;
    for (const module of ["simd", "reference"]) {
        files[`/throng/dist/throng-${module}.wasm`] = "/nonexistent";
    }
    await page.go(`${server.url}/index.html?sandbox=field`);
    await untilFailed(/wasm/);
    page.faults.splice(faults); // the modules that are not there
    Object.keys(files).forEach((file) => delete files[file]);
    plant("sandboxes/field.js", "guns = state.guns.map((gun) => ({ ...gun }));", "");
    await open("sandbox=field&play");
    await until(`Number(document.getElementById("timeShown").textContent) > 60`);
    await set("time", 40);
    await untilFailed(/step 25, played again, has another hash/);
    delete files["/sandboxes/field.js"];
}

/** Sides that come to step 300 at different times are compared when both are there; addresses that are wrong do no harm. */
async function addresses() {
    plant("worker.js", "performance.now() > end", "!scene.options.adjust || step % 2 === 0"); // the right one is ahead
    await open("sandbox=influence&scene=nothing&agents=1e9");
    await at(0);
    assert.match(await text("status"), /: 400 units/);
    await open("sandbox=influence&agents=x");
    await at(0);
    assert.match(await text("status"), /: 16 units/);
    await page.get(`(() => { globalThis.seen = new Set();
        new MutationObserver(() => seen.add(document.body.dataset.native)).observe(document.body, { attributes: true }); })()`);
    await page.get(`document.getElementById("time").max = 320`);
    await seek(320);
    assert.deepEqual(await page.get("[...seen].filter(Boolean)"), []);
    await seek(300);
    assert.equal(await page.get("document.body.dataset.native"), "equal");
    delete files["/worker.js"];
}

/** How smooth many agents are: times, and the longest wait of the page for itself. */
async function many() {
    await open("sandbox=crowd&scene=crossing&agents=20000&play");
    await page.get(`(() => { let last = performance.now(); globalThis.longest = 0;
        const look = (now) => { longest = Math.max(longest, now - last); last = now; requestAnimationFrame(look); };
        requestAnimationFrame(look); })()`);
    await until(`Number(document.getElementById("timeShown").textContent) > 30`);
    console.log(`${await text("status")}; longest frame ${Math.round(await page.get("longest"))} ms`);
    await keep("crowd-20000-1400");
}

try {
    const looks = [[1400, false], [390, false], [1400, true], [390, true]];
    const keys = Object.keys(natives).filter(wants);
    for (const [i, key] of keys.entries()) {
        await native(key, ...looks[i % looks.length]);
        if (key.split("/")[0] !== keys[i + 1]?.split("/")[0]) { // once in each sandbox
            await scrub(key);
        }
    }
    for (const [part, play] of Object.entries({ edits: crowdEdits, ground: groundEdits, single, failures, addresses,
                                                many })) {
        await (wants(part) ? play() : null);
    }
    assert.deepEqual(page.faults, []);
    assert.deepEqual(page.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.url)), []);
    console.log(`${page.requests.length} requests, none elsewhere; nothing on the console`);
} finally {
    await page.close();
    server.close();
    rmSync(planted, { recursive: true });
}
