-- What all objects share: the library, checked arguments, arrays, lifetimes and errors.
local ffi = require("ffi")
local declarations = require("throng.declarations")

ffi.cdef(declarations.cdef)

local core = {}

-- ---------------------------------------------------------------- the library

local function load_library()
    local path = os.getenv("THRONG_LIBRARY")
    local loaded = ffi.load(path and path ~= "" and path or "throng")
    local version = ffi.string(loaded.throng_version())
    local constants = declarations.constants
    local major, minor = version:match("^(%d+)%.(%d+)%.")
    -- While the major version is 0, another minor version may have other structs.
    if tonumber(major) ~= constants.VERSION_MAJOR or tonumber(minor) ~= constants.VERSION_MINOR then
        error(("throng's library is version %s; this package is made for %d.%d"):format(
            version, constants.VERSION_MAJOR, constants.VERSION_MINOR), 0)
    end
    return loaded
end

local C = load_library()
core.C = C

-- ---------------------------------------------------------------- errors

--- What a failed call raises: `status` is its name ("invalid_argument"), `message` is the library's.
local Error = {}
Error.__index = Error
Error.__tostring = function(self)
    return "throng: " .. self.message
end
core.Error = Error

local status_names = {}
for name, number in pairs(declarations.enums.status) do
    status_names[number] = name:gsub("^error_", "")
end

function core.fail(status, message, opencl_error)
    if message == "" then
        message = ffi.string(C.throng_status_string(status))
    end
    error(setmetatable({status = status_names[status] or status, message = message, opencl_error = opencl_error or 0},
        Error), 0)
end

local function wrong(name, expected, found)
    local kind = type(found) == "cdata" and tostring(ffi.typeof(found)) or type(found)
    error(("throng: %s must be %s, not %s"):format(name, expected, kind), 0)
end

--- Raises what a status of a call with this object says.
function core.check(self, status)
    if status ~= 0 then
        local context = self.core.record.pointer
        core.fail(status, ffi.string(C.throng_context_message(context)),
            tonumber(C.throng_context_opencl_error(context)))
    end
end

-- ---------------------------------------------------------------- lifetimes

-- A record is an object of the library. It ends when nothing uses it any more and its owner has dropped it: Lua collects
-- in any order, the library wants users destroyed first.
local function finish(record)
    if not record.dropped or record.users > 0 or record.pointer == nil then
        return
    end
    if record.destroy(record.pointer) ~= 0 then
        return
    end
    record.pointer = nil
    for _, parent in ipairs(record.parents) do
        parent.users = parent.users - 1
        finish(parent)
    end
end

local function drop(record)
    record.dropped = true
    finish(record)
end
core.drop = drop

--- One more user of an object's memory, until release().
function core.hold(record)
    record.users = record.users + 1
end

function core.release(record)
    record.users = record.users - 1
    finish(record)
end

local function new_record(pointer, destroy, parents)
    for _, parent in ipairs(parents) do
        parent.users = parent.users + 1
    end
    return {pointer = pointer, destroy = destroy, parents = parents, users = 0, dropped = false}
end

--- Makes an object out of a pointer. Its record is dropped when the object is collected.
function core.adopt(class, pointer, destroy, parents, shared)
    local record = new_record(pointer, destroy, parents)
    local proxy = newproxy(true) -- tables have no finalisers in this Lua
    getmetatable(proxy).__gc = function()
        drop(record)
    end
    local object = setmetatable({record = record, proxy = proxy, name = class.struct}, class)
    object.core = shared or {record = record, live = setmetatable({}, {__mode = "k"})}
    object.core.live[object] = true
    return object
end

--- The pointer of an object that is open.
function core.handle(self)
    local record = type(self) == "table" and self.record
    if not record then
        error("throng: a method needs its object: object:method(), not object.method()", 0)
    end
    if record.dropped then
        core.fail(1, "the " .. self.name .. " is closed")
    end
    return record.pointer
end

--- What the object knows of its size.
function core.facts(self)
    core.handle(self)
    return self
end

-- ---------------------------------------------------------------- numbers

local limits = {i32 = {-2 ^ 31, 2 ^ 31 - 1}, u32 = {0, 2 ^ 32 - 1}, u8 = {0, 255}, i64 = {-2 ^ 53, 2 ^ 53},
    u64 = {0, 2 ^ 53}}
local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")

local function word(enum, text, name)
    local number = enum[text]
    if number then
        return number
    end
    local known = {}
    for each in pairs(enum) do
        known[#known + 1] = each
    end
    table.sort(known)
    error(("throng: %s: unknown name %q; it is one of %s"):format(name, text, table.concat(known, ", ")), 0)
end

local function words(form, text, name)
    local enum, sum = declarations.enums[form], 0
    if not declarations.flags[form] then
        return word(enum, text, name)
    end
    for part in text:gmatch("[^|%s]+") do
        sum = bit.bor(sum, word(enum, part, name))
    end
    return sum
end

--- A number of a form: a range of integers, "number", or an enum, whose values have names.
function core.scalar(form, value, name)
    local kind = type(value)
    if form == "number" then
        if kind ~= "number" then
            wrong(name, "a number", value)
        end
        return value
    end
    local limit = limits[form]
    if not limit and kind == "string" then
        return words(form, value, name)
    end
    limit = limit or (declarations.flags[form] and limits.u32) or limits.i32
    if kind == "boolean" and form == "i32" then
        return value and 1 or 0
    end
    if kind == "cdata" and (ffi.istype(uint64, value) or ffi.istype(int64, value)) then
        if form == "u64" and ffi.istype(int64, value) and value < 0 or
            form ~= "u64" and form ~= "i64" and tonumber(value) ~= math.max(limit[1], math.min(limit[2], tonumber(value))) then
            error(("throng: %s is out of range: %s"):format(name, tostring(value)), 0)
        end
        return (form == "u64" or form == "i64") and value or tonumber(value)
    end
    if kind ~= "number" then
        wrong(name, "an integer", value)
    end
    if value ~= math.floor(value) or value < limit[1] or value > limit[2] then
        error(("throng: %s must be an integer from %.0f to %.0f, not %s"):format(name, limit[1], limit[2],
            tostring(value)), 0)
    end
    return value
end
local scalar = core.scalar

-- ---------------------------------------------------------------- structs and arrays

local structs, members, types, arrays = {}, {}, {}, {}
for name, fields in pairs(declarations.structs) do
    structs[name], members[name] = fields, {}
    for _, field in ipairs(fields) do
        members[name][field[1]] = field
    end
end

--- C's name of a type: "agent" is throng_agent, "float" is itself.
local function c_name(name)
    return structs[name] and "throng_" .. name or name
end

local function type_of(name)
    types[name] = types[name] or ffi.typeof(c_name(name))
    return types[name]
end

local function array_of(name)
    arrays[name] = arrays[name] or ffi.typeof(c_name(name) .. "[?]")
    return arrays[name]
end

local function size_of(name)
    return ffi.sizeof(type_of(name))
end

--- The number of entries of an array.
function core.count(array, name)
    if name then
        return ffi.sizeof(array) / size_of(name)
    end
    for each in pairs(arrays) do
        if ffi.istype(arrays[each], array) then
            return ffi.sizeof(array) / size_of(each)
        end
    end
    wrong("array", "an array of throng", array)
end

local convert

local function set_member(struct, name, field, value, where)
    local path = where .. "." .. field[1]
    local form, count = field[2], field[4]
    if field[1] == "cookie" then
        error(("throng: %s is set by the default function"):format(path), 0)
    elseif count then
        if type(value) ~= "table" or #value > count then
            wrong(path, ("a table of at most %d numbers"):format(count), value)
        end
        for i = 1, count do
            struct[field[1]][i - 1] = scalar(form, value[i] or 0, path)
        end
    elseif form:sub(1, 7) == "struct " and structs[form:sub(8)][1][2] ~= "pointer" then
        struct[field[1]] = convert(form:sub(8), value, path)
    elseif not limits[form] and form ~= "number" and not declarations.enums[form] then
        error(("throng: %s cannot be set here"):format(path), 0)
    else
        struct[field[1]] = scalar(form, value, path)
    end
end
core.set_member = set_member

function core.member(struct, key, where)
    local field = members[struct][key]
    if not field then
        error(("throng: %s has no member %s"):format(where, tostring(key)), 0)
    end
    return field
end

local function fill(made, name, value, where)
    if value[1] ~= nil then -- in the order of the members
        if #value > #structs[name] then
            error(("throng: %s has %d values; a %s has %d"):format(where, #value, name, #structs[name]), 0)
        end
        for i, each in ipairs(value) do
            set_member(made, name, structs[name][i], each, where)
        end
        return
    end
    for key, each in pairs(value) do
        set_member(made, name, core.member(name, key, where), each, where)
    end
end

--- A struct with the library's defaults.
function core.default(name)
    local default, initial = declarations.defaults[name], declarations.initial[name]
    local made = default and C[default]() or type_of(name)()
    for key, value in pairs(initial or {}) do
        made[key] = value
    end
    return made
end

function convert(name, value, where)
    if type(value) == "cdata" and ffi.istype(type_of(name), value) then
        return value
    elseif type(value) ~= "table" then
        wrong(where, "a table or a throng_" .. name, value)
    end
    local made = core.default(name)
    fill(made, name, value, where)
    return made
end
core.struct = convert

--- A new array: of so many entries with the library's defaults, or of a table's.
function core.array(name, what)
    if not structs[name] and not pcall(type_of, name) then
        error(("throng: there is no type %s"):format(tostring(name)), 0)
    elseif type(what) == "table" then
        return structs[name] and core.items(name, what, name) or core.rows_of(name, what, name)
    end
    local count = scalar("i32", what, "count")
    if count < 0 then
        error("throng: count must not be negative", 0)
    end
    local made = array_of(name)(count)
    if declarations.defaults[name] or declarations.initial[name] then
        local default = core.default(name)
        for i = 0, count - 1 do
            made[i] = default
        end
    end
    return made
end

--- An array of structs that a call reads, and its number of entries.
function core.items(name, value, where)
    if type(value) == "cdata" then
        if ffi.istype(array_of(name), value) then
            return value, ffi.sizeof(value) / size_of(name)
        elseif ffi.istype(type_of(name), value) then
            local one = array_of(name)(1)
            one[0] = value
            return one, 1
        end
    end
    if type(value) ~= "table" then
        wrong(where, "an array of throng_" .. name .. " or a table", value)
    end
    if value[1] == nil and next(value) ~= nil then
        value = {value}
    end
    local made = array_of(name)(#value)
    for i, each in ipairs(value) do
        made[i - 1] = convert(name, each, ("%s[%d]"):format(where, i))
    end
    return made, #value
end

--- The same with as many entries as another array.
function core.same(name, value, count, where)
    local made, found = core.items(name, value, where)
    if found ~= count then
        error(("throng: %s has %d entries instead of %d"):format(where, found, count), 0)
    end
    return made
end

--- Handles of agents that a call reads, or nil for all agents, and how many.
function core.handles(self, agents)
    if agents ~= nil then
        return core.items("agent", agents, "agents")
    end
    local info = ffi.new("throng_crowd_info[1]")
    core.check(self, C.throng_crowd_get_info(core.handle(self), info))
    return nil, info[0].agents
end

--- An array of numbers out of a table.
function core.rows_of(name, value, where)
    local form = name == "uint8_t" and "u8" or (name == "float" or name == "double") and "number" or
        ({int32_t = "i32", uint32_t = "u32", uint64_t = "u64"})[name]
    local made = array_of(name)(#value)
    for i = 1, #value do
        local each = value[i]
        if form == "u8" and type(each) == "boolean" then
            each = each and 1 or 0
        end
        made[i - 1] = scalar(form, each, ("%s[%d]"):format(where, i))
    end
    return made
end

local function numbers(name, value, where)
    if type(value) == "table" then
        value = core.rows_of(name, value, where)
    elseif type(value) ~= "cdata" or not ffi.istype(array_of(name), value) then
        wrong(where, ("an array of %s or a table of numbers"):format(name), value)
    end
    return value, ffi.sizeof(value) / size_of(name)
end
core.numbers = numbers

--- Floats, `width` of them in a row, and the number of rows.
function core.rows(value, width, where)
    local made, count = numbers("float", value, where)
    if count % width ~= 0 then
        error(("throng: %s has %d numbers, which are no rows of %d"):format(where, count, width), 0)
    end
    return made, count / width
end

--- Pairs of floats, as many as there are entries, or nil.
function core.same_pairs(value, count, where)
    if value == nil then
        return nil
    end
    local made, found = core.rows(value, 2, where)
    if found ~= count then
        error(("throng: %s has %d pairs instead of %d"):format(where, found, count), 0)
    end
    return made
end

-- ---------------------------------------------------------------- maps

function core.region(value, where)
    return value ~= nil and convert("region", value, where) or nil
end

--- How many cells a region has; none if it is off the map, which the library refuses.
function core.cells(self, region)
    local columns, rows = core.facts(self).columns, self.rows
    if region == nil then
        return columns * rows
    end
    local inside = region.width > 0 and region.width <= columns and region.height > 0 and region.height <= rows
    return inside and region.width * region.height or 0
end

--- Cells that a call reads.
function core.grid(name, value, cells, where)
    local made, count = numbers(name, value, where)
    if cells ~= 0 and count ~= cells then
        error(("throng: %s has %d cells instead of %d"):format(where, count, cells), 0)
    end
    return made
end

-- ---------------------------------------------------------------- results

--- The caller's own array and its number of entries.
function core.memory(name, value, where)
    name = name:gsub("^throng_", "")
    if type(value) ~= "cdata" or not ffi.istype(array_of(name), value) then
        wrong(where, "an array of " .. c_name(name), value)
    end
    return value, ffi.sizeof(value) / size_of(name)
end

--- An array for results: a new one, or the caller's if it has room for as many.
function core.result(name, value, count, where)
    name = name:gsub("^throng_", "")
    count = math.max(tonumber(count), 0)
    if value == nil then
        return array_of(name)(count)
    end
    local made, room = core.memory(name, value, where)
    if room ~= count then
        error(("throng: %s has %d entries instead of %d"):format(where, room, count), 0)
    end
    return made
end

function core.product(count, capacity)
    local entries = count * math.max(capacity, 0)
    if entries > 2 ^ 31 - 1 then
        error(("throng: %d times %d results are too many for one call"):format(count, capacity), 0)
    end
    return entries
end

--- A list whose length the library knows.
function core.list(self, name, call)
    local length = ffi.new("int32_t[1]")
    core.check(self, call(nil, 0, length))
    local made = core.result(name, nil, length[0], name)
    core.check(self, call(made, length[0], length))
    return made
end

--- One result: a number, a struct of its own, or a table where it has texts.
function core.value(name, value)
    local fields = structs[name]
    if not fields then
        return value
    elseif not name:find("_info$") and name ~= "selection" and name ~= "calibrate_report" then
        return type_of(name)(value) -- a copy: what is inside an array goes with it
    end
    local made = {}
    for _, field in ipairs(fields) do
        local each = value[field[1]]
        if field[2] == "char" then
            each = ffi.string(each)
        elseif field[4] then
            made[field[1]] = {}
            for i = 0, field[4] - 1 do
                made[field[1]][i] = type_of(field[2]:gsub("^struct ", ""))(each[i])
            end
            each = made[field[1]]
        end
        made[field[1]] = each
    end
    return made
end

-- ---------------------------------------------------------------- classes

--- A def out of a table, the records of the objects in it, and what has to stay until the library has read it.
function core.definition(struct, values, uses, where)
    local def, parents, keep, objects = C["throng_" .. struct .. "_default_def"](), {}, {}, {}
    if values ~= nil and type(values) ~= "table" then
        wrong("def", "a table", values)
    end
    for key, value in pairs(values or {}) do
        local field = core.member(struct .. "_def", key, where)
        local used = uses[key]
        if used then
            if type(value) ~= "table" or value.name ~= used then
                wrong(where .. "." .. key, "a " .. used, value)
            end
            def[key] = core.handle(value)
            parents[#parents + 1] = value.record
            objects[key] = value
        elseif type(value) == "string" and field[2] == "pointer" then
            if value:find("%z") then
                error(("throng: %s.%s has a zero byte"):format(where, key), 0)
            end
            keep[#keep + 1] = value
            def[key] = value
        elseif field[2] == "pointer" and key == "table" then
            keep[#keep + 1] = numbers("float", value, where .. ".table")
            def[key] = keep[#keep]
        else
            set_member(def, struct .. "_def", field, value, where)
        end
    end
    if values and values.table ~= nil and def.types >= 0 and def.types <= declarations.constants.MAX_TYPES then
        local length = ffi.sizeof(keep[#keep]) / 4 -- the library reads a value for each set of types
        if length ~= 2 ^ def.types then
            error(("throng: %s.table has %d values instead of %d"):format(where, length, 2 ^ def.types), 0)
        end
    end
    return def, parents, keep, objects
end

local function remember_size(object, def, objects)
    local pointed = objects.terrain or objects.flow
    if members[object.name .. "_def"].width then
        object.columns, object.rows = def.width, def.height * def.worlds
    elseif pointed then
        object.columns, object.rows = pointed.columns, pointed.rows
    end
    if members[object.name .. "_def"].weights then
        object.types = def.types
    end
end

local function create(class, context, values)
    if type(context) ~= "table" or context.name ~= "context" then
        wrong("context", "a context", context)
    end
    core.handle(context)
    local def, parents, keep, objects = core.definition(class.struct, values, class.uses, class.struct)
    table.insert(parents, 1, context.record)
    local made = ffi.new("throng_" .. class.struct .. "*[1]")
    core.check(context, C["throng_" .. class.struct .. "_create"](context.record.pointer, def, made))
    local object = core.adopt(class, made[0], C["throng_" .. class.struct .. "_destroy"], parents, context.core)
    remember_size(object, def, objects)
    return object, keep
end

--- A class: class(context, def) makes an object, class.explain(context, def) says where it would live.
function core.class(name, struct, uses)
    local class = {struct = struct, uses = uses}
    class.__index = class
    class.__tostring = function(self)
        return ("throng.%s%s"):format(name, self.record.dropped and ", closed" or "")
    end
    --- Ends the object for the caller now. The library's memory goes once nothing uses it.
    function class:close()
        if self.record and not self.record.dropped then
            drop(self.record)
        end
    end
    function class:closed()
        return self.record.dropped
    end
    local function explain(context, values)
        if type(context) ~= "table" or context.name ~= "context" then
            wrong("context", "a context", context)
        end
        local def, _, keep = core.definition(struct, values, uses, struct)
        local choice = ffi.new("throng_selection[1]")
        core.check(context, C["throng_" .. struct .. "_explain"](core.handle(context), def, choice))
        return core.value("selection", choice[0]), keep
    end
    function class.explain(...)
        return (explain(...))
    end
    return setmetatable(class, {__call = function(_, ...)
        return (create(class, ...))
    end})
end

return core
