// The paths of roots and feet: faint in all parts of the film that are there, strong in the last
// second of film.

const pathColors = { root: 0x2a6fdb, foot: 0xd9387a };

class Paths {
  constructor(replay, figures) {
    this.replay = replay;
    this.figures = figures;
    this.group = new THREE.Group();
    this.lines = [];
    this.traced = ""; // the parts in which the faint lines are
    this.second = Math.round(replay.fps); // in frames
    for (const figure of replay.figures) {
      if (replay.bodies[figure.root].shapes.length === 0 && figure.legs.length === 0) continue;
      if (figure.appears + 1 >= replay.frames) continue;
      this.add(figure, figure.root, [0, 0, 0], pathColors.root);
      for (const leg of figure.legs) this.add(figure, leg.foot, leg.tip, pathColors.foot);
    }
  }

  add(figure, body, at, color) {
    const line = (Line, opacity) => {
      const material = new THREE.LineBasicMaterial({ color, opacity, transparent: true });
      material.toneMapped = false;
      const made = new Line(new THREE.BufferGeometry(), material);
      made.frustumCulled = false;
      this.group.add(made);
      return made;
    };
    const last = line(THREE.Line, 1);
    last.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * (this.second + 1)), 3));
    this.lines.push({ figure, body, at, whole: line(THREE.LineSegments, 0.3), last });
  }

  pose(frame) {
    if (!this.group.visible) return;
    const parts = [...this.replay.film.parts.keys()].sort((a, b) => a - b);
    if (parts.join() !== this.traced) this.trace(parts);
    this.traced = parts.join();
    for (const { figure, body, at, whole, last } of this.lines) {
      whole.visible = this.figures.shows(figure.number);
      last.visible = frame > figure.appears && whole.visible;
      if (!last.visible) continue;
      const points = this.points(body, at, Math.max(frame - this.second, figure.appears), frame);
      const { position } = last.geometry.attributes;
      points.forEach(({ x, y, z }, k) => position.setXYZ(k, x, y, z));
      position.needsUpdate = true;
      last.geometry.setDrawRange(0, points.length);
    }
  }

  points(body, at, from, to) {
    const points = [];
    for (let f = from; f <= to; ++f) points.push(this.figures.point(f, body, at, new THREE.Vector3()));
    return points;
  }

  // Draws the faint lines. `parts`: in the order of the film; no line crosses a gap between two.
  trace(parts) {
    const { partFrames, frames } = this.replay.film;
    for (const { figure, body, at, whole } of this.lines) {
      const points = [], pairs = [];
      let before = -1;
      for (const part of parts) {
        const from = Math.max(part * partFrames, figure.appears), to = Math.min((part + 1) * partFrames, frames) - 1;
        const more = this.points(body, at, from, to);
        more.forEach((_, k) => {
          if (k > 0 || (points.length && before === from - 1)) pairs.push(points.length + k - 1, points.length + k);
        });
        points.push(...more);
        before = to;
      }
      whole.geometry.dispose();
      whole.geometry = new THREE.BufferGeometry().setFromPoints(points);
      whole.geometry.setIndex(pairs);
    }
  }
}
