-- Step 5 of the tutorial in Lua: units that back off from a guard on patrol. Prints what step5.c prints.
--
-- danger.lua [--hash] also prints the hash of the crowd's last state.
local ffi = require("ffi")
local throng = require("throng")

local WIDTH, HEIGHT, UNITS, SECONDS, STEPS_PER_SECOND = 32, 16, 24, 40, 10
local GOAL_X, GOAL_Y, ALARM = 29.5, 11.5, 0.35

local function read_map(context)
    local terrain = throng.Terrain(context, {width = WIDTH, height = HEIGHT})
    terrain:fill({11, 0, 1, HEIGHT}, true) -- column, row, width, height
    terrain:fill({11, 3, 1, 2}, false) -- the door
    terrain:fill({18, 10, 2, 4}, true)
    return terrain
end

local function create_flow(context, terrain)
    local flow = throng.Flow(context, {terrain = terrain})
    flow:set_goals(0, {{math.floor(GOAL_X), math.floor(GOAL_Y)}}) -- column, row
    flow:update()
    return flow
end

local function create_danger(context, terrain)
    local danger = throng.Influence(context, {width = WIDTH, height = HEIGHT, terrain = terrain, propagation = "path"})
    danger:set_objects(0, 0, {{influence = 1, decay = 0.125, max_distance = 8, alpha = 0.5}})
    return danger
end

local function add_agents(crowd)
    local defs = {}
    for i = 0, UNITS do
        defs[i + 1] = {x = 1.5 + math.floor(i / 8) * 1.5, y = 1 + i % 8 * 2, target_x = GOAL_X, target_y = GOAL_Y,
            navigation = "flow", radius = 0.3, max_speed = 1.5, time_horizon = 1.5, time_horizon_obst = 0.5}
    end
    local guard = defs[UNITS + 1]
    guard.x, guard.y, guard.target_x, guard.target_y = 15.5, 8, 15.5, 14
    guard.navigation, guard.max_speed, guard.priority = "goal", 1, 1
    return crowd:add(defs)
end

-- The guard walks up and down between two places, and the danger goes with it.
local function patrol(crowd, danger, guard)
    local position, goal = crowd:get("position", guard), crowd:get("goal", guard)
    if math.abs(position[1] - goal[1]) < 0.5 then
        crowd:set("goal", {goal[0], HEIGHT - goal[1]}, guard)
    end
    danger:move_objects(0, 0, position, crowd:get("velocity", guard))
    danger:update()
end

-- Units back off, down the slope of the danger, or follow the flow. Returns how many back off.
local function react_to_danger(crowd, danger, units)
    local positions, points = crowd:get("position", units), throng.array("point", UNITS)
    for i = 0, UNITS - 1 do
        points[i].x, points[i].y = positions[2 * i], positions[2 * i + 1]
    end
    local samples = danger:sample(0, points)
    local alarmed, float = 0, ffi.new("float[1]")
    local function rounded(value) -- C computes with floats
        float[0] = value
        return float[0]
    end
    for i = 0, UNITS - 1 do
        local dx, dy = samples[i].dx, samples[i].dy
        local slope = rounded(math.sqrt(rounded(rounded(dx * dx) + rounded(dy * dy))))
        if samples[i].value > rounded(ALARM) and slope > 0 then
            local away = {rounded(-1.5 * dx) / slope, rounded(-1.5 * dy) / slope}
            crowd:set("preferred_velocity", away, units[i])
            alarmed = alarmed + 1
        else
            crowd:set("goal", {GOAL_X, GOAL_Y}, units[i])
            crowd:set("flow_field", 0, units[i])
        end
    end
    return alarmed
end

local function main(hash)
    local context = throng.Context()
    local terrain = read_map(context)
    local flow, danger = create_flow(context, terrain), create_danger(context, terrain)
    local crowd = throng.Crowd(context, {agent_capacity = UNITS + 1, symmetry = 0.05, terrain = terrain, flow = flow})
    local agents = add_agents(crowd)
    local guard, units = agents[UNITS], throng.array("agent", UNITS)
    ffi.copy(units, agents, ffi.sizeof(units))

    for step = 1, SECONDS * STEPS_PER_SECOND do
        patrol(crowd, danger, guard)
        local alarmed = react_to_danger(crowd, danger, units)
        crowd:step(1 / STEPS_PER_SECOND)
        if step % (8 * STEPS_PER_SECOND) == 0 then
            local positions, arrived = crowd:get("position", units), 0
            for i = 0, UNITS - 1 do
                arrived = arrived + (positions[2 * i] > 26.5 and 1 or 0)
            end
            print(("after %2d s: %2d back off, %2d of %d are at the goal"):format(
                step / STEPS_PER_SECOND, alarmed, arrived, UNITS))
        end
    end
    if hash then
        print((tostring(bit.tohex(crowd:hash(), 16))))
    end
    context:close()
end

main(arg[1] == "--hash")
