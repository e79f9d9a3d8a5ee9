#!/usr/bin/env python3
"""Compiles each C++ file by itself, without its batch, and only its syntax: finds missing includes.

    tools/check_includes.py                  all files: a quarter of an hour on two idle cores
    tools/check_includes.py src/shot tests/shot/load_shot.cpp
                                             those in a folder, and one file
    tools/check_includes.py --since main     files that differ from a commit

Prints the compiler's messages; exit code 1 if there are any. Nothing is built: CMake only writes the
commands, in build-single/.
"""
import argparse, concurrent.futures, json, os, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def check(command):
    line = re.sub(r"^\S*ccache ", "", command["command"])
    line = re.sub(r" -o \S+", "", line) + " -fsyntax-only -O0"
    return subprocess.run(["nice", "sh", "-c", line], cwd=command["directory"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", nargs="*", help="files or folders; default: all")
    parser.add_argument("--since", metavar="COMMIT", help="only files that differ from it")
    options = parser.parse_args()
    build = ROOT / "build-single"
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DGAMBOL_BATCHES=OFF"],
                   check=True, stdout=subprocess.DEVNULL)
    commands = json.loads((build / "compile_commands.json").read_text())
    commands = [c for c in commands
                if pathlib.Path(c["file"]).is_relative_to(ROOT) and build not in pathlib.Path(c["file"]).parents]
    if options.paths:
        wanted = [pathlib.Path(p).resolve() for p in options.paths]
        commands = [c for c in commands
                    if any(pathlib.Path(c["file"]).is_relative_to(w) for w in wanted)]
    if options.since:
        changed = subprocess.run(["git", "diff", "--name-only", options.since], cwd=ROOT, check=True,
                                 text=True, stdout=subprocess.PIPE).stdout.split()
        commands = [c for c in commands
                    if str(pathlib.Path(c["file"]).relative_to(ROOT)) in changed]
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for command, said in zip(commands, pool.map(check, commands)):
            if said:
                wrong += 1
                print(f"-- {pathlib.Path(command['file']).relative_to(ROOT)}\n{said}", flush=True)
    print(f"{len(commands)} files, {wrong} with messages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
