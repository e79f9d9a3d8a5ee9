"""The walker of figures/level_walker.yaml as a hybrid model, which shares nothing with gambol: the legs of passive_walker_model.py with feet of
their own on level ground. Knees and ankles are latched or free, feet roll on rigid ground, impacts and latches are without rebound. An ankle's
spring pushes off before the other foot lands. Used by tools/level_walker.py."""
from dataclasses import dataclass

import numpy as np

from passive_walker_model import FOOT, GRAVITY, RADIUS, SHANK, SHANK_MASS, THIGH, THIGH_MASS, Stumble

MASS = 68.0                                     # kg, of all
SECTION = 0.15                                  # rad: lean of the standing leg where a step begins and ends
LATEST = 2.0                                    # s: a step that takes longer is none

# Coordinates: x, z of the hip; pitches of thigh, shank and foot of the leg that stands at first, and of the other one.
N, X, Z, LEGS = 8, 0, 1, (2, 5)


@dataclass
class Walker:
    knee_back: float = 0.0                      # m, of the leg's axis
    foot_ahead: float = 0.054                   # m, of the leg's axis: the centre of the foot's arc
    ankle_back: float = 0.0                     # m, of the leg's axis
    foot_mass: float = 0.5                      # kg
    foot_place: tuple = (0.04, -0.08)           # m, of its centre of mass from the ankle
    foot_inertia: float = 2e-3                  # kg m2 about that
    stiffness: float = 500.0                    # N m of the ankles' springs in the push
    push: float = 0.35                          # rad: where they rest in the push
    lean: float = 0.28                          # rad of the standing shank, at which the push begins
    weak: float = 0.02                          # their strength in the swing
    swing_rest: float = -0.2                    # rad: where they rest in the swing
    damping: float = 0.3                        # N m s of the ankles
    slope: float = 0.0                          # rad

    def __post_init__(self):
        to_knee, to_ankle = (-self.knee_back, -THIGH), (self.knee_back - self.ankle_back, -SHANK)
        to_centre = (self.foot_ahead + self.ankle_back, RADIUS - FOOT)
        self.to_centre = (to_knee, to_ankle, to_centre)
        self.parts = ((THIGH_MASS[0], THIGH_MASS[2], ((0, -THIGH_MASS[1]),)),
                      (SHANK_MASS[0], SHANK_MASS[2], (to_knee, (self.knee_back, -SHANK_MASS[1]))),
                      (self.foot_mass, self.foot_inertia, (to_knee, to_ankle, (self.foot_place[0] + self.ankle_back, self.foot_place[1]))))


def chain(q, v, leg, arms):
    """Position, Jacobian and velocity-dependent acceleration of the end of `arms`: vectors in the frames of thigh, shank, foot."""
    J = np.zeros((2, N))
    J[0, X] = J[1, Z] = 1
    x, z, bx, bz = q[X], q[Z], 0.0, 0.0
    for k, (ax, az) in enumerate(arms):
        c, s = np.cos(q[leg + k]), np.sin(q[leg + k])
        rx, rz = c * ax + s * az, -s * ax + c * az
        x, z = x + rx, z + rz
        J[0, leg + k], J[1, leg + k] = rz, -rx
        bx, bz = bx - v[leg + k]**2 * rx, bz - v[leg + k]**2 * rz
    return (x, z), J, np.array((bx, bz))


def clearance(w, q, leg):
    """Height of the lowest point of a leg's foot, m."""
    return chain(q, np.zeros(N), leg, w.to_centre)[0][1] - RADIUS


def equations(w, q, v):
    """Mass matrix and forces, without springs and constraints."""
    M, f = np.zeros((N, N)), np.zeros(N)
    g = GRAVITY * np.array([np.sin(w.slope), -np.cos(w.slope)])
    hip = MASS - 2 * sum(mass for mass, _, _ in w.parts)
    M[0, 0] = M[1, 1] = hip
    f[:2] = hip * g
    for leg in LEGS:
        for k, (mass, inertia, arms) in enumerate(w.parts):
            _, J, bias = chain(q, v, leg, arms)
            M += mass * J.T @ J
            f += J.T @ (mass * (g - bias))
            M[leg + k, leg + k] += inertia
    return M, f


def constraints(w, q, v, standing, latched):
    """Rows: the foot of the leg `standing` rolls (two), and the joints `latched`, named by the coordinate of their lower body, do not turn."""
    _, J, bias = chain(q, v, standing, w.to_centre)
    J[0, standing + 2] -= RADIUS
    rows, biases = list(J), list(bias)
    for i in sorted(latched):
        row = np.zeros(N)
        row[i], row[i - 1] = 1, -1
        rows.append(row)
        biases.append(0)
    return np.array(rows), np.array(biases)


def constrained(M, f, A, b):
    """x and multipliers of M x = f + A' l, A x = b."""
    n = len(A)
    x = np.linalg.solve(np.block([[M, -A.T], [A, np.zeros((n, n))]]), np.concatenate([f, b]))
    return x[:N], x[N:]


class Machine:
    """A walker in motion. The spring of each ankle has a rest position and a strength."""

    def __init__(self, w, q, v, standing, latched):
        self.w, self.q, self.v, self.t, self.standing, self.latched = w, q, v, 0.0, standing, set(latched)
        self.springs = {leg: (w.swing_rest, w.weak) for leg in LEGS}
        self.path, self.positive, self.net = [], 0.0, 0.0

    def torque(self, leg, q, v):
        """Of the ankle, on the foot."""
        if leg + 2 in self.latched:
            return 0.0
        rest, strength = self.springs[leg]
        return self.w.stiffness * strength * (rest - (q[leg + 2] - q[leg + 1])) - self.w.damping * (v[leg + 2] - v[leg + 1])

    def acceleration(self, q, v):
        M, f = equations(self.w, q, v)
        for leg in LEGS:
            torque = self.torque(leg, q, v)
            f[leg + 2] += torque
            f[leg + 1] -= torque
        A, bias = constraints(self.w, q, v, self.standing, self.latched)
        return constrained(M, f, A, -bias)

    def runge_kutta(self, h):
        q, v = self.q, self.v
        a1, force = self.acceleration(q, v)
        a2, _ = self.acceleration(q + h / 2 * v, v + h / 2 * a1)
        a3, _ = self.acceleration(q + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2)
        a4, _ = self.acceleration(q + h * v + h * h / 2 * a2, v + h * a3)
        return q + h * v + h * h / 6 * (a1 + a2 + a3), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), force

    def advance(self, h, events):
        """A step of at most h, to where the first of `events` (functions of q) falls below zero. Returns its name or None."""
        q, v, t = self.q, self.v, self.t
        q1, v1, force = self.runge_kutta(h)
        due = [name for name, event in events.items() if event(q1) < 0]
        name = None
        if due:
            low, high = 0.0, h
            while high - low > 1e-12:
                middle = (low + high) / 2
                qm, _, _ = self.runge_kutta(middle)
                now = [n for n in due if events[n](qm) < 0]
                low, high = (low, middle) if now else (middle, high)
                due = now or due
            h, name = high, due[0]
            q1, v1, _ = self.runge_kutta(h)
        for leg in LEGS:
            power = [self.torque(leg, *s) * (s[1][leg + 2] - s[1][leg + 1]) for s in ((q, v), (q1, v1))]
            self.positive += max(0.0, sum(power) / 2 * h)
            self.net += sum(power) / 2 * h
        self.path.append((t, q, v, force, [self.torque(leg, q, v) for leg in LEGS]))
        self.q, self.v, self.t = q1, v1, t + h
        return name

    def strike(self):
        """The velocities that the present constraints leave."""
        M, _ = equations(self.w, self.q, self.v)
        A, _ = constraints(self.w, self.q, self.v, self.standing, self.latched)
        self.v, impulse = constrained(M, M @ self.v, A, np.zeros(len(A)))
        return impulse


def start(w, s, section=SECTION):
    """Straight legs, one foot on the ground. s: angle from the standing leg to the other, rate of the standing leg, rate of the hip."""
    angle, rate, hip = s
    a, b = LEGS
    q, v = np.zeros(N), np.zeros(N)
    q[a:a + 3], q[b:b + 3], v[a:a + 3], v[b:b + 3] = section, section + angle, rate, rate + hip
    q[Z] -= clearance(w, q, a)
    A, _ = constraints(w, q, v, a, [])
    v[:2] -= (A @ v)[:2]
    return Machine(w, q, v, a, [a + 1, a + 2, b + 1, b + 2])


def take_step(w, s, h=2e-3, section=SECTION):
    """From section to section, legs exchanged. Returns the state there and the machine, which knows `notes`."""
    m = start(w, s, section)
    a, b = LEGS
    x0, notes = m.q[X], {}
    m.notes = notes
    events = {"push": lambda q: w.lean - q[a + 1], "footfall": lambda q: clearance(w, q, b)}
    while True:
        name = m.advance(h, events)
        if name:
            notes[name] = m.t
            events.pop(name)
        if name == "push":
            m.latched.remove(a + 2)
            m.springs[a] = (w.push, 1.0)
        elif name == "footfall":
            notes["extension"], notes["extension_rate"] = m.q[a + 2] - m.q[a + 1], m.v[a + 2] - m.v[a + 1]
            notes["angle"] = m.q[a] - m.q[b]
            if "push" not in notes:
                m.latched.remove(a + 2)
            events.pop("push", None)
            m.standing = b
            m.latched.remove(a + 1)
            m.springs[a] = (w.swing_rest, w.weak)
            notes["impulse"] = m.strike()
            events.update(knee=lambda q: q[a + 1] - q[a], ankle=lambda q: q[a + 2] - q[a + 1], section=lambda q: section - q[b])
        elif name in ("knee", "ankle"):
            i = a + 1 if name == "knee" else a + 2
            m.latched.add(i)
            m.q[i:a + 3] += m.q[i - 1] - m.q[i] if name == "ankle" else 0
            m.strike()
        elif name == "section":
            notes["time"], notes["length"] = m.t, m.q[X] - x0
            notes["speed"] = notes["length"] / notes["time"]
            notes["cost"] = m.positive / (MASS * GRAVITY * notes["length"])
            if "knee" not in notes or "ankle" not in notes:
                raise Stumble("the knee is not straight in time")
            heights = [clearance(w, q, a) for t, q, *_ in m.path if notes["footfall"] + 0.08 < t < notes["knee"] - 0.02]
            notes["clearance"] = min(heights)
            return np.array([m.q[a] - m.q[b], m.v[b], m.v[a] - m.v[b]]), m
        if m.path[-1][3][1] < 0 or max(abs(m.q[a]), abs(m.q[b])) > 1.2 or m.t > LATEST or m.v[X] < 0:
            raise Stumble(f"at {m.t:.3f} s: force {m.path[-1][3][1]:.0f} N, {notes}")


def jacobian(w, s, h=2e-3, by=1e-5):
    return np.column_stack([(take_step(w, s + e, h)[0] - take_step(w, s - e, h)[0]) / (2 * by) for e in by * np.eye(3)])


def cycle(w, s, h=2e-3):
    """Newton's iteration for the fixed point. Returns it, its multipliers by size, and a step along it."""
    s = np.array(s, float)
    for _ in range(20):
        r = take_step(w, s, h)[0] - s
        if np.abs(r).max() < 1e-9:
            break
        s = s + np.linalg.solve(np.eye(3) - jacobian(w, s, h), r)
    multipliers = np.linalg.eigvals(jacobian(w, s, h))
    return s, multipliers[np.argsort(-np.abs(multipliers))], take_step(w, s, h)[1]
