#!/usr/bin/env python3
"""Measure a shot over a grid of values: the search behind a number, for anyone to repeat.

    tools/sweep.py scenes/roach_tripod.yaml friction_damping='0.02 N*s/m,0.06 N*s/m' damping=0.03,0.3

Each KEY must stand exactly once in the shot (but in what it says `about` itself), as `KEY: value`; every combination is written to a copy
of the shot beside it (so that its file references hold), simulated and measured, and the copy is removed.
"""
import itertools, json, os, re, subprocess, sys, tempfile

def variant(text, settings):
    text = re.sub(r"^about:.*\n(?:[ \t]+.*\n|\n)*", "", text, flags=re.M)
    for key, value in settings:
        text, count = re.subn(rf"(^|[{{,\s]){key}: [^,}}#\n]+", rf"\g<1>{key}: {value} ", text, flags=re.M)
        if count != 1:
            sys.exit(f"{key}: stands {count} times in the shot, expected once")
    return text

def main():
    if len(sys.argv) < 3 or "=" not in sys.argv[2]:
        sys.exit(__doc__)
    shot, axes = sys.argv[1], [a.split("=", 1) for a in sys.argv[2:]]
    gambol = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gambol")
    text = open(shot).read()
    name = os.path.splitext(os.path.basename(shot))[0]
    copy = os.path.join(os.path.dirname(shot), f"{name}_sweep.yaml")
    shown = None
    for values in itertools.product(*[v.split(",") for _, v in axes]):
        settings = [(k, v) for (k, _), v in zip(axes, values)]
        try:
            with open(copy, "w") as f:
                f.write(variant(text, settings).replace(f"shot: {name}", f"shot: {name}_sweep"))
            with tempfile.TemporaryDirectory() as out:
                run = subprocess.run([gambol, "measure", copy, "--json", "--out", out],
                                     capture_output=True, text=True)
        finally:
            os.remove(copy)
        label = "  ".join(f"{k}={v}" for k, v in settings)
        if not run.stdout.strip():
            print(label, "|", run.stderr.strip())
            continue
        results = json.loads(run.stdout)["measurements"]
        if not shown:
            shown = [r["name"] or r["measure"] + (f"({r['body']})" if r.get("body") else "") for r in results]
            print("# " + "  ".join(shown))
        print(label, "|", "  ".join(f"{r['value']:.4g}" + ("" if r["passed"] else "!") for r in results), flush=True)

if __name__ == "__main__":
    main()
