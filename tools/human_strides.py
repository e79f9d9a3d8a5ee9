"""What the human does over its strides, from the poses of a motion: curves and single values for each foot, by code that does not use the program's measures.
For tools; human_table.py prints them. Python 3 with numpy and h5py."""
import sys

import h5py
import numpy as np

GRAVITY = 9.81  # m/s2, as the measures have it
SIDES = ("left", "right")
DOWN, UP = 0.03, 0.01  # weights: a foot comes down above, and is up again below, as in docs/measures.md
SHORT = 0.03  # strides: contacts and gaps shorter than that do not count
# Per cent of a stride over which ours are averaged: forces as the program's measures have them; moments and powers as those of people, which come from
# motion filtered at some 6 to 10 Hz: so does a mean over 57 ms.
FORCE_WIDTH, TORQUE_WIDTH = 1, 5
SLIDES = 0.05  # weights: from where a foot's sliding counts
PARTS = np.arange(101)  # per cent of a stride


def names(values):
    return [v.decode() if isinstance(v, bytes) else v for v in values]


class Motion:
    """The steady rows of a motion. Vectors of bodies are those of the film, interpolated to the rows."""

    def __init__(self, path, start, end):
        try:
            self.file = h5py.File(path)
        except OSError as error:
            sys.exit(f"{path}: {error}")
        self.path = path
        times, film = self.file["times"][:], self.file["film/times"][:]
        rows = np.flatnonzero((times >= start) & (times <= min(end, film[-1])))
        if len(rows) < 3:
            sys.exit(f"{path}: it ends at {film[-1]:.1f} s, before the steady part from {start} s on")
        self.rows, self.t, self.film = slice(rows[0], rows[-1] + 1), times[rows], film
        self.mass = float(self.file["figures/masses"][0])
        self.bodies = [b.partition("/")[2] for b in names(self.file["film/bodies"][:])]
        com = self.track("com")
        way = com[-1] - com[0]
        self.distance = float(np.hypot(way[0], way[1]))
        self.speed = self.distance / (self.t[-1] - self.t[0])
        self.ahead = np.array([way[0], way[1], 0]) / self.distance
        self.left = np.array([-self.ahead[1], self.ahead[0], 0])

    def track(self, channel):
        return self.file["tracks/human/" + channel][self.rows].astype(float)

    def columns(self, channel):
        return names(self.file["columns/human/" + channel][:])

    def column(self, channel, name):
        columns = self.columns(channel)
        if name not in columns:
            sys.exit(f"the motion has no {channel} of {name}")
        return self.file["tracks/human/" + channel][self.rows, columns.index(name)].astype(float)

    def angle(self, joint):
        return np.degrees(self.column("q", joint))

    def power(self, joint):
        """Of all its degrees of freedom, W/kg."""
        parts = [c for c in self.columns("joint_force") if c.partition(".")[0] == joint]
        return sum(self.column("joint_force", c) * self.column("v", c) for c in parts) / self.mass

    def torque(self, joint):
        return self.column("joint_force", joint) / self.mass

    def _film(self, body):
        if body not in self.bodies:
            sys.exit(f"the figure has no body {body}")
        return self.file["film/transforms"][:, self.bodies.index(body)]

    def place(self, body):
        X = self._film(body)[:, :3]
        return np.stack([np.interp(self.t, self.film, X[:, k]) for k in range(3)], -1)

    def axes(self, body):
        """The body's axes x, y and z in the world."""
        q = self._film(body)[:, 3:]
        w, x, y, z = q.T
        a = np.stack([np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], -1),
                      np.stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], -1),
                      np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], -1)])
        return [np.stack([np.interp(self.t, self.film, axis[:, k]) for k in range(3)], -1) for axis in a]

    def lean(self, body):
        """Degrees by which its axis z leans ahead."""
        up = self.axes(body)[2]
        return np.degrees(np.arctan2(up @ self.ahead, up[:, 2]))

    def raised(self, body):
        """Degrees by which its left is above its right."""
        return np.degrees(np.arcsin(np.clip(self.axes(body)[1][:, 2], -1, 1)))

    def turned(self, body):
        """Degrees by which it is turned to the left of the way."""
        x = self.axes(body)[0]
        return np.degrees(np.arctan2(x @ self.left, x @ self.ahead))

    def tipped(self, body):
        """Degrees by which its axis x points upwards; goes on beyond the vertical."""
        x = self.axes(body)[0]
        return np.degrees(np.unwrap(np.arctan2(x[:, 2], x @ self.ahead)))


class Side:
    """One foot's strides, and curves over them."""

    def __init__(self, motion, side):
        self.m, self.side = motion, side
        self.weight = motion.mass * GRAVITY
        self.force = np.stack([motion.column("foot_force", f"{side}.{a}") for a in "xyz"], -1) / self.weight
        self.downs, self.lifts = stances(self.force[:, 2], motion.t)
        if len(self.downs) < 3:
            sys.exit(f"{motion.path}: the {side} foot comes down {len(self.downs)} times in the steady part: too few")
        self.strides = list(zip(self.downs[:-1], self.downs[1:]))
        self.periods = np.diff(motion.t[self.downs])
        self.step = motion.t[1] - motion.t[0]
        # Shares of the stride for which the foot bears.
        self.bears = np.mean([(motion.t[lift] - motion.t[a]) / (motion.t[b] - motion.t[a]) for (a, b), lift in zip(self.strides, self.lifts)])
        self.sign = 1 if side == "left" else -1  # of what is to the left

    def smooth(self, y, width):
        """Means over so many per cent of a stride around each row."""
        rows = max(1, int(round(width * self.periods.mean() / self.step / 100)))
        return np.convolve(y, np.ones(rows) / rows, "same")

    def curve(self, y):
        """The mean of the strides at each hundredth."""
        return np.mean([np.interp(PARTS / 100, np.linspace(0, 1, b - a + 1), y[a:b + 1]) for a, b in self.strides], 0)

    def bins(self, y):
        """Means over each hundredth of the stride, and over the strides, as those of the program's measures."""
        parts = np.concatenate([np.arange(b - a) * 100 // (b - a) for a, b in self.strides])
        return np.bincount(parts, np.concatenate([y[a:b] for a, b in self.strides])) / np.bincount(parts)

    def per_stride(self, y):
        return float(np.mean([np.sum(y[a:b]) * self.step for a, b in self.strides]))

    def at_strike(self, y):
        return float(np.mean(y[self.downs]))

    def at_lift(self, y):
        return float(np.mean(y[self.lifts]))

    def name(self, body):
        return f"{self.side}_{body}"


def edges_of(upward, t):
    """Rows at which a foot comes down, and at which it lifts, as measures of contact have it."""
    down, last = np.zeros(len(upward), bool), upward[0] > DOWN
    for k, force in enumerate(upward):
        last = force > UP if last else force > DOWN
        down[k] = last
    edges = np.flatnonzero(np.diff(down.astype(int))) + 1
    falls = [k for k in edges if down[k]]
    period = np.median(np.diff(t[falls])) if len(falls) > 2 else 1
    for value in (False, True):  # gaps, then contacts, that are too short
        edges = np.flatnonzero(np.diff(down.astype(int))) + 1
        for a, b in zip(edges[:-1], edges[1:]):
            if down[a] == value and t[b] - t[a] < SHORT * period:
                down[a:b] = not value
    edges = np.flatnonzero(np.diff(down.astype(int))) + 1
    return [k for k in edges if down[k]], [k for k in edges if not down[k]]


def stances(upward, t):
    """Footfalls, and the lift after each."""
    falls, lifts = edges_of(upward, t)
    pairs = [(fall, next((k for k in lifts if k > fall), None)) for fall in falls]
    return [f for f, l in pairs if l is not None], [l for _, l in pairs if l is not None]


# ---- what has a curve over the stride: quantity -> its values at all rows, of a side

ANGLES = {
    # Flexion of the hip against the pelvis, less the mean tilt of that: so norms are, whose pelvis leans by how it is marked.
    "hip_flexion": lambda s: -s.m.angle(s.name("thigh") + ".r1") - s.m.lean("pelvis").mean(),
    "hip_adduction": lambda s: -s.m.angle(s.name("thigh") + ".r2"),
    "thigh": lambda s: -s.m.lean(s.name("thigh")),
    "shank": lambda s: -s.m.lean(s.name("shank")),
    "knee_flexion": lambda s: s.m.angle(s.name("shank")),
    "ankle_dorsiflexion": lambda s: -s.m.angle(s.name("talus") + ".r1"),
    "foot_inversion": lambda s: -s.m.angle(s.name("talus") + ".r2"),
    "foot_pitch": lambda s: s.m.tipped(s.name("hindfoot")),
    "pelvis_list": lambda s: s.sign * s.m.raised("pelvis"),
    "pelvis_rotation": lambda s: -s.sign * s.m.turned("pelvis"),
    "trunk_lean": lambda s: s.m.lean("thorax"),
    "trunk_list": lambda s: s.sign * s.m.raised("thorax"),
    "trunk_rotation": lambda s: -s.sign * s.m.turned("thorax"),
    "shoulder_flexion": lambda s: -s.m.angle(s.name("humerus") + ".r1"),
    "elbow_flexion": lambda s: -s.m.angle(s.name("forearm")),
}
FORCES = {
    "vertical_force": lambda s: s.force[:, 2],
    "fore_aft_force": lambda s: s.force @ s.m.ahead,
    "inward_force": lambda s: -s.sign * (s.force @ s.m.left),
}
TORQUES = {
    "hip_extension_moment": lambda s: s.m.torque(s.name("thigh") + ".r1"),
    "hip_abduction_moment": lambda s: s.m.torque(s.name("thigh") + ".r2"),
    "knee_extension_moment": lambda s: -s.m.torque(s.name("shank")),
    "ankle_plantarflexion_moment": lambda s: s.m.torque(s.name("talus") + ".r1"),
    "hip_power": lambda s: s.m.power(s.name("thigh")),
    "knee_power": lambda s: s.m.power(s.name("shank")),
    "ankle_power": lambda s: s.m.power(s.name("talus")),
}
ROWS = ANGLES | FORCES | TORQUES


def curve_of(quantity, s):
    """At each hundredth of the stride."""
    y = ROWS[quantity](s)
    return s.curve(s.smooth(y, FORCE_WIDTH) if quantity in FORCES else s.smooth(y, TORQUE_WIDTH) if quantity in TORQUES else y)


def parts_of(quantity, s):
    """What the greatest and least values are taken of."""
    return s.bins(ROWS[quantity](s)) if quantity in FORCES else curve_of(quantity, s)


def unfiltered(quantity, tell):
    """Of a power, in means over each hundredth of the stride, as the program measures it."""
    return lambda s: tell(s.bins(ROWS[quantity](s)))


# ---- single values: quantity -> value of a side


def span(curve):
    return lambda s: float(np.ptp(curve_of(curve, s)))


def most(curve, start=0, end=100):
    return lambda s: float(parts_of(curve, s)[start:end + 1].max())


def largest(curve):
    """Of either sign."""
    return lambda s: float(np.abs(parts_of(curve, s)).max())


def work(joint, sign):
    def of(s):
        power = s.smooth(s.m.power(s.name(joint)), TORQUE_WIDTH)
        return s.per_stride(np.maximum(sign * power, 0))
    return of


def humps(s):
    """Time, per cent, and size of both humps of the upward force, and the least between them."""
    force, lift = parts_of("vertical_force", s), int(round(100 * s.bears))
    first = int(np.argmax(force[:lift // 2 + 1]))
    second = lift // 2 + int(np.argmax(force[lift // 2:lift + 1]))
    return (first + 0.5, force[first]), force[first:second + 1].min(), (second + 0.5, force[second])


def other(s):
    return "right" if s.side == "left" else "left"


def steps(s):
    """From where the other heel came down to where this one does, for each footfall."""
    others = edges_of(s.m.column("foot_force", other(s) + ".z") / s.weight, s.m.t)[0]
    here, there = s.m.place(s.name("hindfoot")), s.m.place(other(s) + "_hindfoot")
    before = [(k, max((o for o in others if o < k), default=None)) for k in s.downs]
    return np.array([here[k] - there[o] for k, o in before if o is not None])


def step_length(s):
    return float(np.mean(steps(s) @ s.m.ahead))


def step_width(s):
    return 100 * s.sign * float(np.mean(steps(s) @ s.m.left))


def slip(s):
    """Per cent of a stride by which the foot slides along the ground while it bears."""
    rate = np.hypot(s.m.column("foot_slip", s.side + ".x"), s.m.column("foot_slip", s.side + ".y"))
    return 100 * s.per_stride(rate * (s.force[:, 2] > SLIDES)) / (s.m.speed * s.periods.mean())


def dip(heights):
    """Least height between greater ones, a twentieth before and after, in the middle half; where there is none the least in that half."""
    n, near = len(heights), max(1, len(heights) // 20)
    middle = range(n // 4, n - n // 4)
    dips = [heights[k] for k in middle if heights[k] < min(heights[k - near], heights[k + near])]
    return min(dips) if dips else heights[middle].min()


def toe_clearance(s, of=np.mean):
    """What gait laboratories call the minimum toe clearance, of the ball or the toes, mm; mean of the swings."""
    columns = s.m.columns("lowest")
    toes = [k for k, c in enumerate(columns) if c.startswith(s.side) and any(part in c for part in ("metat", "phal", "toe"))]
    low = s.m.track("lowest")[:, toes].min(1)
    return 1000 * float(of([dip(low[lift:b]) for (_, b), lift in zip(s.strides, s.lifts)]))


def energy_recovery(s):
    """Share of the work on the centre of mass that height and forward speed give to each other (Cavagna, Thys and Zamboni 1976)."""
    com = s.m.track("com")
    v = np.gradient(com, s.step, axis=0)
    lifts = GRAVITY * com[:, 2] + v[:, 2] ** 2 / 2
    speeds = (v @ s.m.ahead) ** 2 / 2
    gain = lambda e: s.per_stride(np.maximum(np.gradient(e, s.step), 0))
    return 1 - gain(lifts + speeds) / (gain(lifts) + gain(speeds))


def double_support(s):
    """Per cent of the stride from the footfall to the lift of the other foot."""
    lifts = edges_of(s.m.column("foot_force", other(s) + ".z") / s.weight, s.m.t)[1]
    waits = [next((s.m.t[k] - s.m.t[a] for k in lifts if k > a), None) for a, _ in s.strides]
    waits = [w for w in waits if w is not None]
    return 100 * float(np.mean(waits)) / s.periods.mean() if waits else float("nan")


def pelvis_tilt_range(s):
    return float(np.ptp(s.curve(s.m.lean("pelvis"))))


VALUES = {
    "cadence": lambda s: 120 / s.periods.mean(),
    "steps_per_second": lambda s: 2 / s.periods.mean(),
    "step_length": step_length,
    "step_width": step_width,
    "stance": lambda s: 100 * s.bears,
    "duty": lambda s: s.bears,
    "first_double_support": double_support,
    "stride_time_variation": lambda s: 100 * s.periods.std(ddof=1) / s.periods.mean(),
    "shoulder_range": span("shoulder_flexion"),
    "elbow_range": span("elbow_flexion"),
    "elbow_least": lambda s: float(curve_of("elbow_flexion", s).min()),
    "elbow_greatest": most("elbow_flexion"),
    "elbow_mean": lambda s: float(curve_of("elbow_flexion", s).mean()),
    "trunk_lean": lambda s: float(curve_of("trunk_lean", s).mean()),
    "knee_at_strike": lambda s: s.at_strike(s.m.angle(s.name("shank"))),
    "knee_at_toe_off": lambda s: s.at_lift(s.m.angle(s.name("shank"))),
    "knee_swing_peak": most("knee_flexion", 50),
    "knee_stance_peak": most("knee_flexion", 0, 30),
    "knee_range": span("knee_flexion"),
    "hip_range": span("hip_flexion"),
    "hip_aside_range": span("hip_adduction"),
    "ankle_range": span("ankle_dorsiflexion"),
    "foot_pitch_at_strike": lambda s: s.at_strike(s.m.tipped(s.name("hindfoot"))),
    "pelvis_tilt_range": pelvis_tilt_range,
    "pelvis_list_range": span("pelvis_list"),
    "pelvis_rotation_range": span("pelvis_rotation"),
    "rise_of_centre": lambda s: 100 * float(np.ptp(s.curve(s.m.track("com")[:, 2]))),
    "pelvis_rise": lambda s: 100 * float(np.ptp(s.curve(s.m.place("pelvis")[:, 2]))),
    "first_hump": lambda s: humps(s)[0][1],
    "trough": lambda s: humps(s)[1],
    "second_hump": lambda s: humps(s)[2][1],
    "second_hump_time": lambda s: humps(s)[2][0],
    "vertical_peak": most("vertical_force"),
    "braking": lambda s: -float(parts_of("fore_aft_force", s).min()),
    "driving": most("fore_aft_force"),
    "fore_aft_largest": largest("fore_aft_force"),
    "ankle_moment_peak": most("ankle_plantarflexion_moment"),
    "hip_moment_largest": largest("hip_extension_moment"),
    "knee_moment_largest": largest("knee_extension_moment"),
    "ankle_power_peak": most("ankle_power"),
    "ankle_power_time": lambda s: int(np.argmax(parts_of("ankle_power", s))),
    "hip_power_peak": most("hip_power"),
    "hip_power_largest": largest("hip_power"),
    "knee_power_peak": most("knee_power"),
    "knee_power_largest": largest("knee_power"),
    "knee_absorption_peak": lambda s: -float(parts_of("knee_power", s)[30:71].min()),  # as the foot pushes off
    **{f"{name}_{word}_work": work(body, sign)
       for name, body in (("hip", "thigh"), ("knee", "shank"), ("ankle", "talus")) for word, sign in (("positive", 1), ("negative", -1))},
    "slip": slip,
    "toe_clearance": toe_clearance,
    "energy_recovery": energy_recovery,
}
# As the program measures them, where that differs.
AS_MEASURED = VALUES | {
    "toe_clearance": lambda s: toe_clearance(s, np.min),  # that of the lowest swing
    "ankle_power_peak": unfiltered("ankle_power", np.max), "ankle_power_time": unfiltered("ankle_power", lambda parts: np.argmax(parts) + 0.5),
    "hip_power_peak": unfiltered("hip_power", np.max), "knee_power_peak": unfiltered("knee_power", np.max),
}
