// The worker: the same results as without, and errors that cross over. Under node by its own kind of worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { start } from "../src/remote.js";
import { crossing, moduleUrl, open } from "./common.mjs";

const begin = () => new Worker(new URL("../src/worker.js", import.meta.url));

describe("the worker", () => {
    let far, context;
    before(async () => {
        far = await start({ worker: begin(), wasm: moduleUrl("simd") });
        context = await far.createContext();
    });
    after(() => far.close());

    it("computes what the page would", async () => {
        assert.equal(far.isa, "simd128");
        const near = crossing((await open()).createContext()).crowd;
        const crowd = await context.createCrowd({ agentCapacity: 60, symmetry: 0.05 });
        const calls = [], note = (verb) => (given) => calls.push([verb, given]);
        crossing({ createCrowd: () => ({ addObstacle: note("addObstacle"), add: note("add") }) });
        for (const [verb, given] of calls) {
            await crowd[verb](given);
        }
        for (let i = 0; i < 100; i++) {
            near.step(0.1);
            crowd.step(0.1); // in order, without waiting
        }
        assert.equal(await crowd.hash(), near.hash());
        assert.deepEqual(await crowd.get("position"), near.get("position"));
        const block = await far.allocate("f32", 120);
        await crowd.get("position", null, block);
        assert.deepEqual(await block.as("f32"), near.get("position"));
        await crowd.close();
        await assert.rejects(crowd.step(0.1), { name: "ThrongError", message: "the object is closed" });
    });

    it("gives an object one number, however often it is handed out", async (test) => {
        const worker = begin(), numbers = [];
        worker.on("message", ({ result }) => typeof result?.remote === "number" && numbers.push(result.remote));
        const other = await start({ worker, wasm: moduleUrl("simd") });
        test.after(() => other.close());
        const crowd = await (await other.createContext()).createCrowd({ agentCapacity: 2 });
        await crowd.add([{ x: 1, y: 2 }, { x: 30, y: 40 }]);
        const block = await other.allocate("f32", 4);
        for (let i = 0; i < 20; i++) {
            const result = await crowd.get("position", null, block);
            assert.deepEqual([...await result.as("f32")], [1, 2, 30, 40]);
        }
        assert.deepEqual([...new Set(numbers)], [1, 2, 3]);
        const result = await crowd.get("position", null, block);
        await block.close();
        await assert.rejects(result.as("f32"), { message: "the object is closed" }); // as all that stand for it
        await crowd.get("position", null, await other.allocate("f32", 4));
        assert.equal(Math.max(...numbers), 4);
    });

    it("hands objects to others", async () => {
        const terrain = await context.createTerrain({ width: 4, height: 4 });
        const flow = await context.createFlow({ terrain });
        await flow.setGoals(0, [{ column: 1, row: 1 }]);
        await flow.update();
        assert.equal((await flow.readLengths(0, null)).length, 16);
        await assert.rejects(terrain.close(), { code: "INVALID_ARGUMENT", status: 1 });
        await flow.close();
        await terrain.close();
    });

    it("reports mistakes", async () => {
        await assert.rejects(context.createCrowd({ agentCapacity: -1 }), /def\.agent_capacity is -1/);
        await assert.rejects(context.createCrowd({ agentCapacity: "5" }), TypeError);
        await assert.rejects(context.nothing(), /no method nothing/);
        await assert.rejects(context.check(1), /no method check/);
        await assert.rejects(context.constructor(), /no method constructor/);
        assert.equal((await context.getInfo()).threads, 1);
    });

    it("begins with bytes or a compiled module", async () => {
        const bytes = new Uint8Array(readFileSync(moduleUrl("simd"))).buffer;
        for (const wasm of [bytes, await WebAssembly.compile(bytes)]) {
            const other = await start({ worker: begin(), wasm });
            assert.equal(other.isa, "simd128");
            other.close();
        }
    });

    it("ends", async () => {
        const other = await start({ worker: begin(), wasm: moduleUrl("simd") });
        const pending = other.createContext();
        other.close();
        await assert.rejects(pending, { message: "the worker is closed" });
        await assert.rejects(other.createContext(), { message: "the worker is closed" });
    });

    it("says so when it cannot begin", async () => {
        const broken = new Worker("throw new Error('broken')", { eval: true });
        await assert.rejects(start({ worker: broken }), /the worker failed: broken/);
        const worker = begin(), wasm = new URL("nothing.wasm", moduleUrl("simd"));
        await assert.rejects(start({ worker, wasm }), /nothing/);
        await worker.terminate();
    });

    it("that cannot begin is not left behind", async (test) => {
        let made = null, ended = null;
        globalThis.Worker = class extends Worker { // as browsers have it
            constructor(url) {
                super(url);
                made = this;
                ended = new Promise((resolve) => this.on("exit", () => resolve("ended")));
            }
        };
        test.after(() => {
            delete globalThis.Worker;
            return made.terminate();
        });
        await assert.rejects(start({ wasm: new URL("nothing.wasm", moduleUrl("simd")) }), /nothing/);
        const late = new Promise((resolve) => setTimeout(resolve, 5000, "there").unref());
        assert.equal(await Promise.race([ended, late]), "ended");
    });

    it("writes into memory that it shares with the page", async () => {
        const crowd = await context.createCrowd({ agentCapacity: 2 });
        await crowd.add([{ x: 1, y: 2 }, { x: 30, y: 40 }]);
        const shared = new Float32Array(new SharedArrayBuffer(16));
        assert.deepEqual(await crowd.get("position", null, shared), shared);
        assert.deepEqual([...shared], [1, 2, 30, 40]);
        await crowd.close();
        await crowd.close(); // of one that is closed already: nothing, as without a worker
        await assert.rejects(crowd.step(0.1), { message: "the object is closed" });
    });
});
