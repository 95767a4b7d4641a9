"""complete.py ROOT: every function of the C interface is called by the C++ headers. The package's own tests look at Python."""
import json
import os
import re
import sys

root = sys.argv[1]
with open(os.path.join(root, "bindings", "api.json"), encoding="utf-8") as file:
    functions = [f["name"] for f in json.load(file)["functions"] if f["header"] != "throng_opencl.h"]
folder = os.path.join(root, "include", "throng")
text = ""
for name in sorted(os.listdir(folder)):
    if name.endswith(".hpp"):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text += re.sub(r"//[^\n]*", "", file.read())  # comments name them, too
missing = [name for name in functions if not re.search(r"\b%s\b" % name, text)]
if len(functions) < 90 or missing:
    sys.exit("of %d functions the C++ headers lack: %s" % (len(functions), " ".join(missing)))
print("%d functions" % len(functions))
