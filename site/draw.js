// Draws agents and walls by WebGL2: one instanced square for each agent, of which the shader keeps a disc.
const DISCS = `#version 300 es
layout(location = 0) in vec2 corner;
layout(location = 1) in vec2 place;
layout(location = 2) in vec2 goal;
layout(location = 3) in float radius;
uniform vec4 view; // centre, and what takes metres to the clip's edge
uniform vec3 right, left;
out vec2 at;
out vec3 color;
void main() {
    at = corner;
    color = goal.x > view.x ? right : left;
    gl_Position = vec4((place + corner * radius - view.xy) * view.zw, 0.0, 1.0);
}`;
const DISC = `#version 300 es
precision mediump float;
in vec2 at;
in vec3 color;
out vec4 result;
void main() {
    float distance = dot(at, at);
    if (distance > 1.0) discard;
    result = vec4(color * (distance > 0.6 ? 0.7 : 1.0), 1.0);
}`;
const LINES = `#version 300 es
layout(location = 0) in vec2 place;
uniform vec4 view;
void main() { gl_Position = vec4((place - view.xy) * view.zw, 0.0, 1.0); }`;
const LINE = `#version 300 es
precision mediump float;
uniform vec3 color;
out vec4 result;
void main() { result = vec4(color, 1.0); }`;

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
    return (name) => (name === undefined ? program : gl.getUniformLocation(program, name));
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
        this.discs = build(gl, DISCS, DISC);
        this.lines = build(gl, LINES, LINE);
        const names = ["corners", "places", "goals", "radii", "walls"];
        this.buffers = Object.fromEntries(names.map((name) => [name, gl.createBuffer()]));
        this.agents = this.points = 0;
        this.fill("corners", new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]));
        this.array = gl.createVertexArray();
        gl.bindVertexArray(this.array);
        [["corners", 2, 0], ["places", 2, 1], ["goals", 2, 1], ["radii", 1, 1]].forEach(([name, size, divisor], i) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, size, gl.FLOAT, false, 0, 0);
            gl.vertexAttribDivisor(i, divisor);
        });
        this.wallArray = gl.createVertexArray();
        gl.bindVertexArray(this.wallArray);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.walls);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    }

    fill(name, values) {
        this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[name]);
        this.gl.bufferData(this.gl.ARRAY_BUFFER, values, this.gl.DYNAMIC_DRAW);
    }

    /** What stays as it is from step to step: goals, radii and walls. */
    show(scene) {
        this.fill("goals", Float32Array.from(scene.agents.flatMap(({ targetX, targetY }) => [targetX, targetY])));
        this.fill("radii", Float32Array.from(scene.agents, ({ radius }) => radius));
        const edges = scene.walls.flatMap((wall) => wall.flatMap((from, i) => [from, wall[(i + 1) % wall.length]]));
        this.fill("walls", Float32Array.from(edges.flatMap(({ x, y }) => [x, y])));
        this.points = edges.length;
        const goals = scene.agents.map(({ targetX, targetY }) => ({ x: targetX, y: targetY }));
        const all = [...scene.agents, ...goals, ...scene.walls.flat(), { x: -10, y: -10 }, { x: 10, y: 10 }];
        const widen = (axis) => ([low, high], at) => [Math.min(low, at[axis]), Math.max(high, at[axis])];
        const span = (axis) => all.reduce(widen(axis), [0, 0]);
        this.bounds = { x: span("x"), y: span("y") };
    }

    /** Centre, and factors from metres to the clip's edge. */
    view() {
        const { width, height } = this.canvas, { x, y } = this.bounds;
        const scale = 1.9 / Math.max((x[1] - x[0] + 4) / width, (y[1] - y[0] + 4) / height);
        return [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, scale / width, scale / height];
    }

    /** The place in the world under a point of the canvas, in CSS pixels from its corner. */
    locate(left, top) {
        const [x, y, across, down] = this.view(), { clientWidth, clientHeight } = this.canvas;
        return { x: x + (2 * left / clientWidth - 1) / across, y: y + (1 - 2 * top / clientHeight) / down };
    }

    draw(positions, colors) {
        const { gl, canvas } = this, view = this.view();
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clearColor(...colors.ground, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.useProgram(this.lines());
        gl.uniform4f(this.lines("view"), ...view);
        gl.uniform3f(this.lines("color"), ...colors.wall);
        gl.bindVertexArray(this.wallArray);
        gl.drawArrays(gl.LINES, 0, this.points);
        this.fill("places", positions);
        gl.useProgram(this.discs());
        gl.uniform4f(this.discs("view"), ...view);
        gl.uniform3f(this.discs("right"), ...colors.right);
        gl.uniform3f(this.discs("left"), ...colors.left);
        gl.bindVertexArray(this.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, positions.length / 2);
    }
}
