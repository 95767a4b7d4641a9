// What threads.test.mjs has a worker of a page do. It posts what it found.
import { ThrongError, hasThreads, load } from "../src/throng.js";
import { crossing } from "./crossing.js";

const query = new URL(self.location.href).searchParams;
const found = { has: hasThreads(), failures: {}, lines: [] };

function play(context, agents = 400) {
    const { crowd } = crossing(context, agents);
    for (let i = 0; i < 100; i++) {
        crowd.step(0.1);
    }
    const hash = String(crowd.hash());
    crowd.close();
    return hash;
}

/** Contexts share the module's threads, and give them back. */
function share(throng) {
    const make = (def = {}) => throng.createContext({ backend: "cpu", ...def,
                                                      logger: (level, text) => found.lines.push([level, text]) });
    const first = make(), second = make(), got = [first, second].map((one) => one.getInfo().threads);
    found.hashes = [play(first), play(second)];
    try {
        throng.close();
    } catch (error) {
        found.failures.close = `${error instanceof ThrongError} ${error.message}`;
    }
    first.close();
    const third = make(), fourth = make({ threads: 1 });
    found.shared = [...got, third.getInfo().threads, fourth.getInfo().threads];
    found.hashes.push(play(third));
    [second, third, fourth].forEach((one) => one.close());
}

/** Views are as long as the memory; what does not fit is an error of the library. */
function grow(throng) {
    const block = throng.allocate("f32", 4), bytes = throng.memoryBytes;
    block.view.set([1, 2, 3, 4]);
    const more = throng.allocate("u8", 64 << 20);
    found.grown = throng.memoryBytes > bytes && more.view.length === 64 << 20 && [...block.view].join() === "1,2,3,4";
    more.close();
    try {
        throng.allocate("u8", 2 ** 31 - 1);
    } catch (error) {
        found.failures.memory = error.code;
    }
}

for (const threads of [0, 65, 1.5, "all", null]) {
    await load({ threads }).catch((error) => (found.failures[String(threads)] = `${error.name}: ${error.message}`));
}
if (found.has) {
    await load({ threads: 2, threadsScript: "../dist/nothing.js" })
        .catch((error) => (found.failures.script = error.message));
}
const throng = await load({ threads: query.get("threads") === "auto" ? "auto" : Number(query.get("threads")) });
found.threads = throng.threads;
found.isa = throng.isa;
share(throng);
grow(throng);
throng.close();
self.postMessage(found);
