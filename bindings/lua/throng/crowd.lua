-- Calls of crowds, tracers and readbacks whose arguments follow no rule.
local ffi = require("ffi")
local core = require("throng.core")
local declarations = require("throng.declarations")
local objects = require("throng.objects")

local C, Crowd, Trace, Readback = core.C, objects.Crowd, objects.Trace, objects.Readback
local check, handle, scalar = core.check, core.handle, core.scalar
local FORMS = declarations.agent_values
local NAMED = {[declarations.enums.agent_value.navigation] = "navigation"} -- values that are enums

-- The type and the entries of a value of agents. One that is unknown is refused by the library.
local function form_of(what)
    local form = FORMS[what]
    if not form then
        return "float", 2
    end
    return form[1], form[2]
end

-- Numbers of a value, where names stand for some.
local function numbered(what, values)
    local enum = NAMED[what]
    if type(values) == "number" or enum and type(values) == "string" then
        values = {values}
    end
    if not enum or type(values) ~= "table" then
        return values
    end
    local made = {}
    for i, each in ipairs(values) do
        made[i] = type(each) == "string" and scalar(enum, each, ("values[%d]"):format(i)) or each
    end
    return made
end

--- Copies a value of agents: throng_crowd_get(). `what` is a name such as "position"; `agents` nil stands for all in the
--- order of list(). Returns an array of numbers, two for each agent where the value is a pair; `out` is the caller's own.
function Crowd:get(what, agents, out)
    what = scalar("agent_value", what, "what")
    local list, count = core.handles(self, agents)
    local kind, entries = form_of(what)
    local data = core.result(kind, out, count * entries, "out")
    check(self, C.throng_crowd_get(handle(self), what, count, list, 0, data, 0))
    return data
end

--- Sets a value of agents: throng_crowd_set(). `values` is an array, a table, or one value for all of them. Navigations may
--- be names, such as "goal".
function Crowd:set(what, values, agents)
    what = scalar("agent_value", what, "what")
    local list, count = core.handles(self, agents)
    local kind, entries = form_of(what)
    local data, length = core.numbers(kind, numbered(what, values), "values")
    if length == entries and count ~= 1 then -- the same for all
        local all = ffi.new(ffi.typeof("$[?]", ffi.typeof(kind)), count * entries)
        for i = 0, count * entries - 1 do
            all[i] = data[i % entries]
        end
        data, length = all, count * entries
    end
    if length ~= count * entries then
        error(("throng: values has %d numbers instead of %d"):format(length, count * entries), 0)
    end
    check(self, C.throng_crowd_set(handle(self), what, count, list, 0, data, 0))
end

--- Whom an agent would perceive and avoid: throng_crowd_inspect(). Returns a table with arrays.
function Crowd:inspect(agent, dt)
    agent, dt = core.struct("agent", agent, "agent"), scalar("number", dt, "dt")
    local view = ffi.new("throng_crowd_view[1]")
    check(self, C.throng_crowd_inspect(handle(self), agent, dt, view))
    local v = view[0]
    local perceived = core.result("agent", nil, v.perceived_count, "perceived")
    local avoided = core.result("agent", nil, v.avoided_count, "avoided")
    local lines = core.result("half_plane", nil, v.line_count, "lines")
    v.perceived, v.avoided, v.lines = perceived, avoided, lines
    v.perceived_capacity, v.avoided_capacity, v.line_capacity = v.perceived_count, v.avoided_count, v.line_count
    check(self, C.throng_crowd_inspect(handle(self), agent, dt, view))
    return {perceived = perceived, avoided = avoided, lines = lines, wall_count = v.wall_count}
end

--- A snapshot of the crowd as a string: throng_crowd_save().
function Crowd:save()
    local bytes = ffi.new("size_t[1]")
    check(self, C.throng_crowd_snapshot_bytes(handle(self), bytes))
    local size = tonumber(bytes[0])
    local memory = ffi.new("uint8_t[?]", size)
    check(self, C.throng_crowd_save(handle(self), memory, size))
    return ffi.string(memory, size)
end

--- Restores the state of a snapshot: throng_crowd_restore().
function Crowd:restore(snapshot)
    if type(snapshot) ~= "string" then
        error("throng: snapshot must be a string, not " .. type(snapshot), 0)
    end
    check(self, C.throng_crowd_restore(handle(self), snapshot, #snapshot))
end

--- Points first to first+count-1 of one path: throng_trace_read_points().
function Trace:read_points(path, first, count, out)
    path, first, count = scalar("i32", path, "path"), scalar("i32", first, "first"), scalar("i32", count, "count")
    local points = core.result("trace_point", out, count, "out")
    check(self, C.throng_trace_read_points(handle(self), path, 1, first, count, points, 0))
    return points
end

--- Begins to read these agents, or without them all `count` of the crowd: throng_readback_begin_agents().
function Readback:begin_agents(agents, count)
    local list
    if agents then
        list, count = core.items("agent", agents, "agents")
    else
        count = scalar("i32", count, "count")
    end
    local read = ffi.new("throng_readback_read[1]")
    check(self, C.throng_readback_begin_agents(handle(self), list, count, read))
    return core.value("readback_read", read[0])
end

-- Numbers of a type that a read has, by the library's own knowledge of it.
local function numbers_of(self, number, kind)
    local read, info = ffi.new("throng_readback_read[1]"), ffi.new("throng_readback_info[1]")
    check(self, C.throng_readback_get_read(handle(self), number, read))
    check(self, C.throng_readback_get_info(handle(self), info))
    local bytes, each = read[0].count * info[0].entry_bytes, ffi.sizeof(kind)
    if bytes % each ~= 0 then
        error(("throng: kind is %s, of %d bytes: the read has %d bytes, %d in each entry"):format(kind, each, bytes,
            info[0].entry_bytes), 0)
    end
    return bytes / each
end

--- The values of a read, packed, as numbers of a C type, "float" unless said otherwise: throng_readback_fetch().
function Readback:fetch(number, kind, out)
    number, kind = scalar("u64", number, "number"), kind or "float"
    local values = core.result(kind, out, numbers_of(self, number, kind), "out")
    check(self, C.throng_readback_fetch(handle(self), number, values, 0))
    return values
end

--- The values of a read where they are, until it is fetched or released, and how many: throng_readback_map(). The pointer
--- keeps the readback, whose memory stays while it lives, also past close().
function Readback:map(number, kind)
    number, kind = scalar("u64", number, "number"), kind or "float"
    local values, count = ffi.new("const void *[1]"), numbers_of(self, number, kind)
    check(self, C.throng_readback_map(handle(self), number, values))
    local pointer = ffi.cast("const " .. kind .. " *", values[0])
    core.hold(self.record)
    return ffi.gc(pointer, function()
        core.release(self.record)
    end), count
end
