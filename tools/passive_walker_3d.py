#!/usr/bin/env python3
"""The limit cycle of scenes/studies/passive_walker_3d.yaml, by gambol and by a model that shares nothing with it (passive_walker_3d_model.py), the
start of the shot, and the pictures of docs/passive-walker.md.

    tools/passive_walker_3d.py                # the cycle and its multipliers, beside the model's
    tools/passive_walker_3d.py --start        # a start on the cycle, from which it takes the most steps
    tools/passive_walker_3d.py --feedback     # lateral foot placement: multipliers, steps and cost by its gain
    tools/passive_walker_3d.py --pictures     # docs/passive_walker_3d.svg, after: ./gambol optimise searches/passive_walker_3d_starts.yaml

The state is read as the standing leg leans back by SECTION rad, between the stop of the swinging knee and the footfall: both knees are
straight and one foot rolls, so that seven numbers are left. Steps that the right leg stands are mirrored.
"""
import argparse
import json
import math
import os
import subprocess
import sys

import h5py
import numpy as np

import passive_walker_3d_model as model

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(HERE, "out", "passive_walker_3d_tool")
SLOPE = math.radians(3.1)
SECTION = 0.27                       # rad
STATE = ("heading, rad", "lean to the right, rad", "hip, rad", "rolling rate, rad/s", "pitching rate, rad/s", "turning rate, rad/s", "hip rate, rad/s")
WITHIN = np.array([2e-2, 2e-3, 1e-2, 1e-2, 2e-2, 1e-2, 3e-2])   # of each number, to measure the multipliers
HIP = 2
DEEP = 4.8 * 9.81 / 2e5              # m that the standing foot is in the ground


def start_of(state, splay=0.0):
    """What a shot begins with at a state: place and rotations of the axle, which the left leg carries, its velocity and spin."""
    heading, right, hip, *rates = state
    one = lambda x: np.array([x])
    turn = model.about_z(one(heading)) @ model.about_x(one(right)) @ model.about_y(one(SECTION))
    zero = np.zeros(1)
    pose = model.Pose(np.zeros((1, 3)), turn, one(hip), zero, zero, one(splay))
    pose.place[0, 2] = -model.clearance(pose, 0)[0] - DEEP
    u = np.zeros((1, model.RATES))
    u[0, :3], u[0, model.HIP] = rates[:3], rates[3]
    velocity = -(model.Kinematics(pose, u).foot(0)[0] @ u[0])[0]
    heading, right, pitch = model.state(model.Pose(pose.place, turn @ model.about_x(one(-splay / 2)), one(hip), zero, zero, zero), u)[0, :3]
    return {"height": pose.place[0, 2], "rotate": [("y", pitch), ("x", right), ("z", heading)], "hip": hip, "velocity": velocity,
            "spin": rates[:3], "rate": rates[3]}


def text_of(start):
    listed = lambda numbers: "[" + ", ".join(repr(float(x)) for x in numbers) + "]"
    rotate = "[" + ", ".join(f"{axis} {float(angle)!r}" for axis, angle in start["rotate"]) + "]"
    place = f"at: [0, 0, {float(start['height'])!r}], rotate: {rotate}"
    go = f"velocity: {listed(start['velocity'])}, spin: {listed(start['spin'])}"
    return place, go, f"{float(start['hip'])!r}", f"{float(start['rate'])!r}"


def simulate(name, state, seconds, take="", extra="", splay=0.0):
    """Runs the shot from another state. Returns times, q, v and joints' forces."""
    os.makedirs(OUT, exist_ok=True)
    place, go, hip, rate = text_of(start_of(state, splay))
    with open(os.path.join(OUT, f"{name}_figure.yaml"), "w") as file:
        file.write(f"figure: {name}_figure\nextends: ../../figures/passive_walker_3d.yaml\nposes: {{swing: {{joints: {{right_thigh.r1: {hip}, left_thigh: {splay / 2!r}, right_thigh.r2: {splay / 2!r}}}}}}}\n")
    shot = os.path.join(OUT, f"{name}.yaml")
    with open(shot, "w") as file:
        file.write(f"""shot: {name}
extends: ../../scenes/studies/passive_walker_3d.yaml{take}
{"" if take else "without: [expect]"}
film: {{duration: 1 f}}
simulate_until: {seconds}
figures: [{{name: walker, file: {name}_figure.yaml, {place}{extra}}}]
cues:
  - {{name: go, kick: {{{go}}}}}
  - {{name: swing, kick: {{rates: {{right_thigh.r1: {rate}}}}}}}
""")
    done = subprocess.run([os.path.join(HERE, "build", "gambol"), "simulate", shot, "--out", OUT], capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(done.stderr)
    return read(os.path.join(OUT, name, "poses.h5"))


def read(path):
    with h5py.File(path) as poses:
        return [poses["times"][:]] + [poses[f"tracks/walker/{name}"][:] for name in ("q", "v", "joint_force")]


def rotations(q):
    w, x, y, z = q.T
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]).transpose(2, 0, 1)


# Columns of q and v: of the root, then of left_thigh, left_shank, right_thigh.r1, right_thigh.r2, right_shank.
LEFT_SPLAY, RIGHT_HIP, RIGHT_SPLAY = 0, 2, 3


def legs(q, v):
    """Of each leg, as if it were the standing left one: pitch and the seven numbers of the state."""
    axle = rotations(q[:, 3:7])
    spin = (axle @ v[:, :3, None])[..., 0]
    left_splay, hip, right_splay = (q[:, 7 + k] for k in (LEFT_SPLAY, RIGHT_HIP, RIGHT_SPLAY))
    rates = [v[:, 6 + k, None] for k in (LEFT_SPLAY, RIGHT_HIP, RIGHT_SPLAY)]
    hinged = axle @ model.about_y(hip)
    left, right = axle @ model.about_x(left_splay), hinged @ model.about_x(-right_splay)
    found = []
    for turn, w, sign in ((left, spin + axle[:, :, 0] * rates[0], 1), (right, spin + axle[:, :, 1] * rates[1] - hinged[:, :, 0] * rates[2], -1)):
        if sign < 0:
            turn, w = model.MIRROR @ turn @ model.MIRROR, -w @ model.MIRROR
        angles = np.column_stack([np.arctan2(-turn[:, 0, 1], turn[:, 1, 1]), np.arcsin(turn[:, 2, 1]), sign * hip])
        found.append((np.arctan2(-turn[:, 2, 0], turn[:, 2, 2]), np.column_stack([angles, w, sign * rates[1]])))
    return found


def sections(t, q, v):
    """Where a standing leg passes SECTION, until the walker falls: times, states and places of the axle."""
    found = []
    fallen = np.flatnonzero(rotations(q[:, 3:7])[:, 2, 2] < 0.5)
    last = fallen[0] if len(fallen) else len(t)
    for pitch, state in legs(q, v):
        for k in np.flatnonzero((pitch[:-1] < SECTION) & (pitch[1:] >= SECTION) & (state[:-1, HIP] < -0.1)):
            if k + 1 >= last:
                continue
            part = (SECTION - pitch[k]) / (pitch[k + 1] - pitch[k])
            at = lambda x: x[k] + part * (x[k + 1] - x[k])
            found.append((at(t), at(state), at(q[:, :3])))
    found.sort(key=lambda f: f[0])
    return [np.array([f[i] for f in found]) for i in range(3)]


def quadratic_fit(inputs, outputs):
    """Of the best quadratic map: the value at 0, and the linear part."""
    count = inputs.shape[1]
    squares = [inputs[:, i] * inputs[:, j] for i in range(count) for j in range(i, count)]
    fit, *_ = np.linalg.lstsq(np.column_stack([np.ones(len(inputs)), inputs, *squares]), outputs, rcond=None)
    return fit[0], fit[1:1 + count].T


def step_fit(state, seed, starts=100):
    """The map of a step near a state: its value there and its linear part, from the ends of steps from random starts. Differences of two starts
    each would be noisy, because a footfall happens at the end of a step of 0.1 ms."""
    offsets = np.random.default_rng(seed).uniform(-1, 1, (starts, 7))
    ends = []
    for offset in offsets:
        t, states, _ = sections(*simulate("step", state + offset * WITHIN, 0.95)[:3])
        ends.append(states[t > 0.3][0])
    end, J = quadratic_fit(offsets, np.array(ends))
    return end, J / WITHIN


AFTER, OVER = 0.05, 0.1              # s: when the feedback measures after a footfall, and how long the hips take


def model_section(seen):
    """The state of the model's cycle at the section."""
    numbers = []
    for _, pose, u, _ in seen.path:
        R = pose.turn[0]
        numbers.append([np.arctan2(-R[2, 0], R[2, 2]), np.arctan2(-R[0, 1], R[1, 1]), np.arcsin(R[2, 1]), pose.hip[0], *u[0, :3], u[0, model.HIP]])
    numbers = np.array(numbers)
    k = np.flatnonzero((numbers[:-1, 0] < SECTION) & (numbers[1:, 0] >= SECTION))[0]
    part = (SECTION - numbers[k, 0]) / (numbers[k + 1, 0] - numbers[k, 0])
    return (numbers[k] + part * (numbers[k + 1] - numbers[k]))[1:]


def gambol_cycle(state, iterations=4):
    """Newton's iteration in gambol. Returns the state, the linear part of the map, and its unstable direction."""
    for k in range(iterations):
        end, J = step_fit(state, seed=k)
        state = state + np.linalg.solve(np.eye(7) - J, end - state)
    values, vectors = np.linalg.eig(J)
    unstable = vectors[:, np.abs(values).argmax()].real
    return state, J, unstable / np.abs(unstable).max()


def falls(state, seconds):
    """The side to which the walker falls (1 right, -1 left, 0 if it does not), and when."""
    t, q, _, _ = simulate("fall", state, seconds)
    lean = np.arcsin(np.clip(rotations(q[:, 3:7])[:, 2, 1], -1, 1))
    over = np.flatnonzero(np.abs(lean) > 0.3)
    return (np.sign(lean[over[0]]), t[over[0]]) if len(over) else (0, t[-1])


def best_start(state, unstable, seconds=14, reach=0.02):
    """Bisects along the unstable direction between starts that fall to the left and to the right."""
    low, high = -reach, reach
    side, _ = falls(state + low * unstable, seconds)
    best = (0, 0)
    for _ in range(48):
        middle = (low + high) / 2
        to, when = falls(state + middle * unstable, seconds)
        best = max(best, (when, middle))
        if to == 0:
            break
        low, high = (middle, high) if to == side else (low, middle)
    return state + best[1] * unstable, best[0]


def shot_start():
    """The state with which the shot begins."""
    text = open(os.path.join(HERE, "scenes", "studies", "passive_walker_3d.yaml")).read()
    figure = open(os.path.join(HERE, "figures", "passive_walker_3d.yaml")).read()
    after = lambda source, key: float(source.split(key)[1].split(",")[0].split("}")[0].split("]")[0])
    spin = [float(x) for x in text.split("spin: [")[1].split("]")[0].split(",")]
    return np.array([after(text, ", z "), after(text, ", x "), after(figure, "right_thigh.r1: "), *spin, after(text, "right_thigh.r1: ")])


def texts(multipliers, count=5):
    return ", ".join(f"{m.real:.2f}" if abs(m.imag) < 1e-9 else f"{m.real:.2f}{m.imag:+.2f}i" for m in multipliers[:count])


def report():
    s, multipliers, seen = model.cycle(SLOPE)
    state, J, _ = gambol_cycle(shot_start(), 2)
    print(f"{'':24} {'gambol':>12} {'model':>12}")
    for row, a, b in zip(STATE, state, model_section(seen)):
        print(f"{row:24} {a:12.4f} {b:12.4f}")
    t, _, places = sections(*simulate("cycle", shot_start(), 9)[:3])
    way = np.linalg.norm(places[5, :2] - places[1, :2])
    print(f"{'period of a step, s':24} {(t[5] - t[1]) / 4:12.4f} {seen.time:12.4f}")
    print(f"{'speed, m/s':24} {way / (t[5] - t[1]):12.4f} {seen.speed:12.4f}")
    print("multipliers, gambol:", texts(model.sorted_multipliers(J), 7))
    print("multipliers, model: ", texts(multipliers, 7))
    print(f"model: stops push with at least {seen.standing_stop:.3f} N*m (standing) and {seen.swinging_stop:.3f} N*m (swinging); impulse on the knee "
          f"that lands {seen.knee_impulse:.3f} N*m*s; the knee arrives at {-seen.knee_rate:.1f} rad/s after {seen.knee_time:.3f} s")


def find_start():
    _, _, seen = model.cycle(SLOPE)
    state, J, unstable = gambol_cycle(model_section(seen))
    print("multipliers:", texts(model.sorted_multipliers(J), 7))
    state, when = best_start(state, unstable)
    place, go, hip, rate = text_of(start_of(state))
    print(f"falls after {when:.2f} s\n{place}\nright_thigh.r1: {hip}\n{go}\nrates: right_thigh.r1: {rate}")
    print("unstable direction:", unstable.tolist())


MEASURED = ("lean", "heading")
# For the whole splay: twice those of each hip in the shot.
GAINS = np.array([-1.80, 0.138])
WEIGHT = 4.8 * 9.81                         # N


def model_feedback(s, factor=1.0):
    """The feedback, around the limit cycle whose state is s."""
    none = model.Feedback((0, 0), (0, 0), AFTER, OVER)
    around = model.step_map(s[None], SLOPE, none)[1].measured[0]
    return model.Feedback(factor * GAINS, around, AFTER, OVER)


def controller(feedback):
    """That of the take `placed`, with another feedback."""
    entries = ", ".join(f"{{of: {of}, after: {feedback.after}, around: {float(a)!r}, gain: {float(g / 2)!r}}}"
                        for of, a, g in zip(MEASURED, feedback.around, feedback.gains))
    return f", skills: [{{name: placing, over: {feedback.over}, feedback: [{entries}]}}]"


def placed_walk(feedback, seconds=75.0):
    """The take `placed` with this feedback: steps until it falls or the end, seconds, spread of the lean (rad), and the work of the hips that
    spread the legs, positive and negative, per weight and distance."""
    t, q, v, force = simulate("placed", shot_start(), seconds, "@placed", controller(feedback))
    times, states, places = sections(t, q, v)
    walks = t <= times[-1]
    power = [force[walks, k] * v[walks, 6 + k] for k in (LEFT_SPLAY, RIGHT_SPLAY)]
    step = np.diff(t[walks], prepend=t[0])
    way = WEIGHT * np.linalg.norm(places[-1, :2])
    done, taken = (sum((p.clip(*bounds) * step).sum() for p in power) / way for bounds in ((0, None), (None, 0)))
    return len(times), times[-1], states[5:, 1].std() if len(states) > 6 else np.nan, done, taken


def feedback_table():
    """Prints, for several gains, multipliers of the model and what gambol's walker does in 75 s."""
    s, _, _ = model.cycle(SLOPE)
    print("around:", np.round(model_feedback(s).around, 4).tolist())
    print("| gain | model: largest multiplier | steps | spread of the lean | work of the hips, positive | negative |")
    print("|---|---|---|---|---|---|")
    for factor in (0, 0.8, 0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12):
        feedback = model_feedback(s, factor)
        largest = np.abs(model.sorted_multipliers(model.jacobian(s, SLOPE, feedback))[0])
        steps, seconds, spread, done, taken = placed_walk(feedback)
        ends = f"{steps}" + ("" if seconds > 73 else f", falls after {seconds:.0f} s")
        print(f"| {factor:.2f} | {largest:.2f} | {ends} | {math.degrees(spread):.1f}° | {done:.5f} | {taken:.5f} |", flush=True)


def evaluations(search):
    rows = [json.loads(line) for line in open(os.path.join(HERE, "out", search, "evaluations.jsonl"))][1:]
    return np.array([float(r["values"][0]) for r in rows]), np.array([-r["cost"] for r in rows])


def pictures():
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "gambol"        # the same bytes every time
    import matplotlib.pyplot as plt
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
    _, near = evaluations("passive_walker_3d_starts")
    nudge, far = evaluations("passive_walker_3d_decades")
    bins = np.arange(0.5, max(near.max(), far.max()) + 1)
    left.hist(near, bins, color="#c04010", alpha=0.8, label="up to 0.01 rad/s off, in three directions")
    left.hist(far, bins, color="#103060", alpha=0.7, label="1e-8 to 0.1 rad/s off, every decade alike")
    left.set(xlabel="steps before the fall", ylabel="starts, of 1000 each", title="Steps of 1000 starts near the best one")
    left.legend()
    fit = (nudge > 1e-7) & (nudge < 1e-2)
    slope, offset = np.polyfit(np.log(nudge[fit]), far[fit], 1)
    right.semilogx(nudge, far, ".", color="#103060", markersize=3)
    x = np.array([1e-8, 1e-1])
    right.semilogx(x, slope * np.log(x) + offset, color="#c04010", label=f"multiplier {math.exp(-1 / slope):.2f}")
    right.set(xlabel="rolling rate off, rad/s", ylabel="steps before the fall", title="Every step multiplies what is off")
    right.legend()
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "docs", "passive_walker_3d.svg"), metadata={"Date": None})
    print(f"uniform: median {np.median(near):.0f}, best {near.max():.0f}; decades: best {far.max():.0f}, multiplier {math.exp(-1 / slope):.2f}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--start", action="store_true", help="the start of the shot")
    arguments.add_argument("--feedback", action="store_true", help="the table of foot placement")
    arguments.add_argument("--pictures", action="store_true", help="writes docs/passive_walker_3d.svg")
    asked = arguments.parse_args()
    if asked.start:
        find_start()
    if asked.feedback:
        feedback_table()
    if asked.pictures:
        pictures()
    if not (asked.start or asked.feedback or asked.pictures):
        report()


if __name__ == "__main__":
    main()
