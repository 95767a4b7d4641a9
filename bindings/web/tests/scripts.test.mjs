// What the scripts do by themselves. It needs no module, so it runs wherever node is.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { describe, it } from "node:test";
import { VERSION } from "../src/api.js";
import { start } from "../src/remote.js";
import { Throng, classes } from "../src/throng.js";

/** A worker whose answers the test gives. */
function stage() {
    const hears = {}, asked = [];
    const worker = { on: (name, call) => (hears[name] = call), postMessage: (message) => asked.push(message),
                     terminate: () => asked.push("ended") };
    const ready = start({ worker });
    hears.message({ id: asked[0].id, result: { version: VERSION, isa: "simd128", threads: 1 } });
    return { hears, asked, ready };
}

describe("the remote worker", () => {
    it("may answer after it was closed", async () => {
        const { hears, asked, ready } = stage(), far = await ready;
        const pending = far.createContext();
        const { id } = asked.at(-1);
        far.close();
        await assert.rejects(pending, { message: "the worker is closed" });
        hears.message({ id, result: { remote: 1, kind: "Context" } });
        hears.message({ id, error: { name: "Error", message: "late" } });
        assert.equal(asked.at(-1), "ended");
    });

    it("may answer after it failed", async () => {
        const { hears, asked, ready } = stage(), far = await ready;
        const pending = far.createContext();
        hears.error(new Error("no memory"));
        await assert.rejects(pending, { message: "the worker failed: no memory" });
        hears.message({ id: asked.at(-1).id, result: null });
    });
});

describe("bundlers", () => {
    it("may rename classes", () => {
        for (const [name, type] of Object.entries(classes)) {
            Object.defineProperty(type, "name", { value: "t" });
            assert.equal(type.prototype.kind, name);
        }
    });

    it("keep the files that do something when they are loaded", async () => {
        const { sideEffects } = JSON.parse(await readFile(new URL("../package.json", import.meta.url)));
        const folder = new URL("../src/", import.meta.url), doing = [];
        const declares = /^(import|export|const|let|class|function|async function)\b|^(\/\/|\/\*|[\s}\])]|$)/;
        for (const name of (await readdir(folder)).filter((file) => /^(?!imports).*\.js$/.test(file))) {
            const lines = String(await readFile(new URL(name, folder))).split("\n");
            if (lines.some((line) => !declares.test(line))) {
                doing.push(`./src/${name}`);
            }
        }
        assert.deepEqual(sideEffects.filter((name) => name.startsWith("./src/")), doing.sort());
        assert.ok(doing.includes("./src/worker.js"));
    });
});

describe("a module of another version", () => {
    const instance = (version) => {
        const memory = new WebAssembly.Memory({ initial: 2 });
        new TextEncoder().encodeInto(version, new Uint8Array(memory.buffer, 16, 32));
        return { exports: { memory, malloc: () => 1024, free: () => {}, throng_version: () => 16 } };
    };

    it("is not used", () => {
        const [major, minor] = VERSION.split(".");
        for (const version of [`${major}.${Number(minor) + 1}.0`, `${Number(major) + 1}.${minor}.0`, ""]) {
            assert.throws(() => new Throng(instance(version), {}), { name: "ThrongError", code: "UNSUPPORTED", status: 4,
                                                                     message: /these scripts are made for/ });
        }
        assert.equal(new Throng(instance(`${major}.${minor}.99`), {}).version, `${major}.${minor}.99`);
    });
});
