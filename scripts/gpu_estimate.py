LOOPS = ["influence_add", "potential_feel"]
def estimate(root, entries, loops):
    import sys
    for k, (d, l) in sorted(loops.items()):
        print(k, d, [len(w) for w in l] if l else None, file=sys.stderr)
    return []
def tables_of(e): return []
