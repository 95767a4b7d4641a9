"""What gpu-report reads out of assembly: the classes of instructions, and the loop that counts with the shortest
and the longest way through it."""
import functools
import re

# The first pattern that fits an instruction's name decides. A class's name is a column of the report.
CLASSES = {
    "amd": [
        ("atomic", r"(global|flat|buffer)_atomic|ds_(add|sub|or|and|xor|min|max|inc|dec|cmpst|wrxchg)"),
        ("global", r"(global|flat|buffer|scratch)_(load|store)|s_(buffer_)?load"),
        ("local", r"ds_"),
        ("root", r"v_(rcp|rsq|sqrt|div)_"),
        ("float", r"v_(pk_)?\w*_f(16|32|64)(_|$)"),
        ("branch", r"s_c?branch|s_cbranch|s_setpc|s_swappc"),
        ("barrier", r"s_barrier"),
        ("wait", r"s_(waitcnt|nop|endpgm|sleep|inst_prefetch)"),
        ("integer", r"[vs]_"),
    ],
    "sass": [
        ("atomic", r"ATOM|REDG?(\.|$)"),
        ("global", r"(LD|ST)G?(\.|$)"),
        ("local", r"(LD|ST)S(\.|$)"),
        ("stack", r"(LD|ST)L(\.|$)"),
        ("root", r"MUFU|FCHK"),
        ("float", r"F(ADD|MUL|FMA|MNMX|SETP|SEL|SET|SWZADD|RND)|I2FP?|F2IP?|F2F|[DH](ADD|MUL|FMA|SETP|MNMX)"),
        ("branch", r"BRA|BRX|CALL|RET|EXIT|BSSY|BSYNC|BREAK|WARPSYNC|JMP|BMOV"),
        ("barrier", r"BAR|MEMBAR|ERRBAR|CCTL"),
        ("wait", r"NOP|DEPBAR|YIELD"),
        ("integer", r""),
    ],
    "ptx": [
        ("atomic", r"atom|red\."),
        ("global", r"(ld|st)\.(volatile\.)?(global|v\d|u\d|b\d|f\d)"),
        ("local", r"(ld|st)\.(volatile\.)?shared"),
        ("stack", r"(ld|st)\.(volatile\.)?local"),
        ("root", r"(div|sqrt|rcp|rsqrt)\.\w*\.?(ftz\.)?f32"),
        ("float", r"(add|sub|mul|fma|mad|neg|abs|min|max|setp\.\w+|selp|cvt\S*)\S*\.f32|cvt\.r[nz]"),
        ("branch", r"bra|call|ret|exit"),
        ("barrier", r"bar\.|membar|barrier"),
        ("wait", r"nop"),
        ("integer", r""),
    ],
}
COLUMNS = ["float", "root", "integer", "global", "local", "atomic", "branch", "barrier"]
ROOTS = {"amd": r"v_sqrt|v_rsq", "sass": r"MUFU\.RSQ", "ptx": r"sqrt"}


@functools.lru_cache(maxsize=None)
def kind_of(dialect, name):
    return next((kind for kind, pattern in CLASSES[dialect] if re.match(pattern, name)), "wait")


class Instruction:
    def __init__(self, dialect, predicate, name, operands):
        self.name, self.operands, self.predicate = name, operands, predicate
        self.line = 0  # of the file that the assembler read, where it says so
        self.kind = kind_of(dialect, name)


def read_amd(text):
    """{kernel: [label or Instruction]} of what clang writes."""
    kernels = {}
    body = None
    for line in text.splitlines():
        code = line.split(";")[0].rstrip()
        if re.match(r"[A-Za-z_]\w*:", code):
            body = kernels.setdefault(code[:-1], [])
        elif code.startswith(".Lfunc_end"):
            body = None
        elif body is not None and re.match(r"\.?\w+:", code):
            body.append(code[:-1])
        elif body is not None and re.match(r"\t[a-z]\w+", code):
            name, _, operands = code.strip().partition(" ")
            body.append(Instruction("amd", "", re.sub(r"_(e32|e64|sdwa|dpp)$", "", name), operands))
    return kernels


def read_sass(text):
    """The same of `nvdisasm -c` or, with lines, `nvdisasm -c -g`. What a kernel calls stands behind it, and is counted
    with it."""
    kernels = {}
    body, number = None, 0
    for line in text.splitlines():
        place = re.match(r'\s*//## File "[^"]*", line (\d+)', line)
        section = re.match(r"\s*\.section\s+\.text\.(\w+)", line)
        label = re.match(r"(\.L_\w+|\$?\w\S*):$", line.strip())
        code = re.match(r"\s+/\*[0-9a-f]+\*/\s+(?:\{\s*)?(@!?U?P\w+\s+)?([A-Z][\w.]*)\s*(.*?)\s*;", line)
        if place:
            number = int(place.group(1))
        elif section:
            body, number = kernels.setdefault(section.group(1), []), 0
        elif body is not None and label:
            body.append(label.group(1))
        elif body is not None and code:
            body.append(Instruction("sass", code.group(1) or "", code.group(2), code.group(3)))
            body[-1].line = number
    return kernels


def read_ptx(text):
    kernels = {}
    body = None
    for line in text.splitlines():
        code = line.split("//")[0].strip()
        entry = re.match(r"(?:\.visible )?\.(?:entry|func) (?:\([^)]*\) )?(\w+)", code)
        label = re.match(r"(\$\w+):$", code)
        found = re.match(r"(@!?%p\d+ )?([a-z][\w.]*)\s*(.*);$", code)
        if entry:
            body = kernels.setdefault(entry.group(1), [])
        elif body is not None and label:
            body.append(label.group(1))
        elif body is not None and found:
            body.append(Instruction("ptx", found.group(1) or "", found.group(2), found.group(3)))
    return kernels


READERS = {"amd": read_amd, "sass": read_sass, "ptx": read_ptx}


def mix_of(body):
    """How often each class stands there; a loop's instructions count once."""
    mix = {column: 0 for column in COLUMNS}
    for item in body:
        if isinstance(item, Instruction) and item.kind != "wait":
            mix[item.kind] = mix.get(item.kind, 0) + 1
    return mix


# ------------------------------------------------------------------------------------------------ loops


class Block:
    def __init__(self):
        self.instructions, self.next = [], []


def target_of(instruction):
    found = re.search(r"\(?(\.L\w*|\$L\w+|\.LBB\w+)\)?", instruction.operands)
    return found.group(1) if found else None


def blocks_of(body):
    """Basic blocks, the first of which is entered. Calls return, so they end nothing."""
    blocks, at, open_block = [Block()], {}, True
    jumps = []
    for item in body:
        if isinstance(item, str):
            if blocks[-1].instructions or not open_block:
                if open_block:
                    blocks[-1].next.append(len(blocks))
                blocks.append(Block())
            open_block = True
            at[item] = len(blocks) - 1
            continue
        if not open_block:
            blocks.append(Block())
            open_block = True
        blocks[-1].instructions.append(item)
        name = item.name
        if re.match(r"s_c?branch|BRA|bra", name):
            sure = name in ("s_branch", "bra.uni") or (
                re.match(r"BRA|bra$", name) and not item.predicate and "UP" not in item.operands
                and not re.match(r"\s*!?P\d", item.operands))
            jumps.append((len(blocks) - 1, target_of(item)))
            if not sure:
                blocks[-1].next.append(len(blocks))
                blocks.append(Block())
            else:
                open_block = False
        elif re.match(r"s_endpgm|EXIT|RET|ret", name) and not item.predicate:
            open_block = False
    for block, label in jumps:
        if label in at:
            blocks[block].next.append(at[label])
    return blocks


def dominators_of(blocks):
    before = [set() for _ in blocks]
    for i, block in enumerate(blocks):
        for k in block.next:
            if k < len(blocks):
                before[k].add(i)
    all_blocks = set(range(len(blocks)))
    # what is called stands behind the kernel, and nothing leads to it
    over = [{0}] + [set(all_blocks) if before[i] else {i} for i in range(1, len(blocks))]
    changed = True
    while changed:
        changed = False
        for i in range(1, len(blocks)):
            if not before[i]:
                continue
            now = set.intersection(*(over[k] for k in before[i])) | {i}
            if now != over[i]:
                over[i], changed = now, True
    return over, before


def loops_of(blocks):
    """[(header, ends, blocks)], one for each header."""
    over, before = dominators_of(blocks)
    loops = {}
    for i, block in enumerate(blocks):
        for header in block.next:
            if header < len(blocks) and header in over[i] and (i == 0 or before[i]):
                ends, inside = loops.setdefault(header, (set(), {header}))
                ends.add(i)
                waiting = [i]
                while waiting:
                    k = waiting.pop()
                    if k not in inside:
                        inside.add(k)
                        waiting.extend(before[k])
    return [(header, ends, inside) for header, (ends, inside) in loops.items()]


def ways_through(blocks, loop):
    """The instructions on the shortest and on the longest way from a loop's header back to it. Blocks that call
    the slow forms of divisions and roots, which ordinary numbers never need, are passed by."""
    header, ends, inside = loop
    slow = {i for i in inside if any(s.name.startswith(("CALL", "call")) for s in blocks[i].instructions)}
    best = {}

    def look(i, trail):
        if i in best:
            return best[i]
        here = [s for s in blocks[i].instructions if s.kind != "wait"]
        found = [[], []] if i in ends else None
        for k in blocks[i].next:
            if k not in inside or k == header or k in slow or k in trail:
                continue
            after = look(k, trail | {k})
            if after and not found:
                found = list(after)
            elif after:
                found = [min(found[0], after[0], key=len), max(found[1], after[1], key=len)]
        best[i] = [here + found[0], here + found[1]] if found else None
        return best[i]

    return look(header, {header})


def counting_loops(body, dialect):
    """The innermost loops with most roots, each as its shortest and longest way, by the length of the longest."""
    blocks = blocks_of(body)

    def roots(loop):
        return sum(bool(re.match(ROOTS[dialect], s.name)) for i in loop[2] for s in blocks[i].instructions)

    loops = [loop for loop in loops_of(blocks) if roots(loop) > 0]
    loops = [loop for loop in loops if not any(loop[2] > other[2] for other in loops)]
    most = max((roots(loop) for loop in loops), default=0)
    ways = [ways_through(blocks, loop) for loop in loops if roots(loop) == most]
    return sorted((way for way in ways if way), key=lambda way: len(way[1]))
