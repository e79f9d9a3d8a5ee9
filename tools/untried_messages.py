#!/usr/bin/env python3
"""Lists the messages about input files that no test expects.

A message is a call of report(), add(), fail(), refuse() and their like in the folders that read
files, with a sentence in it; it counts as tried if all of the longest words between its
placeholders stand in one text of the tests. `--all` lists those that are tried too.
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
folders = ["base", "geometry", "image", "poses", "schema", "figure", "gait", "shot", "dynamics", "contact",
           "control", "analysis", "simulation"]
calls = re.compile(r"(?:\b|\.)(report|report_unknown|add|fail|refuse|file_problem|require|"
                   r"refuse_state_file|check_name|check_patterns|push_back|invalid_argument|"
                   r"runtime_error|Problem|only|why_no_file|too_long_a_chain)\s*[({]")
literal = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def strip_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda m: m.group(1) or "", text)


def arguments(text, at):
    """The text between the brackets that open at `at`."""
    depth, i = 0, at
    while i < len(text):
        if text[i] == '"':
            i = literal.match(text, i).end() - 1 if literal.match(text, i) else i
        elif text[i] in "({":
            depth += 1
        elif text[i] in ")}":
            depth -= 1
            if depth == 0:
                return text[at + 1:i]
        i += 1
    return text[at + 1:]


def joined_literals(text):
    """Adjacent literals are one."""
    text = re.sub(r'"\s*\n?\s*"', "", text)
    return [m.replace('\\"', '"').replace("\\n", "\n") for m in literal.findall(text)]


def pieces(sentence):
    """What stands in it whatever its placeholders are."""
    parts = re.split(r"\{[^{}]*\}", sentence)
    return [p.strip() for p in parts if len(p.strip()) >= 4]


tests = []
for file in sorted((root / "tests").rglob("*")):
    if file.suffix == ".cpp":
        tests += joined_literals(strip_comments(file.read_text()))
    elif file.suffix == ".txt":
        tests += file.read_text().splitlines()
whole = "\n".join(tests)

total, untried = 0, []
for folder in folders:
    sources = (root / "src" / folder).rglob("*")
    for file in sorted(file for file in sources if file.suffix in (".cpp", ".h")):
        text = strip_comments(file.read_text())
        seen = set()
        for call in calls.finditer(text):
            begin = call.end() - 1
            for sentence in joined_literals(arguments(text, begin)):
                if " " not in sentence or not pieces(sentence) or sentence in seen:
                    continue
                seen.add(sentence)
                total += 1
                if not all(p in whole for p in pieces(sentence)):
                    line = text.count("\n", 0, begin) + 1
                    untried.append(f"{file.relative_to(root)}:{line}: {sentence}")
print("\n".join(untried))
print(f"{total - len(untried)} of {total} sentences are expected by tests", file=sys.stderr)
