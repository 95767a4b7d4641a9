// speed.mjs SITE: CPU time of a step of the built page SITE's large crowds, both sides, at the median of the steps before two
// crowds meet and of steps in which they do. Other programs change both alike, so the test is of their ratio.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const own = (name) => import(pathToFileURL(resolve(process.argv[2], name)));
const throng = await (await own("throng/src/throng.js")).load();
const engine = { throng, context: throng.createContext({ backend: "cpu" }) };
const CASES = [["crowd", "crossing", 20000], ["together", "meet", 2000]], SPANS = [[0, 60], [120, 240]];
const MOST = 1.5; // times as long

/** Milliseconds of CPU time of each step. */
function play(side, steps) {
    return Array.from({ length: steps }, () => {
        const before = process.cpuUsage();
        side.step();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
    });
}

const medianOf = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

for (const [file, preset, count] of CASES) {
    const sandbox = await own(`sandboxes/${file}.js`), scene = sandbox.presets[preset].make(count);
    for (const { label, change } of sandbox.sides) {
        const side = sandbox.makeSide(engine, { ...scene, options: { ...scene.options, ...change } });
        const times = play(side, 240), medians = SPANS.map(([from, to]) => medianOf(times.slice(from, to)));
        side.close();
        const words = SPANS.map(([from, to], i) => `steps ${from + 1} to ${to} ${medians[i].toFixed(1)} ms`).join(", ");
        const ratio = medians[1] / medians[0];
        console.log(`${file}/${preset}, ${scene.agents.length} agents, ${label}: ${words}, ratio ${ratio.toFixed(2)}`);
        assert.ok(ratio < MOST, `${label}: a step takes ${ratio} times as long where crowds meet`);
    }
}
