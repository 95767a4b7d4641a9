-- Frames of 10,000 agents, as tests/bindings/frame.c has them: frame.lua ROUNDS.
local ffi = require("ffi")
local throng = require("throng")

ffi.cdef([[
typedef struct { long seconds, nanoseconds; } frame_time;
int clock_gettime(int clock, frame_time *now);
]])
local AGENTS, SIDE, FRAMES = 10000, 100, 40
local now = ffi.new("frame_time[1]")

local function microseconds()
    ffi.C.clock_gettime(1, now)
    return tonumber(now[0].seconds) * 1e6 + tonumber(now[0].nanoseconds) * 1e-3
end

local context = throng.Context({backend = "cpu", threads = 1})
local crowd = throng.Crowd(context, {agent_capacity = AGENTS})
local defs = throng.array("agent_def", AGENTS)
for i = 0, AGENTS - 1 do
    defs[i].x, defs[i].y = i % SIDE * 4, math.floor(i / SIDE) * 4
    defs[i].target_x = i % 2 == 1 and 1 or -1
end
local agents, positions = crowd:add(defs), throng.array("float", 2 * AGENTS)

for _ = 1, tonumber(arg[1]) do
    if not io.read("*l") then
        break
    end
    local least = 1e9
    for _ = 1, FRAMES do
        local start = microseconds()
        crowd:step(0.05)
        crowd:get("position", agents, positions)
        least = math.min(least, microseconds() - start)
    end
    print(("%.1f"):format(least))
    io.flush()
end
print(bit.tohex(crowd:hash(), 16))
