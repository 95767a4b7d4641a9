// throng in a page: loads the module and makes contexts.
import { AGENT_VALUES, CONSTANTS, DEFAULTS, ENUMS, INITIAL, STRUCTS, VERSION } from "./api.js";
import { ThrongError } from "./errors.js";
import { Block, FORMATS, Heap, sizeOf } from "./memory.js";
import { CLASSES, Context, define, describeValues, destroy } from "./objects.js";
import { countThreads, hasThreads, startThreads } from "./threads.js";

export { CONSTANTS, ENUMS, VERSION } from "./api.js";
export { ThrongError } from "./errors.js";
export { Block } from "./memory.js";
export * from "./objects.js";
export { hasThreads } from "./threads.js";

describeValues(AGENT_VALUES);

const NOT_THERE = 52; // an error number: no such function
// A function whose only vector instruction needs SIMD: i32.const 0, i32x4.splat.
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 17, 11];

/** Whether this browser has 128-bit vectors, as all of the last four years have. */
export function hasSimd() {
    return WebAssembly.validate(new Uint8Array(PROBE));
}

/** What the module asks of the system: a clock. Files, environment and the like are not there. */
function imports(module, late) {
    const found = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        if (kind === "function") {
            found[from] ??= {};
            found[from][name] = from === "env" ? () => -NOT_THERE : () => NOT_THERE;
        }
    }
    const system = (found.wasi_snapshot_preview1 ??= {});
    system.clock_time_get = (clock, precision, to) => {
        const milliseconds = performance.now() + (clock === 0 ? performance.timeOrigin : 0);
        late.heap.refresh().put("u64", to, BigInt(Math.round(milliseconds * 1e6)));
        return 0;
    };
    system.proc_exit = (code) => {
        throw new Error(`throng ended with ${code}`);
    };
    found.env ??= {};
    found.env.emscripten_notify_memory_growth = () => {}; // views are compared with the memory before each use
    found.env.throng_web_log = (user, level, message) => late.log(user, level, message);
    return found;
}

async function compile(source) {
    if (source instanceof WebAssembly.Module) {
        return source;
    }
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
        return WebAssembly.compile(source);
    }
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:" && typeof process !== "undefined") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`${url}: ${response.status} ${response.statusText}`);
    }
    const type = response.headers.get("Content-Type") ?? "";
    return type.startsWith("application/wasm") ? WebAssembly.compileStreaming(response)
                                               : WebAssembly.compile(await response.arrayBuffer());
}

/** An instance of the module, with memory of its own. */
export class Throng {
    constructor(instance, late, threads = 1) {
        this.exports = instance.exports;
        this.threads = threads;
        this.end = instance.end ?? (() => {});
        late.log = (user, level, message) => this.keepMessage(user, level, message);
        this.messages = [];
        this.loggers = new Map();
        this.created = 0;
        this.failure = "";
        instance.exports._initialize?.();
        const heap = (this.heap = late.heap = new Heap(instance.exports));
        this.checkVersion();
        heap.defaults = {};
        this.defaults = {};
        for (const [name, [symbol, kind]] of Object.entries(DEFAULTS)) {
            heap.defaults[kind] = (pointer) => heap.exports[symbol](pointer);
            this.defaults[name] = () => this.inRoom(sizeOf(kind), (pointer) => {
                heap.defaults[kind](pointer);
                return heap.getStruct(kind, pointer);
            });
        }
        for (const [kind, values] of Object.entries(INITIAL)) { // the rest is 0 already
            heap.defaults[kind] = (pointer) => heap.putStruct(kind, pointer, values, kind);
        }
    }

    /** A module of another version may have other structs, while the major version is 0 also one of another minor version. */
    checkVersion() {
        const series = (version) => version.split(".").slice(0, 2).join(".");
        if (series(this.version) !== series(VERSION)) {
            this.end();
            throw new ThrongError(`the module is of version ${this.version}; these scripts are made for ${series(VERSION)}`,
                                  ENUMS.Status.error_unsupported, "UNSUPPORTED");
        }
    }

    inRoom(bytes, body) {
        const mark = this.heap.refresh().begin();
        try {
            return body(this.heap.take(bytes));
        } finally {
            this.heap.end(mark);
        }
    }

    get version() {
        return this.heap.text(this.exports.throng_version());
    }

    /** The instruction set that contexts use by themselves: "simd128" or "reference". */
    get isa() {
        return this.exports.throng_isa_available(ENUMS.Isa.simd128) ? "simd128" : "reference";
    }

    /** Bytes of the module's memory. */
    get memoryBytes() {
        return this.heap.memory.buffer.byteLength;
    }

    /** Memory for `count` numbers ("f32") or structs ("AgentDef") that methods take without copying. */
    allocate(element, count) {
        if (typeof element !== "string" || !Object.hasOwn(STRUCTS, element) && !Object.hasOwn(FORMATS, element)) {
            throw new TypeError(`element is ${String(element)}: a format such as "f32" or a struct such as "AgentDef"`);
        }
        if (!Number.isSafeInteger(count) || count < 0) {
            throw new RangeError(`count is ${String(count)}: a whole number from 0`);
        }
        return new Block(this.heap, element, count);
    }

    /** `logger` receives (level, message) after the call that the message is about. */
    createContext(given = {}) {
        const { logger = null, ...rest } = given;
        if (logger !== null && typeof logger !== "function") {
            throw new TypeError("logger must be a function");
        }
        const heap = this.heap.refresh(), mark = heap.begin(), user = ++this.created;
        let context = null;
        try {
            const threads = rest.threads === undefined || rest.threads === 0 ? this.threads : rest.threads;
            const def = define(heap, "ContextDef", { ...rest, threads }), result = heap.take(4);
            const at = def + STRUCTS.ContextDef.names.get("logger")[1];
            heap.put("u32", at, this.exports.throng_web_logger());
            heap.put("u32", at + 4, user);
            this.loggers.set(user, logger);
            this.failure = "";
            const status = this.exports.throng_context_create(def, result);
            if (status !== 0) {
                throw this.error(status, 0);
            }
            const pointer = heap.refresh().pick("u32", result);
            context = new Context(this, null, pointer, heap.getStruct("ContextDef", def), null);
            context.ended = () => this.loggers.delete(user);
            return context;
        } finally {
            heap.end(mark);
            try {
                this.deliverFirst(context, user);
            } finally {
                if (!context) {
                    this.loggers.delete(user);
                }
            }
        }
    }

    /** Ends the module's threads, after its contexts are closed. */
    close() {
        if (this.loggers.size > 0) {
            throw new ThrongError(`${this.loggers.size} contexts are open`, 1, "INVALID_ARGUMENT");
        }
        this.end();
    }

    error(status, context) {
        const { heap } = this;
        const message = heap.text(this.exports.throng_context_message(context)) || this.failure ||
            heap.text(this.exports.throng_status_string(status));
        const name = Object.keys(ENUMS.Status).find((word) => ENUMS.Status[word] === status) ?? "unknown";
        return new ThrongError(message, status, name.replace(/^error_/, "").toUpperCase());
    }

    keepMessage(user, level, message) {
        const text = this.heap.text(message);
        if (level === ENUMS.LogLevel.error) {
            this.failure = text;
        }
        this.messages.push([user, level, text]);
    }

    /** A new context whose logger throws is nobody's. */
    deliverFirst(context, user) {
        try {
            this.deliver();
        } catch (error) {
            if (context) {
                destroy(context);
            }
            throw error;
        }
    }

    deliver() {
        while (this.messages.length > 0) {
            const [user, level, text] = this.messages.shift();
            this.loggers.get(user)?.(level, text);
        }
    }
}

async function loadThreads(threads, script) {
    const late = { heap: null, log: () => {} };
    const instance = await startThreads({ script: new URL(script, import.meta.url), threads, compile,
                                          log: (...message) => late.log(...message) });
    return instance && new Throng(instance, late, threads);
}

/**
 * Loads the module. `threads`: how many its contexts have by themselves, "auto" for as many as fit this machine; where
 * threads cannot run, one. `wasm` and `threadsScript`: where the module without and the script of the one with threads are;
 * by default beside this file. `wasm` may also be bytes or a compiled module.
 */
export async function load({ wasm = null, threads = 1, threadsScript = "../dist/throng-threads.js" } = {}) {
    const count = countThreads(threads);
    const threaded = count > 1 && hasThreads() && hasSimd() ? await loadThreads(count, threadsScript) : null;
    if (threaded) {
        return threaded;
    }
    const name = hasSimd() ? "throng-simd.wasm" : "throng-reference.wasm";
    const module = await compile(wasm ?? new URL(`../dist/${name}`, import.meta.url));
    const late = { heap: null, log: () => {} };
    const instance = await WebAssembly.instantiate(module, imports(module, late));
    return new Throng(instance, late);
}

export default load;
export const classes = CLASSES;
