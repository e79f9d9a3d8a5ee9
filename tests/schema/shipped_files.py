"""Validates every file that gambol ships against `gambol schema`, with a validator that is not ours; and that tools/shots_sheet.py finds the shots.

usage: shipped_files.py GAMBOL SOURCE
"""

import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml


class Yaml12(yaml.CSafeLoader):
    """PyYAML reads YAML 1.1, where `on` is true and `1:30` a number; gambol's files are YAML 1.2."""


def resolve_as_yaml_12():
    ours = ("bool", "int", "float", "timestamp")
    Yaml12.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag.rsplit(":", 1)[1] not in ours]
        for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()}
    for tag, pattern, first in [
            ("bool", "true|false|True|False|TRUE|FALSE", "tfTF"),
            ("int", "[-+]?[0-9]+", "-+0123456789"),
            ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+0123456789.")]:
        Yaml12.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^({pattern})$"), list(first))


def kinds_of(gambol):
    overview = subprocess.run([gambol, "explain"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in overview.splitlines() if line.startswith("  ")]


def validator(gambol, kind):
    schema = json.loads(subprocess.run([gambol, "schema", kind], check=True, capture_output=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def main():
    gambol, source = sys.argv[1], pathlib.Path(sys.argv[2])
    sys.path.insert(0, str(source / "tools"))
    import shots_sheet  # which finds the shots by itself

    resolve_as_yaml_12()
    validators = {kind: validator(gambol, kind) for kind in kinds_of(gambol)}
    seen, faults = 0, 0
    for folder in ("scenes", "figures", "render", "searches", "templates"):
        for path in sorted((source / folder).rglob("*.yaml")):
            file = yaml.load(path.read_text(), Yaml12)
            kind = next(kind for kind in validators if kind in file)
            seen += 1
            if folder == "scenes" and shots_sheet.is_shot(path) != (kind == "shot"):
                faults += 1
                print(f"{path.relative_to(source)}: tools/shots_sheet.py takes it for another kind than {kind}")
            fault = jsonschema.exceptions.best_match(validators[kind].iter_errors(file))
            if fault:
                faults += 1
                where = ".".join(map(str, fault.absolute_path))
                print(f"{path.relative_to(source)}: {where}: {fault.message[:300]}")
    # A schema that accepts everything would pass too.
    for kind, broken in (("shot", {"shot": "a", "filn": {}}), ("figure", {"figure": "a", "bodies": 3}),
                         ("look", {"look": "a", "exposure": "1 kg m"})):
        if validators[kind].is_valid(broken):
            faults += 1
            print(f"the schema of a {kind} accepts {broken}")
    print(f"{seen} files, {faults} faults")
    sys.exit(1 if faults or seen < 200 else 0)


main()
