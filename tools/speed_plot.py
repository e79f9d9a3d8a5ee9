#!/usr/bin/env python3
"""Walk the roach at every frequency, as the thesis's script has it and as scenes/roach_speeds.yaml has it:
the table and the plot in docs/roach.md.

    tools/speed_plot.py docs/roach_speeds.png
"""
import os, sys
from concurrent.futures import ThreadPoolExecutor

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from pace_search import walk

SHIFTS = [("back_*_coxa", 0.38), ("front_*_tibia", -0.31)]
FREQUENCIES = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10]

def main():
    whole_stance = 99
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        script = list(pool.map(lambda f: walk(f, whole_stance, 0, 1, SHIFTS), FREQUENCIES))
        ours = list(pool.map(lambda f: walk(f, 0.05, 1 - 0.2 * max(0, f - 9), 1, SHIFTS), FREQUENCIES))
    print("| frequency, Hz | script: speed, cm/s | tilt, deg | speed, cm/s | tilt, deg | turning, deg/s | clearance, mm |")
    print("|---|---|---|---|---|---|---|")
    for f, a, b in zip(FREQUENCIES, script, ours):
        print(f"| {f:g} | {a['forward_speed']:.2f} | {a['tilt']:.0f} | {b['forward_speed']:.2f} | {b['tilt']:.1f} | "
              f"{b['turn_rate']:.1f} | {b['clearance']:.1f} |")
    plt.figure(figsize=(7, 4.2))
    plt.axhspan(3.2, 17.5, color="#d9c9a3", alpha=0.5, lw=0, label="Blatta, 3.2-17.5 cm/s (Hughes & Mill)")
    plt.axhline(5.5, color="#8a5a2b", ls=":", label="thesis, tripod: 5.5 cm/s")
    plt.plot(FREQUENCIES, [m["forward_speed"] for m in script], "o--", color="grey", ms=4, label="the script as it is")
    plt.plot(FREQUENCIES, [m["forward_speed"] for m in ours], "o-", color="#7a1f1f", label="roach_speeds")
    plt.axhline(0, color="black", lw=0.6)
    plt.xlabel("oscillator frequency, Hz")
    plt.ylabel("forward speed, cm/s")
    plt.ylim(-9, 10)
    plt.legend(loc="lower left", fontsize=8)
    plt.tight_layout()
    plt.savefig(sys.argv[1], dpi=110)

if __name__ == "__main__":
    main()
