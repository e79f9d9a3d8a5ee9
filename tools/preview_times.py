#!/usr/bin/env python3
"""How long the pages of `gambol view` take to show their first picture in headless Chromium, from
navigation until it is drawn, and how large they are: preview_times.py PAGE.html...

Without a graphics card, as here, it is the processor that draws: a desktop is faster."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/exchange"))
from browser import Browser  # noqa: E402


def first_picture(page):
    with Browser(1280, 800) as browser:
        time.sleep(1)  # the browser has come up
        took = browser.open(page)
        assert not browser.problems, browser.problems
        return took


for page in sys.argv[1:]:
    times = sorted(first_picture(page) for _ in range(3))
    print(f"{os.path.basename(page):32} {os.path.getsize(page) / 1e6:5.2f} MB   median {times[1]:5.0f} ms   "
          f"best {times[0]:5.0f} ms", flush=True)
