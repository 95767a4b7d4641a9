// What is written from the headers fits what is written by hand. It needs no module, so it runs wherever node is.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { CREATORS, DEFAULTS, METHODS } from "../src/api.js";

const read = async (path) => String(await readFile(new URL(path, import.meta.url)));

describe("the tables", () => {
    it("are of classes that are there", async () => {
        const { classes, Context } = await import("../src/throng.js");
        const names = [...new Set([...Object.keys(METHODS), "Context", ...Object.keys(CREATORS)])].sort();
        assert.deepEqual(Object.keys(classes).sort(), names);
        for (const [name, table] of Object.entries(METHODS)) {
            table.forEach(([verb]) => assert.equal(typeof classes[name].prototype[verb], "function", `${name}.${verb}`));
        }
        Object.keys(CREATORS).forEach((name) => assert.equal(typeof Context.prototype[`create${name}`], "function"));
    });

    it("call what the modules export", async () => {
        const exported = new Set(JSON.parse(await read("../exports.json")));
        const called = [...Object.values(METHODS).flat().map((method) => method[1]), ...Object.values(DEFAULTS).map(([name]) => name),
                        ...Object.keys(CREATORS).flatMap((name) => ["create", "destroy"].map((verb) =>
                            `throng_${name.toLowerCase()}_${verb}`))];
        assert.deepEqual(called.filter((name) => !exported.has(`_${name}`)), []);
    });

    it("have types", async () => {
        const types = await read("../src/api.d.ts");
        Object.keys(METHODS).forEach((name) => assert.ok(types.includes(`export class ${name} extends`), name));
    });
});
