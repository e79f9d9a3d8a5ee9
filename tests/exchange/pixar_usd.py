"""Opens exported USD in Pixar's own library, compiled for browsers (three-usdz-loader, fetched by npm as the lock file in
pixar/ says), and compares the points of all shapes at time codes on and between frames with what our reader makes of them.
That build has no UsdSkel: it shows no skins. Only in `./gambol test --long`.

usage: pixar_usd.py GAMBOL SOURCE
"""

import http.server
import os
import pathlib
import sys
import tempfile
import threading

import numpy as np

import npm
import usd_motion
import usda
from browser import Browser
from exports import export, write_made_up_shot
from walk_shot import walk_shot

PAGE = b"<!DOCTYPE html><title>USD</title><script src=/emHdBindings.js></script>"

# Hydra asks a renderer for prims and tells them what they are: this one only takes notes.
SCRIPT = """(async (file, times) => {
  const usd = await getUsdModule(undefined, location.origin);
  await usd.ready;
  const name = file.slice(1).replaceAll("/", "_");
  usd.FS.createDataFile("/", name, new Uint8Array(await (await fetch(file)).arrayBuffer()), true, true, true);
  const seen = {};
  const driver = new usd.HdWebSyncDriver({
    createRPrim: (type, path) => {
      const prim = seen[path] = {type};
      return {updatePoints: (points) => { prim.points = Array.from(points); },
              updateIndices: (corners) => { prim.corners = corners.length; },
              setTransform: (matrix) => { prim.matrix = Array.from(matrix); },
              setMaterial: (path) => { prim.material = path; },
              updateNormals() {}, updatePrimvar() {}};
    },
    createBPrim: () => ({}), createSPrim: () => ({updateNode() {}, updateFinished() {}}), CommitResources() {},
  }, name);
  return times.map((time) => {
    driver.SetTime(time);
    driver.Draw();
    return JSON.parse(JSON.stringify(seen));
  });
})"""


class Server(http.server.ThreadingHTTPServer):
    """Serves the library and the files below a folder to a page that may share memory among threads."""

    def __init__(self, library, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def translate_path(self, path):
                name = path.split("?")[0].lstrip("/")
                return str(folder / name if name.endswith(".usda") else library / name)

            def do_GET(self):
                if self.path != "/":
                    return super().do_GET()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE)

            def end_headers(self):
                self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
                super().end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


def compare(stage, time, seen):
    """How far the points of shapes are apart, in parts of each mesh's size; how many meshes there are."""
    worst, count = 0, 0
    for mesh in stage.of_type("Mesh"):
        # The build tells nobody what is visible.
        if "SkelBindingAPI" in mesh.apis or not stage.is_visible(mesh, time):
            continue
        theirs = seen[mesh.path]
        matrix = np.array(theirs["matrix"]).reshape(4, 4)  # for row vectors
        points = np.array(theirs["points"]).reshape(-1, 3) @ matrix[:3, :3] + matrix[3, :3]
        own = usd_motion.world(stage, mesh, time)
        ours = np.array(stage.value(mesh, "points", time)) @ own[:3, :3].T + own[:3, 3]
        assert points.shape == ours.shape and theirs["corners"] == len(stage.value(mesh, "faceVertexIndices", time))
        assert theirs["material"] == mesh.relations["material:binding"], theirs["material"]
        # Single precision counts from the origin.
        worst = max(worst, np.abs(points - ours).max() / max(np.ptp(ours), np.abs(ours).max()))
        count += 1
    # Between frames it turns quaternions of single precision by an angle near 0.
    assert count > 0 and worst < (1e-5 if time == int(time) else 1e-4), (time, count, worst)
    return worst, count


def main():
    if not os.environ.get("GAMBOL_LONG_TESTS"):
        print("skipped: Pixar's USD is asked by ./gambol test --long alone")
        return npm.SKIPPED
    gambol, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="gambol_pixar_") as temporary:
        out = pathlib.Path(temporary)
        why = npm.fetch("pixar", out / "npm")
        if why:
            print(f"skipped: Pixar's USD: {why}")
            return npm.SKIPPED
        (out / "walk.yaml").write_text(walk_shot(source))
        server = Server(out / "npm" / "node_modules" / "three-usdz-loader" / "external", out)
        for shot in (write_made_up_shot(out), out / "walk.yaml", source / "scenes" / "studies" / "shapes.yaml",
                     source / "scenes" / "studies" / "joints.yaml"):
            (file,), _ = export(gambol, shot, out, "--format", "usda", "--to", "1")
            stage = usda.read(file)
            times = [1, 1.5, 2, 12.25, 24]
            with Browser(origin=server.origin) as browser:
                browser.call("Page.navigate", url=server.origin)
                browser.run("new Promise((done) => document.readyState == 'complete' ? done() : onload = done)")
                frames = browser.run(f"{SCRIPT}({'/' + str(file.relative_to(out))!r}, {times})")
            worst = [compare(stage, time, seen) for time, seen in zip(times, frames)]
            on, between = (max(off for (off, _), time in zip(worst, times) if (time == int(time)) == whole)
                           for whole in (True, False))
            print(f"{shot.stem}: {max(count for _, count in worst)} meshes, points within {on:.1e} of those of our reader, "
                  f"between frames {between:.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
