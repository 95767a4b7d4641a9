-- Contexts, devices and calibration.
local ffi = require("ffi")
local core = require("throng.core")
local objects = require("throng.objects")

local C, Context = core.C, objects.Context
local NO_USES = {}

-- Why no context was made, which only a logger hears. A callback of C into Lua has to be called by code that is not
-- compiled, and ends with the call.
local function reason(call)
    local text = ""
    local log = ffi.cast("void (*)(void *, int32_t, const char *)", function(_, level, message)
        if level == 0 then
            text = ffi.string(message)
        end
    end)
    local status = call(log)
    log:free()
    return status, text
end
jit.off(reason, true)

local function create(values)
    local def, _, keep = core.definition("context", values, NO_USES, "context")
    local made = ffi.new("throng_context *[1]")
    local status = C.throng_context_create(def, made)
    if status ~= 0 then
        local again, text = reason(function(log)
            def.logger.log = log
            return C.throng_context_create(def, made)
        end)
        if again == 0 then -- it works by now; this one has the logger that is gone
            C.throng_context_destroy(made[0])
        end
        core.fail(status, text)
    end
    return core.adopt(Context, made[0], C.throng_context_destroy, {}), keep
end

getmetatable(Context).__call = function(_, values)
    return (create(values))
end
Context.explain = nil

--- Ends the context and all objects that were made on it.
function Context:close()
    for object in pairs(self.core.live) do
        if object ~= self and not object.record.dropped then
            object:close()
        end
    end
    core.drop(self.record)
end

local function calibrate(self, values)
    local def, _, keep = core.definition("calibrate", values, NO_USES, "calibrate")
    local report = ffi.new("throng_calibrate_report[1]")
    core.check(self, C.throng_calibrate(core.handle(self), def, report))
    return core.value("calibrate_report", report[0]), keep
end

--- Measures the cost of frames on both backends: throng_calibrate(). Members of the def without `progress`.
function Context:calibrate(values)
    return (calibrate(self, values))
end

local context = {}

local function devices_of(values)
    local def, _, keep = core.definition("context", values, NO_USES, "devices")
    local count = ffi.new("int32_t[1]")
    local function list(devices, capacity)
        local status = C.throng_devices(def, devices, capacity, count)
        if status ~= 0 then
            local _, text = reason(function(log)
                def.logger.log = log
                return C.throng_devices(def, devices, capacity, count)
            end)
            core.fail(status, text)
        end
    end
    list(nil, 0)
    local devices, found = ffi.new("throng_device_info[?]", count[0]), {}
    list(devices, count[0])
    for i = 0, count[0] - 1 do
        found[i + 1] = core.value("device_info", devices[i])
    end
    return found, keep
end

--- The OpenCL devices of this machine: throng_devices().
function context.devices(values)
    return (devices_of(values))
end

return context
