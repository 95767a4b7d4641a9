--- throng for LuaJIT: influence maps, potential fields, flow fields and crowds, with the C library's results.
---
---     local throng = require("throng")
---     local context = throng.Context()
---     local crowd = throng.Crowd(context, {agent_capacity = 2})
---
--- Classes are named after the objects of the C interface, methods after its functions. Arrays are those of LuaJIT's ffi,
--- counted from 0; tables are taken as well. throng.C has the C functions themselves.
local ffi = require("ffi")
local core = require("throng.core")
local declarations = require("throng.declarations")
local objects = require("throng.objects")
local context = require("throng.context")
require("throng.crowd")

local throng = {C = core.C, Error = core.Error, enums = declarations.enums, devices = context.devices,
    array = core.array, count = core.count, default = core.default}

for name, class in pairs(objects) do
    throng[name] = class
end
for name, number in pairs(declarations.constants) do
    throng[name] = number
end

--- Version of the library, for example "0.2.0".
throng.version = ffi.string(core.C.throng_version())

--- 1 if this processor runs an instruction set: throng_isa_available().
function throng.isa_available(isa)
    return core.C.throng_isa_available(core.scalar("isa", isa, "isa")) == 1
end

-- Names of numbers, nil for those that have none.
local function name_of(call, form)
    return function(number)
        local text = call(core.scalar(form, number, form))
        return text ~= nil and ffi.string(text) or nil
    end
end
throng.status_string = name_of(core.C.throng_status_string, "status")
throng.backend_name = name_of(core.C.throng_backend_name, "backend")
throng.isa_name = name_of(core.C.throng_isa_name, "isa")
throng.operation_name = name_of(core.C.throng_operation_name, "operation")
throng.trace_status_name = name_of(core.C.throng_trace_status_name, "trace_status")

return throng
