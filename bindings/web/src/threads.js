// The module with threads: where it can run, how many threads to take, and its instance, by the script that emscripten has
// written beside it. The threads are workers that share its memory.
const PAGE_BYTES = 65536, INITIAL_BYTES = 16 << 20; // as the module is linked
const MOST_BYTES = [2 ** 31, 2 ** 30, 2 ** 29]; // browsers reserve all of it: some of them refuse the larger ones
const MOST_THREADS = 64, MOST_AUTO = 8;

/** Whether threads can run here: in a worker of a page that is cross-origin isolated. A window must not wait for threads. */
export function hasThreads() {
    return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === "function" &&
        typeof Worker === "function" && typeof WorkerGlobalScope === "function";
}

/** The number of threads that is meant: "auto" leaves one processor to the page. */
export function countThreads(threads) {
    if (threads === "auto") {
        return Math.min(Math.max((globalThis.navigator?.hardwareConcurrency ?? 1) - 1, 1), MOST_AUTO);
    }
    if (!Number.isInteger(threads)) {
        throw new TypeError(`threads is ${String(threads)}: a whole number, or "auto"`);
    }
    if (threads < 1 || threads > MOST_THREADS) {
        throw new RangeError(`threads is ${threads}: 1 to ${MOST_THREADS}, or "auto"`);
    }
    return threads;
}

/** Memory that threads share, or null where the browser has none. */
function shareMemory() {
    for (const bytes of MOST_BYTES) {
        try {
            return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: bytes / PAGE_BYTES, shared: true });
        } catch { /* the next size */ }
    }
    return null;
}

/** What emscripten's script has as `_name`, as `name`. It replaces each by the function itself at its first call. */
function exportsOf(made, memory) {
    const exports = { memory };
    for (const key of Object.keys(made)) {
        if (key.startsWith("_") && typeof made[key] === "function") {
            Object.defineProperty(exports, key.slice(1), { get: () => made[key], enumerable: true });
        }
    }
    return exports;
}

/** The script throws what fails in its workers where nobody can catch it: while they start, that is a failure of `begin`. */
async function settle(begin) {
    let stop;
    const failed = new Promise((_, reject) => {
        stop = (event) => {
            event.preventDefault();
            reject(new Error(`threads do not start: ${event.error?.message ?? "a worker does not load"}`));
        };
    });
    self.addEventListener("error", stop);
    try {
        return await Promise.race([begin(), failed]);
    } finally {
        self.removeEventListener("error", stop);
    }
}

/**
 * Loads the script and the module beside it, and starts the workers. Returns null where there is no memory to share.
 * `compile` fetches a module; `log` receives what contexts say.
 */
export async function startThreads({ script, threads, compile, log }) {
    const wasmMemory = shareMemory();
    if (!wasmMemory) {
        return null;
    }
    const [{ default: make }, module] = await Promise.all([
        import(script.href), compile(new URL(script.href.replace(/\.js(?=$|[?#])/, ".wasm")))]);
    let started = false, refuse;
    const refused = new Promise((_, reject) => (refuse = reject));
    const instance = { // which the script fills
        wasmMemory, helpers: threads - 1, log, print: () => {}, printErr: (text) => started && console.error(text),
        instantiateWasm(imports, receive) {
            WebAssembly.instantiate(module, imports).then((made) => receive(made, module), refuse);
            return {};
        },
    };
    const end = () => instance.PThread?.terminateAllThreads();
    try {
        await settle(() => Promise.race([make(instance), refused]));
    } catch (error) {
        end(); // those that did start
        throw error;
    }
    started = true;
    return { exports: exportsOf(instance, wasmMemory), end };
}
