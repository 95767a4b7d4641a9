// native.mjs THRONG SITE [--update]: plays each preset of the built page SITE by the native program THRONG and compares
// with the hashes of presets.json; --update writes them into site/presets.json.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, site, update] = process.argv.slice(2);
const { PRESETS, makePreset, toFiles } = await import(pathToFileURL(resolve(site, "scene.js")));
const STEPS = 300, found = {};

/** The last hash of a scene, by the program. */
export function play(scene, steps, more = []) {
    const folder = mkdtempSync(join(tmpdir(), "throng-site-"));
    try {
        const files = toFiles(scene, steps);
        writeFileSync(join(folder, "agents.csv"), files.agents);
        writeFileSync(join(folder, "walls.csv"), files.walls);
        execFileSync(resolve(program), ["crowd", ...files.options, "--backend", "cpu", "--out", "out.csv",
                                        "--record", "hashes.csv", ...more], { cwd: folder, stdio: "pipe" });
        const last = readFileSync(join(folder, "hashes.csv"), "utf8").trim().split("\n").pop().split(",");
        return BigInt(last[1]).toString(16).padStart(16, "0");
    } finally {
        rmSync(folder, { recursive: true });
    }
}

for (const [name, { count }] of Object.entries(PRESETS)) {
    const scene = makePreset(name);
    const hashes = [false, true].map((perception) => play({ ...scene, options: { ...scene.options, perception } }, STEPS));
    found[`${name} ${scene.agents.length}`] = { step: STEPS, hashes };
    console.log(`${name}: ${count} agents, ${hashes.join(" ")}`);
}
const text = JSON.stringify(found, null, 1) + "\n";
if (update === "--update") {
    writeFileSync(new URL("../presets.json", import.meta.url), text);
} else if (text !== readFileSync(resolve(site, "presets.json"), "utf8")) {
    console.log("presets.json has other hashes");
    process.exitCode = 1;
}
