#!/usr/bin/python3
"""Postures of the thesis's human that are solved for: on its toes, everted, and a low squat with the way up from it.

    tools/human_postures.py toes                 # the joints of `on_toes` of figures/human_postures.yaml, and where its root begins
    tools/human_postures.py squat                # writes figures/human_squat.yaml: the way up from `low_squat`

Prints the angles of the left side, rad, and places, m. The joints come from `gambol bodies`, the balls of the feet from the figure's file.
`toes`: a foot that is pitched and everted has its bones bent so that the heads of all metatarsals touch one plane, with as little as possible
of what bends the stiffest bones; the toes come down to half a millimetre above it; the leg stands over the foot where the foot stood.
`squat`: hips, knees and ankles that leave the foot where it is in `low_squat`, and the centre of mass where it is over the foot; each posture
is then calibrated on the ground of the shot human_squat.
"""
import argparse, fnmatch, json, os, subprocess, tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices of three rows
import numpy as np
import yaml
from scipy.optimize import brentq, least_squares

from program import ROOT, built, quantity

FIGURE = os.path.join(ROOT, "figures/thesis_human.yaml")
POSTURES = os.path.join(ROOT, "figures/human_postures.yaml")
HEADS = [f"left_metat{i}" for i in range(1, 6)]
TIPS = ["left_toe1"] + [f"left_toe{i}_2" for i in range(2, 6)]
LEG = ["left_thigh.r1", "left_thigh.r2", "left_thigh.r3", "left_shank", "left_talus", "left_hindfoot"]


def turn(axis, angle):
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def as_vector(of):
    """How far a turn is from none, about each axis; to first order."""
    return np.array([of[2, 1] - of[1, 2], of[0, 2] - of[2, 0], of[1, 0] - of[0, 1]]) / 2


class Human:
    def __init__(self):
        run = subprocess.run([built(), "bodies", FIGURE, "--json"], capture_output=True, text=True, check=True)
        self.bodies = json.loads(run.stdout)["bodies"]
        figure = yaml.safe_load(open(FIGURE))
        self.balls = {}
        for body in figure["bodies"]:
            self.balls[body["name"]] = [(np.array([quantity(x) for x in s.get("at", [0, 0, 0])]), quantity(s["sphere"]))
                                        for s in body.get("collision") or [] if "sphere" in s]
        self.poses = {n: p["joints"] for n, p in {**figure["poses"], **yaml.safe_load(open(POSTURES))["poses"]}.items()}

    def pose(self, name, **changes):
        """Angles of the left side by degree of freedom, of one of the figure's poses over the anatomical one."""
        angles = {}
        for body in self.bodies:
            for dof in body["dofs"]:
                if dof["name"].startswith("right"):
                    continue
                angles[dof["name"]] = 0
                for pattern, to in {**self.poses["table_11"], **self.poses[name]}.items():
                    if dof["name"] == pattern or fnmatch.fnmatchcase(dof["name"], pattern) or dof["name"].split(".")[0] == pattern:
                        angles[dof["name"]] = to
        return {**angles, **changes}

    def place(self, root, angles, only=None):
        """(rotation, origin) of bodies; root: x, z and lean."""
        at = {}
        for body in self.bodies:
            if only and body["body"] not in only:
                continue
            if not body["parent"]:
                at[body["body"]] = (turn([0, 1, 0], root[2]), np.array([root[0], 0, root[1]]))
                continue
            R, p = at[body["parent"]]
            p = p + R @ np.array(body["offset"], float)
            for dof in body["dofs"]:
                R = R @ turn(dof["axis_at_zero"], angles[dof["name"].replace("right", "left")])
            at[body["body"]] = (R, p)
        return at

    def com(self, at):
        return sum(b["mass"] * (at[b["body"]][1] + at[b["body"]][0] @ np.array(b["com"])) for b in self.bodies) / sum(b["mass"] for b in self.bodies)

    def bones(self, foot, angles):
        """The foot's bones, if the hindfoot has the rotation `foot`, from the hindfoot's origin."""
        at = {"left_hindfoot": (foot, np.zeros(3))}
        for body in self.bodies:
            if body["parent"] in at and body["body"].startswith("left"):
                R, p = at[body["parent"]]
                p = p + R @ np.array(body["offset"], float)
                for dof in body["dofs"]:
                    R = R @ turn(dof["axis_at_zero"], angles[dof["name"]])
                at[body["body"]] = (R, p)
        return at

    def lowest(self, at, body):
        R, p = at[body]
        return min((p + R @ centre)[2] - radius for centre, radius in self.balls[body])


CHAIN = {"abdomen", "pelvis", "left_thigh", "left_shank", "left_talus", "left_hindfoot"}


def rounded(angles, names):
    return ", ".join(f"{n}: {angles[n]:.4g}" for n in names)


def toes(human, options):
    pose = human.pose("upright", left_shank=0.05)
    arms = human.poses["on_toes"]
    pose.update({n: a for n, a in arms.items() if n.startswith(("left_humerus", "left_forearm", "left_hand."))})
    foot = turn([0, 0, 1], options.yaw) @ turn([0, 1, 0], options.pitch) @ turn([1, 0, 0], -options.eversion)
    names = ["left_nav", "left_cuboid"] + HEADS
    begin = np.array([pose[n] for n in names])
    reluctance = np.array([2.5, 2.5, 0.8, 1.2, 1.2, 0.8, 0.8])  # the middle rays of a foot are the stiffest

    def off_plane(u):
        at = human.bones(foot, {**pose, **dict(zip(names, u[:7]))})
        return np.concatenate([[2e4 * (human.lowest(at, head) - u[7]) for head in HEADS], reluctance * (u[:7] - begin)])

    solved = least_squares(off_plane, np.append(begin, -0.06)).x
    plane = solved[7]
    pose.update(zip(names, solved[:7]))
    for i, tip in enumerate(TIPS, 1):
        toe = f"left_phal{i}"

        def above(angle):
            at = human.bones(foot, {**pose, f"{toe}.r2": angle})
            return min(human.lowest(at, toe), human.lowest(at, tip)) - plane - options.above
        pose[f"{toe}.r2"] = brentq(above, -1.7, 0.2)
    standing = human.place((0, 1.265, 0.045), human.pose("upright"))
    stood = np.mean([standing[h][1] + standing[h][0] @ human.balls[h][0][0] for h in HEADS], 0)
    bones = human.bones(foot, pose)
    middle = np.mean([bones[h][1] + bones[h][0] @ human.balls[h][0][0] for h in HEADS], 0)
    free = ["left_thigh.r1", "left_thigh.r2", "left_thigh.r3", "left_talus", "left_hindfoot"]

    def off_foot(v):
        R, p = human.place((0, 0, options.lean), {**pose, **dict(zip(free, v))}, CHAIN)["left_hindfoot"]
        return np.concatenate([as_vector(R @ foot.T), [2 * (p + middle - stood)[1], 0.01 * (v[0] - 0.05)]])

    pose.update(zip(free, least_squares(off_foot, [0.09, 0.05, 0.1, 0.3, 0.2]).x))
    at = human.place((0, 0, options.lean), pose)
    ankle = at["left_hindfoot"][1]
    hand = max((at["left_hand"][1] + at["left_hand"][0] @ c)[0] + r for c, r in human.balls["left_hand"])
    x = stood[0] - (ankle + middle)[0]
    print(rounded(pose, free + ["left_shank"] + names + [f"left_phal{i}.r2" for i in range(1, 6)]))
    print(f"root at x {x:.4f}, z {-(ankle[2] + plane):.4f}, lean {options.lean}; hands reach to x {hand + x:.4f}; "
          f"heels {1e3 * (human.lowest(bones, 'left_hindfoot') - plane):.0f} mm up; centre of mass {human.com(at)[0] + x - stood[0]:.3f} ahead of the heads")


# Heights of the root on the way up from the squat, m; the knee is nearly straight at the last.
HEIGHTS = [0.78, 0.82, 0.86, 0.90, 0.95, 1.0, 1.05, 1.1, 1.14, 1.18, 1.21, 1.24]


def way_up(human):
    """(height, lean, x of the root, angles) at HEIGHTS."""
    low, up = human.pose("low_squat"), human.pose("upright")
    ends = {n: (low[n], up[n]) for n in low if n.startswith(("head", "left_humerus", "left_forearm", "left_hand."))}
    root = np.array([0.0059, 0.742, 0.508])
    at = human.place(root, low)
    foot, com = at["left_hindfoot"], human.com(at)[0]
    u = np.append([low[n] for n in LEG], root[0])
    for z in sorted(set(np.round(np.arange(0.76, HEIGHTS[-1], 0.02), 3)) | set(HEIGHTS)):  # small steps: the knee does not jump to the other side
        share = min((z - root[1]) / (1.2 - root[1]), 1)
        pose = {**low, **{n: (1 - share) * a + share * b for n, (a, b) in ends.items()}}
        lean = (1 - share) * root[2] + share * 0.045

        def off(u):
            at = human.place((u[6], z, lean), {**pose, **dict(zip(LEG, u[:6]))})
            R, p = at["left_hindfoot"]
            return 100 * np.concatenate([p - foot[1], 0.3 * as_vector(R @ foot[0].T), [human.com(at)[0] - com]])

        solved = least_squares(off, u, max_nfev=20)
        u = solved.x
        if z in HEIGHTS:
            print(f"z {z:.2f}: {rounded(dict(zip(LEG, u)), LEG)}; residual {solved.cost:.0e}", flush=True)
            yield z, lean, u[6], {**{n: pose[n] for n in ends}, **dict(zip(LEG, u[:6]))}


def calibrated(poses, folder):
    """Rest positions that hold each of the postures, by `gambol calibrate`."""
    with open(os.path.join(folder, "way.yaml"), "w") as file:
        yaml.safe_dump({"gambol": 3, "figure": "way", "extends": POSTURES, "poses": {
            f"up_{i}": {"joints": {n: round(float(a), 4) for n, a in angles.items()}} for i, (_, _, _, angles) in enumerate(poses)}}, file)
    for i, (z, lean, x, _) in enumerate(poses):
        with open(os.path.join(folder, "up.yaml"), "w") as file:
            file.write(f"gambol: 3\nshot: up\nextends: {ROOT}/scenes/human/human_squat.yaml@low_squat\nwithout: [expect, figures.human.skills]\n"
                       f"figures: [{{name: human, file: way.yaml, pose: up_{i}, at: [{x:.5f}, 0, {z + 0.002:.4f}], rotate: [y {lean:.5f}]}}]\n")
        run = subprocess.run([built(), "calibrate", "up.yaml", "--pose", f"up_{i}", "-o", "rests.yaml", "--allow-path", ROOT, "--allow-path", folder],
                             cwd=folder, capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(run.stderr)
        print(next(line for line in (run.stdout + run.stderr).splitlines() if "least eigenvalue" in line).split(", mode")[0], flush=True)
        yield {n: float(r) for n, r in yaml.safe_load(open(os.path.join(folder, "rests.yaml")))["poses"][f"up_{i}"]["rests"].items()}


def squat(human, options):
    poses = list(way_up(human))
    with tempfile.TemporaryDirectory() as folder:
        rests = [yaml.safe_load(open(POSTURES))["poses"]["low_squat"]["rests"]] + list(calibrated(poses, folder))
    # The root's height goes by smoothstep.
    heights = np.array([0.742] + HEIGHTS)
    s = np.linspace(0, 1, 1001)
    times = np.interp((heights - heights[0]) / (heights[-1] - heights[0]), 3 * s**2 - 2 * s**3, s)
    lines = []
    for joint in rests[0]:
        way = [r.get(joint, 0) for r in rests]
        if max(way) - min(way) < 2e-3:
            continue  # it stays where the squat has it
        table = ", ".join(f"[{t:.3f}, {r:.4g}]" for t, r in zip(times[1:], way[1:]))
        for name in [joint] + ([joint.replace("left", "right")] if joint.startswith("left") else []):
            lines.append(f"    - {{joint: {name}, through: [{table}]}}")
    with open(os.path.join(ROOT, "figures/human_squat.yaml"), "w") as file:
        file.write(HEAD + "\n".join(lines) + "\n")


HEAD = """# Written by tools/human_postures.py squat: postures on the way up from the low squat, solved for and calibrated one by one, as a table of
# rest positions over the time that the rise takes. Between them the springs are led straight.
gambol: 3
figure: human_squat
extends: human_postures.yaml
about: The thesis's human with a motor program that rises from the pose `low_squat`.

motor_programs:
  rise:
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=["toes", "squat"])
    parser.add_argument("--pitch", type=float, default=0.5, help="of the foot, rad")
    parser.add_argument("--eversion", type=float, default=0.3, help="of the foot about its length, rad")
    parser.add_argument("--yaw", type=float, default=0.01, help="of the foot, rad")
    parser.add_argument("--lean", type=float, default=0.25, help="of the trunk, rad")
    parser.add_argument("--above", type=float, default=0.5e-3, help="height of the toes over the heads, m")
    options = parser.parse_args()
    (toes if options.which == "toes" else squat)(Human(), options)


if __name__ == "__main__":
    main()
