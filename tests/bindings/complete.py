"""complete.py ROOT: the C++ headers call every function of the C interface and have every value of agents. The package's
own tests look at Python."""
import json
import os
import re
import sys

root = sys.argv[1]
with open(os.path.join(root, "bindings", "api.json"), encoding="utf-8") as file:
    description = json.load(file)
functions = [f["name"] for f in description["functions"] if f["header"] != "throng_opencl.h"]
values = [v["name"] for e in description["enums"] if e["name"] == "throng_agent_value" for v in e["values"]]
folder = os.path.join(root, "include", "throng")
text = ""
for name in sorted(os.listdir(folder)):
    if name.endswith(".hpp"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text += re.sub(r"//[^\n]*", "", file.read())  # comments name them, too
functions += values
missing = [name for name in functions if not re.search(r"\b%s\b" % name, text)]
if len(functions) < 90 or missing:
    sys.exit("of %d functions and values the C++ headers lack: %s" % (len(functions), " ".join(missing)))
print("%d functions and values" % len(functions))
