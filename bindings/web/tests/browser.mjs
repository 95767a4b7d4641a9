// Chromium without a window, driven through its debugging pipe, and a server for what it opens: nothing of them leaves
// this machine.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
                ".json": "application/json", ".wasm": "application/wasm" };
const OPTIONS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run",
                 "--disable-background-networking", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--ignore-gpu-blocklist", "--remote-debugging-pipe"];

/** Serves a folder. `isolated`: with the headers that threads and exact clocks need. `files`: what lies elsewhere. */
export async function serve(folder, { isolated = false, files = {} } = {}) {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        try {
            const path = normalize(pathname.endsWith("/") ? pathname + "index.html" : pathname);
            const data = await readFile(files[path] ?? join(folder, path));
            response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
            if (isolated) {
                response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
                response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
            }
            response.end(data);
        } catch {
            response.statusCode = 404;
            response.end();
        }
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        close: () => {
            server.close();
            server.closeAllConnections();
        },
    };
}

/**
 * One page of a Chromium, with its workers and theirs. `faults`: errors and warnings of their consoles. `requests`: addresses
 * that they asked for.
 */
export class Page {
    static async open(options = []) {
        const page = new Page();
        page.profile = await mkdtemp(join(tmpdir(), "throng-web-"));
        page.process = spawn(process.env.CHROMIUM ?? "chromium", [
            ...OPTIONS, `--user-data-dir=${page.profile}`, ...options, "about:blank"],
                             { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
        page.waiting = new Map();
        page.last = 0;
        page.faults = [];
        page.requests = [];
        let text = "";
        page.process.on("error", (error) => page.end(error));
        page.process.on("exit", (code) => page.end(new Error(`chromium ended with ${code}`)));
        page.process.stdio[3].on("error", () => {});
        page.process.stdio[4].on("data", (data) => {
            const parts = (text += data).split("\0");
            text = parts.pop();
            parts.forEach((part) => page.receive(JSON.parse(part)));
        });
        const { targetInfos } = await page.send("Target.getTargets");
        const { targetId } = targetInfos.find(({ type }) => type === "page");
        page.session = (await page.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        await page.send("Page.enable");
        await page.watch(page.session);
        return page;
    }

    /** Listens to a page or worker; its workers wait to begin until they are listened to, too. */
    async watch(session) {
        for (const domain of ["Runtime", "Log", "Network"]) {
            await this.send(`${domain}.enable`, {}, session);
        }
        const following = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
        await this.send("Target.setAutoAttach", following, session);
        await this.send("Runtime.runIfWaitingForDebugger", {}, session);
    }

    receive({ id, method, params, result, error }) {
        if (id !== undefined) {
            const [resolve, reject] = this.waiting.get(id);
            this.waiting.delete(id);
            return error ? reject(new Error(error.message)) : resolve(result);
        }
        if (method === "Runtime.exceptionThrown") {
            this.faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        } else if (method === "Runtime.consoleAPICalled" && /error|warning|assert/.test(params.type)) {
            this.faults.push(params.args.map((value) => value.value ?? value.description).join(" "));
        } else if (method === "Log.entryAdded" && /error|warning/.test(params.entry.level)) {
            this.faults.push(`${params.entry.text} ${params.entry.url ?? ""}`);
        } else if (method === "Page.loadEventFired") {
            this.loaded?.();
        } else if (method === "Network.requestWillBeSent") {
            this.requests.push(params.request.url);
        } else if (method === "Target.attachedToTarget") {
            this.watch(params.sessionId).catch(() => {}); // it may have ended
        }
    }

    end(error) {
        this.ended = error;
        this.waiting.forEach(([, reject]) => reject(error));
        this.waiting.clear();
    }

    send(method, params = {}, sessionId = this.session) {
        return new Promise((resolve, reject) => {
            if (this.ended) {
                reject(this.ended);
                return;
            }
            this.waiting.set(++this.last, [resolve, reject]);
            const message = { id: this.last, method, params, sessionId };
            this.process.stdio[3].write(JSON.stringify(message) + "\0");
        });
    }

    /** Opens a page, and waits until it is there. */
    async go(url) {
        const loaded = new Promise((resolve) => (this.loaded = resolve));
        await this.send("Page.navigate", { url });
        await loaded;
    }

    /** The value of an expression, awaited. */
    async get(expression) {
        const found = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (found.exceptionDetails) {
            throw new Error(found.exceptionDetails.exception?.description ?? found.exceptionDetails.text);
        }
        return found.result.value;
    }

    /** Waits until an expression is true; returns its value. */
    async until(expression, seconds = 60) {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
            const found = await this.get(expression);
            if (found) {
                return found;
            }
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`not within ${seconds} s: ${expression}\n${this.faults.join("\n")}`);
    }

    /** A window of another size, dark or light. */
    async resize(width, height, dark = false) {
        const mobile = width < 500;
        await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
        await this.send("Emulation.setEmulatedMedia", { features: [
            { name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    }

    async picture() {
        return Buffer.from((await this.send("Page.captureScreenshot", { format: "png" })).data, "base64");
    }

    async click(x, y) {
        for (const type of ["mousePressed", "mouseReleased"]) {
            await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
        }
    }

    async press(key) {
        for (const type of ["keyDown", "keyUp"]) {
            await this.send("Input.dispatchKeyEvent", { type, key });
        }
    }

    async close() {
        try {
            process.kill(-this.process.pid, "SIGKILL"); // the group that open() made
        } catch { /* it has ended */ }
        await new Promise((done) => setTimeout(done, 300)); // its last files
        await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
