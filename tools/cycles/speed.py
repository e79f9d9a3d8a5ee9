"""Time to equal noise of gambol and Cycles on the walking roach, each against its own converged picture."""
import hashlib
import os
import subprocess

import numpy as np

from pictures import as_shown, read_exr, rms
from renderers import HERE, Shot

FRAME, WIDTH, HEIGHT, BOUNCES = 12, 640, 360, 4
EXPOSURE = 0.15  # of roach_look.yaml
CASES = (("without blur", "still", 0.0), ("with blur", "", 0.5))  # a take, and how long its shutter is open
SEED_OF_REFERENCE = 4711
SCENE = {"gambol": ("roach.yaml", "roach_look.yaml"), "Cycles": ("roach.yaml", "roach_look.yaml", "blender_scene.py")}
MEASURES = ("linear", "without sparks", "as shown")


def add_arguments(parser):
    parser.add_argument("--counts", default="8,16,32,64,128", help="speed: samples per pixel")
    parser.add_argument("--repeats", type=int, default=3, help="speed: of every rendering")
    parser.add_argument("--reference", type=int, default=4096, help="speed: samples of the converged pictures")
    parser.add_argument("--case", choices=[name for name, _, _ in CASES], help="speed: this one alone")
    parser.add_argument("--adaptive", action="store_true", help="speed: with adaptive sampling too")
    parser.add_argument("--only-reference", action="store_true", help="speed: make the converged pictures and stop")


class Renderer:
    """One of the two, on one case. `errors[measure][samples]` are RMSEs against its own converged picture."""

    def __init__(self, name, shot, open_for, reference_samples):
        self.name, self.shot, self.open_for = name, shot, open_for
        self.reference_samples = reference_samples
        self.lights, self.users, self.errors = {}, {}, {m: {} for m in MEASURES}
        self.reference = read_exr(self._converged())

    def render(self, samples, seed=1, noise=0.0, tag=""):
        if self.name == "gambol":
            return self.shot.with_gambol(FRAME, WIDTH, HEIGHT, samples, BOUNCES, noise, tag)
        return self.shot.with_cycles(FRAME, WIDTH, HEIGHT, samples, BOUNCES, self.open_for, noise, seed, tag)

    # Kept as long as the scene stays as it is. Its samples are others than those that are measured: Cycles gets another seed,
    # gambol's depend on how many there are.
    def _converged(self):
        scene = b"".join(open(os.path.join(HERE, name), "rb").read() for name in SCENE[self.name])
        stamp = hashlib.sha1(scene).hexdigest()[:12]
        path = self.shot.file(f"{self.name}_converged_{self.reference_samples}_{stamp}.exr")
        if not os.path.exists(path):
            os.replace(self.render(self.reference_samples, SEED_OF_REFERENCE, tag="_converged").exr, path)
        return path

    def errors_of(self, exr):
        picture = read_exr(exr)
        squares = np.sort(np.square(picture - self.reference).mean(axis=2).ravel())
        return {"linear": float(np.sqrt(squares.mean())),
                "without sparks": float(np.sqrt(squares[: int(0.99 * squares.size)].mean())),
                "as shown": rms(as_shown(picture, EXPOSURE) - as_shown(self.reference, EXPOSURE))}

    def measure(self, samples, seed):
        run = self.render(samples, seed)
        self.lights.setdefault(samples, []).append(run.light)
        self.users.setdefault(samples, []).append(run.user)
        for measure, error in self.errors_of(run.exr).items():
            self.errors[measure].setdefault(samples, []).append(error)

    def mean_square(self, measure, samples):
        """Of the picture alone: the converged one's own noise, of as many times fewer samples, is taken off."""
        measured = np.mean(np.square(self.errors[measure][samples]))
        return measured / (1 + samples / self.reference_samples)

    def noise_per_sample(self, measure):
        """RMSE^2 times samples: the geometric mean over all counts of samples."""
        counts = list(self.lights)
        return float(np.exp(np.mean([np.log(self.mean_square(measure, n) * n) for n in counts])))

    @staticmethod
    def seconds_per_sample(times):
        """The slope of time over samples, by least squares of relative errors: what does not grow with samples is left out.
        Of every count the least time is taken: others use the machine too."""
        counts = np.array(list(times), float)
        least = np.array([min(t) for t in times.values()])
        rows = np.stack([np.ones_like(counts), counts], axis=1) / least[:, None]
        return float(np.linalg.lstsq(rows, np.ones_like(least), rcond=None)[0][1])


def case(name, take, open_for, options):
    shot = Shot("roach", options.work, options.gambol, take)
    pair = [Renderer(which, shot, open_for, options.reference) for which in ("gambol", "Cycles")]
    if options.only_reference:
        return
    counts = [int(n) for n in options.counts.split(",")]
    for repeat in range(options.repeats):
        for n in counts:
            for renderer in pair:
                renderer.measure(n, seed=repeat + 1)
    print(f"\n### {name}\n")
    head = " | ".join((*MEASURES, "light, s", "user, s"))
    print(f"| samples | gambol: {head} | Cycles: {head} |\n|---" + (2 * len(MEASURES) + 4) * "|---" + "|")
    for n in counts:
        cells = []
        for r in pair:
            cells += [f"{np.sqrt(r.mean_square(m, n)):.5f}" for m in MEASURES]
            cells += [f"{min(times[n]):.2f}" for times in (r.lights, r.users)]
        print(f"| {n} | " + " | ".join(cells) + " |")
    summary(pair)
    side_by_side(pair, shot)
    if options.adaptive:
        adaptive(pair)


def summary(pair):
    gambol, cycles = pair
    print("\n| gambol over Cycles | by the clock | processor time (user) |\n|---|---|---|")
    ratios = [Renderer.seconds_per_sample(a) / Renderer.seconds_per_sample(b)
              for a, b in ((gambol.lights, cycles.lights), (gambol.users, cycles.users))]
    print(f"| time of a sample | {ratios[0]:.3f} | {ratios[1]:.3f} |")
    for m in MEASURES:
        noise = gambol.noise_per_sample(m) / cycles.noise_per_sample(m)
        print(f"| **time to equal RMSE, {m}** (RMSE² of a sample: {noise:.3f}) | **{noise * ratios[0]:.3f}** | "
              f"**{noise * ratios[1]:.3f}** |")


def adaptive(pair):
    """Both stop where their own estimate of noise says so; compared is RMSE^2 times time."""
    print(f"\n| adaptive | threshold | {' | '.join(MEASURES)} | light, s |\n|---" + (2 + len(MEASURES)) * "|---" + "|")
    products = {}
    for renderer in pair:
        for threshold in (0.02, 0.01):
            run = renderer.render(256, noise=threshold, tag=f"_adaptive_{threshold}")
            errors = renderer.errors_of(run.exr)
            cells = " | ".join(f"{errors[m]:.5f}" for m in MEASURES)
            print(f"| {renderer.name} | {threshold} | {cells} | {run.light:.2f} |")
            for m in MEASURES:
                products.setdefault((renderer.name, m), []).append(errors[m] ** 2 * run.light)
    for m in MEASURES:
        ratio = np.exp(np.mean(np.log(products["gambol", m])) - np.mean(np.log(products["Cycles", m])))
        print(f"\nadaptive, time to equal RMSE, {m}: {ratio:.3f}")


def side_by_side(pair, shot):
    shown = []
    for renderer in pair:
        shown.append(shot.file(f"{renderer.name}_converged.png"))
        subprocess.run(["oiiotool", "--wildcardoff", renderer._converged(), "--ch", "R,G,B", "--mulc", str(2**EXPOSURE),
                        "--colorconvert", "linear", "sRGB", "-d", "uint8", "-o", shown[-1]], check=True)
    subprocess.run(["oiiotool", "--wildcardoff", *shown, "--mosaic", "2x1", "-o", shot.file("side_by_side.png")], check=True)
    print(f"\n(gambol left, Cycles right: {shot.file('side_by_side.png')})")


def speed(options):
    print(f"{WIDTH}x{HEIGHT}, {BOUNCES} bounces, {options.repeats} repeats; load of the machine before: {os.getloadavg()[0]:.1f}")
    for name, take, open_for in CASES:
        if options.case in (None, name):
            case(name, take, open_for, options)
