// native.mjs THRONG SITE [--update]: plays each preset of the built page SITE by its own module, as the worker does, and by the
// native program THRONG, and compares all hashes with each other and the last ones with those of presets.json. It does so
// with the settings of the controls. Edited scenes, with edits at later steps, are played from their saved files. --update
// writes site/presets.json.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, site, update] = process.argv.slice(2);
const own = (name) => import(pathToFileURL(resolve(site, name)));
const { load } = await own("throng/src/throng.js"), { hexOf } = await own("numbers.js");
const throng = await load(), engine = { throng, context: throng.createContext({ backend: "cpu" }) };
const STEPS = 300, found = {};

/** Runs the program on a saved scene, in a folder of its own; --replay fails where a hash differs. */
function run({ files, words }, more = []) {
    const folder = mkdtempSync(join(tmpdir(), "throng-site-"));
    try {
        for (const [name, text] of Object.entries(files)) {
            writeFileSync(join(folder, name), text);
        }
        execFileSync(resolve(program), [...words, "--backend", "cpu", "--threads", "1", "--out", "out.csv", ...more],
                     { cwd: folder, stdio: "pipe" });
        return more.length > 0 ? readFileSync(join(folder, more[1]), "utf8").trim().split("\n").slice(1) : [];
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The hashes of all steps by the native program. */
function playNative(sandbox, scene, steps) {
    return run(sandbox.toFiles(scene, steps), ["--record", "hashes.csv"]).map((line) => BigInt(line.split(",")[1]));
}

/** The same in this module, and what is drawn then. */
function playHere(sandbox, scene, steps) {
    const side = sandbox.makeSide(engine, scene), hashes = [side.hash()];
    for (let step = 1; step <= steps; step++) {
        side.step();
        hashes.push(side.hash());
    }
    const { discs } = side.draw(0);
    side.close();
    return { hashes, discs };
}

const scenesOf = (sandbox, scene) =>
    sandbox.sides.map(({ change }) => ({ ...scene, options: { ...scene.options, ...change } }));

/** Plays both sides here and natively; their last hashes. */
function compare(sandbox, scene, steps, what) {
    return scenesOf(sandbox, scene).map((one, i) => {
        const native = playNative(sandbox, one, steps), { hashes } = playHere(sandbox, one, steps);
        assert.equal(native.length, steps + 1);
        const first = native.findIndex((hash, step) => hash !== hashes[step]);
        assert.equal(first, -1, `${sandbox.name}/${what}, side ${i}: step ${first} differs`);
        return hexOf(native[steps]);
    });
}

function comparePreset(sandbox, name) {
    const last = compare(sandbox, sandbox.presets[name].make(), STEPS, name);
    found[`${sandbox.name}/${name}`] = { step: STEPS, hashes: last };
    console.log(`${sandbox.name}/${name}: ${last.join(" ")}`);
}

/** Each control of the last preset at its ends, or at each other choice. */
function compareControls(sandbox) {
    const { make } = Object.values(sandbox.presets).at(-1);
    let count = 0;
    for (const { name, check, choices, min, max } of sandbox.controls) {
        const usual = make().options[name];
        const values = check ? [!usual] : choices ? Object.keys(choices) : [min, max];
        for (const value of values.filter((one) => one !== usual)) {
            const scene = make();
            scene.options[name] = value;
            compare(sandbox, scene, 20, `${name} ${value}`);
            count++;
        }
    }
    console.log(`${sandbox.name}: ${count} settings of the controls have the native program's hashes`);
}

/** Edits of each kind, some of them at step 20; the files that the page saves then play to the same hashes. */
function compareEdited(sandbox) {
    const scene = Object.values(sandbox.presets)[0].make();
    const at = [{ x: 7.25, y: 30.5 }, { x: 50.75, y: 9.25 }, { x: 3.5, y: 33.5 }];
    const done = Object.keys(sandbox.tools).filter((tool) => tool !== "watch" && tool !== "erase").map((tool) =>
        [tool, at.map((point) => sandbox.place(scene, tool, tool === "wall" ? { x: point.x, y: point.y + 3 } : point,
                                               sandbox.keepsStep ? 20 : 0, 1))]);
    assert.ok(done.every(([, changed]) => changed.includes(true)), `${sandbox.name}: ${JSON.stringify(done)}`);
    const { discs } = playHere(sandbox, scenesOf(sandbox, scene)[0], 60), [x, y] = discs; // things[0], where it is drawn
    const things = scene.agents ?? scene.units ?? scene.guns, [first, second] = things;
    assert.ok(sandbox.place(scene, "erase", { x, y }, 60, 1, discs));
    assert.ok(things[0] === second && !things.includes(first), `${sandbox.name} erases another`);
    for (const edited of scenesOf(sandbox, scene)) {
        const { hashes } = playHere(sandbox, edited, 60);
        run(sandbox.toFiles(edited, 60, hashes));
        hashes[31] ^= 1n; // a replay that differs is noticed
        assert.throws(() => run(sandbox.toFiles(edited, 60, hashes)), /step 31/);
    }
    console.log(`${sandbox.name}: an edited scene's files play to the same hashes`);
}

/** No agent is placed whose goal is in a wall. */
async function walledGoals() {
    const { place, presets } = await own("sandboxes/together.js"), scene = presets.open.make(), at = { x: 32.5, y: 32.5 };
    scene.ground.blocked.fill(1);
    scene.ground.blocked[32 * scene.ground.width + 32] = 0;
    assert.equal(place(scene, "blue", at, 0), false);
}

await walledGoals();
for (const file of ["influence", "field", "crowd", "together"]) {
    const sandbox = await own(`sandboxes/${file}.js`);
    Object.keys(sandbox.presets).forEach((name) => comparePreset(sandbox, name));
    compareControls(sandbox);
    compareEdited(sandbox);
}
const text = JSON.stringify(found, null, 1) + "\n";
if (update === "--update") {
    writeFileSync(new URL("../presets.json", import.meta.url), text);
} else {
    assert.equal(text, readFileSync(resolve(site, "presets.json"), "utf8"), "presets.json has other hashes");
}
