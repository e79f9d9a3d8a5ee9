#!/usr/bin/env python3
"""Plot how fast the roach walks at every frequency, as the thesis's script has it and as scenes/roach_speeds.yaml has
it: the table and the plot in docs/roach.md, from what a search has measured.

    ./gambol optimise searches/speeds.yaml
    tools/speed_plot.py out/speeds/evaluations.jsonl docs/roach_speeds.png
"""
import json, sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

MEASURES = ["forward_speed, cm/s", "tilt, deg", "turn_rate, deg/s", "clearance (abdomen), mm"]

def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as log:
        head, *evaluations = [json.loads(line) for line in log]
    SPEED, TILT, TURNING, CLEARANCE = map(head["measured"].index, MEASURES)
    rows = sorted((float(e["values"][0]), *(trial["measured"] for trial in e["trials"])) for e in evaluations)
    print("| frequency, Hz | script: speed, cm/s | tilt, deg | speed, cm/s | tilt, deg | turning, deg/s | clearance, mm |")
    print("|---|---|---|---|---|---|---|")
    for f, a, b in rows:
        print(f"| {f:.4g} | {a[SPEED]:.2f} | {a[TILT]:.0f} | {b[SPEED]:.2f} | {b[TILT]:.1f} | {b[TURNING]:.1f} | "
              f"{b[CLEARANCE]:.1f} |")
    frequencies = [row[0] for row in rows]
    plt.figure(figsize=(7, 4.2))
    plt.axhspan(3.2, 17.5, color="#d9c9a3", alpha=0.5, lw=0, label="Blatta, 3.2-17.5 cm/s (Hughes & Mill)")
    plt.axhline(5.5, color="#8a5a2b", ls=":", label="thesis, tripod: 5.5 cm/s")
    plt.plot(frequencies, [row[1][SPEED] for row in rows], "o--", color="grey", ms=4, label="the script as it is")
    plt.plot(frequencies, [row[2][SPEED] for row in rows], "o-", color="#7a1f1f", label="roach_speeds")
    plt.axhline(0, color="black", lw=0.6)
    plt.xlabel("oscillator frequency, Hz")
    plt.ylabel("forward speed, cm/s")
    plt.ylim(-10, 10)
    plt.legend(loc="lower right", fontsize=8)
    plt.tight_layout()
    plt.savefig(sys.argv[2], dpi=110)

if __name__ == "__main__":
    main()
