// The ground of a sandbox with cells: walls, things that patrol between them, and its file.
import { makeDice } from "./numbers.js";

const { fround } = Math;

export function makeGround(width, height) {
    return { width, height, blocked: new Uint8Array(width * height) };
}

export function isFree({ width, height, blocked }, x, y) {
    const column = Math.floor(x), row = Math.floor(y);
    return column >= 0 && row >= 0 && column < width && row < height && !blocked[row * width + column];
}

/** Blocks a rectangle of cells, as far as it is on the ground. */
export function addWall(ground, left, top, width, height) {
    for (let row = Math.max(top, 0); row < Math.min(top + height, ground.height); row++) {
        for (let column = Math.max(left, 0); column < Math.min(left + width, ground.width); column++) {
            ground.blocked[row * ground.width + column] = 1;
        }
    }
}

/** Sets the cell of a point; whether that changes it. */
export function setCell(ground, { x, y }, blocked) {
    const column = Math.floor(x), row = Math.floor(y), at = row * ground.width + column;
    if (column < 0 || row < 0 || column >= ground.width || row >= ground.height || ground.blocked[at] === blocked) {
        return false;
    }
    ground.blocked[at] = blocked;
    return true;
}

/** Draws free places until `fits` takes one. The middle of a cell, so that no rounding moves it into another. */
export function drawPlace(dice, ground, fits = () => true) {
    for (let i = 0; i < 1000; i++) {
        const x = dice(ground.width) + 0.5, y = dice(ground.height) + 0.5;
        if (isFree(ground, x, y) && fits(x, y)) {
            return { x, y };
        }
    }
    return null;
}

/** A direction of patrols, in cells a step: multiples of 1/64, which floats have exactly. */
export function drawMotion(dice) {
    const x = dice(17) - 8, y = dice(17) - 8;
    return x === 0 && y === 0 ? { vx: 0.125, vy: 0 } : { vx: x / 64, vy: y / 64 };
}

/** A step of those who patrol: straight on, and back where a wall or the border is. All in float32. */
export function patrol(ground, things, step) {
    for (const thing of things) {
        if ((thing.born ?? 0) >= step) {
            continue;
        }
        const x = fround(thing.x + thing.vx), y = fround(thing.y + thing.vy);
        if (isFree(ground, x, thing.y)) {
            thing.x = x;
        } else {
            thing.vx = -thing.vx;
        }
        if (isFree(ground, thing.x, y)) {
            thing.y = y;
        } else {
            thing.vy = -thing.vy;
        }
    }
}

/** The rows of a table of those who patrol: at each step up to `last`, those who are there. */
export function patrolRows(ground, things, last, moves, toRow) {
    const now = things.map((thing) => ({ ...thing })), rows = [];
    for (let step = 0; step <= last; step++) {
        if (step > 0 && moves) {
            patrol(ground, now, step);
        }
        rows.push(...now.filter(({ born = 0 }) => born <= step).map((thing) => toRow(thing, step)));
    }
    return rows;
}

/** Things as they are at a step; those who are not there yet are nowhere. */
export function atStep(ground, things, last, moves) {
    const now = things.map((thing) => ({ ...thing }));
    for (let step = 1; moves && step <= last; step++) {
        patrol(ground, now, step);
    }
    return now.map((thing) => ((thing.born ?? 0) <= last ? thing : { x: Infinity, y: Infinity }));
}

/** The nearest of `things` within `reach`, or -1. */
function nearest(things, { x, y }, reach = 2) {
    const distances = things.map((thing) => Math.hypot(thing.x - x, thing.y - y));
    const at = distances.indexOf(Math.min(...distances));
    return at >= 0 && distances[at] <= reach ? at : -1;
}

/** Removes the nearest thing of the first list that has one there; `places`: where the things of each list are now. */
export function erase(lists, places, point) {
    for (const [i, list] of lists.entries()) {
        const at = nearest(places[i], point);
        if (at >= 0) {
            list.splice(at, 1);
            return true;
        }
    }
    return false;
}

export function toMap({ width, height, blocked }) {
    const rows = Array.from({ length: height }, (_, row) =>
        Array.from(blocked.subarray(row * width, (row + 1) * width), (cell) => (cell ? "@" : ".")).join(""));
    return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join("\n")}\n`;
}

/** Walls of the presets: rooms with doors, pillars, or nothing. */
export const GROUNDS = {
    open: () => makeGround(64, 64),
    rooms() {
        const ground = makeGround(64, 64);
        for (const at of [21, 42]) {
            addWall(ground, at, 0, 1, 64);
            addWall(ground, 0, at, 64, 1);
        }
        for (const at of [21, 42]) {
            for (const door of [8, 30, 51]) {
                for (let i = 0; i < 5; i++) {
                    ground.blocked[(door + i) * 64 + at] = ground.blocked[at * 64 + door + i] = 0;
                }
            }
        }
        return ground;
    },
    pillars() {
        const ground = makeGround(64, 64), dice = makeDice(11);
        for (let i = 0; i < 14; i++) {
            addWall(ground, 12 + dice(37), 4 + dice(53), 2 + dice(4), 2 + dice(4));
        }
        return ground;
    },
};
