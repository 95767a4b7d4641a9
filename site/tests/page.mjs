// page.mjs SITE [PICTURES]: the built page SITE in Chromium: no error on the console and no request elsewhere; agents
// move; the hashes of each preset after 300 steps are those of the native program, also after going back; clicks, keys and
// touch-sized windows work. PICTURES: a folder for screenshots.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Page, serve } from "../../bindings/web/tests/browser.mjs";

const [site, pictures] = process.argv.slice(2);
const server = await serve(resolve(site)); // without the headers that threads would need, as static hosts are
const page = await Page.open();
const text = (id) => page.get(`document.getElementById("${id}").textContent`);
const step = () => page.get(`Number(document.getElementById("timeShown").textContent)`);

async function seek(to) {
    await page.get(`(() => { const time = document.getElementById("time");
                             time.value = ${to};
                             time.dispatchEvent(new Event("input")); })()`);
    await page.until(`document.getElementById("timeShown").textContent === "${to}"`);
}

async function keep(name) {
    if (pictures) {
        mkdirSync(pictures, { recursive: true });
        writeFileSync(join(pictures, `${name}.png`), await page.picture());
    }
}

async function native(scene, width, dark) {
    await page.resize(width, 900, dark);
    await page.go(`${server.url}/index.html?play&stop&scene=${scene}`);
    await page.until(`Number(document.getElementById("timeShown").textContent) > 100`, 90);
    await keep(`${scene}-${width}${dark ? "-dark" : ""}`);
    assert.equal(await page.until("document.body.dataset.native", 90), "equal", `${scene}: ${await text("native")}`);
    assert.equal(await step(), 300);
    assert.ok(!(await page.get("document.documentElement.scrollWidth > innerWidth")), `${width} pixels: too wide`);
    console.log(`${scene} at ${width}: ${await text("status")}; ${await text("native")}`);
}

try {
    await native("crossing", 1200, false);
    // Back, and on again, to the same hash.
    const [before, hash] = [await text("hash1"), await text("hash0")];
    await seek(110);
    assert.notEqual(await text("hash0"), hash);
    await seek(300);
    assert.deepEqual([await text("hash1"), await text("hash0")], [before, hash]);
    // Keys and clicks.
    await page.press("ArrowRight");
    await page.until(`document.getElementById("timeShown").textContent === "301"`);
    const box = await page.get(`(() => { const b = document.getElementById("picture0").getBoundingClientRect();
                                         return { x: b.x + b.width / 2, y: b.y + b.height / 3 }; })()`);
    await page.click(box.x, box.y);
    await page.until(`document.getElementById("status").textContent.startsWith("step 0: 401 agents")`);
    await page.press(" ");
    await page.until(`Number(document.getElementById("timeShown").textContent) > 5`);
    await native("circle", 390, false);
    await native("door", 1200, true);
    assert.deepEqual(page.faults, []);
    assert.deepEqual(page.requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:")), []);
    console.log(`${page.requests.length} requests, none elsewhere; nothing on the console`);
} finally {
    await page.close();
    server.close();
}
