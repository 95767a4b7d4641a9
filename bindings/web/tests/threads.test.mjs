// The module with threads, in Chromium: the bits of the one without, as many threads as a page may have, and its mistakes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Page, serve } from "./browser.mjs";
import { crossing, moduleUrl, open } from "./common.mjs";

function hasChromium() {
    try {
        execFileSync(process.env.CHROMIUM ?? "chromium", ["--version"], { stdio: "ignore" });
        return true;
    } catch {
        return false;
    }
}

const NAMES = ["throng-simd.wasm", "throng-reference.wasm", "throng-threads.js", "throng-threads.wasm",
               "throng-threads.worker.js"];
const files = Object.fromEntries(NAMES.map((name) => [`/dist/${name}`, fileURLToPath(new URL(name, moduleUrl("simd")))]));

/** What threads-worker.js finds. */
const ask = (page, threads) => page.get(`new Promise((done, fail) => {
    const worker = new Worker("/tests/threads-worker.js?threads=${threads}", { type: "module" });
    worker.onmessage = ({ data }) => { worker.terminate(); done(data); };
    worker.onerror = (event) => fail(new Error(event.message ?? "the worker does not load")); })`);

async function native(agents = 400) {
    const { crowd } = crossing((await open()).createContext(), agents);
    for (let i = 0; i < 100; i++) {
        crowd.step(0.1);
    }
    return String(crowd.hash());
}

describe("threads", { skip: hasChromium() ? false : "without chromium" }, () => {
    let page, isolated, plain, hash;
    before(async () => {
        const root = fileURLToPath(new URL("..", import.meta.url));
        [isolated, plain] = [await serve(root, { isolated: true, files }), await serve(root, { files })];
        page = await Page.open();
        hash = await native();
    });
    after(async () => {
        await page?.close();
        isolated?.close();
        plain?.close();
    });
    const visit = (server) => page.go(`${server.url}/tests/empty.html`);

    it("compute what one computes", async () => {
        await visit(isolated);
        const found = await ask(page, 3);
        assert.deepEqual([found.has, found.threads, found.isa], [true, 3, "simd128"]);
        assert.deepEqual(found.hashes, [hash, hash, hash]);
        assert.deepEqual(found.shared, [3, 1, 3, 1]); // the second found none, the third those of the first
        assert.deepEqual(found.lines.filter(([level]) => level < 2), [[1, "the system gave 0 of 2 threads"]]);
        assert.equal(found.grown, true);
        assert.equal(found.failures.memory, "OUT_OF_MEMORY");
        assert.equal(found.failures.close, "true 2 contexts are open");
        assert.match(found.failures.script, /nothing\.(js|wasm)/); // whichever is missed first
        page.faults.splice(0, page.faults.length, ...page.faults.filter((text) => !/nothing\./.test(text)));
    });

    it("are wished for by whole numbers or auto", async () => {
        await visit(isolated);
        const { failures, threads } = await ask(page, "auto"), cores = await page.get("navigator.hardwareConcurrency");
        assert.equal(threads, Math.min(Math.max(cores - 1, 1), 8));
        assert.equal(failures[0], "RangeError: threads is 0: 1 to 64, or \"auto\"");
        assert.equal(failures[65], "RangeError: threads is 65: 1 to 64, or \"auto\"");
        for (const wrong of ["1.5", "all", "null"]) {
            assert.equal(failures[wrong], `TypeError: threads is ${wrong}: a whole number, or "auto"`);
        }
        page.faults.splice(0, page.faults.length, ...page.faults.filter((text) => !/nothing\./.test(text)));
    });

    it("are one where the page is not isolated, and in a window", async () => {
        await visit(plain);
        const found = await ask(page, 3);
        assert.deepEqual([found.has, found.threads, found.shared], [false, 1, [1, 1, 1, 1]]);
        assert.deepEqual(found.hashes, [hash, hash, hash]);
        await visit(isolated);
        assert.equal(await page.get(`import("/src/throng.js").then(({ load }) => load({ threads: 3 }))
            .then(({ threads }) => threads)`), 1);
    });

    it("are there through the remote worker", async () => {
        await visit(isolated);
        const found = await page.get(`import("/src/remote.js").then(async ({ start }) => {
            const far = await start({ threads: 2 }), context = await far.createContext();
            const crowd = await context.createCrowd({ agentCapacity: 2 });
            await crowd.add([{ x: 0, y: 0 }, { x: 5, y: 0 }]);
            await crowd.step(0.1);
            const { threads } = await context.getInfo(), positions = await crowd.get("position");
            far.close();
            return [far.threads, threads, positions.buffer instanceof ArrayBuffer, positions.length]; })`);
        assert.deepEqual(found, [2, 2, true, 4]);
    });

    it("say nothing on the console, and ask nobody else", () => {
        assert.deepEqual(page.faults, []);
        const elsewhere = page.requests.filter((url) => !url.startsWith(isolated.url) && !url.startsWith(plain.url));
        assert.deepEqual(elsewhere.filter((url) => !/^(data|blob):/.test(url)), []);
        assert.ok(page.requests.some((url) => url.endsWith("/dist/throng-threads.wasm"))); // also those of workers
    });
});
