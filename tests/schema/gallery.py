#!/usr/bin/env python3
"""The gallery shows what ships: each line of its YAML stands in the shot that the paragraph above names.

    gallery.py SOURCE_FOLDER
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "docs/gallery.md").read_text()


def lines_of(text):
    """Lines without indentation and dashes, as a part of a list may be shown without those before it."""
    return [line.strip().removeprefix("- ").split("  #")[0].strip() for line in text.splitlines() if line.strip()]


entries = re.findall(r"!\[[^\]]+\]\(([^)]+)\)\n\n.*?\[((?:scenes|figures)/[^\]]+)\]\([^)]+\):\n\n```yaml\n(.*?)```", page, re.S)
mistakes = [f"{picture} is missing" for picture, _, _ in entries if not (root / "docs" / picture).is_file()]
for _, shot, yaml in entries:
    ships = set(lines_of((root / shot).read_text()))
    mistakes += [f"{shot} has no line: {line}" for line in lines_of(yaml) if line not in ships]
if len(entries) != page.count("\n## ") or len(entries) < 10:
    mistakes.append(f"{page.count(chr(10) + '## ')} headings, {len(entries)} entries that can be checked")
print("\n".join(mistakes))
sys.exit(bool(mistakes))
