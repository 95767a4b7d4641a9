// compare.mjs NATIVE [AGENTS] [FRAMES] [ROUNDS]: times of scene.js under node and in Chromium over those of the program
// NATIVE, scene.c, with SSE2. Ends with 1 where the bits differ, or a browser takes more than 1.5 times as long.
// THRONG_WEB_DIST: the folder with the modules.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "../src/throng.js";
import { Page, serve } from "../tests/browser.mjs";
import { measure } from "./scene.js";

const [native, agents = "10000", frames = "60", rounds = "3"] = process.argv.slice(2);
const MOST = 1.5;
const module = `${process.env.THRONG_WEB_DIST ?? fileURLToPath(new URL("../dist", import.meta.url))}/throng-simd.wasm`;
const least = {};
let equal = true;

function keep(name, found) {
    const best = (least[name] ??= found);
    best.step = Math.min(best.step, found.step);
    best.influence = Math.min(best.influence, found.influence);
    equal = equal && found.hash === least.native.hash && found.heat === least.native.heat;
}

async function inChromium() {
    const server = await serve(fileURLToPath(new URL("..", import.meta.url)),
                               { isolated: true, files: { "/dist/throng-simd.wasm": module } });
    const page = await Page.open();
    try {
        await page.go(`${server.url}/bench/index.html?agents=${agents}&frames=${frames}`);
        return await page.until("window.result", 300);
    } finally {
        await page.close();
        server.close();
    }
}

const throng = await load({ wasm: readFileSync(module) });
for (let round = 0; round < Number(rounds); round++) {
    keep("native", JSON.parse(execFileSync(native, [agents, frames, "sse2"])));
    keep("node", measure(throng, Number(agents), Number(frames)));
    const found = await inChromium();
    if (found.error) {
        throw new Error(found.error);
    }
    keep("chromium", found);
}
const ratio = (name, what) => least[name][what] / least.native[what];
for (const [name, found] of Object.entries(least)) {
    console.log(`${name.padEnd(9)} step ${found.step.toFixed(3)} ms (${ratio(name, "step").toFixed(2)})  ` +
                `influence ${found.influence.toFixed(3)} ms (${ratio(name, "influence").toFixed(2)})  ` +
                `hash ${found.hash}  map ${found.heat}`);
}
const slow = Math.max(ratio("chromium", "step"), ratio("chromium", "influence")) > MOST;
if (!equal || slow) {
    console.log(equal ? `slower than ${MOST} times native SSE2` : "the bits differ");
    process.exitCode = 1;
}
