-- Tests of the LuaJIT package: layouts, every function, results, and bad input of every kind.
local ffi = require("ffi")
local declarations = require("throng.declarations")
local throng = require("throng")

local passed, failed = 0, 0

local function test(name, body)
    local ok, why = xpcall(body, function(e)
        return tostring(e) .. "\n" .. debug.traceback()
    end)
    collectgarbage()
    if ok then
        passed = passed + 1
    else
        failed = failed + 1
        print("FAILED: " .. name .. ": " .. why)
    end
end

local function refused(pattern, call, ...)
    local ok, why = pcall(call, ...)
    assert(not ok, "was not refused: " .. pattern)
    local text = tostring(why)
    assert(text:find(pattern), ("%q does not say %q"):format(text, pattern))
    return why
end

local function world()
    local context = throng.Context({backend = "cpu", threads = 1})
    local terrain = throng.Terrain(context, {width = 8, height = 4})
    local flow = throng.Flow(context, {terrain = terrain})
    local crowd = throng.Crowd(context, {agent_capacity = 40, terrain = terrain, flow = flow})
    local agents = crowd:add({{x = 1.5, y = 1.5, target_x = 6.5, target_y = 1.5, navigation = "goal", radius = 0.2},
        {x = 6.5, y = 1.6, target_x = 1.5, target_y = 1.6, navigation = "goal", radius = 0.2}})
    return context, terrain, flow, crowd, agents
end

-- ---------------------------------------------------------------- declarations

test("layouts are those of C", function()
    local count = 0
    for name, fields in pairs(declarations.structs) do
        local kind = ffi.typeof("throng_" .. name)
        assert(ffi.sizeof(kind) == fields.size, name)
        for _, field in ipairs(fields) do
            assert(ffi.offsetof(kind, field[1]) == field[3], name .. "." .. field[1])
            count = count + 1
        end
    end
    assert(count > 200)
end)

test("every function of the headers is in the library", function()
    local count = 0
    for name in declarations.cdef:gmatch("(throng_[%w_]+)%(") do
        assert(throng.C[name] ~= nil, name)
        count = count + 1
    end
    assert(count > 110, count)
end)

-- ---------------------------------------------------------------- objects

test("terrain, flow and distances", function()
    local context, terrain, flow = world()
    terrain:fill({3, 0, 1, 3}, true)
    local cells = terrain:read()
    assert(throng.count(cells) == 32 and cells[3] == 1 and cells[27] == 0)
    terrain:set({0, 0, 2, 1}, {true, false})
    assert(terrain:read({0, 0, 2, 1})[0] == 1)
    assert(math.abs(terrain:distances("square8", {{{1, 0}, {4, 0}}})[0] - 8.41421) < 1e-4)
    assert(terrain:distances("square4", {{{1, 0}, {4, 0}}})[0] == 9)
    flow:set_goals(0, {{7, 0}})
    flow:update()
    assert(flow:read_lengths(0)[7] == 0 and flow:read_directions(0)[7] == 8)
    local way = flow:sample("cell", {{x = 6.5, y = 0.5}})
    assert(way[0].dx == 1 and way[0].length == 1)
    assert(flow:field_for(0, 0.3) == 0)
    assert(flow:get_info().backend == 1)
    local route = throng.Route(context, {terrain = terrain})
    route:set_costs(nil, ffi.new("float[?]", 32))
    local found = route:find({{{2, 0}, {4, 0}}})
    local path = throng.array("cell", found[0].cell_count)
    route:read(0, 1, path)
    assert(path[found[0].cell_count - 1].column == 4)
end)

test("influence", function()
    local context = world()
    local map = throng.Influence(context, {width = 8, height = 4, layers = 2})
    map:set_objects(0, 0, {{x = 2.5, y = 1.5, max_distance = 2},
        {x = 6.5, y = 1.5, influence = -1, decay_kind = "linear", max_distance = 2}})
    map:update()
    local values = map:read(0)
    assert(values[8 + 2] == 1 and values[8 + 6] == -1)
    assert(map:best(0).column == 2 and map:worst(0, {4, 0, 4, 4}).column == 6)
    map:move_objects(0, 0, {5.5, 1.5})
    map:update_layer(0)
    assert(map:object_count(0) == 2 and map:sample(0, {{5.5, 1.5, 0}})[0].value ~= 0)
    map:combine({1, 0.5})
    assert(map:read(throng.LAYER_COMBINED)[0] == map:read(0)[0])
    local best = map:best_of_neighbors(0, "largest", true, {{5, 1}})
    assert(best[0].column == 5 or best[0].column == 4)
    assert(throng.Influence.explain(context, {width = 8, height = 4}).backend == 1)
    local out = throng.array("float", 32)
    assert(map:read(0, nil, out) == out)
end)

test("potentials, measures and traces", function()
    local context = world()
    local measure = throng.Measure(context, {types = 2, weights = {0.4, 0.5}, kind = "additive2"})
    assert(math.abs(measure:value(1) - 0.4) < 1e-6)
    assert(throng.count(measure:choquet({1, 2, 3, 4})) == 2)
    local table_measure = throng.Measure(context, {types = 1, kind = "table", table = {0, 1}})
    assert(table_measure:value(1) == 1)
    local field = throng.Potential(context, {goal_capacity = 1, source_capacity = 4, point_capacity = 8})
    field:set_goals(0, {{x = 10, y = 0, k = 1}})
    field:set_sources(0, {throng.default("potential_source")})
    field:set_points(0, {{x = 1, y = 1, goal = 0}, {x = 2, y = 1, goal = 0}})
    field:update()
    assert(field:read(0, 2)[0].fx > 0)
    local trace = throng.Trace(context, {field = field, start_capacity = 1, max_steps = 20, keep_points = 1})
    trace:set_starts(0, {{x = 3, y = 3, speed = 1, goal = 0}})
    trace:update()
    assert(throng.trace_status_name(trace:read(0, 1)[0].status))
    assert(trace:read_points(0, 0, 2)[0].x == 3)
    refused("", trace.read_points, trace, 5, 0, 1)
end)

test("crowds", function()
    local context, _, _, crowd, agents = world()
    for _ = 1, 10 do
        crowd:step(0.1)
    end
    local positions = crowd:get("position", agents)
    assert(throng.count(positions) == 4 and positions[0] > 1.5 and positions[2] < 6.5)
    local saved, hash = crowd:save(), crowd:hash()
    crowd:step(0.1)
    assert(crowd:hash() ~= hash)
    crowd:restore(saved)
    assert(crowd:hash() == hash)
    crowd:set("radius", 0.25)
    assert(crowd:get("radius")[1] == 0.25)
    crowd:set("navigation", {"velocity", 1}, agents)
    assert(crowd:get("navigation")[0] == 0 and crowd:get("navigation")[1] == 1)
    crowd:set("navigation", "goal")
    assert(crowd:get("navigation")[0] == 1)
    refused("unknown name \"fly\"", crowd.set, crowd, "navigation", "fly")
    refused("must be an array of float or a table", crowd.set, crowd, "radius", "goal")
    crowd:set("goal", {3, 3}, agents)
    assert(crowd:get("goal")[3] == 3)
    assert(crowd:get("id")[1] == 1ULL and crowd:find(1).index == agents[1].index)
    assert(throng.count(crowd:list()) == 2)
    local hits, found = crowd:find_nearest({{x = 1, y = 1}}, 3)
    assert(found[0] == 2 and hits[0].distance > 0 and throng.count(hits) == 3)
    assert(throng.count(crowd:get_events(throng.enums.flag.arrived)) == 0)
    local view = crowd:inspect(agents[0], 0.1)
    assert(throng.count(view.avoided) >= 0 and view.wall_count >= 0)
    local wall = crowd:add_obstacle({{x = 0, y = 0}, {x = 1, y = 0}})
    crowd:remove_obstacle(wall)
    refused("handle was removed", crowd.remove_obstacle, crowd, wall)
    crowd:remove(agents)
    assert(crowd:get_info().agents == 0)
    crowd:reserve(100)
    crowd:reset()
    assert(#context:get_info().device_name >= 0)
    refused("device has a zero byte", throng.Context, {device = "nodev\0zz"})
end)

test("readbacks", function()
    local context, terrain, flow, crowd = world()
    local reads = throng.Readback(context, {kind = "agents", value = "position", crowd = crowd, capacity = 2})
    local read = reads:begin_agents(nil, 2)
    assert(reads:fetch(read.number)[2] == crowd:get("position")[2])
    read = reads:begin_agents(nil, 2)
    local values, count = reads:map(read.number)
    assert(count == 4 and values[1] == crowd:get("position")[1])
    refused("throng_agent_state, of 168 bytes", reads.fetch, reads, read.number, "throng_agent_state")
    -- cells of one byte: 9 are no floats
    local room = throng.Terrain(context, {width = 3, height = 3})
    local away = throng.Flow(context, {terrain = room})
    away:set_goals(0, {{0, 0}})
    away:update()
    local ways = throng.Readback(context, {kind = "directions", flow = away, capacity = 9})
    local way = ways:begin_region({0, 0, 3, 3})
    refused("float, of 4 bytes: the read has 9 bytes, 1 in each entry", ways.fetch, ways, way.number)
    assert(throng.count(ways:fetch(way.number, "uint8_t")) == 9)
    -- the values keep the readback
    values, count, reads = ways:map(ways:begin_region({0, 0, 3, 3}).number, "uint8_t")
    local weak = setmetatable({ways}, {__mode = "v"})
    ways = nil
    collectgarbage()
    collectgarbage()
    assert(weak[1] and count == 9 and values[0] == 8) -- at its goal
    values = nil
    collectgarbage()
    collectgarbage()
    assert(not weak[1] and terrain and flow and not reads and not values)
end)

test("what a mapped pointer shows outlives close()", function()
    local context, _, _, crowd = world()
    local reads = throng.Readback(context, {kind = "agents", value = "position", crowd = crowd, capacity = 2})
    local expected, record, last = crowd:get("position"), reads.record, context.record
    local first = reads:map(reads:begin_agents(nil, 2).number)
    local second = reads:map(reads:begin_agents(nil, 2).number)
    reads:close()
    refused("readback is closed", reads.map, reads, 1)
    context:close()
    assert(record.pointer ~= nil and last.pointer ~= nil)
    for i = 0, 3 do
        assert(first[i] == expected[i] and second[i] == expected[i])
    end
    first = nil
    collectgarbage()
    collectgarbage()
    assert(record.pointer ~= nil and second[3] == expected[3] and not first)
    second = nil
    collectgarbage()
    collectgarbage()
    assert(record.pointer == nil and last.pointer == nil and not second)
end)

-- ---------------------------------------------------------------- bad input

test("the message is the library's", function()
    local context, _, _, crowd = world()
    local why = refused("def.agent_capacity is %-1: 0 to 8388608", throng.Crowd, context, {agent_capacity = -1})
    assert(why.status == "invalid_argument" and getmetatable(why) == throng.Error)
    why = refused("at most 40", crowd.add, crowd, throng.array("agent_def", 41))
    assert(why.status == "capacity")
    refused("dt", crowd.step, crowd, 0 / 0)
    refused("", throng.Context, {backend = "cpu", threads = -1})
end)

test("a context that cannot be made says why", function()
    refused("threads is 5000", throng.Context, {backend = "cpu", threads = 5000})
    refused("unknown name \"gpu\"", throng.Context, {backend = "gpu"})
    refused("", throng.Context, {backend = "cpu", isa = 77})
end)

test("names and types", function()
    local context, terrain, flow, crowd, agents = world()
    refused("no member agent_capacty", throng.Crowd, context, {agent_capacty = 5})
    refused("set by the default function", throng.Crowd, context, {cookie = 5})
    refused("must be a terrain", throng.Crowd, context, {terrain = context})
    refused("must be a terrain", throng.Crowd, context, {terrain = 5})
    refused("must be a context", throng.Crowd, terrain, {})
    refused("must be a context", throng.Crowd)
    refused("must be an integer", throng.Crowd, context, {agent_capacity = 1.5})
    refused("must be an integer", throng.Crowd, context, {agent_capacity = 2 ^ 40})
    refused("must be an integer", throng.Crowd, context, {agent_capacity = "10"})
    refused("must be a number", throng.Crowd, context, {symmetry = "0.1"})
    refused("must be a table", throng.Crowd, context, 5)
    refused("cannot be set", throng.Context, {allocator = 5})
    refused("unknown name", crowd.get, crowd, "place", agents)
    refused("must be", crowd.get, crowd, nil, agents)
    refused("must be an array of throng_agent", crowd.get, crowd, "position", 5)
    refused("must be an array of throng_agent", crowd.get, crowd, "position", ffi.new("float[?]", 4))
    refused("has no member z", crowd.add, crowd, {{z = 1}})
    refused("must be an integer", crowd.add, crowd, {{max_neighbors = 1.5}})
    refused("must be", crowd.add, crowd, nil)
    refused("must be", crowd.add, crowd, {5})
    refused("unknown name", crowd.add, crowd, {{navigation = "fly"}})
    refused("method needs its object", crowd.step, 5, 0.1)
    refused("", crowd.step, flow, 0.1) -- another object
    refused("must be", flow.sample, flow, "cell", {{x = 1, y = {}}})
    refused("must be a number", crowd.step, crowd)
end)

test("arrays of the wrong size", function()
    local context, terrain, flow, crowd, agents = world()
    local map = throng.Influence(context, {width = 8, height = 4})
    refused("31 cells instead of 32", terrain.set, terrain, nil, ffi.new("uint8_t[?]", 31))
    refused("instead of", crowd.get, crowd, "position", agents, throng.array("float", 3))
    refused("instead of", crowd.set, crowd, "position", {1, 2, 3}, agents)
    refused("array of float", crowd.set, crowd, "position", ffi.new("int32_t[?]", 4), agents)
    refused("no rows of 2", map.move_objects, map, 0, 0, {1})
    refused("pairs instead of", map.move_objects, map, 0, 0, {1, 1}, {1, 1, 2, 2})
    refused("instead of", map.read, map, 0, nil, throng.array("float", 33))
    refused("array of float", map.read, map, 0, nil, throng.array("uint8_t", 32))
    refused("2 values instead of 1024", throng.Measure, context, {types = 10, kind = "table", table = {0, 1}})
    refused("2 values instead of 1024", throng.Measure.explain, context, {types = 10, kind = "table", table = {0, 1}})
    refused("types is 100", throng.Measure, context, {types = 100, kind = "table", table = {0, 1}})
    refused("too many", crowd.find_nearest, crowd, {{radius = 1}, {radius = 1}}, 2 ^ 31 - 1)
    refused("", map.read, map, 0, {0, 0, -3, -3})
    refused("", map.read, map, 0, {4, 0, 8, 4})
    refused("", map.read, map, 5)
    refused("", map.combine, map, {})
    refused("", crowd.set, crowd, "id", {1}, agents[0])
    refused("", crowd.get, crowd, 77, agents)
    assert(throng.count(crowd:get(30LL, agents)) == throng.count(crowd:get("position_double", agents)))
    refused("negative", throng.array, "agent", -1)
    refused("no type", throng.array, "dragon", 1)
    local route = throng.Route(context, {terrain = terrain})
    route:find({{{0, 0}, {7, 0}}})
    refused("8", route.read, route, 0, 1, throng.array("cell", 3))
end)

test("snapshots of strangers", function()
    local _, _, _, crowd = world()
    local hash = crowd:hash()
    refused("", crowd.restore, crowd, "")
    refused("", crowd.restore, crowd, ("x"):rep(1000))
    refused("must be a string", crowd.restore, crowd, 5)
    local saved = crowd:save()
    refused("", crowd.restore, crowd, saved:sub(1, -2))
    assert(crowd:hash() == hash)
end)

test("stale handles", function()
    local _, _, _, crowd, agents = world()
    crowd:remove(agents)
    refused("", crowd.get, crowd, "position", agents)
    refused("", crowd.remove, crowd, agents)
    refused("", crowd.find, crowd, 12345)
end)

-- ---------------------------------------------------------------- lifetimes

test("closed objects", function()
    local context, terrain, flow, crowd, agents = world()
    terrain:close()
    refused("terrain is closed", terrain.read, terrain)
    refused("terrain is closed", throng.Flow, context, {terrain = terrain})
    crowd:step(0.1) -- it still has its terrain
    context:close()
    refused("crowd is closed", crowd.step, crowd, 0.1)
    refused("crowd is closed", crowd.get, crowd, "position", agents)
    refused("flow is closed", flow.update, flow)
    refused("context is closed", throng.Terrain, context, {width = 1, height = 1})
    refused("context is closed", context.get_info, context)
    crowd:close()
    context:close()
    assert(crowd:closed() and tostring(crowd) == "throng.Crowd, closed")
end)

test("objects that nobody closed", function()
    for _ = 1, 50 do
        local context, terrain, flow, crowd = world()
        context, terrain, flow = nil, nil, nil
        collectgarbage()
        collectgarbage()
        crowd:step(0.1) -- keeps what it uses
    end
end)

test("records end with the last user", function()
    local context, terrain, flow, crowd = world()
    local record = context.record
    context, terrain, flow = nil, nil, nil
    for _ = 1, 3 do
        collectgarbage()
    end
    assert(record.pointer ~= nil)
    crowd:close()
    crowd = nil
    for _ = 1, 3 do
        collectgarbage()
    end
    assert(record.pointer == nil)
end)

test("an object of another context", function()
    local context = world()
    local other = throng.Context({backend = "cpu", threads = 1})
    local terrain = throng.Terrain(other, {width = 4, height = 4})
    refused("", throng.Crowd, context, {terrain = terrain})
end)

test("junk", function()
    math.randomseed(tonumber(os.getenv("THRONG_TEST_SEED") or 1))
    local context, terrain, flow, crowd, agents = world()
    local map = throng.Influence(context, {width = 8, height = 4})
    local values = {nil, 0, 1, -1, 1.5, 0 / 0, 1 / 0, 2 ^ 31, -2 ^ 31, 2 ^ 53, "", "goal", true, {}, {1}, {1, 2}, {{}},
        {{x = 1}}, {{1, 2, 3, 4}}, print, terrain, context, crowd, agents, agents[0], ffi.new("float[?]", 4),
        ffi.new("uint8_t[?]", 32), 5ULL, -5LL, ffi.new("void *"), throng.array("cell", 2), {3, 0, 1, 3}}
    local calls, ran = 0, 0
    for _ = 1, tonumber(os.getenv("THRONG_TEST_CALLS") or 4000) do
        local object = ({terrain, flow, crowd, map})[math.random(4)]
        local names = {}
        for name, member in pairs(getmetatable(object)) do
            if type(member) == "function" and name:sub(1, 2) ~= "__" and name ~= "close" then
                names[#names + 1] = name
            end
        end
        table.sort(names)
        local arguments = {}
        for i = 1, 4 do
            arguments[i] = values[math.random(#values + 1)]
        end
        local ok, why = pcall(object[names[math.random(#names)]], object, arguments[1], arguments[2], arguments[3],
            arguments[4])
        calls, ran = calls + 1, ran + (ok and 1 or 0)
        assert(ok or #tostring(why) > 5)
    end
    assert(ran > calls / 100, ran)
    crowd:step(0.1)
end)

print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 15, true)
