#!/usr/bin/env python3
"""How well a farm's time is used: workers that sleep for as long as frames took, fed with the chunks
that `gambol submit` writes.

    tools/farm/efficiency.py GAMBOL RECORDS... [--workers 1,10,100,1000] [--frames 100000]
                             [--start 0.35] [--gap 0.8] [--rate 500] [--longer 1] [--sleep] [--chunk N]

RECORDS are files that `gambol render --record` wrote: the frames' real lengths, repeated as often
as is needed. See README.md beside this file.
"""

import argparse
import heapq
import os
import pathlib
import queue
import re
import subprocess
import tempfile
import threading
import time

BRICK = "figure: brick\nbodies:\n  - {name: body, shapes: [{box: [1 cm, 1 cm, 1 cm]}]}\n"
LONG_SHOT = """shot: long
film: {{fps: 24, duration: {frames} f}}
world: {{ground: {{}}}}
figures: [{{name: brick, file: ../figures/brick.yaml, at: [0, 0, 2 cm]}}]
camera: {{position: [10 cm, -10 cm, 5 cm], target: [0, 0, 1 cm]}}
"""
# Slurm's own, if nobody changes them.
CONFIG = "MaxArraySize            = 1001\nMaxJobCount             = 10000\n"


def lengths_of(files):
    """Seconds of each frame that is recorded."""
    lengths = []
    for file in files:
        for line in pathlib.Path(file).read_text().splitlines():
            found = re.match(r"frame (\d+) seconds ([\d.]+) ", line)
            if found:
                lengths.append(float(found[2]))
    return lengths


def tasks_for(gambol, frames, workers, options):
    """The frames of each task, as submit deals them out on a Slurm of so many nodes."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "scenes").mkdir()
        (folder / "scenes/long.yaml").write_text(LONG_SHOT.format(frames=frames))
        (folder / "figures").mkdir()
        (folder / "figures/brick.yaml").write_text(BRICK)
        for name, said in [("scontrol", CONFIG), ("sinfo", f"farm* {workers} idle\n"),
                           ("squeue", "")]:
            program = folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f"#!/bin/sh\ncat <<'END'\n{said}END\n")
            program.chmod(0o755)
        begin = time.monotonic()
        ran = subprocess.run([gambol, "submit", "scenes/long.yaml", "--dry-run",
                              *options], cwd=folder, capture_output=True, text=True,
                             env=dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}"))
        took = time.monotonic() - begin
        assert ran.returncode == 0, ran.stderr
        chunks, = folder.glob("out/*/farm/*/dry-run/chunks.txt")
        return [parse_frames(line) for line in chunks.read_text().split()], took


def parse_frames(text):
    frames = []
    for part in text.split(","):
        ends, _, step = part.partition("x")
        first, _, last = ends.partition("-")
        frames += range(int(first), int(last or first) + 1, int(step or 1))
    return frames


def computed(tasks, workers, seconds, asked):
    """When the last task ends if each worker takes the next task as it gets free, and the scheduler
    starts no more than so many a second."""
    free = [0.0] * workers
    heapq.heapify(free)
    next_start = 0.0
    end = 0.0
    for task in tasks:
        begin = max(heapq.heappop(free), next_start)
        next_start = begin + 1 / asked.rate if asked.rate > 0 else begin
        done = begin + asked.start + sum(seconds(f) for f in task)
        end = max(end, done)
        heapq.heappush(free, done + asked.gap)
    return end


def slept(tasks, workers, seconds, asked):
    """The same with as many threads that really sleep."""
    todo = queue.SimpleQueue()
    for task in tasks:
        todo.put(task)

    def work():
        while True:
            try:
                task = todo.get_nowait()
            except queue.Empty:
                return
            time.sleep(asked.start)
            for frame in task:
                time.sleep(seconds(frame))
            time.sleep(asked.gap)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.monotonic() - begin - asked.gap


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("gambol")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--workers", default="1,10,100,1000")
    parser.add_argument("--frames", type=int, default=100000)
    parser.add_argument("--start", type=float, default=0.35, help="s from a task's start to its frames'")
    parser.add_argument("--gap", type=float, default=0.8, help="s from a task's end to the next's start")
    parser.add_argument("--rate", type=float, default=500, help="tasks that the scheduler starts a second")
    parser.add_argument("--longer", type=float, default=1, help="frames take so many times as long")
    parser.add_argument("--chunk", help="a fixed size, as of submit")
    parser.add_argument("--assume", type=int, help="workers that submit is told of, if others")
    parser.add_argument("--sleep", action="store_true", help="really sleep: takes as long as it takes")
    asked = parser.parse_args()
    lengths = [asked.longer * s for s in lengths_of(asked.records)]
    seconds = lambda frame: lengths[(frame - 1) % len(lengths)]
    work = sum(seconds(f) for f in range(1, asked.frames + 1))
    print(f"{asked.frames} frames of {min(lengths):.2f} to {max(lengths):.2f} s, {work / 3600:.1f} h")
    print(f"{len(lengths)} lengths; a task costs {asked.start + asked.gap:.1f} s besides its frames")
    print("workers  tasks  longest  submit, s  all done, s  efficiency")
    for workers in map(int, asked.workers.split(",")):
        options = ["--chunk", asked.chunk] if asked.chunk else []
        tasks, took = tasks_for(str(pathlib.Path(asked.gambol).absolute()),
                                asked.frames, asked.assume or workers, options)
        assert sorted(f for t in tasks for f in t) == list(range(1, asked.frames + 1))
        end = (slept if asked.sleep else computed)(tasks, workers, seconds, asked)
        print(f"{workers:7}  {len(tasks):5}  {max(map(len, tasks)):7}  {took:9.2f}  {end:11.0f}  "
              f"{100 * work / (workers * end):9.1f}%", flush=True)


if __name__ == "__main__":
    main()
