// The page's side of worker.js: the same methods, each of which returns a promise.
import { ThrongError } from "./errors.js";

/** Sent as it is. */
const isWhole = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof WebAssembly.Module;

const KINDS = { TypeError, RangeError };

function revive({ name, message, status, code }) {
    return name === "ThrongError" ? new ThrongError(message, status, code) : new (KINDS[name] ?? Error)(message);
}

class Line {
    constructor(worker) {
        this.worker = worker;
        this.waiting = new Map();
        this.last = 0;
        const receive = ({ id, result, error }) => {
            if (!this.waiting.has(id)) {
                return; // an answer on its way when the worker was closed
            }
            const [resolve, reject] = this.waiting.get(id);
            this.waiting.delete(id);
            if (error) {
                reject(revive(error));
            } else {
                resolve(result && typeof result.remote === "number" ? this.object(result.remote, result.kind) : result);
            }
        };
        const fail = (error) => this.end(new Error(`the worker failed: ${error?.message ?? error}`));
        if (typeof worker.on === "function") { // node's
            worker.on("message", receive);
            worker.on("error", fail);
        } else {
            worker.onmessage = (event) => receive(event.data);
            worker.onerror = fail;
        }
    }

    end(error) {
        this.ended = error;
        this.waiting.forEach(([, reject]) => reject(error));
        this.waiting.clear();
    }

    ask(target, method, given, moved = []) {
        if (this.ended) {
            return Promise.reject(this.ended);
        }
        return new Promise((resolve, reject) => {
            const id = ++this.last;
            this.worker.postMessage({ id, target, method, given: given.map((value) => this.flat(value)) }, moved);
            this.waiting.set(id, [resolve, reject]);
        });
    }

    /** Objects of the worker's as their numbers. */
    flat(value) {
        if (value === null || typeof value !== "object" || isWhole(value)) {
            return value;
        }
        if (value[REMOTE]) {
            return value[REMOTE];
        }
        return Array.isArray(value) ? value.map((inner) => this.flat(inner))
            : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.flat(inner)]));
    }

    object(number, kind) {
        const mark = { remote: number };
        return new Proxy({}, {
            get: (_, method) => method === REMOTE ? mark : method === "kind" ? kind
                : method === "then" || typeof method === "symbol" ? undefined // no promise itself
                    : (...given) => this.ask(number, method, given),
        });
    }
}
const REMOTE = Symbol("remote");

const address = (url) => (url instanceof URL ? url.href : url); // which can be sent

/** Starts throng in a worker of its own. `worker`: one that runs worker.js; the others as in load(). */
export async function start({ worker = null, wasm = null, ...others } = {}) {
    const made = worker ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const line = new Line(made);
    const given = Object.fromEntries(Object.entries({ wasm, ...others }).map(([name, value]) => [name, address(value)]));
    let facts;
    try {
        facts = await line.ask(0, "load", [given]);
    } catch (error) {
        if (!worker) {
            made.terminate(); // nobody else has it
        }
        throw error;
    }
    const { version, isa, threads } = facts;
    return {
        version,
        isa,
        threads,
        createContext: (def = {}) => line.ask(0, "createContext", [def]),
        allocate: (element, count) => line.ask(0, "allocate", [element, count]),
        /** Ends the worker, and all that it holds. */
        close: () => {
            line.end(new ThrongError("the worker is closed", 1, "INVALID_ARGUMENT"));
            made.terminate();
        },
    };
}

export default start;
