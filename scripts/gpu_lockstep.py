"""A kernel's PTX as C, for tools/gpu-check/lockstep.c, which runs it as a GPU does, 32 work-items in step."""
import re
import struct

COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
ORDERED_NOT = {"equ": "!=", "neu": "==", "ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "s8": "int8_t", "s16": "int16_t",
         "s32": "int32_t", "s64": "int64_t", "b8": "uint8_t", "b16": "uint16_t", "b32": "uint32_t", "b64": "uint64_t",
         "f32": "float", "pred": "uint8_t"}
REGISTERS = {"pred": "uint8_t", "b16": "uint16_t", "b32": "uint32_t", "b64": "uint64_t", "f32": "float"}
SPECIAL = {"%tid.x": "(p->item + (uint32_t)lane)", "%ntid.x": "p->items", "%ctaid.x": "p->group",
           "%nctaid.x": "p->groups", "%tid.y": "0u", "%tid.z": "0u", "%ctaid.y": "0u", "%ctaid.z": "0u"}


class Unknown(Exception):
    """An instruction that is not understood."""


class Instruction:
    def __init__(self, line, predicate, name, operands):
        self.line, self.predicate, self.name, self.operands = line, predicate, name, operands
        self.source = None  # (file, line)


class Kernel:
    """blocks: lists of instructions; next: the blocks that each leads to; labels: of the blocks they begin."""

    def __init__(self, name):
        self.name, self.registers, self.parameters, self.shared = name, [], [], []
        self.blocks, self.next, self.labels = [], [], {}
        self.instructions = []


def bytes_of(kind, count):
    return int(kind[1:]) // 8 * (int(count) if count else 1)


# ------------------------------------------------------------------------------------------------ reading


def numbered(text):
    """The text with a line number for each instruction, which the assembler hands on, in place of its own; and, by
    that number, where the instruction comes from: (file, line)."""
    files = {int(n): "%s/%s" % (folder, name) for n, folder, name in
             re.findall(r'^\s*\.file\s+(\d+) "([^"]*)" "([^"]*)"', text, re.M)}
    text = text[:text.index("\t.section")] if "\t.section" in text else text
    text = re.sub(r"(?m)^\s*\.file.*\n", "", text)
    made, sources, here, number, inside = [], {}, None, 0, False
    for line in text.splitlines():
        code = line.strip()
        place = re.match(r"\.loc\s+(\d+) (\d+)", code)
        if place:
            here = (files.get(int(place.group(1))), int(place.group(2))) if place.group(2) != "0" else here
            continue
        inside = inside or code == "{"
        if inside and re.match(r"(@!?%p\d+\s+)?[a-z][\w.]*(\s.*)?;", code):
            number += 1
            sources[number] = here
            made.append("\t.loc 1 %d 1" % number)
        made.append(line)
        inside = inside and code != "}"
    return "\n".join(made) + '\n\t.file 1 "ptx"\n', sources


def shared_of(code):
    """[(name, bytes, alignment)] of a variable of a group."""
    found = re.match(r"\.shared \.align (\d+) \.(\w+) ([\w$]+)(?:\[(\d+)\])?;", code)
    return [(found.group(3), bytes_of(found.group(2), found.group(4)), int(found.group(1)))] if found else []


def read_kernels(text):
    """{name: Kernel} of numbered PTX."""
    kernels, kernel, line, shared = {}, None, 0, []
    for raw in text.splitlines():
        code = raw.split("//")[0].strip()
        entry = re.match(r"(?:\.visible )?\.entry (\w+)\(", code)
        if entry:
            kernel = kernels.setdefault(entry.group(1), Kernel(entry.group(1)))
            kernel.shared = list(shared)
        elif kernel is None:
            shared += shared_of(code)
        else:
            line = read_line(kernel, code, line)
    for kernel in kernels.values():
        make_blocks(kernel)
    return kernels


def read_line(kernel, code, line):
    place = re.match(r"\.loc 1 (\d+)", code)
    parameter = re.match(r"\.param (?:\.align (\d+) )?\.(\w+) (?:\.ptr[\w. ]*)?(\w+)(?:\[(\d+)\])?,?$", code)
    register = re.match(r"\.reg \.(\w+)\s+%(\w+)<(\d+)>;", code)
    label = re.match(r"(\$\w+):$", code)
    found = re.match(r"(@!?%p\d+)?\s*([a-z][\w.]*)\s*(.*);$", code)
    if place:
        return int(place.group(1))
    if parameter:
        align, kind, name, count = parameter.groups()
        size = bytes_of(kind, count)
        kernel.parameters.append((name, size, int(align) if align else size))
    elif register:
        kernel.registers.append(register.groups())
    elif code.startswith(".shared"):
        kernel.shared += shared_of(code)
    elif label:
        kernel.instructions.append(label.group(1))
    elif found:
        operands = re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+", found.group(3))
        kernel.instructions.append(Instruction(line, found.group(1) or "", found.group(2), operands))
    return line


def make_blocks(kernel):
    blocks, labels = [[]], {}
    targets = {item.operands[0] for item in kernel.instructions
               if isinstance(item, Instruction) and item.name.startswith("bra")}
    for item in kernel.instructions:
        if isinstance(item, str):
            if blocks[-1] and item in targets:
                blocks.append([])
            labels[item] = len(blocks) - 1
            continue
        blocks[-1].append(item)
        if re.match(r"bra|ret|exit|bar\.", item.name):
            blocks.append([])
    kernel.blocks, kernel.labels = blocks, labels
    for i, block in enumerate(blocks):
        last = block[-1] if block else None
        after = [i + 1] if i + 1 < len(blocks) else []
        if last is not None and re.match(r"ret|exit", last.name):
            after = []
        elif last is not None and last.name.startswith("bra"):
            after = [labels[last.operands[0]]] + (after if last.predicate else [])
        kernel.next.append(after)


def meetings(nexts):
    """For each block its immediate post-dominator, -1 where there is none but the end."""
    count = len(nexts)
    everything = (1 << (count + 1)) - 1
    after = [everything] * count + [1 << count]
    changed = True
    while changed:
        changed = False
        for i in reversed(range(count)):
            common = everything
            for k in nexts[i] or [count]:
                common &= after[k]
            now = common | 1 << i
            if now != after[i]:
                after[i], changed = now, True
    found = []
    for i in range(count):
        rest = after[i] & ~(1 << i) & ~(1 << count)
        # the nearest one is that which all others are behind
        nearest = [k for k in range(count) if rest >> k & 1 and after[k] & ~(1 << count) == rest]
        found.append(nearest[0] if nearest else -1)
    return found


# ------------------------------------------------------------------------------------------------ C


class Writer:
    """The statements of a block."""

    def __init__(self, kernel, crossing):
        self.kernel, self.crossing, self.accesses = kernel, crossing, 0
        self.parameters, self.shared, at = {}, {}, 0
        for name, size, align in kernel.parameters:
            at = (at + align - 1) // align * align
            self.parameters[name] = at
            at += size
        self.parameter_bytes, at = at, 0
        for name, size, align in kernel.shared:
            at = (at + align - 1) // align * align
            self.shared[name] = at
            at += size
        self.shared_bytes = at

    def value(self, text, kind="b32"):
        """An operand as a value of a type."""
        c = TYPES[kind]
        if text in SPECIAL:
            return "(%s)%s" % (c, SPECIAL[text])
        if text.startswith("%"):
            return "(%s)%s" % (c, self.register(text))
        if re.match(r"0[fF][0-9a-fA-F]{8}$", text):
            return "as_float(0x%su)" % text[2:]
        if re.match(r"-?\d+$|0x[0-9a-fA-F]+$", text):
            if kind == "f32":
                raise Unknown("a whole number as a float")
            return "(%s)%s" % (c, "(-9223372036854775807LL - 1)" if text == "-9223372036854775808" else text + "LL")
        if text in self.shared:
            return "(uint64_t)(uintptr_t)(p->shared + %d)" % self.shared[text]
        raise Unknown("operand %s" % text)

    def register(self, text):
        name = text[1:]
        return "t->%s" % name if name in self.crossing else name

    def address(self, text):
        inside = text[1:-1]
        base, _, offset = inside.partition("+")
        offset = offset or "0"
        if base in self.parameters:
            return "(p->parameters + %d)" % (self.parameters[base] + int(offset))
        if base in self.shared:
            return "(p->shared + %d)" % (self.shared[base] + int(offset))
        return "((unsigned char *)(uintptr_t)(%s + (%sLL)))" % (self.register(base), offset)

    def access(self, address, size, stores):
        number, self.accesses = self.accesses, self.accesses + 1
        return "p->at[%d][lane] = (uint64_t)(uintptr_t)%s, p->size[%d] = %d, p->stores[%d] = %d; " % (
            number, address, number, size, number, stores)

    def move(self, item, parts):
        """ld and st"""
        kind = parts[-1]
        width = next((int(part[1:]) for part in parts if re.match(r"v[24]$", part)), 1)
        loads = parts[0] == "ld"
        memory, registers = (item.operands[1], item.operands[0]) if loads else item.operands[:2]
        names = [name.strip() for name in registers.strip("{}").split(",")]
        size = int(kind[1:]) // 8
        at = self.address(memory)
        text = self.access(at, size * width, not loads) if "global" in parts else ""
        for i, name in enumerate(names):
            pointer = "*(%s%s *)(%s + %d)" % ("" if not loads else "const ", TYPES[kind], at, i * size)
            if loads:
                text += "%s = %s; " % (self.register(name), pointer)
            else:
                text += "%s = %s; " % (pointer, self.value(name, kind))
        return text

    def atomic(self, item, parts):
        what, kind = parts[-2], parts[-1]
        c = TYPES[kind]
        keeps = parts[0] == "atom"
        operands = item.operands if keeps else [None] + item.operands
        at = self.address(operands[1])
        a = self.value(operands[2], kind)
        new = {"add": "o + %s" % a, "or": "o | %s" % a, "and": "o & %s" % a, "exch": a,
               "min": "o < {0} ? o : {0}".format(a), "max": "o > {0} ? o : {0}".format(a),
               "inc": "o >= {0} ? 0 : o + 1".format(a)}.get(what)
        if what == "cas":
            new = "o == %s ? %s : o" % (a, self.value(operands[3], kind))
        if new is None:
            raise Unknown(item.name)
        text = self.access(at, int(kind[1:]) // 8, 1) if "global" in parts else ""
        text += "{ %s *q = (%s *)%s; const %s o = *q; *q = (%s)(%s); " % (c, c, at, c, c, new)
        return text + ("%s = (%s)o; }" % (self.register(operands[0]), "uint%s_t" % kind[1:]) if keeps else "}")

    def compare(self, item, parts):
        how, kind = parts[1], parts[2]
        a, b = (self.value(text, kind) for text in item.operands[1:3])
        to = self.register(item.operands[0])
        if how in ORDERED_NOT:
            return "%s = !(%s %s %s);" % (to, a, ORDERED_NOT[how], b) if how not in ("equ", "neu") else (
                "%s = %s;" % (to, "%s != %s" % (a, b) if how == "neu" else "!(%s < %s || %s > %s)" % (a, b, a, b)))
        if how in ("nan", "num"):
            return "%s = %s(%s != %s || %s != %s);" % (to, "" if how == "nan" else "!", a, a, b, b)
        if kind == "f32" and how == "ne":
            return "%s = %s < %s || %s > %s;" % (to, a, b, a, b)
        return "%s = %s %s %s;" % (to, a, COMPARISONS[how], b)

    def convert(self, item, parts):
        to, kind = parts[-2:]
        a = self.value(item.operands[1], kind)
        if kind == "f32" and to != "f32":
            if "rzi" not in parts:
                raise Unknown(item.name)
            a = "%s(%s)" % ("whole_of" if to[1:] == "32" else "long_whole_of", a)
        elif kind == "f32":
            a = "%s(%s)" % ({"rmi": "floorf", "rpi": "ceilf", "rzi": "truncf", "rni": "rintf"}[parts[1]], a)
        return "%s = (%s)%s;" % (self.register(item.operands[0]), TYPES[to], a)

    def arithmetic(self, item, parts):
        what, kind = parts[0], parts[-1]
        c, bits = TYPES[kind], kind[1:]
        to = self.register(item.operands[0])
        if what in ("shl", "shr"):
            a, by = self.value(item.operands[1], kind), self.value(item.operands[2], "u32")
            name = "shifted_left" if what == "shl" else "shifted_right_signed" if kind[0] == "s" else "shifted_right"
            return "%s = (%s)%s(%s, %s, %s);" % (to, c, name, a, by, bits)
        if what in ("bfe",):
            a = self.value(item.operands[1], kind)
            rest = ", ".join(self.value(text, "u32") for text in item.operands[2:4])
            return "%s = (uint32_t)%s(%s, %s);" % (to, "signed_field_of" if kind == "s32" else "field_of", a, rest)
        if what == "selp":
            a, b = (self.value(text, kind) for text in item.operands[1:3])
            return "%s = %s ? %s : %s;" % (to, self.value(item.operands[3], "pred"), a, b)
        values = [self.value(text, kind) for text in item.operands[1:]]
        wide = {"s32": "int64_t", "u32": "uint64_t", "s16": "int32_t", "u16": "uint32_t"}.get(kind)
        if what in ("mul", "mad") and "wide" in parts:
            product = "(%s)%s * (%s)%s" % (wide, values[0], wide, values[1])
            return "%s = (uint64_t)(%s%s);" % (to, product, " + " + values[2] if what == "mad" else "")
        if what == "mul" and "hi" in parts:
            more = {"s32": "int64_t", "u32": "uint64_t", "s64": "__int128", "u64": "unsigned __int128"}[kind]
            return "%s = (%s)((%s)%s * (%s)%s >> %s);" % (to, c, more, values[0], more, values[1], bits)
        if what in ("mul", "add", "sub") and kind != "f32":  # lower words are the same with and without sign
            c = "uint%s_t" % bits
            values = ["(%s)%s" % (c, value) for value in values]
        if what == "mad":
            return "%s = (uint32_t)((uint32_t)%s * (uint32_t)%s + (uint32_t)%s);" % (to, *values)
        infix = {"mul": "*", "add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "div": "/", "rem": "%"}
        if what in infix:
            if what in ("add", "sub", "mul", "div") and kind == "f32" and "rn" not in parts:
                raise Unknown(item.name)
            return "%s = (%s)(%s %s %s);" % (to, c, values[0], infix[what], values[1])
        if what in ("min", "max"):
            if kind == "f32":
                return "%s = %s_of(%s, %s);" % (to, what, *values)
            return "%s = {0} {2} {1} ? {0} : {1};".format(*values, "<" if what == "min" else ">") % to
        one = {"neg": "-(%s)", "not": "~(%s)", "abs": "fabsf(%s)" if kind == "f32" else "(%s) < 0 ? -(%s) : (%s)",
               "sqrt": "sqrtf(%s)", "rcp": "1.0f / (%s)",
               "clz": "%s ? __builtin_clz(%s) : 32" if bits == "32" else "%s ? __builtin_clzll(%s) : 64",
               "popc": "__builtin_popcountll(%s)"}.get(what)
        if one is None or what == "not" and kind == "pred":
            if what == "not":
                return "%s = !%s;" % (to, values[0])
            raise Unknown(item.name)
        return "%s = (%s)(%s);" % (to, c, one.replace("%s", values[0]))

    def statement(self, item):
        parts = [part for part in item.name.split(".") if part not in ("volatile", "relaxed", "gpu", "cta")]
        if item.predicate and not item.name.startswith("bra"):
            raise Unknown("a condition before %s" % item.name)
        if parts[0] in ("ld", "st"):
            return self.move(item, parts)
        if parts[0] in ("atom", "red"):
            return self.atomic(item, parts)
        if parts[0] == "setp":
            return self.compare(item, parts)
        if parts[0] == "cvt":
            return self.convert(item, parts)
        if parts[0] == "mov":
            return self.assign(item, parts[1])
        if parts[0] in ("bar", "membar", "fence"):
            return ""
        return self.arithmetic(item, parts)

    def assign(self, item, kind):
        to, source = item.operands[:2]
        if to.startswith("{"):
            low, high = (name.strip() for name in to.strip("{}").split(","))
            return "%s = (uint32_t)%s; %s = (uint32_t)(%s >> 32);" % (
                self.register(low), self.register(source), self.register(high), self.register(source))
        if source.startswith("{"):
            low, high = (name.strip() for name in source.strip("{}").split(","))
            return "%s = (uint64_t)%s | (uint64_t)%s << 32;" % (
                self.register(to), self.register(low), self.register(high))
        if kind == "b32" and to.startswith("%f") != source.startswith("%f") and source.startswith("%"):
            return "%s = %s(%s);" % (self.register(to), "as_float" if to.startswith("%f") else "as_bits",
                                     self.register(source))
        if kind == "f32" or to.startswith("%f"):
            return "%s = %s;" % (self.register(to), self.value(source, "f32"))
        return "%s = %s;" % (self.register(to), self.value(source, kind))

    def jump(self, i):
        block, after = self.kernel.blocks[i], self.kernel.next[i]
        last = block[-1] if block else None
        if last is not None and last.name.startswith("bra") and last.predicate:
            taken = self.register(last.predicate.lstrip("@!"))
            return "next[lane] = %s%s ? %d : %d;" % ("!" if "!" in last.predicate else "", taken, after[0],
                                                     after[1] if len(after) > 1 else -1)
        return "next[lane] = %d;" % (after[0] if after else -1)


def crossing_registers(kernel):
    """Names of registers that more than one block uses, or that are read before they are written."""
    seen, crossing = {}, set()
    for i, block in enumerate(kernel.blocks):
        for item in block:
            for name in re.findall(r"%([a-z]+\d+)", " ".join([item.predicate] + item.operands)):
                if seen.setdefault(name, i) != i:
                    crossing.add(name)
    return crossing


def c_of(kernel):
    """The file that lockstep.c is built with."""
    kinds = {prefix: REGISTERS[kind] for kind, prefix, _ in kernel.registers}
    crossing = crossing_registers(kernel)
    writer = Writer(kernel, crossing)

    def kind_of(name):
        return kinds[re.match(r"[a-z]+", name).group(0)]

    body, table, meets = [], [], meetings(kernel.next)
    for i, block in enumerate(kernel.blocks):
        writer.accesses = 0
        lines = [writer.statement(item) for item in block if not re.match(r"bra|ret|exit", item.name)]
        used = sorted({name for item in block for name in
                       re.findall(r"%([a-z]+\d+)", " ".join([item.predicate] + item.operands))} - crossing)
        declared = "".join("%s %s = 0; " % (kind_of(name), name) for name in used)
        body.append("static void block%d(uint32_t mask, struct lane *lanes, place *p, int *next)\n{\n"
                    "    for (int lane = 0; lane < LANES; lane++) {\n        struct lane *t = &lanes[lane];\n"
                    "        if (!(mask >> lane & 1)) continue;\n        (void)t;\n        %s\n%s\n        %s\n    }\n    (void)p;\n}\n" %
                    (i, declared, "\n".join("        " + line for line in lines if line), writer.jump(i)))
        barrier = bool(block and block[-1].name.startswith("bar."))
        table.append("{%d, %d, %d}" % (meets[i], barrier, writer.accesses))
        if writer.accesses > 512:
            raise Unknown("more than 512 accesses in a block")
    places = [writer.parameters[name] for name, _, _ in kernel.parameters]
    return """#include "tools/gpu-check/lockstep.h"
struct lane { int none; %s };
%s
static void (*const runs[])(uint32_t, struct lane *, place *, int *) = {%s};
const block lockstep_blocks[] = {%s};
const int lockstep_block_count = %d, lockstep_lane_bytes = sizeof(struct lane), lockstep_shared_bytes = %d,
    lockstep_parameter_bytes = %d, lockstep_parameters[] = {%s};
void lockstep_run(int number, uint32_t mask, void *lanes, place *p, int *next) { runs[number](mask, lanes, p, next); }
""" % (" ".join("%s %s;" % (kind_of(name), name) for name in sorted(crossing)), "\n".join(body),
       ", ".join("block%d" % i for i in range(len(kernel.blocks))), ", ".join(table), len(kernel.blocks),
       writer.shared_bytes, writer.parameter_bytes, ", ".join(map(str, places)) or "0")
