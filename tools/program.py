"""The built program, for the tools that try motions."""
import os, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def quantity(value):
    """SI, of a number or of a text like 7.5 mm; of lengths mm, cm and m, of others the number as it is."""
    number, _, unit = str(value).strip().partition(" ")
    return float(number) * {"mm": 1e-3, "cm": 1e-2}.get(unit, 1)


def built(path=os.path.join(ROOT, "build", "gambol")):
    """`path`, or the end of the tool with one message if no program is there."""
    if not os.path.exists(path):
        sys.exit(f"{path} is not there: ./gambol --version builds it")
    return str(path)


def simulate(text, name, out, folder):
    """Simulates the shot `name` of this text, which it leaves in `folder`. Returns the file of its poses; a missed expectation is no error."""
    program = built()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name + ".yaml")
    with open(path, "w") as f:
        f.write(text)
    shutil.rmtree(os.path.join(out, name), ignore_errors=True)
    run = subprocess.run([program, "simulate", path, "--out", out], capture_output=True, text=True)
    if run.returncode not in (0, 4):
        sys.exit(run.stderr)
    return os.path.join(out, name, "poses.h5")
