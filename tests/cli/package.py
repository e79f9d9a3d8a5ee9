"""Makes the Debian package, unpacks it elsewhere, and uses what is in it as its user would.

usage: package.py BUILD
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def completed(script, line, folder, environment):
    """What bash would offer at the end of `line`."""
    words = ("source '%s'; COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}; _gambol; printf '%%s\\n' \"${COMPREPLY[@]}\""
             % (script, line))
    return run("bash", "--norc", "-c", words, cwd=folder, env=environment).split()


def main():
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="gambol_package_") as temporary:
        folder = pathlib.Path(temporary)
        run("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder / "made")
        package, = (folder / "made").glob("*.deb")
        depends = run("dpkg-deb", "--field", package, "Depends")
        for library in ("libembree3", "libmujoco", "libavcodec", "libopenimageio", "libhdf5", "libjs-three"):
            assert library in depends, depends
        run("dpkg-deb", "--extract", package, folder / "root")
        usr = folder / "root" / "usr"
        gambol = usr / "bin" / "gambol"
        # Nothing of the checkout is near.
        environment = {"PATH": f"{usr / 'bin'}:{os.environ['PATH']}", "HOME": temporary}
        run(gambol, "new", "film", "--template", "ragdoll", cwd=folder, env=environment)
        project = folder / "film"
        run(gambol, "check", ".", cwd=project, env=environment)
        run(gambol, "render", "scenes/fall.yaml", "--preset", "draft", "--frames", "1", cwd=project, env=environment)
        run(gambol, "plot", "scenes/fall.yaml", cwd=project, env=environment)
        assert (project / "out/fall/draft/fall.0001.png").stat().st_size > 10_000
        # Programs of their own, which know the program's path and that of its data.
        run(gambol, "export", "scenes/fall.yaml", "--format", "bvh", cwd=project, env=environment)
        run(gambol, "submit", "scenes/fall.yaml", "--dry-run", cwd=project, env=environment)
        scripts = "".join(file.read_text() for file in (project / "out/fall/farm").rglob("*.sh"))
        assert str(gambol) in scripts, scripts
        # Shells.
        script = usr / "share/bash-completion/completions/gambol"
        assert completed(script, "gambol ma", project, environment) == ["make"]
        assert "draft" in completed(script, "gambol make a.yaml --preset ", project, environment)
        assert completed(script, "gambol explain camera.focal", project, environment) == ["camera.focal_length"]
        assert completed(script, "gambol explain forward_sp", project, environment) == ["forward_speed"]
        shot = usr / "share/gambol/scenes/dog/dog_trot.yaml"
        assert completed(script, f"gambol simulate {shot}@fast", project, environment) == ["fast", "faster"]
        assert not completed(script, "gambol make scenes/f", project, environment)  # bash completes files
        # The Python module, with the program on the path.
        words = ("import gambol; gambol.write_shot('a.yaml', {'extends': 'verify_fall', 'film': {'duration': '0.5 s'}, "
                 "'expect': [], 'without': ['expect']}); print(gambol.simulate('a.yaml').poses().frames)")
        module = {"PYTHONPATH": str(usr / "lib/python3/dist-packages")}
        assert run("/usr/bin/python3", "-c", words, cwd=project / "scenes", env=environment | module) == "12\n"
        assert "python3-numpy" in run("dpkg-deb", "--field", package, "Suggests")
        manual = (usr / "share/man/man1/gambol.1").read_text()
        for word in ("gambol simulate SHOT", "EXIT STATUS", "\\-\\-preset"):
            assert word in manual, word
        print(f"{package.name}: {package.stat().st_size / 2**20:.1f} MiB")


main()
