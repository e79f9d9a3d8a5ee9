#!/usr/bin/python3
"""Guards films while code moves: every shot and take must give the same motion and pixels, bit by bit.

    tools/guard.py --write             write the list build/guard.txt, before the change
    tools/guard.py                     compare with that list, after it; exit 1 on a difference
    tools/guard.py --bound PROGRAM     how far the motion differs from another build's, over 0.2 s;
                                       each build reads the shots of its own checkout
    ... --part 1/4                     a quarter of the shots        ... --only NAME[@TAKE]
    ... --program build/gambol

Of a motion it hashes what was recorded: transforms, particles, marks and channels (in single precision),
each by name, so that new channels and another order change nothing. build/guard_renames.txt, if there is one, maps names of
today to those of the list ("new old", a line each). Of the picture it hashes the decoded pixels of two frames
at 160x90. Needs python3-h5py, python3-yaml and python3-matplotlib (./gambol test installs them).
"""
import argparse, concurrent.futures, difflib, glob, hashlib, os, re, subprocess, sys, tempfile

import h5py
import matplotlib.image
import numpy
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join(ROOT, 'build/guard.txt')
RENAMES = os.path.join(ROOT, 'build/guard_renames.txt')
PRESET = os.path.join(ROOT, 'tools/guard.yaml')


def files():
    """The shots, in subfolders of scenes/, in order of their names."""
    return sorted(glob.glob(os.path.join(ROOT, 'scenes/*/*.yaml')), key=os.path.basename)


def shots():
    for path in files():
        text = yaml.safe_load(open(path))
        if 'sequence' in text:
            continue
        name = os.path.basename(path)[:-5]
        # A crowd takes minutes: its takes have fewer members.
        crowded = any(f.get('crowd', {}).get('count', 0) > 200 for f in text.get('figures', []))
        for take in [*([] if crowded else [None]), *(text.get('takes') or {})]:
            yield f'{name}@{take}' if take else name


def file_of(program, shot):
    """The file in the checkout that the program was built in: subfolders may be others there, or none."""
    name, _, take = shot.partition('@')
    found = glob.glob(os.path.join(root_of(program), 'scenes/**', f'{name}.yaml'), recursive=True)
    if not found:
        raise RuntimeError(f'{name}: no such shot in {root_of(program)}')
    return found[0] + (f'@{take}' if take else '')


def written(out, shot, name):
    """What a program wrote for a shot, whose results may lie in a folder of the shot's folder."""
    return glob.glob(os.path.join(out, '**', glob.escape(shot), name), recursive=True)


def root_of(program):
    """The checkout that a program was built in: its own shots are those that it knows to read."""
    root = os.path.dirname(os.path.dirname(program))
    return root if os.path.isdir(os.path.join(root, 'scenes')) else ROOT


def run(program, *arguments):
    return subprocess.run([program, *arguments], cwd=root_of(program), capture_output=True, text=True)


def simulate(program, shot, out):
    done = run(program, 'simulate', file_of(program, shot), '--out', out)
    found = written(out, shot, 'poses.h5')
    if done.returncode not in (0, 4) or not found:
        raise RuntimeError(f'{shot}: {done.stderr.strip()}')
    return found[0], done.returncode


def renames():
    if not os.path.exists(RENAMES):
        return {}
    return dict(line.split() for line in open(RENAMES) if line.strip() and line[0] != '#')


def digest(*arrays):
    h = hashlib.blake2b(digest_size=8)
    for a in arrays:
        h.update(a if isinstance(a, bytes) else numpy.ascontiguousarray(a).tobytes())
    return h.hexdigest()


def texts(dataset):
    return b'\n'.join(x if isinstance(x, bytes) else x.encode() for x in dataset[()])


def motion_hashes(path):
    """{name: hash} of what was recorded; a channel's columns one by one."""
    old = renames()
    hashes = {}
    with h5py.File(path) as f:
        film = f['film']
        hashes['film'] = digest(film['times'][()], texts(film['bodies']), film['transforms'][()],
                                film['appears'][()])
        hashes['particles'] = digest(texts(film['emitters']), film['first_particle'][()],
                                     film['particles'][()])
        hashes['marks'] = digest(f['marks/times'][()], texts(f['marks/names']))
        hashes['times'] = digest(f['times'][()])

        def visit(name, item):
            if isinstance(item, h5py.Dataset):
                rows = item[()].astype('f4').reshape(item.shape[0], -1)  # as most are kept
                # An older build, with which this one is compared, has them as an attribute.
                names = f['columns'][name][()] if 'columns' in f else item.attrs['columns']
                columns = [c if isinstance(c, str) else c.decode() for c in names]
                hashes[old.get(name, name)] = digest(
                    *[part for c in sorted(range(len(columns)), key=lambda c: columns[c])
                      for part in (columns[c].encode(), rows[:, c])])
        f['tracks'].visititems(visit)
        frames = int(f.attrs['frames'])
        failed = bool(f.attrs['failure'])
    return hashes, frames, failed


def pixel_hashes(program, shot, out, frames):
    wanted = sorted({max(1, frames // 3), max(1, 2 * frames // 3)})
    done = run(program, 'render', file_of(program, shot), '--out', out, '--preset', PRESET, '--no-exr',
               '--frames', ','.join(map(str, wanted)))
    hashes = {}
    for frame in wanted:
        found = written(out, shot, f'guard/*.{frame:04d}.png')
        if not found:
            raise RuntimeError(f'{shot}: {done.stderr.strip()}')
        hashes[f'pixels.{frame}'] = digest(matplotlib.image.imread(found[0]))
    return hashes


def guard(program, shot):
    with tempfile.TemporaryDirectory() as out:
        path, code = simulate(program, shot, out)
        hashes, frames, failed = motion_hashes(path)
        hashes['exit'] = str(code)
        if not failed:
            hashes.update(pixel_hashes(program, shot, out, frames))
    return hashes


def read_list():
    listed = {}
    for line in open(LIST):
        shot, name, value = line.split()
        listed.setdefault(shot, {})[name] = value
    return listed


def differences(shot, was, now):
    for name in sorted(was):
        if name not in now:
            yield f'{shot}: {name} is gone'
        elif was[name] != now[name]:
            yield f'{shot}: {name} differs'


def bound(program, other, shot):
    """Largest distance between positions over the first 0.2 s, in parts of the figure's size."""
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b:
        with h5py.File(simulate(program, shot, a)[0]) as f, h5py.File(simulate(other, shot, b)[0]) as g:
            times = f['film/times'][()]
            n = min(len(times), g['film/times'].shape[0])
            rows = int(numpy.searchsorted(times[:n], times[0] + 0.2, side='right'))
            p, q = f['film/transforms'][:rows], g['film/transforms'][:rows]
            bodies = [x.decode().split('/')[0] for x in f['film/bodies'][()]]
    worst = 0
    for figure in set(bodies):
        own = [i for i, name in enumerate(bodies) if name == figure]
        start = p[0, own, :3]
        size = max(float(numpy.ptp(start, axis=0).max()), 1e-3)
        off = numpy.abs(p[:, own, :3] - q[:, own, :3])
        worst = max(worst, float(numpy.nanmax(off)) / size)
    return worst, times[rows - 1] - times[0]


def chosen_shots(arguments, asked):
    every = list(shots())
    found = re.fullmatch(r'(\d+)/(\d+)', asked.part)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        arguments.error(f'--part: found {asked.part}, expected a part such as 1/4')
    for name in asked.only or []:
        if name not in every:
            near = difflib.get_close_matches(name, every, 1)
            arguments.error(f'no shot {name}' + (f'; did you mean {near[0]}?' if near else ''))
    part, parts = int(found[1]), int(found[2])
    return [s for i, s in enumerate(every)
            if i % parts == part - 1 and (not asked.only or s in asked.only)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    arguments.add_argument('--program', default=os.path.join(ROOT, 'build/gambol'))
    arguments.add_argument('--write', action='store_true')
    arguments.add_argument('--bound', metavar='PROGRAM')
    arguments.add_argument('--part', default='1/1')
    arguments.add_argument('--only', action='append')
    asked = arguments.parse_args()
    chosen = chosen_shots(arguments, asked)
    program = os.path.abspath(asked.program)
    for needed in filter(None, [program, asked.bound]):
        if not os.access(needed, os.X_OK):
            arguments.error(f'no program at {needed}: build it first')
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        if asked.bound:
            other = os.path.abspath(asked.bound)
            for shot, (worst, over) in zip(chosen, pool.map(lambda s: bound(program, other, s), chosen)):
                print(f'{shot}: {worst:.1e} of its size over {over:.3g} s', flush=True)
            return 0
        made = dict(zip(chosen, pool.map(lambda s: guard(program, s), chosen)))
    if asked.write:
        whole = len(chosen) == len(list(shots()))
        listed = {} if whole or not os.path.exists(LIST) else read_list()
        listed.update(made)
        with open(LIST, 'w') as f:
            for shot in sorted(listed):
                for name in sorted(listed[shot]):
                    f.write(f'{shot} {name} {listed[shot][name]}\n')
        return 0
    if not os.path.exists(LIST):
        arguments.error('there is no list: make it with --write before the change')
    listed = read_list()
    wrong = [d for s in chosen for d in differences(s, listed.get(s, {'it': ''}), made[s])]
    for line in wrong:
        print(line)
    print(f'{len(chosen)} shots and takes, {len(wrong)} differences')
    return 1 if wrong else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except RuntimeError as e:  # a shot that could not be simulated or rendered
        sys.exit(f'guard.py: {e}')
