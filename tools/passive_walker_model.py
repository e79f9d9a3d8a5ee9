"""The walker of figures/passive_walker.yaml as a hybrid model, which shares nothing with gambol: rigid feet that roll on rigid ground,
knees that are locked or free, and impacts without rebound. Angles are absolute pitches in rad, positive where a leg points back; the
slope is gravity's. Used by tools/passive_walker.py."""
import numpy as np

GRAVITY = 9.81                                  # m/s2
THIGH, SHANK = 0.432, 0.434                     # m, lengths
FOOT = 0.13                                     # m, from the ankle to the sole
KNEE_BACK, FOOT_AHEAD = 0.018, 0.054            # m, of the leg's axis
RADIUS = 0.3 * (THIGH + SHANK + FOOT)           # m, of the foot
HIP_MASS = 68 - 2 * (6.81018 + 3.15003)         # kg
# Mass (kg), distance of its centre below the joint (m) and moment of inertia about it (kg m2): the cones of figures/thesis_human.yaml.
THIGH_MASS = (6.81018, 0.187007, 0.109926)
SHANK_MASS = (3.15003, 0.187992, 0.0490896)
CENTRE = (FOOT_AHEAD + KNEE_BACK, -(SHANK + FOOT - RADIUS))   # of the foot's arc, from the knee
SWING_LATEST = 2.0                              # s: a step that takes longer is none

# Coordinates: x, z of the hip; pitches of thigh and shank of the standing leg, and of the swinging leg.
HIP_X, HIP_Z, STANDING, SWINGING = 0, 1, 2, 4


def point(q, v, leg, on_shank, at):
    """Position, Jacobian and velocity-dependent acceleration of a point of a thigh or shank."""
    J = np.zeros((2, 6))
    J[0, HIP_X] = J[1, HIP_Z] = 1
    place, bias = q[:2].copy(), np.zeros(2)
    parts = [(leg, (-KNEE_BACK, -THIGH)), (leg + 1, at)] if on_shank else [(leg, at)]
    for column, (x, z) in parts:
        c, s = np.cos(q[column]), np.sin(q[column])
        r = np.array([c * x + s * z, -s * x + c * z])
        place += r
        J[:, column] += (r[1], -r[0])
        bias -= v[column]**2 * r
    return place, J, bias


def equations(q, v, slope):
    """Mass matrix and forces without constraints."""
    M, f = np.zeros((6, 6)), np.zeros(6)
    g = GRAVITY * np.array([np.sin(slope), -np.cos(slope)])
    M[0, 0] = M[1, 1] = HIP_MASS
    f[:2] = HIP_MASS * g
    for leg in (STANDING, SWINGING):
        for on_shank, (mass, below, inertia) in enumerate((THIGH_MASS, SHANK_MASS)):
            _, J, bias = point(q, v, leg, on_shank, (KNEE_BACK if on_shank else 0, -below))
            M += mass * J.T @ J
            f += J.T @ (mass * (g - bias))
            M[leg + on_shank, leg + on_shank] += inertia
    return M, f


def constraints(q, v, foot, locked):
    """Rows: the foot of leg `foot` rolls (two), and the knees of the legs `locked` do not turn."""
    _, J, bias = point(q, v, foot, True, CENTRE)
    J[0, foot + 1] -= RADIUS                       # the centre moves by the radius times the shank's rotation
    rows, biases = list(J), list(bias)
    for leg in locked:
        row = np.zeros(6)
        row[leg + 1], row[leg] = 1, -1
        rows.append(row)
        biases.append(0)
    return np.array(rows), np.array(biases)


def constrained(M, f, A, b):
    """x and multipliers of M x = f + A' l, A x = b."""
    n = len(A)
    K = np.block([[M, -A.T], [A, np.zeros((n, n))]])
    x = np.linalg.solve(K, np.concatenate([f, b]))
    return x[:6], x[6:]


def acceleration(q, v, locked, slope):
    A, bias = constraints(q, v, STANDING, locked)
    return constrained(*equations(q, v, slope), A, -bias)


def after_impact(q, v, foot, locked):
    M, _ = equations(q, v, 0)
    A, _ = constraints(q, v, foot, locked)
    return constrained(M, M @ v, A, np.zeros(len(A)))


def runge_kutta(q, v, locked, slope, h):
    a1, force = acceleration(q, v, locked, slope)
    a2, _ = acceleration(q + h / 2 * v, v + h / 2 * a1, locked, slope)
    a3, _ = acceleration(q + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2, locked, slope)
    a4, _ = acceleration(q + h * v + h * h / 2 * a2, v + h * a3, locked, slope)
    return q + h * v + h * h / 6 * (a1 + a2 + a3), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), force


def clearance(q, leg):
    """Height of the lowest point of a leg's foot, m."""
    return point(q, np.zeros(6), leg, True, CENTRE)[0][1] - RADIUS


def knee(q):
    return q[SWINGING + 1] - q[SWINGING]


class Stumble(Exception):
    pass


def locate(q, v, locked, slope, h, event):
    """Bisects for the end of the step at which `event` falls to zero."""
    low, high = 0, h
    while high - low > 1e-13:
        middle = (low + high) / 2
        if event(runge_kutta(q, v, locked, slope, middle)[0]) < 0:
            high = middle
        else:
            low = middle
    return (*runge_kutta(q, v, locked, slope, high)[:2], high)


def take_step(q, v, slope, h=2e-3):
    """From just after a footfall to just after the next one, legs exchanged. Returns q, v and what was seen on the way."""
    locked, swung, t = [STANDING], False, 0.0
    seen = {"standing_stop": np.inf, "swinging_stop": np.inf, "path": []}
    while True:
        q1, v1, force = runge_kutta(q, v, locked, slope, h)
        seen["path"].append((t, q, v))
        seen["standing_stop"] = min(seen["standing_stop"], force[2])   # N*m; a stop pushes, and does not pull
        if swung:
            seen["swinging_stop"] = min(seen["swinging_stop"], force[3])
        if force[1] < 0 or abs(q1[STANDING]) > 1 or t > SWING_LATEST:
            raise Stumble
        ahead = q1[SWINGING] < q1[STANDING]
        if not swung and knee(q1) < 0:
            if t == 0:
                raise Stumble
            q, v, dt = locate(q, v, locked, slope, h, knee)
            t, swung, locked = t + dt, True, [STANDING, SWINGING]
            q[SWINGING + 1] = q[SWINGING]
            seen["knee_time"], seen["knee_rate"] = t, knee(v)
            v, _ = after_impact(q, v, STANDING, locked)
        elif swung and ahead and clearance(q1, SWINGING) < 0:
            q, v, dt = locate(q, v, locked, slope, h, lambda p: clearance(p, SWINGING))
            # The knee of the leg that lands is straight; that of the other one is let go.
            v, impulse = after_impact(q, v, SWINGING, [SWINGING])
            if v[STANDING + 1] < v[STANDING]:
                raise Stumble
            seen["time"], seen["knee_impulse"] = t + dt, impulse[2]
            order = [0, 1, 4, 5, 2, 3]
            return q[order], v[order], seen
        else:
            q, v, t = q1, v1, t + h


def double_support(ahead, rates):
    """Both legs straight and on the ground, the standing one `ahead` rad in front of the vertical."""
    q = np.array([0, 0, -ahead, -ahead, ahead, ahead], float)
    for _ in range(50):
        def gap(angle):
            q[SWINGING:] = angle
            return clearance(q, SWINGING) - clearance(q, STANDING)
        angle = q[SWINGING]
        f = gap(angle)
        slope = (gap(angle + 1e-6) - f) / 1e-6
        q[SWINGING:] = angle - f / slope
        if abs(f) < 1e-14:
            break
    q[HIP_Z] -= clearance(q, STANDING)
    v = np.array([0, 0, rates[0], rates[0], rates[1], rates[2]], float)
    A, _ = constraints(q, v, STANDING, [])
    v[:2] -= A @ v
    return q, v


def step_map(s, slope):
    """The state just after a footfall: angle ahead; rates of standing leg, swinging thigh and shank."""
    q, v, seen = take_step(*double_support(s[0], s[1:]), slope)
    return np.array([-q[STANDING], v[STANDING], v[SWINGING], v[SWINGING + 1]]), seen


def jacobian(s, slope, by=1e-5):
    return np.column_stack([(step_map(s + e, slope)[0] - step_map(s - e, slope)[0]) / (2 * by) for e in by * np.eye(4)])


def cycle(slope, s=(0.328, 1.278, -0.585, 2.891)):
    """Newton's iteration for the fixed point. Returns it, its multipliers by size, and a step along it."""
    s = np.array(s, float)
    for _ in range(20):
        r = step_map(s, slope)[0] - s
        if np.abs(r).max() < 1e-9:
            break
        s = s + np.linalg.solve(np.eye(4) - jacobian(s, slope), r)
    multipliers = np.linalg.eigvals(jacobian(s, slope))
    q, _ = double_support(s[0], s[1:])
    q1, _, seen = take_step(*double_support(s[0], s[1:]), slope, 1e-3)
    seen["speed"] = (q1[HIP_X] - q[HIP_X]) / seen["time"]
    # The least height of the foot that swings, after it has first risen.
    heights = np.array([clearance(p, SWINGING) for t, p, _ in seen["path"] if t < seen["knee_time"]])
    rise = next(k for k in range(10, len(heights)) if heights[k] < heights[k - 1])
    seen["clearance"] = heights[rise:].min()
    return s, multipliers[np.argsort(-np.abs(multipliers))], seen
