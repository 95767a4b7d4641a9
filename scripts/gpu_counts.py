"""How often a warp goes through each piece of a kernel's code, and how many instructions of sm_90 that are.

Blocks of PTX are counted by tools/gpu-check/lockstep.c, which runs them. The assembler is told the number of each
PTX instruction as its line, so that the disassembler says of each machine instruction where it comes from. A block of
machine code runs as often as the block of PTX whose branch ends it; one without a branch as often as the one of
those it is made of that runs most. Blocks that only the slow forms of divisions and roots lead to count nothing."""
import collections
import json
import os
import re
import subprocess

import gpu_assembly
import gpu_lockstep
from gpu_compile import KERNELS, ROOT, Missing, compile_to_ptx, read, run

SHARE = 0.25  # of a block's instructions, that a block of PTX has to have a say in how often it runs
CODE = {}  # what was compiled: (kernel, defines) -> Code


class Code:
    """A kernel, compiled: blocks of PTX and of machine code, the program that runs it."""

    def __init__(self, tools, kernel, defines, folder):
        stem = os.path.join(folder, re.sub(r"\W+", "_", kernel + " ".join(defines)))
        ptx = compile_to_ptx(tools, file_of(kernel), defines, stem + ".ptx", lines=True)
        text, self.sources = gpu_lockstep.numbered(ptx)
        with open(stem + ".ptx", "w", encoding="utf-8") as file:
            file.write(text)
        self.kernel = gpu_lockstep.read_kernels(text)[kernel]
        with open(stem + ".c", "w", encoding="utf-8") as file:
            file.write(gpu_lockstep.c_of(self.kernel))
        self.program = stem
        run([os.environ.get("CC") or "cc", "-std=c11", "-O1", "-w", "-fwrapv", "-fno-strict-aliasing",
             "-ffp-contract=off", "-fno-math-errno", "-I" + ROOT, stem + ".c",
             os.path.join(ROOT, "tools", "gpu-check", "lockstep.c"), "-lm", "-o", stem])
        self.block_of = {item.line: i for i, block in enumerate(self.kernel.blocks) for item in block}
        self.registers, self.blocks, self.occurrences = 0, self.kernel.blocks, {}
        if tools["ptxas"] and tools["nvdisasm"]:
            self.assemble(tools, kernel, stem)

    def assemble(self, tools, kernel, stem):
        """Without an assembler and a disassembler PTX has to do."""
        said = run([tools["ptxas"], "-v", "-lineinfo", "-arch=sm_90", stem + ".ptx", "-o", stem + ".cubin"]).stderr
        entry = said[said.index("'%s'" % kernel):]
        self.registers = int(re.search(r"Used (\d+) registers", entry).group(1))
        body = gpu_assembly.read_sass(run([tools["nvdisasm"], "-c", "-g", stem + ".cubin"]).stdout)[kernel]
        self.blocks = blocks_of_machine(body)
        self.occurrences = occurrences_of(self.blocks, self.kernel)

    def function_of(self, line):
        return function_at(self.sources.get(line))


def file_of(kernel):
    """The program that has a kernel, itself or in a header of its own."""
    begins = re.compile(r"(__kernel\b[^;{]*\bvoid|\w*KERNEL)\s+%s\(" % kernel)
    for folder, _, names in sorted(os.walk(KERNELS)):
        for name in sorted(name for name in names if name.endswith(".cl")):
            text = read(os.path.join(folder, name))
            headers = re.findall(r'^#include "kernels/(.*\.h)"', text, re.MULTILINE)
            if any(begins.search(part) for part in [text] + [read(os.path.join(KERNELS, header)) for header in headers]):
                return os.path.relpath(os.path.join(folder, name), KERNELS)
    raise Missing("no file of kernels/ has a kernel %s" % kernel)


FUNCTIONS = {}


def function_at(place):
    """The function of a line of the source."""
    if not place or not place[0]:
        return ""
    path, line = place
    if path not in FUNCTIONS:
        found = []
        for number, text in enumerate(read(path).splitlines(), 1):
            head = re.match(r"[A-Za-z_][\w ]*[ *](\w+)\(", text)
            if head and not text.rstrip().endswith(";"):
                found.append((number, head.group(1)))
        FUNCTIONS[path] = found
    names = [name for number, name in FUNCTIONS[path] if number <= line]
    return names[-1] if names and "/simd/" not in path else ""


def blocks_of_machine(body):
    """Those that ordinary numbers reach."""
    ends = next((i for i, item in enumerate(body) if isinstance(item, str) and item.startswith("$__internal")), len(body))
    blocks = gpu_assembly.blocks_of(body[:ends])
    reached, waiting = set(), [0]
    while waiting:
        i = waiting.pop()
        if i in reached or i >= len(blocks) or any(s.name.startswith("CALL") for s in blocks[i].instructions):
            continue
        reached.add(i)
        waiting.extend(blocks[i].next)
    kept = [blocks[i].instructions for i in sorted(reached)]
    return [[s for s in block if s.kind != "wait"] for block in kept]


def times_of(code, block, counts):
    """How often warps and lanes go through a block of machine code."""
    last = block[-1]
    if re.match(r"BRA|EXIT|RET|bra|ret|bar", last.name) and last.line in code.block_of:
        return counts[code.block_of[last.line]][:2]
    shares = collections.Counter(code.block_of[s.line] for s in block if s.line in code.block_of)
    most = [i for i, number in shares.items() if number >= SHARE * len(block)] or list(shares)
    return max((counts[i][:2] for i in most), default=(0, 0))


SINGLE = (r"FMUL|FADD|LDG|LDS|STG|STS|ATOM", r"mul\.rn|add\.rn|sub\.rn|ld\.|st\.|atom")  # one is made of each


def occurrences_of(blocks, kernel):
    """{line: how often the assembler has made something of it}, of instructions of which it makes one at a time."""
    names = {item.line: item.name for block in kernel.blocks for item in block}
    found = collections.Counter(s.line for block in blocks for s in block if re.match(SINGLE[0], s.name))
    return {line: number for line, number in found.items() if re.match(SINGLE[1], names.get(line, ""))}


def copies_of(code, block):
    """How often the code of a block stands there: loops are unrolled, in several ways one after the other, and ends of
    branches made twice. Each time through the block of PTX takes one of them."""
    found = [code.occurrences[s.line] for s in block if s.line in code.occurrences]
    return max(set(found), key=found.count) if found else 1


def count_launch(tools, folder, number, shuffles=0):
    """Counts of a recorded launch, which is run once more in each of so many random orders: for its bits."""
    facts = read_record(os.path.join(folder, "%d.txt" % number))
    key = (facts["kernel"], tuple(facts["defines"]))
    if key not in CODE:
        CODE[key] = Code(tools, facts["kernel"], facts["defines"], folder)
    code = CODE[key]
    counts = json.loads(run([code.program, folder, str(number)]).stdout)
    for seed in range(1, shuffles + 1):
        again = subprocess.run([code.program, folder, str(number), str(seed)], capture_output=True, text=True, check=False)
        # where others have written an index it may lead anywhere
        counts["differing_bytes"] += json.loads(again.stdout)["differing_bytes"] if again.returncode == 0 else 1
    parts, sums = collections.defaultdict(lambda: [0.0, 0.0]), [0.0, 0.0]
    for block in code.blocks:
        if not block:
            continue
        copies = copies_of(code, block)
        times = times_of(code, block, counts["blocks"])
        names = collections.Counter(filter(None, (code.function_of(s.line) for s in block)))
        part = parts[names.most_common(1)[0][0] if names else ""]
        for k in range(2):
            part[k] += times[k] * len(block) / copies
            sums[k] += times[k] * len(block) / copies
    warps, items = counts["warps"], counts["items"]
    return {
        "kernel": facts["kernel"], "defines": [d for d in facts["defines"] if "WIDTH" not in d],
        "items": facts["items"], "group": facts["group"], "warps": warps, "registers": code.registers,
        "warp": sums[0] / warps, "lane": sums[1] / items,
        "sectors": sum(block[2] for block in counts["blocks"]) / warps,
        "read_bytes": counts["read_bytes"], "written_bytes": counts["written_bytes"],
        "differing_bytes": counts["differing_bytes"],
        "parts": {name: [part[0] / warps, part[1] / items] for name, part in parts.items()},
        "trips": trips_of(code, counts["blocks"], warps, items),
    }


def trips_of(code, counts, warps, items):
    """{function: how often a warp and a lane go through the block of it that they go through most}"""
    found = {}
    for i, block in enumerate(code.kernel.blocks):
        names = collections.Counter(filter(None, (code.function_of(item.line) for item in block)))
        for name, number in names.items():
            if number > 1:
                found[name] = max(found.get(name, [0, 0]), [counts[i][0] / warps, counts[i][1] / items])
    return found


def read_record(path):
    text = read(path)
    _, items, group = map(int, re.search(r"^items (\d+) (\d+) (\d+)", text, re.M).groups())
    options = re.search(r"^options (.*)", text, re.M).group(1)
    return {"kernel": re.search(r"^kernel (\w+)", text, re.M).group(1), "items": items, "group": group,
            "defines": re.findall(r"-D\S+", options)}


def launches_in(folder):
    return sorted(int(name[:-4]) for name in os.listdir(folder) if name.endswith(".txt"))
