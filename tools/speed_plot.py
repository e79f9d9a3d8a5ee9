#!/usr/bin/python3
"""Plot how fast the roach walks at every frequency: with the thesis's script as it is, with the posture and retraction of
roach_speeds@appendix_c, and as scenes/roach/roach_speeds.yaml has it. Prints the tables of docs/roach.md and makes its plot, from
what a search has measured.

    ./gambol optimise searches/speeds.yaml
    tools/speed_plot.py out/speeds/evaluations.jsonl docs/roach_speeds.png
"""
import json, sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

SPEED, TILT, TURNING, CLEARANCE = "forward_speed, cm/s", "tilt, deg", "turn_rate, deg/s", "clearance (abdomen), mm"
FEET = [("swing_duration, ms", "{:.1f}"), ("delay, ms", "{:.1f}"), ("slip_per_stride", "{:.2f}"),
        ("worst_slip_per_stride", "{:.2f}"), ("load_while_down", "{:.2f}"), ("bounce, mm", "{:.2f}")]

def table_of_walks(rows):
    print("| frequency, Hz | speed, cm/s | tilt, deg | turning, deg/s | clearance, mm | "
          "swing, ms | delay, ms | slip per stride | of the worst leg | least load, weights | bounce, mm |")
    print("|---" * 11 + "|")
    for f, _, _, walk in rows:
        feet = " | ".join(how.format(walk[name]) for name, how in FEET)
        print(f"| {f:.4g} | {walk[SPEED]:.2f} | {walk[TILT]:.1f} | {walk[TURNING]:.1f} | {walk[CLEARANCE]:.1f} | {feet} |")

def table_of_script(rows):
    print("| frequency, Hz | script: speed, cm/s | tilt, deg | with posture: speed, cm/s | tilt, deg | turning, deg/s | clearance, mm |")
    print("|---" * 7 + "|")
    for f, script, posture, _ in rows:
        print(f"| {f:.4g} | {script[SPEED]:.2f} | {script[TILT]:.0f} | {posture[SPEED]:.2f} | {posture[TILT]:.1f} | "
              f"{posture[TURNING]:.1f} | {posture[CLEARANCE]:.1f} |")

def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1]) as log:
        head, *evaluations = [json.loads(line) for line in log]
    rows = sorted((float(e["values"][0]), *(dict(zip(head["measured"], map(float, trial["measured"]))) for trial in e["trials"]))
                  for e in evaluations)
    table_of_walks(rows)
    print()
    table_of_script(rows)
    frequencies = [row[0] for row in rows]
    plt.figure(figsize=(7, 4.2))
    plt.axhspan(3.2, 17.5, color="#d9c9a3", alpha=0.5, lw=0, label="Blatta, 3.2-17.5 cm/s (Hughes & Mill)")
    plt.axhline(5.5, color="#8a5a2b", ls=":", label="thesis, tripod: 5.5 cm/s")
    plt.plot(frequencies, [row[1][SPEED] for row in rows], "o--", color="grey", ms=4, label="the script as it is")
    plt.plot(frequencies, [row[2][SPEED] for row in rows], "o--", color="#c08a6a", ms=4, label="with posture and retraction")
    plt.plot(frequencies, [row[3][SPEED] for row in rows], "o-", color="#7a1f1f", label="roach_speeds")
    plt.axhline(0, color="black", lw=0.6)
    plt.xlabel("oscillator frequency, Hz")
    plt.ylabel("forward speed, cm/s")
    plt.ylim(-10, 10)
    plt.legend(loc="lower right", fontsize=8)
    plt.tight_layout()
    plt.savefig(sys.argv[2], dpi=110)

if __name__ == "__main__":
    main()
