#!/usr/bin/env python3
"""Prints a shot for an animal of another size: every quantity with a unit is scaled by dynamic similarity (Alexander and Jayes 1983).

    tools/similar_gait.py scenes/dog/dog_stand.yaml --length 0.455 --mass 0.132 > scenes/animals/cat_stand.yaml

Lengths go with `--length`, times with its root, forces with `--mass`, and all other units follow; angles, plain numbers and the
lens stay. The figure moves as the
first one does then, with the same angles, if it has the same form. Names and comments are left to the author."""

import argparse
import math
import re

# Exponents of mass, length and time.
UNITS = {"m/s2": (0, 1, -2), "N*m*s": (1, 1, 1), "N*s/m": (1, -1, 1), "N/m": (1, -1, 0), "N*m": (1, 1, 0), "m/s": (0, 1, -1), "cm/s": (0, 1, -1),
         "mm/s": (0, 1, -1), "Hz": (0, 0, -1), "N": (1, 0, 0), "cm": (0, 1, 0), "mm": (0, 1, 0), "ms": (0, 0, 1), "m": (0, 1, 0), "s": (0, 0, 1)}
QUANTITY = re.compile(r"(?<![\w.])(?<!focal_length: )(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?) (%s)(?![\w*/])" % "|".join(re.escape(u) for u in sorted(UNITS, key=len, reverse=True)))


def digits(x):
    text = f"{x:.4g}"
    return f"{x:.0f}" if "e" in text and abs(x) < 1e7 else text


def scaled(text, length, mass):
    """Comments stay. Forces go with the mass, as gravity is the same."""

    def one(match):
        m, l, t = UNITS[match.group(2)]
        return digits(float(match.group(1)) * mass**m * length ** (l + t / 2)) + " " + match.group(2)

    lines = []
    for line in text.split("\n"):
        code, mark, comment = line.partition("#")
        lines.append(QUANTITY.sub(one, code) + mark + comment)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shot")
    parser.add_argument("--length", type=float, required=True, help="length over that of the shot's figure")
    parser.add_argument("--mass", type=float, required=True, help="mass over that of the shot's figure")
    options = parser.parse_args()
    with open(options.shot) as file:
        print(scaled(file.read(), options.length, options.mass), end="")


if __name__ == "__main__":
    main()
