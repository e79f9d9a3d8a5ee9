#!/usr/bin/env python3
"""One shot in many cases: what a single run shows by luck, and what holds on average.

    tools/cases.py scenes/roach_push.yaml 'cues: [{name: shove, at: {0}, push: {force: [{1}]}}]' \\
        '0.6 s;0, 80 mN, 0' '0.6 s;0, -80 mN, 0'

For every CASE the CHANGE, in YAML, is merged into the shot, with {0}, {1} ... replaced by the parts of the
case, which `;` separates. What the shot expects is measured, a row for each case and a column for each measure; then
the mean, the least and the greatest, and in how many cases the measure was more than nothing. --without NAME leaves that out of
the shot first, as its key of that name does. --each VALUE... takes every CASE once with each VALUE, as a further part of it;
given several times, with each of the one and each of the other.
"""
import argparse, concurrent.futures, itertools, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

def measure(options, path):
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run([options.gambol, "measure", path, "--json", "--out", out], capture_output=True, text=True)
    try:
        return json.loads(run.stdout)["measurements"]
    except ValueError:
        sys.exit(f"{path}: {run.stderr.strip()}")

def label(m):
    what = m["name"] or m["measure"]
    return f"{m['figure']} {what}" if m.get("figure") else what

def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("shot", help="FILE or FILE@TAKE")
    args.add_argument("change")
    args.add_argument("case", nargs="+")
    args.add_argument("--without", action="append", default=[])
    args.add_argument("--each", action="append", nargs="+", default=[], metavar="VALUE")
    args.add_argument("--gambol", default=os.path.join(HERE, "..", "gambol"))
    o = args.parse_args()
    cases = [";".join(parts) for parts in itertools.product(o.case, *o.each)]
    paths = []
    try:
        for case in cases:
            change = o.change
            for k, part in enumerate(case.split(";")):
                change = change.replace("{%d}" % k, part)
            name = f"case_{os.getpid()}_{len(paths)}"
            paths.append(os.path.join(os.path.dirname(os.path.abspath(o.shot)), name + ".yaml"))
            with open(paths[-1], "w") as f:
                f.write(f"shot: {name}\nextends: {os.path.basename(o.shot)}\nwithout: {json.dumps(o.without)}\n{change}\n")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = list(pool.map(lambda p: measure(o, p), paths))
    finally:
        for path in paths:
            os.remove(path)
    print("| case | " + " | ".join(f"{label(m)}, {m['unit']}".rstrip(", ") for m in rows[0]) + " |")
    print("|" + "---|" * (len(rows[0]) + 1))
    for case, row in zip(cases, rows):
        print(f"| {case} | " + " | ".join(f"{m['value']:.4g}" for m in row) + " |")
    columns = [[row[k]["value"] for row in rows] for k in range(len(rows[0]))]
    for what, of in (("mean", lambda c: sum(c) / len(c)), ("least", min), ("greatest", max),
                     ("more than 0 in", lambda c: sum(v > 0 for v in c))):
        print(f"| {what} | " + " | ".join(f"{of(c):.4g}" for c in columns) + " |")

if __name__ == "__main__":
    main()
