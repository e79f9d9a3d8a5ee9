#!/usr/bin/env python3
"""The gallery shows what ships: its YAML is part of the shot that the paragraph above names.

    gallery.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

import yaml

root = pathlib.Path(sys.argv[1])
page = (root / "docs/gallery.md").read_text()


def missing(shown, ships, where):
    """What is shown and does not ship: keys that are not there, other values, elements that no element of a list has all of."""
    if isinstance(shown, dict) and isinstance(ships, dict):
        return [m for key, value in shown.items()
                for m in (missing(value, ships[key], f"{where}.{key}") if key in ships else [f"{where}.{key}"])]
    if isinstance(shown, list) and isinstance(ships, list) and any(isinstance(item, dict) for item in shown):
        return [f"{where}: {item}" for item in shown if all(missing(item, other, where) for other in ships)]
    return [] if shown == ships else [f"{where}: {shown}"]


entries = re.findall(r"!\[[^\]]+\]\(([^)]+)\)\n\n.*?\[((?:scenes|figures)/[^\]]+)\]\([^)]+\):\n\n```yaml\n(.*?)```", page, re.S)
mistakes = [f"{picture} is missing" for picture, _, _ in entries if not (root / "docs" / picture).is_file()]
for _, shot, text in entries:
    mistakes += [f"{shot} has no {m}" for m in missing(yaml.safe_load(text), yaml.safe_load((root / shot).read_text()), "")]
if len(entries) != page.count("\n## ") or len(entries) < 10:
    mistakes.append(f"{page.count(chr(10) + '## ')} headings, {len(entries)} entries that can be checked")
print("\n".join(mistakes))
sys.exit(bool(mistakes))
