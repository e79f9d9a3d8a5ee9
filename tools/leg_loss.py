#!/usr/bin/env python3
"""What walking keeps when legs are lost, with and without reflexes: the table of docs/reflexes.md.

    tools/leg_loss.py scenes/roach_leg_loss.yaml
    tools/leg_loss.py scenes/roach_leg_loss.yaml --search 40 --vary lift=0.2..0.8 --vary again=8ms..30ms

Every take of SHOT is measured as it is, with reflexes, and once more without them, by shots written beside it
that extend the take, and are removed afterwards. The take `intact` is what others
are compared with. Speeds are those in the direction in which the body faces, and count as they are: a roach
that goes backwards keeps less than nothing.

--search draws values for keys of `reflexes` (KEY=FROM..TO with a unit, each key standing once in the shot), uniformly
and from a fixed seed, and prints the mean that is kept for each drawing, best last. So that a lucky
start does not win, each is the mean over two starts of the walk, --later apart.
"""
import argparse, concurrent.futures, json, os, random, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

def takes_of(text):
    block = re.search(r"^takes:\n((?:[ #].*\n|\n)*)", text, re.M)
    return re.findall(r"^  (\w+):", block.group(1), re.M) if block else []

class Shots:
    """Shots written beside SHOT for as long as they are needed."""
    def __init__(self, options):
        self.o, self.files = options, []
    def write(self, text):
        name = f"leg_loss_{os.getpid()}_{len(self.files)}"
        path = os.path.join(os.path.dirname(os.path.abspath(self.o.shot)), name + ".yaml")
        with open(path, "w") as f:
            f.write(f"shot: {name}\n{text}")
        self.files.append(path)
        return path
    def remove(self):
        for path in self.files:
            os.remove(path)
    def measure(self, path):
        with tempfile.TemporaryDirectory() as out:
            run = subprocess.run([self.o.gambol, "measure", path, "--json", "--out", out],
                                 capture_output=True, text=True)
        try:
            report = json.loads(run.stdout)
        except ValueError:
            return {"error": run.stderr.strip()}
        return {m["measure"]: m["value"] for m in report["measurements"]}
    def measure_all(self, paths):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(self.measure, paths))

def reflexless(o, take, more=""):
    return f"extends: {os.path.basename(o.shot)}@{take}\nwithout: figures.{o.figure}.controllers.{o.gait}.reflexes\n{more}"

def kept(result, intact):
    return result.get("walking_speed", 0.0) / intact

def mean(values):
    values = list(values)
    return sum(values) / len(values)

def table(o, text):
    takes = takes_of(text)
    shots = Shots(o)
    try:
        more = f"cues: [{{name: {o.cue}, at: {o.start}}}]\n" if o.start else ""
        name = os.path.basename(o.shot)
        paths = [shots.write(f"extends: {name}@{t}\n{more}") for t in takes]
        paths += [shots.write(reflexless(o, t, more)) for t in takes]
        results = shots.measure_all(paths)
    finally:
        shots.remove()
    given, bare = dict(zip(takes, results)), dict(zip(takes, results[len(takes):]))
    intact = bare["intact"]["walking_speed"]
    def pair(t, key, scale=1):
        return " | ".join(f"{scale * r[t][key]:.0f}" if key in r[t] else "?" for r in (bare, given))
    print("| lost | kept without | kept with | tilt, ° | | abdomen down, % | | on its back, % | |")
    print("|" + "---|" * 9)
    for t in takes:
        print(f"| {t.replace('_and_', ', ').replace('_', ' ')} | {kept(bare[t], intact):.2f} | {kept(given[t], intact):.2f} "
              f"| {pair(t, 'tilt')} | {pair(t, 'dragged', 100)} | {pair(t, 'overturned', 100)} |")
    lost = [t for t in takes if t != "intact"]
    for what, results in (("without", bare), ("with", given)):
        print(f"# {what}: {mean(kept(results[t], intact) for t in lost):.3f} kept on average, "
              f"{mean(max(0, kept(results[t], intact)) for t in lost):.3f} if going backwards counts as standing; "
              f"abdomen on the ground {100 * mean(results[t].get('dragged', 1) for t in lost):.0f} % of the time; "
              f"overturned in {sum(results[t].get('overturned', 1) > 0 for t in lost)} of {len(lost)}")
    print(f"# kept more with reflexes in {sum(kept(given[t], intact) > kept(bare[t], intact) for t in lost)} of {len(lost)}")

def drawn(vary, random_numbers):
    values = {}
    for v in vary:
        key, low, low_unit, high, unit = re.fullmatch(r"(\w+)=(-?[\d.]+)(\w*?)\.\.(-?[\d.]+)(\w*)", v).groups()
        values[key] = f"{random_numbers.uniform(float(low), float(high)):.4g} {unit}".strip()
    return values

def with_values(text, values):
    for key, value in values.items():
        text, count = re.subn(rf"(^|[{{,\s]){key}: [^,}}#\n]+", rf"\g<1>{key}: {value}", text, flags=re.M)
        if count != 1:
            sys.exit(f"{key}: stands {count} times in the shot, expected once")
    return text

def search(o, text):
    random_numbers = random.Random(1)
    lost = [t for t in takes_of(text) if t != "intact"]
    shots = Shots(o)
    try:
        intact = shots.measure(shots.write(reflexless(o, "intact")))["walking_speed"]
        found = []
        for _ in range(o.search):
            values = drawn(o.vary, random_numbers)
            name = os.path.splitext(os.path.basename(o.shot))[0]
            body = re.sub(rf"^shot: {name}\n", "", with_values(text, values), flags=re.M)
            base = os.path.basename(shots.write(body))
            paths = [shots.write(f"extends: {base}@{t}\n" + more) for t in lost
                     for more in ("", f"cues: [{{name: {o.cue}, at: {o.later}}}]\n")]
            score = mean(kept(r, intact) for r in shots.measure_all(paths))
            found.append((score, values))
            print(f"{score:.3f}  " + "  ".join(f"{k}: {v}" for k, v in values.items()), flush=True)
    finally:
        shots.remove()
    print("# best: {:.3f}  {}".format(*max(found, key=lambda f: f[0])))

def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("shot")
    args.add_argument("--gambol", default=os.path.join(HERE, "..", "gambol"))
    args.add_argument("--figure", default="roach", help="the figure")
    args.add_argument("--gait", default="gait", help="its controller that has reflexes")
    args.add_argument("--search", type=int, metavar="N", help="draw N sets of values")
    args.add_argument("--vary", action="append", default=[], metavar="KEY=FROM..TO")
    args.add_argument("--start", help="when the walk begins, instead of when the shot says")
    args.add_argument("--cue", default="walk", help="the cue that starts the walk")
    args.add_argument("--later", default="0.113 s", help="its time in the second start of a search")
    o = args.parse_args()
    text = open(o.shot).read()
    search(o, text) if o.search else table(o, text)

if __name__ == "__main__":
    main()
