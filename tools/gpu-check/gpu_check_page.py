"""results.json as a page for bench/results/."""


def number(value, digits=3):
    """With so many digits that count, never in powers of ten."""
    if value is None:
        return ""
    if value == 0:
        return "0"
    text = "%.*g" % (digits, value)
    return "%.0f" % float(text) if "e" in text or abs(value) >= 10 ** digits else text


def table(heads, rows):
    """heads: (text, 'l' or 'r')."""
    lines = ["| " + " | ".join(text for text, _ in heads) + " |",
             "|" + "|".join("---:" if side == "r" else "---" for _, side in heads) + "|"]
    lines += ["| " + " | ".join(str(cell).replace("|", "/") for cell in row) + " |" for row in rows]
    return lines + [""]


def heads(*texts):
    """Texts that begin with > are columns of numbers."""
    return [(text.lstrip(">"), "r" if text.startswith(">") else "l") for text in texts]


def title(results):
    machine = results["machine"]
    device = machine.get("device", {})
    smi = machine.get("nvidia_smi") or {}
    lines = ["# %s" % device.get("name", "No device"), ""]
    lines.append("%s, driver %s; %s, %s processors; throng %s, commit %s, %s.%s" % (
        device.get("version", "?"), smi.get("driver_version") or device.get("driver", "?"),
        machine.get("cpu", "?"), machine.get("processors", "?"), results["version"], results["commit"],
        results["date"], " **Small sizes: these times say nothing.**" if results["small"] else ""))
    lines += ["", "`%s`, %.0f of %d seconds. The kernels' form: %s. Times are medians, in microseconds where nothing "
              "else is said." % (results["command"], results["seconds"], results["seconds_allowed"],
                                 machine.get("form", "?")), ""]
    if results.get("failure"):
        lines += ["**The run did not finish: %s.**" % results["failure"], ""]
    return lines


def verdict(results):
    rows = [row for stage in results["stages"] for row in stage.get("bits", [])]
    forms = list(dict.fromkeys(row["form"] for row in rows))
    words = {True: "**All operations have the CPU's bits**", False: "**Bits differ from the CPU's**",
             None: "Not all operations were compared with the CPU"}[results["equal"]]
    lines = ["## Equal bits", "", "%s: %d comparisons, %d of them different." %
             (words, len(rows), sum(not row["equal"] for row in rows)), ""]
    if not rows:
        return lines
    body = []
    for operation in dict.fromkeys(row["operation"] for row in rows):
        cells = []
        for form in forms:
            own = [row["equal"] for row in rows if row["operation"] == operation and row["form"] == form]
            cells.append("" if not own else "%d equal" % len(own) if all(own) else
                         "**%d of %d different**" % (own.count(False), len(own)))
        body.append([operation] + cells)
    return lines + table(heads("operation", *forms), body)


def stage_table(results):
    body = []
    for stage in results["stages"]:
        clocks = stage.get("clocks_at_the_end", {})
        body.append([stage["name"], stage["status"], "%.1f" % stage["seconds"], clocks.get("sm_clock_mhz", ""),
                     clocks.get("temperature_c", ""), stage.get("reason", "")[:400].replace("\n", " ")])
    return ["## Stages", ""] + table(heads("stage", "status", ">seconds", ">MHz at its end", ">°C", "why"), body)


def times(stage):
    """What one frame takes, of all rows of a stage."""
    body = [[row["workload"], "%d %s" % (row["size"], row["size_is"]), number(row["update_us"]),
             number(row["update_worst_us"]), number(row["update_call_us"]), number(row["update_in_a_row_us"]),
             number(row["update_and_read_us"]), number(row["read_us"]), number(row.get("cpu_update_and_read_us")),
             {True: "equal", False: "**different**"}.get(row.get("equal"), "")] for row in stage.get("times", [])]
    if not body:
        return []
    columns = heads("workload", "size", ">frame", ">worst", ">call", ">in a row", ">and read", ">read", ">CPU", "bits")
    return ["A frame alone, awaited; its worst one; what the call itself takes; one of many in a row; a frame with "
            "everything read; reading alone; a frame with everything read on the CPU, by all its threads.", ""] + \
        table(columns, body)


def profiles(stage):
    """Kernel by kernel."""
    lines = []
    for profile in stage.get("profiles", []):
        what = "%s, %d %s" % (profile["workload"], profile["size"], profile["size_is"])
        if not profile["frames"]:
            continue
        lines += ["**%s**, %s: %s commands a frame, %s us from the first call to the end of the last one, of which "
                  "%s in calls that wait." %
                  (what, "without profiling" if profile["times_of"] == "calls" else "profiled",
                   number(profile["commands_per_frame"]), number(profile["host_us_per_frame"]),
                   number(profile["blocked_us_per_frame"]))]
        if profile["times_of"] == "calls":
            lines.append("")
            continue
        lines += ["The device is busy for %s us, gaps between commands are %s us." %
                  (number(profile["device_busy_us_per_frame"]), number(profile["device_gaps_us_per_frame"])), ""]
        lines += table(heads("command", ">a frame", ">us a frame", ">us each", ">call, us a frame", ">items", ">group",
                             ">bytes a frame"),
                       [[row["name"], number(row["launches_per_frame"]), number(row["us_per_frame"]),
                         number(row["us_each"]), number(row["call_us_per_frame"]), row["items"] or "",
                         row["group"] or "", row["bytes_per_frame"] or ""]
                        for row in profile["kernels"] + profile["transfers_and_waits"]])
    return lines


def costs(stage):
    lines = []
    if stage.get("launches"):
        lines += table(heads(">work-items", ">in a row", "queue", ">us each", ">call"),
                       [[row["items"], row["in_a_row"], "with profiling" if row["profiled"] else "plain",
                         number(row["us_each"]), number(row["call_us"])] for row in stage["launches"]])
    if stage.get("waits"):
        lines += table(heads("what", ">us"), [[row["what"], number(row["us"])] for row in stage["waits"]])
    if stage.get("copies"):
        lines += table(heads("copy", "host memory", ">bytes", ">us", ">GB/s"),
                       [[row["what"], row["host_memory"], number(row["bytes"], 9), number(row["us"]),
                         number(row["gigabytes_per_second"])] for row in stage["copies"]])
    if stage.get("arithmetic"):
        lines += table(heads("arithmetic", ">a nanosecond", ">a unit and clock"),
                       [[row["what"].replace("_", " "), number(row["operations_per_ns"]),
                         number(row["operations_per_unit_and_clock"])] for row in stage["arithmetic"]])
    if stage.get("memory"):
        lines += table(heads("memory", ">items or bytes", ">us", ">GB/s"),
                       [[row["what"], row.get("items", row.get("bytes", "")), number(row["us"]),
                         number(row.get("gigabytes_per_second"))] for row in stage["memory"]])
    return lines


def bench(stage):
    body = [[row["scene"], row["operation"], number(row["ms"]), number(row.get("kernel_ms")),
             number(row.get("with_copy_ms")), number(row["times_faster"]), row["than"] or ""]
            for row in stage.get("rows", [])]
    return table(heads("scene", "operation", ">ms", ">kernels", ">with copies", ">times as fast as", "what"),
                 body) if body else []


def registers(stage):
    body = [[row["kernel"], row["target"], row["registers"], row.get("stack_bytes", ""),
             row.get("spill_store_bytes", ""), row.get("spill_load_bytes", "")] for row in stage.get("registers", [])]
    return table(heads("kernel", "target", ">registers", ">stack", ">spilled, stores", ">loads"), body) if body else []


SECTIONS = {
    "crowds": ("Crowds", times), "crowd-kernels": ("Crowds, kernel by kernel", profiles),
    "costs": ("Launches, waits, copies", costs), "bench": ("throng bench", bench),
    "kernels": ("Other operations, kernel by kernel", lambda stage: times(stage) + profiles(stage)),
    "registers": ("Registers", registers),
    "ncu": ("Nsight Compute", lambda stage: ["    " + line for line in stage.get("lines", [])] + [""]
            if stage.get("lines") else []),
}


def page(results):
    lines = title(results) + verdict(results) + stage_table(results)
    for stage in results["stages"]:
        heading, section = SECTIONS.get(stage["name"], (None, None))
        body = section(stage) if section else []
        if body:
            lines += ["## " + heading, ""] + body
    return "\n".join(lines).rstrip("\n") + "\n"
