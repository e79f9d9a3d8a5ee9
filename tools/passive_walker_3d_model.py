"""The walker of figures/passive_walker_3d.yaml as a hybrid model, which shares nothing with gambol: two legs with an arm each, rigid spheres
as feet that roll on rigid ground, knees that are locked or free, impacts without rebound. The slope is gravity's. All arrays have a leading
axis, along which walkers are computed side by side. Used by tools/passive_walker_3d.py.

The standing leg is always the left one: after a footfall the world is mirrored. It carries the right arm; the swinging leg carries the left one.
Axes: x forward, y left, z up. Of a leg, the origin is the middle of the axle between the hips."""
import numpy as np

GRAVITY = 9.81                                   # m/s2
LEG, THIGH = 0.80, 0.32                          # m, from the axle to the sole and to the knee
LEG_ASIDE, ARM_ASIDE = 0.03, 0.15                # m, from the middle
KNEE_BACK, FOOT_AHEAD = 0.027, 0.0395            # m, of the leg's axis
FOOT_ASIDE = 0.012                               # m, the sphere's centre from the middle
RADIUS = 0.303                                   # m, of the feet
THIGH_ROD = (1.13, 0.030, 0.244)                 # kg, m, m: mass, radius and length; they hang from the hip, shoulder and knee
ARM_ROD = (0.45, 0.015, 0.58)
SHANK_ROD = (0.60, 0.025, 0.242)
HAND = (0.125, 0.030)                            # kg, m: a ball at the arm's end
AXLE_ROD = (0.09, 0.010, 0.30)                   # half of it turns with each leg
FOOT_PLATE = (0.05, 0.20, 0.06, 0.042, -0.45)    # kg, m: mass, length and width; x and z of its middle in the shank

# Velocities: 0-2 angular velocity of the standing leg, 3-5 velocity of the axle's middle (both in the world); rates of the hip (6), of the
# knees of the standing (7) and the swinging leg (8), and of the splay (9), the angle by which the hips spread the legs.
RATES = 10
HIP, KNEE, SWINGING_KNEE, SPLAY = 6, 7, 8, 9
MIRROR = np.diag([1.0, -1.0, 1.0])
UP = np.array([0.0, 0.0, 1.0])


def about_x(angle):
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([i, o, o, o, c, -s, o, s, c], -1).reshape(angle.shape + (3, 3))


def about_y(angle):
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([c, o, s, o, i, o, -s, o, c], -1).reshape(angle.shape + (3, 3))


def about_z(angle):
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([c, -s, o, s, c, o, o, o, i], -1).reshape(angle.shape + (3, 3))


def cross_matrix(r):
    o = np.zeros(r.shape[:-1])
    return np.stack([o, -r[..., 2], r[..., 1], r[..., 2], o, -r[..., 0], -r[..., 1], r[..., 0], o], -1).reshape(r.shape + (3,))


def times(matrix, vector):
    return (matrix @ vector[..., None])[..., 0]


def rod(mass, radius, length):
    """Principal moments of inertia of an upright cylinder, kg m2."""
    across = mass * (length**2 / 12 + radius**2 / 4)
    return np.array([across, across, mass * radius**2 / 2])


def joined(parts):
    """Mass, centre of mass and moment of inertia about it of parts (mass, centre, principal moments)."""
    mass = sum(m for m, _, _ in parts)
    centre = sum(m * np.array(c) for m, c, _ in parts) / mass
    inertia = np.zeros((3, 3))
    for m, c, moments in parts:
        d = np.array(c) - centre
        inertia += np.diag(moments) + m * (d @ d * np.eye(3) - np.outer(d, d))
    return mass, centre, inertia


def bodies():
    """Of the standing leg and its shank, then of the swinging one: (mass, centre, inertia)."""
    upright = lambda rod_of, x, y: (rod_of[0], (x, y, -rod_of[2] / 2), rod(*rod_of))
    lying = rod(AXLE_ROD[0] / 2, *AXLE_ROD[1:])[[0, 2, 1]]
    ball = np.full(3, 0.4 * HAND[0] * HAND[1]**2)
    leg = joined([upright(THIGH_ROD, 0, LEG_ASIDE), upright(ARM_ROD, 0, -ARM_ASIDE), (HAND[0], (0, -ARM_ASIDE, -ARM_ROD[2]), ball),
                  (AXLE_ROD[0] / 2, (0, 0, 0), lying)])
    mass, length, width, x, z = FOOT_PLATE
    plate = mass / 12 * np.array([width**2, length**2, length**2 + width**2])
    shank = joined([upright(SHANK_ROD, KNEE_BACK, LEG_ASIDE), (mass, (x, LEG_ASIDE, z), plate)])
    legs = [leg, shank]
    return legs + [(m, MIRROR @ c, MIRROR @ i @ MIRROR) for m, c, i in legs]


BODIES = bodies()
KNEE_AT = np.array([-KNEE_BACK, 0, -THIGH])                                       # in the leg
FOOT_AT = np.array([FOOT_AHEAD + KNEE_BACK, FOOT_ASIDE, -(LEG - THIGH - RADIUS)])  # the sphere's centre, in the shank


class Stumble(Exception):
    pass


class Pose:
    """Place of the axle, orientation of the standing leg, angles of hip, knees and splay."""

    def __init__(self, place, turn, hip, knee, swinging_knee, splay):
        self.place, self.turn, self.hip, self.knee, self.swinging_knee, self.splay = place, turn, hip, knee, swinging_knee, splay

    def moved(self, by, rates):
        """`by` [N] s further at the given rates (place, turn and four angles)."""
        h = np.asarray(by)
        place, turn, angles = rates
        return Pose(self.place + h[:, None] * place, self.turn + h[:, None, None] * turn, *(a + h * r for a, r in
                    zip((self.hip, self.knee, self.swinging_knee, self.splay), angles)))

    def rates(self, u):
        return u[:, 3:6], cross_matrix(u[:, :3]) @ self.turn, u[:, 6:].T

    def pick(self, which):
        return Pose(*(a[which] for a in (self.place, self.turn, self.hip, self.knee, self.swinging_knee, self.splay)))


class Kinematics:
    """Of leg, shank, swinging leg, swinging shank: orientations R, Jacobians of angular velocity, angular velocities and their derivatives
    without accelerations of the coordinates."""

    def __init__(self, pose, u):
        n = len(u)
        middle = pose.turn @ about_x(-pose.splay / 2)      # turns with the standing leg, and has the hip's axis as its y
        hip = middle @ about_y(pose.hip)
        other = hip @ about_x(-pose.splay / 2)
        self.R = [pose.turn, pose.turn @ about_y(pose.knee), other, other @ about_y(pose.swinging_knee)]
        self.J = np.zeros((4, n, 3, RATES))
        self.J[:, :, [0, 1, 2], [0, 1, 2]] = 1
        self.w = [u[:, :3]] * 4
        self.bias = [np.zeros((n, 3))] * 4
        self._hinge(1, KNEE, pose.turn[:, :, 1], u)
        for body in (2, 3):
            self._hinge(body, SPLAY, -pose.turn[:, :, 0] / 2, u)
            self._hinge(body, HIP, middle[:, :, 1], u)
            self._hinge(body, SPLAY, -hip[:, :, 0] / 2, u)
        self._hinge(3, SWINGING_KNEE, other[:, :, 1], u)

    def _hinge(self, body, column, axis, u):
        """Adds a rotation about an axis that moves with all the hinges before it."""
        rate = u[:, column, None]
        self.J[body, :, :, column] += axis
        self.bias[body] = self.bias[body] + np.cross(self.w[body], axis) * rate
        self.w[body] = self.w[body] + axis * rate

    def point(self, body, at):
        """Position from the axle, Jacobian and velocity-dependent acceleration of a point of a body."""
        n = len(self.w[0])
        J, place, bias = np.zeros((n, 3, RATES)), np.zeros((n, 3)), np.zeros((n, 3))
        J[:, [0, 1, 2], [3, 4, 5]] = 1
        for b, r in [(body - 1, KNEE_AT), (body, at)] if body % 2 else [(body, at)]:
            r = self.R[b] @ r
            place = place + r
            J = J - cross_matrix(r) @ self.J[b]
            bias = bias + np.cross(self.bias[b], r) + np.cross(self.w[b], np.cross(self.w[b], r))
        return place, J, bias

    def foot(self, leg):
        """Constraint of a foot that rolls: the sphere's centre moves as its rotation about the point of contact."""
        shank = 1 + 2 * leg
        _, J, bias = self.point(shank, FOOT_AT * (1, -1 if leg else 1, 1))
        return J + RADIUS * cross_matrix(UP) @ self.J[shank], bias + RADIUS * np.cross(UP, self.bias[shank])


def equations(k, slope):
    """Mass matrix and forces without constraints."""
    g = GRAVITY * np.array([np.sin(slope), 0, -np.cos(slope)])
    M, f = 0, 0
    for body, (mass, centre, inertia) in enumerate(BODIES):
        _, J, bias = k.point(body, centre)
        I = k.R[body] @ inertia @ k.R[body].transpose(0, 2, 1)
        turn, move = k.J[body].transpose(0, 2, 1), J.transpose(0, 2, 1)
        M = M + mass * move @ J + turn @ I @ k.J[body]
        f = f + times(move, mass * (g - bias)) - times(turn, times(I, k.bias[body]) + np.cross(k.w[body], times(I, k.w[body])))
    return M, f


def constrained(k, M, f, leg, locked, foot, splay):
    """Accelerations (or velocities) and multipliers of M x = f + A' l, where A x is `foot` for the foot of `leg`, 0 for the knees `locked`
    and `splay` for the splay."""
    A, b = k.foot(leg)[0], foot
    rows = np.zeros((len(A), len(locked) + 1, RATES))
    for row, column in enumerate((*locked, SPLAY)):
        rows[:, row, column] = 1
    A = np.concatenate([A, rows], 1)
    b = np.concatenate([b, np.zeros((len(A), len(locked))), splay[:, None]], 1)
    n = A.shape[1]
    K = np.block([[M, -A.transpose(0, 2, 1)], [A, np.zeros((len(A), n, n))]])
    x = np.linalg.solve(K, np.concatenate([f, b], 1)[..., None])[..., 0]
    return x[:, :RATES], x[:, RATES:]


def acceleration(pose, u, locked, slope, splay):
    k = Kinematics(pose, u)
    return constrained(k, *equations(k, slope), 0, locked, -k.foot(0)[1], splay)


def after_impact(pose, u, leg, locked):
    k = Kinematics(pose, u)
    M, _ = equations(k, 0)
    return constrained(k, M, times(M, u), leg, locked, np.zeros((len(u), 3)), u[:, SPLAY])


class Placing:
    """The splay goes from `start` to `end` within `over` s from `begin` on, along the polynomial of fifth degree that servos use."""

    def __init__(self, begin, over, start, end):
        self.begin, self.over, self.start, self.end = begin, over, start, end

    def acceleration(self, t):
        s = np.clip((t - self.begin) / self.over, 0, 1)
        return (self.end - self.start) / self.over**2 * (60 * s - 180 * s**2 + 120 * s**3)

    def pick(self, which):
        return Placing(self.begin, self.over, self.start[which], self.end[which])


def runge_kutta(pose, u, locked, slope, t, h, placing):
    a1, force = acceleration(pose, u, locked, slope, placing.acceleration(t))
    r1, H = pose.rates(u), h[:, None]
    p, w = pose.moved(h / 2, r1), u + H / 2 * a1
    a2, _ = acceleration(p, w, locked, slope, placing.acceleration(t + h / 2))
    r2 = p.rates(w)
    p, w = pose.moved(h / 2, r2), u + H / 2 * a2
    a3, _ = acceleration(p, w, locked, slope, placing.acceleration(t + h / 2))
    r3 = p.rates(w)
    p, w = pose.moved(h, r3), u + H * a3
    a4, _ = acceleration(p, w, locked, slope, placing.acceleration(t + h))
    mean = tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(r1, r2, r3, p.rates(w)))
    return pose.moved(h, mean), u + H / 6 * (a1 + 2 * a2 + 2 * a3 + a4), force


def clearance(pose, leg):
    """Height of the lowest point of a leg's foot, m."""
    turn = pose.turn if leg == 0 else pose.turn @ about_x(-pose.splay / 2) @ about_y(pose.hip) @ about_x(-pose.splay / 2)
    shank = turn @ about_y(pose.swinging_knee if leg else pose.knee)
    return (pose.place + turn @ KNEE_AT + shank @ (FOOT_AT * (1, -1 if leg else 1, 1)))[:, 2] - RADIUS


def until(pose, u, locked, slope, t, h, placing, event, seen):
    """Goes on until `event` of each walker falls to zero, which at most one step of h does. Returns poses, velocities and times."""
    n = len(u)
    found = [None] * n
    running = np.arange(n)
    while len(running):
        after, v, force = runge_kutta(pose, u, locked, slope, t, np.full(len(u), h), placing)
        seen.look(running, t, pose, u, force)
        if (force[:, 2] < 0).any() or (after.turn[:, 2, 2] < 0.5).any() or (t > 2).any():
            raise Stumble
        done = event(after) < 0
        if done.any():
            at = locate(pose.pick(done), u[done], locked, slope, t[done], h, placing.pick(done), event)
            for k, i in enumerate(running[done]):
                found[i] = (at[0].pick([k]), at[1][[k]], at[2][[k]])
        keep = ~done
        running, pose, u, t, placing = running[keep], after.pick(keep), v[keep], t[keep] + h, placing.pick(keep)
    together = lambda part: np.concatenate([part(f) for f in found])
    fields = ("place", "turn", "hip", "knee", "swinging_knee", "splay")
    return Pose(*(together(lambda f: getattr(f[0], name)) for name in fields)), together(lambda f: f[1]), together(lambda f: f[2])


def locate(pose, u, locked, slope, t, h, placing, event):
    """Bisects, after a secant's guess, for the part of a step at which `event` falls to zero."""
    low, high = np.zeros(len(u)), np.full(len(u), h)
    at_low, at_high = event(pose), event(runge_kutta(pose, u, locked, slope, t, high, placing)[0])
    for k in range(60):
        part = (low + high) / 2 if k % 3 == 2 else np.clip(low + (high - low) * at_low / (at_low - at_high), low, high)
        after, v, _ = runge_kutta(pose, u, locked, slope, t, part, placing)
        value = event(after)
        under = value < 0
        high, at_high = np.where(under, part, high), np.where(under, value, at_high)
        low, at_low = np.where(under, low, part), np.where(under, at_low, value)
        if np.abs(value).max() < 1e-14:
            break
    return after, v, t + part


class Seen:
    """What was seen along a step of the first walker."""

    def __init__(self):
        self.path, self.standing_stop, self.swinging_stop = [], np.inf, np.inf

    def look(self, running, t, pose, u, force):
        if running[0] != 0:
            return
        self.path.append((t[0], pose.pick([0]), u[[0]], force[0]))
        self.standing_stop = min(self.standing_stop, force[0, 3])    # N*m; a stop pushes, and does not pull
        if force.shape[1] == 6:
            self.swinging_stop = min(self.swinging_stop, force[0, 4])


# A state is taken just after a footfall: heading, lean to the right and pitch of the standing leg (rad), its angular velocity (rad/s, in the
# world), the rates of the hip and of the swinging knee (rad/s), and the splay (rad).
STATE = 9


def double_support(s):
    """Pose and velocities of a state: both knees straight and both feet on the ground."""
    turn = about_z(s[:, 0]) @ about_x(s[:, 1]) @ about_y(s[:, 2])
    zero = np.zeros(len(s))
    pose = Pose(np.zeros((len(s), 3)), turn, -2 * s[:, 2], zero, zero, s[:, 8])
    for _ in range(30):
        def gap(hip):
            pose.hip = hip
            return clearance(pose, 1) - clearance(pose, 0)
        hip = pose.hip
        value = gap(hip)
        rise = (gap(hip + 1e-6) - value) / 1e-6
        gap(hip - np.clip(value / rise, -0.1, 0.1))
        if np.abs(value).max() < 1e-15:
            break
    pose.place[:, 2] -= clearance(pose, 0)
    u = np.zeros((len(s), RATES))
    u[:, :3], u[:, HIP], u[:, SWINGING_KNEE] = s[:, 3:6], s[:, 6], s[:, 7]
    u[:, 3:6] = -times(Kinematics(pose, u).foot(0)[0], u)
    return pose, u


def mirrored(pose, u):
    """Legs exchanged, and left and right."""
    k = Kinematics(pose, u)
    new = Pose(pose.place @ MIRROR, MIRROR @ k.R[2] @ MIRROR, -pose.hip, pose.swinging_knee, pose.knee, pose.splay)
    v = np.concatenate([-k.w[2] @ MIRROR, u[:, 3:6] @ MIRROR, -u[:, [HIP]], u[:, [SWINGING_KNEE]], u[:, [KNEE]], u[:, [SPLAY]]], 1)
    return new, v


def state(pose, u):
    R = pose.turn
    return np.column_stack([np.arctan2(-R[:, 0, 1], R[:, 1, 1]), np.arcsin(R[:, 2, 1]), np.arctan2(-R[:, 2, 0], R[:, 2, 2]),
                            u[:, :3], u[:, HIP], u[:, SWINGING_KNEE], pose.splay])


def measured(pose, u):
    """Lean of the standing leg, and heading of the axle, to the side of that leg, rad."""
    heading = np.arctan2(pose.turn[:, 1, 0], pose.turn[:, 0, 0])
    return np.column_stack([-np.arcsin(pose.turn[:, 2, 1]), heading])


class Feedback:
    """`after` s after a footfall the splay begins to go, in `over` s, to `gains` times (what is measured then, less `around`)."""

    def __init__(self, gains, around, after, over):
        self.gains, self.around, self.after, self.over = np.array(gains, float), np.array(around, float), after, over


def step_map(s, slope, feedback=None, h=4e-3):
    """From just after a footfall to just after the next one; without feedback the splay stays as it is."""
    pose, u = double_support(s)
    seen = Seen()
    start = pose.place.copy()
    t = np.zeros(len(s))
    placing = Placing(0.0, 1.0, s[:, 8], s[:, 8])
    if feedback:
        for _ in range(4):
            pose, u, _ = runge_kutta(pose, u, [KNEE], slope, t, np.full(len(s), feedback.after / 4), placing)
            t = t + feedback.after / 4
        seen.measured = measured(pose, u)
        placing = Placing(feedback.after, feedback.over, s[:, 8], (seen.measured - feedback.around) @ feedback.gains)
    pose, u, t = until(pose, u, [KNEE], slope, t, h, placing, lambda p: p.swinging_knee, seen)
    seen.knee_time, seen.knee_rate = t[0], u[0, SWINGING_KNEE]
    pose.swinging_knee = np.zeros(len(s))
    u, _ = after_impact(pose, u, 0, [KNEE, SWINGING_KNEE])
    falls = lambda p: np.where(p.hip < -0.05, clearance(p, 1), 1)
    pose, u, t = until(pose, u, [KNEE, SWINGING_KNEE], slope, t, h, placing, falls, seen)
    u, impulse = after_impact(pose, u, 1, [SWINGING_KNEE])
    if (u[:, KNEE] < 0).any():
        raise Stumble
    seen.time, seen.knee_impulse, seen.way = t[0], impulse[0, 3], (pose.place - start)[0]
    return state(*mirrored(pose, u)), seen


def jacobian(s, slope, feedback=None, by=1e-5):
    """Of the whole state with feedback, else of all but the splay."""
    parts = STATE if feedback else STATE - 1
    offsets = by * np.eye(STATE)[:parts]
    ends, _ = step_map(np.concatenate([s + offsets, s - offsets]), slope, feedback)
    return ((ends[:parts] - ends[parts:]) / (2 * by))[:, :parts].T


def sorted_multipliers(J):
    m = np.linalg.eigvals(J)
    return m[np.argsort(-np.abs(m))]


def cycle(slope, s=(-0.1009, -0.0044, -0.2731, -0.0740, 1.5689, 0.1602, -1.4737, 2.3336, 0)):
    """Newton's iteration for the fixed point without feedback. Returns it, its multipliers by size, and a step along it."""
    s = np.array(s, float)
    for _ in range(20):
        r = (step_map(s[None], slope)[0][0] - s)[:8]
        if np.abs(r).max() < 1e-9:
            break
        s[:8] += np.linalg.solve(np.eye(8) - jacobian(s, slope), r)
    _, seen = step_map(s[None], slope, h=1e-3)
    seen.speed = np.hypot(*seen.way[:2]) / seen.time
    return s, sorted_multipliers(jacobian(s, slope)), seen
