// Draws a frame by WebGL2: the ground with its walls and a map of values, segments, and discs, of each one instanced square.
import { COLOR, RING } from "./colors.js";

const GROUND = `#version 300 es
layout(location = 0) in vec2 corner;
uniform vec4 view;  // centre, and what takes units of the world to the clip's edge
uniform vec2 size;  // of the ground, in cells
out vec2 at;
void main() {
    at = (corner * 0.5 + 0.5) * size;
    gl_Position = vec4((at - view.xy) * view.zw, 0.0, 1.0);
}`;
const CELLS = `#version 300 es
precision highp float;
precision highp sampler2D;
in vec2 at;
uniform sampler2D heat, walls;
uniform vec3 base, wall, above, below;
out vec4 result;
void main() {
    ivec2 cell = ivec2(at);
    float value = texelFetch(heat, cell, 0).r;
    float strength = abs(value) / (0.8 + abs(value)); // 0 to 1, whatever the largest value is
    vec3 color = mix(base, value > 0.0 ? above : below, 0.85 * strength);
    result = vec4(mix(color, wall, texelFetch(walls, cell, 0).r > 0.0 ? 1.0 : 0.0), 1.0);
}`;
const SEGMENTS = `#version 300 es
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ends;
layout(location = 2) in float index;
uniform vec4 view;
uniform vec2 pixel; // a pixel's share of the clip space
uniform vec3 palette[7];
out vec3 color;
void main() {
    vec2 from = (ends.xy - view.xy) * view.zw, to = (ends.zw - view.xy) * view.zw;
    vec2 along = (to - from) / pixel;
    vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
    int kind = int(index);
    float width = kind == ${COLOR.grey} ? 0.6 : 1.1;
    color = palette[kind];
    gl_Position = vec4(mix(from, to, corner.x * 0.5 + 0.5) + across * corner.y * width * pixel, 0.0, 1.0);
}`;
const SEGMENT = `#version 300 es
precision mediump float;
in vec3 color;
out vec4 result;
void main() { result = vec4(color, 1.0); }`;
const DISCS = `#version 300 es
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 disc; // place, radius, and colour; ${RING} more is a ring
uniform vec4 view;
uniform vec2 pixel;
uniform vec3 palette[7];
out vec2 at;
out vec3 color;
out float inner;
void main() {
    int index = int(disc.w);
    float pixels = disc.z * abs(view.z) / pixel.x;
    float radius = index < ${RING} && pixels < 1.2 ? disc.z * 1.2 / pixels : disc.z; // no agent vanishes
    at = corner;
    color = palette[index % ${RING}];
    inner = index < ${RING} ? -1.0 : pow(max(1.0 - 2.0 / pixels, 0.0), 2.0);
    gl_Position = vec4((disc.xy + corner * radius - view.xy) * view.zw, 0.0, 1.0);
}`;
const DISC = `#version 300 es
precision mediump float;
in vec2 at;
in vec3 color;
in float inner;
out vec4 result;
void main() {
    float distance = dot(at, at);
    if (distance > 1.0 || distance < inner) discard;
    result = vec4(color * (inner < 0.0 && distance > 0.6 ? 0.72 : 1.0), 1.0);
}`;

function build(gl, vertex, fragment) {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
        throw new Error(`a shader does not compile: ${gl.getProgramInfoLog(program)}`);
    }
    const places = new Map();
    return {
        program,
        at(name) {
            if (!places.has(name)) {
                places.set(name, gl.getUniformLocation(program, name));
            }
            return places.get(name);
        },
    };
}

/** What a canvas shows. */
export class Picture {
    constructor(canvas) {
        const gl = canvas.getContext("webgl2", { antialias: true });
        if (!gl) {
            throw new Error("this browser has no WebGL2");
        }
        this.canvas = canvas;
        this.gl = gl;
        this.ground = build(gl, GROUND, CELLS);
        this.segments = build(gl, SEGMENTS, SEGMENT);
        this.discs = build(gl, DISCS, DISC);
        this.corners = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
        this.instances = { segments: this.makeInstances([4, 1]), discs: this.makeInstances([4]) };
        this.textures = { heat: gl.createTexture(), walls: gl.createTexture() };
        this.show({ bounds: [-1, -1, 1, 1] });
    }

    /** An array of squares, with values of as many floats for each. */
    makeInstances(parts) {
        const { gl } = this, array = gl.createVertexArray(), buffer = gl.createBuffer();
        const stride = parts.reduce((a, b) => a + b, 0);
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        let offset = 0;
        parts.forEach((size, i) => {
            gl.enableVertexAttribArray(i + 1);
            gl.vertexAttribPointer(i + 1, size, gl.FLOAT, false, 4 * stride, offset);
            gl.vertexAttribDivisor(i + 1, 1);
            offset += 4 * size;
        });
        return { array, buffer, stride };
    }

    setTexture(name, internal, format, type, width, height, values) {
        const { gl } = this;
        gl.bindTexture(gl.TEXTURE_2D, this.textures[name]);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, type, values);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }

    /** What stays from step to step: the part of the world to be seen, the ground, lines and discs. */
    show({ bounds, ground = null, lines = [], discs = [] }) {
        const { gl } = this;
        this.bounds = bounds;
        this.cells = ground;
        this.still = { lines: Float32Array.from(lines), discs: Float32Array.from(discs) };
        if (ground) {
            const { width, height, blocked } = ground;
            this.setTexture("walls", gl.R8, gl.RED, gl.UNSIGNED_BYTE, width, height, blocked.map((cell) => 255 * cell));
            this.setHeat(null);
        }
    }

    setHeat(values) {
        const { gl } = this, { width, height } = this.cells;
        this.setTexture("heat", gl.R32F, gl.RED, gl.FLOAT, width, height, values ?? new Float32Array(width * height));
    }

    /** Centre, and factors from the world to the clip's edge; y goes down. */
    view() {
        const { width, height } = this.canvas, [left, top, right, bottom] = this.bounds;
        const scale = 2 / Math.max((right - left) / width, (bottom - top) / height);
        return [(left + right) / 2, (top + bottom) / 2, scale / width, -scale / height];
    }

    /** The place in the world under a point of the canvas, in CSS pixels from its corner; and back. */
    locate(left, top) {
        const [x, y, across, down] = this.view(), { clientWidth, clientHeight } = this.canvas;
        return { x: x + (2 * left / clientWidth - 1) / across, y: y + (1 - 2 * top / clientHeight) / down };
    }

    drawInstances(kind, name, values, view, colors) {
        const { gl, canvas } = this, { program, at } = this[kind], { array, buffer, stride } = this.instances[name];
        if (values.length === 0) {
            return;
        }
        gl.useProgram(program);
        gl.uniform4f(at("view"), ...view);
        gl.uniform2f(at("pixel"), 2 * devicePixelRatio / canvas.width, 2 * devicePixelRatio / canvas.height);
        gl.uniform3fv(at("palette"), colors.palette.flat());
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, values.length / stride);
    }

    drawGround(view, colors) {
        const { gl } = this, { program, at } = this.ground;
        gl.useProgram(program);
        gl.uniform4f(at("view"), ...view);
        gl.uniform2f(at("size"), this.cells.width, this.cells.height);
        ["heat", "walls"].forEach((name, i) => {
            gl.activeTexture(gl.TEXTURE0 + i);
            gl.bindTexture(gl.TEXTURE_2D, this.textures[name]);
            gl.uniform1i(at(name), i);
        });
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform3f(at("base"), ...colors.ground);
        gl.uniform3f(at("wall"), ...colors.palette[COLOR.wall]);
        gl.uniform3f(at("above"), ...colors.palette[COLOR.blue]);
        gl.uniform3f(at("below"), ...colors.palette[COLOR.orange]);
        gl.bindVertexArray(this.instances.discs.array);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }

    draw({ heat, lines, discs }, colors, cursor = null) {
        const { gl, canvas } = this, view = this.view();
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clearColor(...(this.cells ? colors.around : colors.ground), 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        if (this.cells) {
            this.setHeat(heat);
            this.drawGround(view, colors);
        }
        this.drawInstances("segments", "segments", this.still.lines, view, colors);
        this.drawInstances("segments", "segments", lines, view, colors);
        this.drawInstances("discs", "discs", this.still.discs, view, colors);
        this.drawInstances("discs", "discs", discs, view, colors);
        if (cursor) {
            const arm = 12 / (view[2] * canvas.width), { x, y } = cursor;
            const cross = [x - arm, y, x + arm, y, COLOR.cursor, x, y - arm, x, y + arm, COLOR.cursor];
            this.drawInstances("segments", "segments", Float32Array.from(cross), view, colors);
        }
    }
}
