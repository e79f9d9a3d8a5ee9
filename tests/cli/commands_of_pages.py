"""The commands that README, docs and tools' READMEs show, run as a reader would: commands_of_pages.py GAMBOL SOURCE [TEXT]

A command runs in a folder of its own in which `scenes`, `figures` and the other folders of the repository lie, so that it
writes nothing here. So that all take two minutes of processor time: a shot that a command names is cut to its first frames,
without cues and expectations; films have a picture of a few pixels; a search ends with its first candidates. A command that
is left out has its reason in LEFT_OUT, and a tool that takes long its shorter arguments in SHORTER. TEXT runs only commands
that contain it.
"""
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

import yaml

PROGRAM, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ONLY = sys.argv[3] if len(sys.argv) > 3 else ""

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")), *sorted((SOURCE / "tools").rglob("README.md"))]
LINKED = ["bench", "docs", "figures", "python", "render", "templates", "tools"]

# Patterns of commands that are not run, each with the reason.
LEFT_OUT = {
    r"[A-Z]{3,}": "words in capitals stand for what the reader has",
    r"^(cmake|ninja|cpack|ctest|apt|cd build)\b|build-(sanitize|debug|profile)": "builds with other options, or installs packages",
    r"^(\./)?gambol test\b|^build/tests/|^tools/(fuzz\.sh|check_includes\.py|guard\.py|untried_messages\.py)": "runs tests, or is one",
    r"^build/bench/|^perf |^valgrind ": "measures times, of another build",
    r"^(\./)?gambol (submit|status|retry|verify|cancel)\b|--farm\b|--record\b|^tools/farm/": "needs a farm: tests/farm has one",
    r"^(\./)?gambol watch\b|^tools/(watch_times|preview_times)\.py": "serves a browser until it is stopped: tests/live has one",
    r"^tools/cycles/": "needs Blender and half an hour; its shots are checked below",
    r"^tools/(make_\w+|degrees_of_freedom|shots_sheet)\.py": "writes what ships, in minutes",
    r"^gdb\b": "is no command of gambol",
    r"robot\.(urdf|yaml)": "the reader's robot: tests/exchange imports several",
    r"human_(walk|run)\.yaml@\*": "minutes of walking, which the test of our shots simulates",
    r"^tools/\w+_model\.py": "a module that tools import",
    r"^gambol (poses|sealed)\b": "the first words of a file, no command",
    r"\bout/(?!roach/roach_tripod|trot)|^tools/(speed_plot|paired_signs)": "needs what a search of minutes leaves",
    r"^gambol calibrate (searches/|scenes/human)": "simulates many shots in full; tests/cli/calibrating.cpp calibrates",
    r"\[\w+\|\w+|\.\.\.": "a choice of arguments, not one of them",
}

# Patterns of commands of which the page says that they end with 4, because a motion misses what it expects.
MISSES = {
    r"simulate .*hill\.yaml@bare|measure .*hill\.yaml@\*": "without sticky feet the roach does not get over the hill",
}


class Failure(Exception):
    pass


def blocks(text):
    """Lines that are indented by four spaces or stand in a fenced block, with the numbers of their lines; joined at `\\`."""
    fenced, joined, number = False, "", 0
    for at, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
            continue
        if not fenced and not line.startswith("    "):
            joined = ""
            continue
        number = number if joined else at
        joined += line.strip()
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        yield number, joined
        joined = ""


COMMAND = re.compile(r"^(\./gambol|gambol|tools/|build/|python3|cmake|ninja|cd |apt|perf|valgrind|gdb)")
INLINE = re.compile(r"`((?:\./)?gambol [a-z][^`]*|tools/[\w/]+\.(?:py|sh)(?: [^`]*)?)`")


def commands():
    for page in PAGES:
        text = page.read_text()
        for number, line in blocks(text):
            if COMMAND.match(line) and not re.match(r"gambol: \d", line):
                yield page, number, re.sub(r"\s+#.*$", "", line)
        prose = re.sub(r"(?m)^ {4}.*$", "", text)
        for match in INLINE.finditer(prose):
            yield page, prose[:match.start()].count("\n") + 1, match.group(1)


def file_of(name):
    """The shot of this name that ships, from the folder of the repository; the name itself if there is none."""
    found = [path for path in (SOURCE / "scenes").glob(f"*/{name}.yaml")]
    return str(found[0].relative_to(SOURCE)) if found else name


def composed(path, take):
    """The keys at the top of a shot, as the files that it extends give them: enough to know which parts there are."""
    tree = yaml.safe_load(path.read_text())
    base = {}
    if isinstance(tree.get("extends"), str):
        name, _, of = tree["extends"].partition("@")
        file = path.parent / name
        file = file if file.suffix == ".yaml" else SOURCE / file_of(name)
        base = composed(file, of)
    for changes in (tree, (tree.get("takes") or {}).get(take) or {}):
        for part in changes.get("without") or []:
            if part in base:
                del base[part]
        base.update({k: v for k, v in changes.items() if k != "takes"})
    return base


class Folder:
    """Where the commands of a page run, one after the other."""

    def __init__(self, folder):
        self.root = self.here = pathlib.Path(folder)
        for name in LINKED:
            os.symlink(SOURCE / name, self.root / name)
        for name in ("scenes", "searches", "build", "out"):
            (self.root / name).mkdir()
        os.symlink(PROGRAM, self.root / "build" / "gambol")
        (self.root / "tiny.yaml").write_text("gambol: 3\npreset: tiny\nwidth: 32\nheight: 18\nsamples: 1\nbounces: 1\n"
                                             "shutter_poses: 2\nlayers: false\nhair_width: 0\n")
        if (SOURCE / "gambol.yaml").exists():
            os.symlink(SOURCE / "gambol.yaml", self.root / "gambol.yaml")

    def run(self, *command):
        done = subprocess.run([str(c) for c in command], cwd=self.here, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "GAMBOL_DATA": str(SOURCE), "PATH": "/usr/bin:" + os.environ["PATH"]}, timeout=300)
        misses = any(re.search(pattern, shlex.join(map(str, command))) for pattern in MISSES)
        # A film that is cut short may end before a fault shows.
        mutates = command[0] == PROGRAM and command[1] == "mutate"
        if done.returncode not in ([4] if misses else [0, 4] if mutates else [0]):
            raise Failure(f"{shlex.join(map(str, command))} ends with {done.returncode}:\n{done.stderr[-1500:]}{done.stdout[-300:]}")
        return done.stdout

    def short_shot(self, reference):
        """The first frames of a shot, under its own name; the shot itself if it is not one that ships."""
        name, _, take = reference.partition("@")
        path = SOURCE / name
        if not path.exists() or path.parent.parent.name != "scenes" or (self.here / name).is_file() and self.here != self.root:
            return reference
        if "sequence" in yaml.safe_load(path.read_text()):
            return None
        self.write_short(path, take, self.here / name)
        return name

    def write_short(self, path, take, copy):
        parts = composed(path, take)
        without = [p for p in ("expect", "cues", "simulate_until", "starts", "tolerates", "prepare", "overlays") if p in parts]
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(f"gambol: 3\nshot: {copy.stem}\nextends: {path}{'@' + take if take else ''}\nwithout: {without}\n"
                        f"film: {{duration: 2 f, playback: 1}}\n")

    def short_own(self, name):
        """Simulates a shot of the reader's; returns its first frames, under another name, which are enough to render. A
        sequence, and a take, are what they are."""
        path = self.here / name
        if "@" in name or "sequence" in yaml.safe_load(path.read_text()):
            return name
        self.run(PROGRAM, "simulate", name)
        short = path.with_name(f"short_{path.name}")
        self.write_short(path, "", short)
        return str(short.relative_to(self.here))


FILMS = {"make", "simulate", "measure", "plot", "view", "sheet", "strobe", "export", "render", "encode"}


def where_it_is(folder, word):
    """A file of the repository, with its take, by its whole path: links out of a folder are refused."""
    name = word.partition("@")[0]
    return str(SOURCE / word) if name and (SOURCE / name).is_file() and not (folder.here / name).is_file() or (
        (folder.here / name).is_symlink() or (folder.here / name.split("/")[0]).is_symlink()) else word


def run_gambol(folder, verb, words):
    if verb in FILMS:  # a shot by its name alone
        words = [file_of(name) + at + take for name, at, take in (w.partition("@") for w in words)]
    if verb in FILMS and not any(not w.startswith("-") and "." in w for w in words):
        return None  # options alone, in a sentence
    shots = [w for w in words if w.startswith("scenes/")]
    if verb in ("optimise", "evolve"):
        return folder.run(PROGRAM, "check", SOURCE / words[0])  # a search takes minutes; the next test runs one
    if verb not in FILMS or not shots or "*" in shots[0]:
        return folder.run(PROGRAM, verb, *[where_it_is(folder, w) for w in words])
    own = (folder.here / shots[0].partition("@")[0]).exists()
    short = folder.short_shot(shots[0])
    if short is None:
        return folder.run(PROGRAM, "check", SOURCE / shots[0])  # each shot of a sequence stands on a page of its own
    rest = [w for w in words if w not in shots]
    if verb in ("make", "sheet", "strobe", "render", "encode"):
        if "--preset" in rest:
            at = rest.index("--preset")
            del rest[at:at + 2]
        rest += ["--preset", str(folder.root / "tiny.yaml")]
    if own and folder.here != folder.root and verb == "make":
        short = folder.short_own(short)
    done = folder.run(PROGRAM, verb, short, *rest)
    if folder.here != folder.root and not own:  # the reader's project has no such file
        (folder.here / short).unlink(missing_ok=True)
    return done


# A tool that simulates for minutes is asked for its help, which must know the options that the page shows. What is here ends
# soon enough to be run as it stands.
SOON = ["docs/plot_joint.py", "footsteps.py"]
# They have no help; each does its whole work at once.
NO_HELP = ["tools/faults_table.py", "tools/plot_laws.py", "tools/plot_collisions.py", "tools/speed_plot.py", "tools/preview_times.py"]


def run_tool(folder, words):
    tool = words[1] if words[0] == "python3" else words[0]
    if words[0] != "python3" and not os.access(SOURCE / tool, os.X_OK):
        raise Failure(f"{tool} may not be executed")
    if tool in NO_HELP:
        compile((SOURCE / tool).read_text(), tool, "exec")
        return
    if tool in SOON and len(words) > 1:
        # Pictures of the pages stay as they are.
        folder.run(*[str(folder.here / f"{k}.svg") if w.startswith("docs/") and not w.endswith(".py") else where_it_is(folder, w)
                     for k, w in enumerate(words)])
        return
    text = folder.run(*(["/usr/bin/python3"] if words[0] == "python3" else []), SOURCE / tool, "--help")
    for word in words:
        if word.startswith("-") and not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text):
            raise Failure(f"{tool} --help does not know {word}")


def run_command(folder, command):
    words = shlex.split(command)
    if words[0] == "cd":
        if not (folder.here / words[1]).is_dir():  # another page has made such a project
            folder.run(PROGRAM, "new", words[1])
        folder.here = folder.here / words[1]
    elif words[0] in ("./gambol", "gambol"):
        verb = words[1]
        if verb == "new" and words[2] != ".":
            shutil.rmtree(folder.here / words[2], ignore_errors=True)
        run_gambol(folder, verb, words[2:])
    elif words[0] == "python3" or words[0].startswith("tools/"):
        if words[1:2] == ["footsteps.py"]:
            shutil.copy(SOURCE / "docs" / "footsteps.py", folder.here)
        if words[1:2] == ["docs/plot_joint.py"]:
            folder.run(PROGRAM, "simulate", folder.short_shot(file_of("roach_tripod")))
        run_tool(folder, words)
    else:
        raise Failure(f"nothing is known of {words[0]}: run it, or say in LEFT_OUT why it is left out")


def save_files(folder, text, before):
    """What the page tells to save, up to the line `before`: "Save this as `FILE`:", and "at the end of `FILE`:"."""
    lines = text.splitlines()[:before]
    part = re.compile(r"(Save this as|at the end of) `([^`]+)`[^`]*?:\n\n```yaml\n(.*?)```", re.S)
    for how, name, content in part.findall("\n".join(lines) + "\n"):
        path = folder.here / name
        if not path.parent.is_dir() or (folder.here == folder.root and name.split("/")[0] in LINKED):
            continue
        if how == "Save this as":
            path.write_text(content)
        elif content not in path.read_text():
            path.write_text(path.read_text() + content)


def main():
    failures, left, done, used, seen = [], 0, 0, set(), set()
    folder, page_of = None, None
    for page, number, command in commands():
        if ONLY not in command:
            continue
        why = [pattern for pattern in LEFT_OUT if re.search(pattern, command)]
        used.update(why)
        bare = len(shlex.split(command)) == 2 and command.split()[0].endswith("gambol") and command.split()[1] not in (
            "explain", "schema")
        if why or bare or command in seen and not command.startswith("cd "):
            left += bool(why)
            continue
        seen.add(command)
        if page != page_of:
            holder = tempfile.TemporaryDirectory(prefix="gambol_pages_")
            folder, page_of = Folder(holder.name), page
        save_files(folder, page.read_text(), number)
        try:
            run_command(folder, command)
            done += 1
        except Failure as failure:
            failures.append(f"{page.relative_to(SOURCE)}:{number}: {command}\n    {failure}")
    for shot in ("cornell.yaml", "roach.yaml", "roach.yaml@still"):
        subprocess.run([PROGRAM, "check", SOURCE / "tools" / "cycles" / shot], check=True, stdout=subprocess.DEVNULL)
    if not ONLY:
        failures += [f"LEFT_OUT: no command is {pattern}" for pattern in LEFT_OUT if pattern not in used]
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{done} commands ran, {left} are left out with a reason; {spent.ru_utime + spent.ru_stime:.0f} s of processor time")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
