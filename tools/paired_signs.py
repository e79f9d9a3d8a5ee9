#!/usr/bin/env python3
"""Compares the candidates of a grid search with its first, start by start: the tables of docs/reflexes.md.

    tools/paired_signs.py out/leg_loss/evaluations.jsonl [--by]

A row for every candidate: the mean of the first measure over all trials, as a share of the mean of the first candidate's trials
whose name ends in `intact` if there are any; the trials that go better and worse than the same trials of the first candidate, and the
probability of so many or more of either if both were alike (one-sided sign tests); the trials that overturn; those that blow up.
A trial that overturns or blows up is worse than any that does not; others are compared by the first measure, and are alike if they
differ by less than --near of its mean: a sign test would count hairs. --by prints a table by take, with means over the starts.
"""
import argparse, json, math, re, sys

def sign_test(wins, losses):
    """P(at least `wins` of wins + losses tosses of a fair coin)."""
    n = wins + losses
    return sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n

def read(path):
    """The header, and the last stored version of each candidate in order."""
    try:
        with open(path) as f:
            lines = [json.loads(line) for line in f]
    except (OSError, ValueError) as error:
        sys.exit(f"{path}: {error}")
    if len(lines) < 2 or "scenarios" not in lines[0]:
        sys.exit(f"{path}: no evaluations of a search")
    found = {(l["generation"], l["candidate"]): l for l in lines[1:]}
    return lines[0], [found[k] for k in sorted(found)]

def better_and_worse(here, there, judged, over, near):
    def outcome(trial):
        measured = trial["measured"]
        if not measured or (over is not None and measured[over] > 0):
            return None
        return measured[0]
    better = worse = 0
    for k in judged:
        a, b = outcome(here[k]), outcome(there[k])
        if a is None and b is None:
            continue
        if b is None or (a is not None and a > b + near):
            better += 1
        elif a is None or a < b - near:
            worse += 1
    return better, worse

def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("evaluations")
    args.add_argument("--by", action="store_true", help="a table by take")
    args.add_argument("--near", type=float, default=0.1, help="trials that differ by less are alike; a share of the mean")
    o = args.parse_args()
    header, candidates = read(o.evaluations)
    names, measured = header["scenarios"], header["measured"]
    judged = [k for k, name in enumerate(names) if not name.endswith("intact")]
    over = next((i for i, m in enumerate(measured) if m.startswith("overturned")), None)

    def mean(trials, which, measure=0):
        values = [trials[k]["measured"][measure] for k in which if trials[k]["measured"]]
        return sum(values) / len(values) if values else math.nan
    def overturned(trials, which):
        return sum(not trials[k]["measured"] or (over is not None and trials[k]["measured"][over] > 0) for k in which)

    first = candidates[0]["trials"]
    intact = [k for k in range(len(names)) if k not in judged]
    whole = mean(first, intact) if intact else 1
    near = o.near * abs(mean(first, intact or judged))
    for c in candidates:
        trials = c["trials"]
        better, worse = better_and_worse(trials, first, judged, over, near)
        failed = sum(not trials[k]["measured"] for k in judged)
        print(" | ".join(str(v) for v in c["values"]))
        print(f"    {measured[0]}: {mean(trials, judged) / whole:.3f}; better in {better}, worse in {worse} of {len(judged)}; "
              f"p {sign_test(better, worse):.2g} and {sign_test(worse, better):.2g}; "
              f"overturned in {overturned(trials, judged)}; failed {failed}; " +
              "; ".join(f"{m} {mean(trials, judged, i):.3g}" for i, m in enumerate(measured) if i and i != over))
        if intact:
            print(f"    intact: {mean(trials, intact) / whole:.3f}")
        if not o.by:
            continue
        for take in dict.fromkeys(re.sub(r"^start_?\d+_?|^s\d+_?", "", n) for n in names):
            which = [k for k, n in enumerate(names) if re.sub(r"^start_?\d+_?|^s\d+_?", "", n) == take]
            print(f"    | {take.replace('_and_', ', ').replace('_', ' ')} | {mean(trials, which) / whole:.2f} | "
                  f"{overturned(trials, which)} | " +
                  " | ".join(f"{mean(trials, which, i):.3g}" for i, m in enumerate(measured) if i and i != over) + " |")

if __name__ == "__main__":
    main()
