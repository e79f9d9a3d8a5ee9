"""Packages of npm, as a lock file says. Where there is no npm, or no registry that it reaches, there is nothing to test with."""

import pathlib
import shutil
import subprocess

SKIPPED = 77  # as tests/CMakeLists.txt knows it


def fetch(name, folder):
    """Installs what tests/exchange/<name>/ asks for in `folder`. Returns why it cannot be had; nothing if it is there."""
    if not shutil.which("npm") or not shutil.which("node"):
        return "there is no npm on this machine"
    shutil.copytree(pathlib.Path(__file__).with_name(name), folder)
    try:
        done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder,
                              capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "npm got no answer within two minutes"
    assert "EINTEGRITY" not in done.stderr, done.stderr  # another package of that name
    if done.returncode != 0:
        return "npm could not fetch it: " + next((line for line in done.stderr.splitlines() if line), "no reason given")
    return None
