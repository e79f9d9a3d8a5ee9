"""Plots one column of a channel: plot_joint.py POSES CHANNEL COLUMN PICTURE

For example: plot_joint.py out/roach/roach_tripod/poses.h5 roach/q front_left_coxa angle.png
Needs h5py and matplotlib (Debian: python3-h5py, python3-matplotlib).
"""
import sys

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

path, channel, column, picture = sys.argv[1:]
with h5py.File(path) as poses:
    data = poses["tracks/" + channel]
    columns = list(poses["columns/" + channel].asstr())
    plt.plot(poses["times"][:], data[:, columns.index(column)])
    plt.ylabel(f"{column} ({data.attrs['units']})")
    for time, name in zip(poses["marks/times"], poses["marks/names"].asstr()):
        plt.axvline(time, color="grey", linewidth=0.5)
        plt.text(time, plt.ylim()[1], name, rotation=90, va="top")
plt.xlabel("simulated time (s)")
plt.savefig(picture)
