// The tests' scene, under node and in browsers.

/** A crowd on two sides that change places, among pillars. */
export function crossing(context, agents = 60, more = {}) {
    const crowd = context.createCrowd({ agentCapacity: agents, symmetry: 0.05, ...more });
    for (let i = 0; i < 3; i++) {
        const [x, y] = [20, 5 + 10 * i];
        crowd.addObstacle([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => ({ x: x + dx, y: y + dy })));
    }
    const handles = crowd.add(Array.from({ length: agents }, (_, i) => {
        const right = i & 1, k = i >> 1, y = Math.floor(k / 5) * 1.6;
        const x = (right ? 40 : 0) + (k % 5) * (right ? 1.5 : -1.5);
        return { x, y, radius: 0.5, navigation: "goal", targetX: 40 - x, targetY: y };
    }));
    return { crowd, handles };
}
