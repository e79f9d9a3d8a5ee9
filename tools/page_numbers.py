#!/usr/bin/env python3
"""Compares numbers on pages with what shots measure, and writes them anew.

    tools/page_numbers.py [PAGE...]             simulates the shots that pages name; exit 1 if a number is off
    tools/page_numbers.py --write [PAGE...]     ... and writes those that are off into the pages
    ... --measured FOLDER                       what `measure --json` said of each shot, SHOT.json, instead

Default: all pages in docs/. A number that is measured is followed by a comment, which readers do not see:

    It walks at 5.3 cm/s<!-- = roach_tripod: forward_speed -->.     | 5.3<!-- = roach_tripod: forward_speed, cm/s, within 3 % --> |

First the shot, SHOT or SHOT@TAKE; then an expectation of it, by its name or as `gambol measure` prints it, such as
`duty_factor (left)`. The unit stands between number and comment, or follows the measure; without one it is the measure's. `within` says
how far the measure may be off the number, in percent or in its unit; default: two percent, or half of one in the last digit.
"""
import argparse, json, os, pathlib, re, subprocess, sys

from program import ROOT, built

UNIT = r"(?:1/)?[A-Za-z°%][\w/*°%]*"
MARK = re.compile(r"(?<![\w.,/−-])(?P<number>-?\d+(?:\.\d+)?)(?P<stars>\**)(?: ?(?P<unit>" + UNIT + r"))?"
                  r"<!-- = (?P<shot>[\w@]+): (?P<measure>[^>]+?)(?:, (?P<of>" + UNIT + r"))?(?:, within (?P<within>[\d.]+)(?P<percent> ?%)?)? -->")
ANY = re.compile(r"<!-- = ")
PREFIX = {"": 1, "m": 1e-3, "c": 1e-2, "k": 1e3, "u": 1e-6}


def factor(measured, shown):
    """By which a value in the unit `measured` is multiplied for the unit `shown`; None if they differ in kind."""
    shown = {"°": "deg", "percent": "%"}.get(shown, shown)
    if shown == measured or not shown:
        return 1
    if shown == "%":
        return 100 if measured == "" else None
    if re.search(r"\d", measured + shown):  # powers are not converted
        return None
    for a, of_measured in PREFIX.items():
        for b, of_shown in PREFIX.items():
            if measured.startswith(a) and shown.startswith(b) and measured[len(a):] == shown[len(b):]:
                return of_measured / of_shown
    return None


class Shots:
    """The measurements of shots by their names."""

    def __init__(self, folder):
        self.folder, self.known = folder, {}
        self.shipped = {path.stem for path in pathlib.Path(ROOT, "scenes").rglob("*.yaml")}

    def measured(self, shot):
        if shot.partition("@")[0] not in self.shipped:
            return None
        if shot not in self.known:
            self.known[shot] = self.read(shot) if self.folder else self.simulate(shot)
        return self.known[shot]

    def read(self, shot):
        path = pathlib.Path(self.folder) / f"{shot}.json"
        return json.loads(path.read_text())["measurements"] if path.exists() else None

    def simulate(self, shot):
        if subprocess.run([built(), "simulate", shot], cwd=ROOT, capture_output=True).returncode not in (0, 4):
            return None
        run = subprocess.run([built(), "measure", shot, "--json"], cwd=ROOT, capture_output=True, text=True)
        return json.loads(run.stdout)["measurements"] if run.stdout else None


def named(measurements, name):
    """Those that the name means: by their own names, or else as measures without one."""
    titles = lambda m: (m["measure"], f"{m['measure']} ({m['body']})")
    return [m for m in measurements if name == m["name"]] or [m for m in measurements if not m["name"] and name in titles(m)]


def problem_of(mark, shots):
    """What is wrong with a number, and the one that should stand there; (None, None) if it is right."""
    measurements = shots.measured(mark["shot"])
    if measurements is None:
        return f"there is no shot {mark['shot']} that was measured", None
    found = named(measurements, mark["measure"])
    if len(found) != 1:
        return f"{mark['shot']} has {len(found) or 'no'} measurements {mark['measure']}, expected one", None
    by = factor(found[0]["unit"], mark["of"] or mark["unit"] or "")
    if by is None:
        return f"{mark['measure']} is in {found[0]['unit'] or 'no unit'}, not in {mark['of'] or mark['unit']}", None
    if found[0]["value"] is None:
        return f"{mark['shot']}: {mark['measure']} has no value", None
    value, number = by * found[0]["value"], float(mark["number"])
    decimals = len(mark["number"].partition(".")[2])
    if mark["within"]:
        most = float(mark["within"]) * (abs(number) / 100 if mark["percent"] else 1)
    else:
        most = max(0.02 * abs(number), 0.5 * 10**-decimals)
    if abs(value - number) <= most * (1 + 1e-9):
        return None, None
    text = f"{value:.{decimals}f}"
    return f"{mark['shot']}: {mark['measure']} is {value:.4g}, the page says {mark['number']}", text


def look_at(page, shots, write):
    """The problems of a page, which is written anew if asked, and how many numbers it has."""
    text, problems, count = page.read_text(), [], 0

    def replace(match):
        nonlocal count
        count += 1
        problem, number = problem_of(match, shots)
        if problem and not (write and number):
            line = text.count("\n", 0, match.start()) + 1
            problems.append(f"{os.path.relpath(page, ROOT)}:{line}: {problem}")
        return number + match.group(0)[len(match["number"]):] if problem and number and write else match.group(0)

    changed = MARK.sub(replace, text)
    if changed != text:
        page.write_text(changed)
    if len(ANY.findall(text)) != count:
        problems.append(f"{os.path.relpath(page, ROOT)}: {len(ANY.findall(text)) - count} comments follow no number, or cannot be read")
    return problems, count


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("pages", nargs="*", type=pathlib.Path)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--measured", metavar="FOLDER")
    arguments = arguments.parse_args()
    shots, problems, count = Shots(arguments.measured), [], 0
    for page in arguments.pages or sorted(pathlib.Path(ROOT, "docs").rglob("*.md")):
        of_page, numbers = look_at(page.resolve(), shots, arguments.write)
        problems += of_page
        count += numbers
    print("\n".join([*problems, f"{count} numbers of {len(shots.known)} shots, {len(problems)} {'problem' if len(problems) == 1 else 'problems'}"]))
    return 1 if problems else 0


sys.exit(main())
