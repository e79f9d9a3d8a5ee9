#!/usr/bin/env python3
"""How well a farm's time is used by an evolution: workers that are busy for as long as candidates took, fed
as `gambol evolve --farm` feeds them.

    tools/farm/evolution.py RECORDS... [--workers 1,10,100,1000] [--candidates-each 300] [--look-back 8]
                            [--chunk 0] [--start 0.35] [--gap 0.8] [--rate 500] [--poll 1] [--longer 1]

RECORDS are files that `gambol evolve --record` wrote: the processor time of each candidate, drawn from as
often as is needed. See README.md beside this file.
"""

import argparse
import heapq
import pathlib
import random


def seconds_of(files):
    return [float(line.split()[1]) for file in files for line in pathlib.Path(file).read_text().splitlines()]


def simulated(seconds, workers, look_back, chunk, asked):
    """When the last candidate is learned. Candidate k is bred once the process that asks and tells knows the
    results 0 to k - look_back; it looks into the store every `poll` seconds, and submits what it has bred
    in chunks."""
    count = len(seconds)
    known = bytearray(count)  # to the process that asks and tells
    told = bred = 0
    free = [0.0] * workers  # when each worker can begin another task
    heapq.heapify(free)
    ends = []  # heap of (time, first, last) of tasks
    started = 0.0  # when the scheduler may start another task
    waiting = []  # bred, not submitted
    now = 0.0
    while told < count:
        while ends and ends[0][0] <= now:
            for k in heapq.heappop(ends)[1]:
                known[k] = 1
        while told < count and known[told]:
            told += 1
        more = min(count, told + look_back)
        waiting += range(bred, more)
        bred = more
        if waiting and (len(waiting) >= chunk or not ends):
            for i in range(0, len(waiting), chunk):
                task = waiting[i:i + chunk]
                begin = max(heapq.heappop(free), now, started)
                started = begin + 1 / asked.rate if begin == started else max(started, begin)
                end = begin + asked.start + sum(seconds[k] for k in task)
                heapq.heappush(free, end + asked.gap)
                heapq.heappush(ends, (end, task))
            waiting = []
        now += asked.poll
        if ends and ends[0][0] > now:  # nothing happens until then
            now += asked.poll * int((ends[0][0] - now) / asked.poll)
    return now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="+")
    parser.add_argument("--workers", default="1,10,100,1000")
    parser.add_argument("--candidates-each", type=int, default=300, help="candidates for each worker")
    parser.add_argument("--look-back", type=float, default=8, help="for each worker")
    parser.add_argument("--chunk", type=int, default=0, help="candidates per task; 0: a quarter of the look back")
    parser.add_argument("--start", type=float, default=0.35)
    parser.add_argument("--gap", type=float, default=0.8)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--poll", type=float, default=1)
    parser.add_argument("--longer", type=float, default=1)
    asked = parser.parse_args()
    measured = seconds_of(asked.records)
    print(f"{len(measured)} candidates of {sum(measured) / len(measured) * asked.longer:.3f} s on the mean, "
          f"{max(measured) * asked.longer:.3f} s at most")
    for workers in map(int, asked.workers.split(",")):
        dice = random.Random(1)
        seconds = [asked.longer * dice.choice(measured) for _ in range(workers * asked.candidates_each)]
        look_back = max(1, round(asked.look_back * workers))
        chunk = asked.chunk or max(1, look_back // (4 * workers))
        took = simulated(seconds, workers, look_back, chunk, asked)
        print(f"{workers:5} workers, look_back {look_back}, chunks of {chunk}: {took:8.0f} s, "
              f"efficiency {sum(seconds) / workers / took:.1%}")


if __name__ == "__main__":
    main()
