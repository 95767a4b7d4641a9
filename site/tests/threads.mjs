// threads.mjs SITE [PICTURES]: the built page SITE in Chromium on one thread and on two: where its host sends the headers for
// threads it takes them, elsewhere it does without; the hashes after 300 steps are those of the native program each time.
// Prints the times of steps of 20,000 agents. PICTURES: a folder for screenshots.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Page, serve } from "../../bindings/web/tests/browser.mjs";

const [site, pictures] = process.argv.slice(2);
const natives = JSON.parse(readFileSync(resolve(site, "presets.json"), "utf8"));
const PATIENCE = 1200; // seconds: the machine may have other work
const MANY = 20000, TIMED = 60; // agents, steps
/** scripts/serve, which sends the headers. */
async function serveIsolated() {
    const script = fileURLToPath(new URL("../../scripts/serve", import.meta.url));
    const server = spawn("python3", [script, resolve(site), "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
    process.on("exit", () => server.kill());
    const url = await new Promise((done, fail) => {
        server.stdout.on("data", (data) => done(String(data).trim().replace(/\/$/, "")));
        server.on("exit", (code) => fail(new Error(`scripts/serve ended with ${code}`)));
    });
    return { url, close: () => server.kill() };
}

const hosts = { isolated: await serveIsolated(), plain: await serve(resolve(site)) };
const page = await Page.open();
const text = (id) => page.get(`document.getElementById("${id}").textContent`);

async function until(expression) {
    const found = await page.until(`document.body.dataset.state === "failed" ? "failed" : ${expression}`, PATIENCE);
    assert.notEqual(found, "failed", found === "failed" ? await text("status") : "");
    return found;
}

async function seek(step) {
    await page.get(`(() => { const input = document.getElementById("time"); input.value = ${step};
                             input.dispatchEvent(new Event("input")); })()`);
    await until(`document.body.dataset.step === "${step}"`);
}

async function open(host, query) {
    await page.resize(1400, 900);
    await page.go(`${hosts[host].url}/index.html?${query}`);
    await until(`document.body.dataset.step === "0"`);
}

/** A preset's hashes after 300 steps. */
async function play(host, key, threads, words) {
    const [sandbox, scene] = key.split("/");
    await open(host, `sandbox=${sandbox}&scene=${scene}&threads=${threads}`);
    await seek(300);
    assert.equal(await page.get("document.body.dataset.native"), "equal", `${key}: ${await text("native")}`);
    assert.deepEqual([await text("hash0"), await text("hash1")], natives[key].hashes);
    const status = await text("status");
    assert.ok(status.endsWith(words), status);
    console.log(`${host}, ${key}: ${status}; ${await text("native")}`);
}

/** Times of one picture alone; the state's hash. */
async function time(host, threads) {
    await open(host, `sandbox=crowd&scene=crossing&agents=${MANY}&single&threads=${threads}`);
    await page.get(`globalThis.tasks = new PerformanceObserver((list) =>
        list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration)))); globalThis.longest = 0;
        tasks.observe({ type: "longtask" })`);
    const begun = performance.now();
    await seek(TIMED);
    const longest = await page.get("longest"), whole = performance.now() - begun; // of the page itself, from 50 ms on
    assert.ok(longest < whole / 2, `the page was busy for ${longest} of ${whole} ms`);
    console.log(`${host}: ${await text("status")}; the page's longest task ${longest || "below 50"} ms`);
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(join(pictures, `threads-${threads}-${host}.png`), await page.picture());
    }
    return text("hash1");
}

try {
    const firsts = Object.keys(natives).filter((key, i, all) => all[i - 1]?.split("/")[0] !== key.split("/")[0]);
    for (const key of firsts) { // one of each sandbox
        await play("isolated", key, 2, "2 threads each");
    }
    await play("isolated", firsts[0], 1, "1 thread");
    await play("plain", firsts.at(-1), 2, "1 thread");
    const hashes = [await time("isolated", 1), await time("isolated", 2), await time("plain", 2)];
    assert.equal(new Set(hashes).size, 1, hashes.join(" "));
    assert.deepEqual(page.faults, []);
    const own = (url) => Object.values(hosts).some((host) => url.startsWith(host.url));
    assert.deepEqual(page.requests.filter((url) => !/^(data|blob):/.test(url) && !own(url)), []);
    assert.ok(page.requests.some((url) => url.endsWith("/throng-threads.wasm")));
    console.log(`${page.requests.length} requests, none elsewhere; nothing on the consoles of page and workers`);
} finally {
    await page.close();
    Object.values(hosts).forEach((host) => host.close());
}
