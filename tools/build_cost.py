#!/usr/bin/env python3
"""Compiles the program from nothing, without a compiler cache, and prints the processor time of each folder.

Budgets, in tests/build_budget.yaml, are processor seconds of a machine that compiles a reference file in the time that the same
file names: those of this machine are scaled by the time that it takes here, measured before, between and after.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77  # as ctest is told
BUDGET = ROOT / "tests" / "build_budget.yaml"

REFERENCE = """
#include <Eigen/Dense>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <regex>
std::string text(const std::map<std::string, double>& m) { return fmt::format("{}", m); }
Eigen::MatrixXd solved(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.ldlt().solve(b); }
Eigen::MatrixXd inverted(const Eigen::Matrix<double, 6, 6>& a) { return a.inverse(); }
bool fits(const std::string& s) { return std::regex_match(s, std::regex("a*b")); }
"""

# Ninja waits for what the launcher starts: its resources are those of the compiler.
LAUNCHER = """#!/usr/bin/python3
import os, subprocess, sys
code = subprocess.run(sys.argv[2:]).returncode
t = os.times()
if "-o" in sys.argv:
    with open(sys.argv[1], "a") as log:
        log.write("%.2f %s\\n" % (t.children_user + t.children_system, sys.argv[sys.argv.index("-o") + 1]))
sys.exit(code)
"""


def reference_seconds(folder):
    """Processor time of compiling the reference file."""
    source = folder / "reference.cpp"
    source.write_text(REFERENCE)
    before = os.times()
    subprocess.run(["c++", "-std=c++20", "-O2", "-I/usr/include/eigen3", "-c", source, "-o", folder / "reference.o"], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def folder_of(output):
    """src/CMakeFiles/gambol_shot.dir/… is of src/shot, tests/CMakeFiles/test_shot.dir/… of tests/shot."""
    place = re.search(r"(src|tests|bench)/(?:fuzz/)?CMakeFiles/(\w+)\.dir/", output)
    if not place:
        return "other"
    name = re.sub(r"^(gambol|test)_", "", place.group(2))
    return f"{place.group(1)}/{name.split('_')[0]}"


def compile_all(folder, targets):
    """Seconds and units of each folder."""
    launcher, log = folder / "launcher", folder / "log"
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    log.touch()
    tests = "ON" if "all" in targets else "OFF"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder / "build", "-G", "Ninja", f"-DGAMBOL_TESTS={tests}",
                    f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher};{log}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder / "build", *targets], check=True, stdout=subprocess.DEVNULL)
    seconds, units = collections.Counter(), collections.Counter()
    for line in log.read_text().splitlines():
        took, output = line.split(" ", 1)
        seconds[folder_of(output)] += float(took)
        units[folder_of(output)] += 1
    return seconds, units


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", action="store_true", help="compile the tests, too")
    parser.add_argument("--check", action="store_true",
                        help="for ./gambol test --long: return 1 if a folder is over its budget")
    options = parser.parse_args()
    check = options.check
    if check and not os.environ.get("GAMBOL_LONG_TESTS"):
        print("skipped: the program is compiled anew by ./gambol test --long alone")
        return SKIPPED
    targets = ["all"] if options.tests else ["programs"]
    budget = yaml.safe_load(BUDGET.read_text())
    with tempfile.TemporaryDirectory(prefix="gambol_build_cost_") as temporary:
        folder = pathlib.Path(temporary)
        speeds = [reference_seconds(folder) for _ in range(3)]
        seconds, units = compile_all(folder, targets)
        speeds += [reference_seconds(folder) for _ in range(3)]
    scale = budget["reference"] / sorted(speeds)[len(speeds) // 2]
    print(f"this machine takes {1 / scale:.2f} times as long as that of the budgets; seconds below are of that one")
    over = []
    for name, took in sorted(seconds.items(), key=lambda item: -item[1]):
        most = budget["folders"].get(name)
        print(f"{name:20} {units[name]:4} units {scale * took:8.1f} s" + (f", budget {most} s" if most else ""))
        if most and scale * took > most:
            over.append(name)
    for kind in ("src", "tests"):
        total = scale * sum(took for name, took in seconds.items() if name.startswith(kind))
        print(f"{kind:20} {total:.0f} s")
    if check and over:
        print("over budget: " + ", ".join(over))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
