// A worker that computes: what remote.js asks for, one message after the other. Objects stay here; the page has numbers
// that stand for them.
import { Block, ThrongError, ThrongObject, load } from "./throng.js";

const port = typeof self !== "undefined" && typeof self.postMessage === "function" ? self
    : (await import("node:worker_threads")).parentPort;
const objects = new Map();
const numbers = new WeakMap(); // of the same objects: one that is handed out again, as a block of results is, has its number
let throng = null;
let last = 0;

function keep(object) {
    if (!numbers.has(object)) {
        numbers.set(object, ++last);
        objects.set(last, object);
    }
    return { remote: numbers.get(object), kind: object instanceof Block ? "Block" : object.kind };
}

function find(number) {
    const object = objects.get(number);
    if (!object) {
        throw new ThrongError("the object is closed", 1, "INVALID_ARGUMENT");
    }
    return object;
}

/** Arguments, with objects in the place of their numbers. */
function unpack(value) {
    if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
        return value;
    }
    if (typeof value.remote === "number") {
        return find(value.remote);
    }
    if (Array.isArray(value)) {
        return value.map(unpack);
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)]));
}

/** Results, with memory that is handed over rather than copied. */
function pack(value, moved) {
    if (value instanceof ThrongObject || value instanceof Block) {
        return keep(value);
    }
    const own = ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer; // shared memory is not handed over
    if (own && value.buffer.byteLength === value.byteLength) {
        moved.push(value.buffer);
    }
    return value;
}

const BLOCK = new Set(["get", "set", "fill", "as", "close"]);

function run(target, method, given) {
    if (method === "load") {
        return load(given[0]).then((loaded) => {
            throng = loaded;
            return { version: throng.version, isa: throng.isa, threads: throng.threads };
        });
    }
    if (method === "close" && target <= last && target > 0 && !objects.has(target)) {
        return undefined; // as an object here
    }
    const object = target === 0 ? throng : find(target);
    const allowed = object === throng ? method === "createContext" || method === "allocate"
        : object instanceof Block ? BLOCK.has(method)
            : typeof ThrongObject.prototype[method] !== "function" || method === "close";
    if (!object || !allowed || typeof object[method] !== "function") {
        throw new TypeError(`there is no method ${String(method)}`);
    }
    const result = object[method](...unpack(given));
    if (method === "close") {
        objects.delete(target);
    }
    if (object instanceof Block && ArrayBuffer.isView(result)) {
        return result.slice();
    }
    return result === object ? undefined : result;
}

async function answer({ id, target, method, given }) {
    const moved = [];
    try {
        const result = pack(await run(target, method, given), moved);
        port.postMessage({ id, result }, moved);
    } catch (error) {
        const { name, message, status, code } = error;
        port.postMessage({ id, error: { name, message, status, code } });
    }
}

// One after the other, in the order in which they came.
let chain = Promise.resolve();
const receive = (data) => {
    chain = chain.then(() => answer(data));
};
if (port === globalThis.self) {
    port.onmessage = (event) => receive(event.data);
} else {
    port.on("message", receive);
}
