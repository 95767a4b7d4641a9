"""languages.py ROOT: LuaJIT, C# and Rust declare every function of the headers and have every value of agents; their objects
have each function, by a rule or by hand."""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "bindings", "generators"))
import calls  # noqa: E402

# Language: files with declarations, files with objects, which are written by hand.
LANGUAGES = {
    "LuaJIT": (["lua/throng/declarations.lua"], "--",
               ["lua/" + name for name in ("throng.lua", "throng/core.lua", "throng/context.lua", "throng/crowd.lua")]),
    "C#": (["csharp/Native.cs"], "//", ["csharp/" + name for name in ("Core.cs", "Context.cs", "Crowd.cs")]),
    "Rust": (["rust/throng-sys/src/lib.rs"], "//",
             ["rust/throng/src/" + name for name in ("core.rs", "context.rs", "crowd.rs")]),
}


# Parameters of C and what the rules make of them, whether the headers have such a call at present or not.
RULES = {
    "const throng_agent *agents, int32_t count, const throng_vertex *values": "agents same",
    "const throng_agent *agents, int32_t count, throng_vertex *values": "agents results",
    "int32_t count, const throng_vertex *values, throng_agent *agents": "items results",
    "int32_t count, const throng_vertex *vertices, size_t stride, const throng_region *region": "items region",
    "int32_t count, const throng_agent *a, size_t a_stride, const throng_vertex *b, size_t b_stride": "items same",
    "int32_t count, const throng_vertex *v, size_t stride, const throng_vertex *at, throng_obstacle *handle":
        "items struct_in out",
    "const throng_region *region, const float *values, size_t row_stride": "region grid_in",
    "int32_t first, int32_t count, throng_force *forces, size_t stride": "scalar range_out",
    "uint32_t kinds, throng_crowd_event *events, int32_t capacity, int32_t *count": "scalar list",
    "float dt, void *memory": None,
    "int32_t count, const char *const *names": None,
}


def wrong_rules(interface):
    for text, expected in RULES.items():
        parameters = [{"type": "throng_crowd *", "name": "crowd"}]
        for part in text.split(", "):
            kind, name = re.fullmatch(r"(.*?[ *])(\w+)", part).groups()
            parameters.append({"type": kind.strip(), "name": name})
        function = {"name": "throng_crowd_sample", "returns": "throng_status", "doc": "", "parameters": parameters}
        method = calls.Reader(interface, function, "throng_crowd").read()
        found = " ".join(argument.kind for argument in method.arguments) if method else None
        if found != expected:
            yield "(%s) is read as %s, not as %s" % (text, found, expected)


def text_of(names, mark):
    found = ""
    for name in names:
        with open(os.path.join(root, "bindings", name), encoding="utf-8") as file:
            found += re.sub(re.escape(mark) + r"[^\n]*", "", file.read())  # comments name them, too
    return found


def main():
    with open(os.path.join(root, "bindings", "api.json"), encoding="utf-8") as file:
        description = calls.without_worlds(json.load(file))
    interface = calls.Interface(description)
    faults = ["%s has no rule in bindings/generators/calls.py and is not in its BY_HAND" % name
              for name in interface.without_rule()]
    faults += wrong_rules(interface)
    functions = [f["name"] for f in description["functions"]]
    values = [v["name"].removeprefix("THRONG_AGENT_").lower() for v in interface.enums["throng_agent_value"]["values"]]
    if len(functions) < 120 or len(values) < 30:
        sys.exit("only %d functions and %d values" % (len(functions), len(values)))
    for language, (declared, mark, by_hand) in LANGUAGES.items():
        declarations, objects = text_of(declared, mark), text_of(by_hand, mark)
        faults += ["%s does not declare %s" % (language, n) for n in functions
                   if not re.search(r"\b%s\b" % n, declarations)]
        flat = declarations.replace("_", "").lower()
        faults += ["%s lacks the value %s" % (language, v) for v in values if v.replace("_", "") not in flat]
        faults += ["%s has %s nowhere in what is written by hand" % (language, n) for n in sorted(calls.BY_HAND)
                   if not re.search(r"\b%s\b" % n, objects)]
    if faults:
        sys.exit("\n".join(faults))
    print("%d functions, %d languages" % (len(functions), len(LANGUAGES)))


if __name__ == "__main__":
    main()
