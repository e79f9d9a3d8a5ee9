#!/usr/bin/python3
"""The horizontal force on a body at which a standing figure falls, in several directions, beside what statics allows.

    tools/fall_forces.py [SHOT] [--body abdomen] [--height 0.036] [--active] [--weld] [--feet] [--slow] [--directions 8]

Simulates takes of the shot in which a constant force pushes the body from 0.5 s on, all at once, and halves the interval between
the largest that the figure bears and the least at which it falls until they differ by 2 %. It falls if its root leans by more than
45 degrees. A rigid figure of weight m g whose centre of mass stands a distance s before the edge of its support bears at most m g s / h,
where h is the height of the force: no figure bears more. Exits with 1 if one does. --active: the force is known to the calibration. --slow: in first-order dynamics, without momentum: what a force
that grows slowly does, however the figure is damped; where it falls, its springs have no equilibrium with the force.
"""
import argparse, math, os, subprocess, sys, tempfile

import h5py
import numpy as np

from program import quantity

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GAMBOL = os.environ.get("GAMBOL", os.path.join(ROOT, "build/gambol"))

FEET = 'figures: [{name: human, lock: [head, pelvis, "*_humerus", "*_forearm", "*_hand", "*_thigh", "*_shank", "*_talus"]}]\n'
SLOW = "integrator: {method: first_order, step: 1 ms}\n"
RIGID = 'figures: [{name: human, weld: ["*_hindfoot", "*_nav", "*_cuboid", "*_metat?", "*_phal?", "*_toe*"]}]\n'


def take(options, folder, force):
    cue = "{name: push, at: 0.5 s, push: {figure: human, body: %s, over: 1000 s, force: [%g, %g, 0]}}" % (options.body, *force)
    known = "prepare: [{settle: 6 s, still: 0.1 mm/s, integrator: {method: first_order, step: 1 ms}, calibrate: {over: 0.5 s, forces: [{body: %s, force: [%g, %g, 0]}]}}]\n" % (options.body, *force)
    if options.active:
        cue = cue.replace("at: 0.5 s", "at: 0 s")
    text = "shot: fall\nextends: %s\nwithout: expect\nfilm: {duration: 15 s}\n%scues: [%s]\n%s%s" % (
        os.path.abspath(options.shot), known if options.active else "", cue, RIGID if options.weld else FEET if options.feet else "", SLOW if options.slow else "")
    path = os.path.join(folder, "fall.yaml")
    with open(path, "w") as file:
        file.write(text)
    run = subprocess.run([GAMBOL, "simulate", path, "--allow-path", ROOT, "--out", folder], capture_output=True, text=True)
    if run.returncode:
        if "still moves" in run.stderr or "unstable" in run.stderr:
            return None
        sys.exit(run.stderr)
    return h5py.File(os.path.join(folder, "fall/poses.h5"))


def tilt(poses):
    w, x, y, z = poses["tracks/human/q"][:, 3:7].T
    return np.degrees(np.arccos(np.clip(1 - 2 * (x * x + y * y), -1, 1)))


def falls(options, folder, force):
    poses = take(options, folder, force)
    return poses is None or tilt(poses).max() > 45


def support(options):
    """Touching points on the ground, the centre of mass, the weight over g, and the height of the body's centre of mass."""
    with tempfile.TemporaryDirectory() as folder:
        poses = take(options, folder, (0, 0))
        names = [n.decode() if isinstance(n, bytes) else n for n in poses["film/bodies"][:]]
        at = dict(zip([n.split("/")[-1] for n in names], poses["film/transforms"][0]))
        return at, poses["tracks/human/com"][0], poses["figures/masses"][0]


def balls(at, figure):
    import yaml
    points = []
    for body in yaml.safe_load(open(figure))["bodies"]:
        for shape in body.get("collision") or []:
            for side in ("left", "right"):
                name = body["name"].replace("left", side)
                if "sphere" not in shape or name not in at:
                    continue
                p = np.array([quantity(c) for c in shape.get("at", [0, 0, 0])])
                if side == "right":
                    p[1] = -p[1]
                w, v = at[name][3], at[name][4:7]
                p = at[name][:3] + p + 2 * np.cross(v, np.cross(v, p) + w * p)
                if p[2] - quantity(shape["sphere"]) < 1e-3:
                    points.append(p[:2])
    return np.array(points)


def margin(points, com, direction):
    """Distance from the centre of mass to the edge of the points' convex hull along `direction`."""
    lower, upper = 0.0, 1.0
    # the hull contains x if no direction separates it: solved along the ray by bisection
    angles = np.linspace(0, 2 * math.pi, 3601)
    normals = np.c_[np.cos(angles), np.sin(angles)]
    reach = (points @ normals.T).max(0)
    inside = lambda s: ((com + s * direction) @ normals.T <= reach + 1e-9).all()
    for _ in range(40):
        middle = (lower + upper) / 2
        lower, upper = (middle, upper) if inside(middle) else (lower, middle)
    return lower


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shot", nargs="?", default=os.path.join(ROOT, "scenes/human/human_stand.yaml"))
    parser.add_argument("--body", default="abdomen")
    parser.add_argument("--figure", default=os.path.join(ROOT, "figures/thesis_human.yaml"))
    parser.add_argument("--height", type=float, default=0.036, help="of the body's centre of mass above its origin, m")
    parser.add_argument("--active", action="store_true")
    parser.add_argument("--weld", action="store_true", help="without joints below the ankle")
    parser.add_argument("--feet", action="store_true", help="with all joints held but those of the feet: what no spring above them can raise")
    parser.add_argument("--slow", action="store_true", help="without momentum")
    parser.add_argument("--directions", type=int, default=8, help="how many, from ahead to the left and on")
    options = parser.parse_args()
    at, com, mass = support(options)
    points = balls(at, options.figure)
    height = at[options.body][2] + options.height
    print(f"mass {mass:.2f} kg, centre of mass [{com[0]:.4f}, {com[1]:.4f}, {com[2]:.4f}] m, force at {height:.3f} m; {len(points)} balls touch")
    print("direction  margin, cm  statics, N  falls at, N")
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for k in range(options.directions):
            angle = 2 * math.pi * k / options.directions
            along = np.array([math.cos(angle), math.sin(angle)])
            s = margin(points, com[:2], along)
            most = mass * 9.81 * s / height
            stands, fall = 0.0, most * 1.05
            if not falls(options, folder, fall * along):
                stands, fall, fine = fall, math.inf, False
            while fall - stands > 0.02 * fall and fall < math.inf:
                middle = (stands + fall) / 2
                stands, fall = (stands, middle) if falls(options, folder, middle * along) else (middle, fall)
            print(f"{math.degrees(angle):6.0f} deg  {100 * s:9.1f}  {most:10.1f}  {fall:11.1f}", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
