// The paths of roots and feet: the whole path faint, the last second of film strong.

const pathColors = { root: 0x2a6fdb, foot: 0xd9387a };

class Paths {
  constructor(replay, figures) {
    this.replay = replay;
    this.figures = figures;
    this.group = new THREE.Group();
    this.lines = [];
    replay.figures.forEach((figure, f) => {
      const first = appearance(replay, f);
      if (replay.bodies[figure.root].shapes.length === 0 && figure.legs.length === 0) return;
      this.add(f, first, figure.root, [0, 0, 0], pathColors.root);
      for (const leg of figure.legs) this.add(f, first, leg.foot, leg.tip, pathColors.foot);
    });
  }

  add(f, first, body, at, color) {
    const points = [];
    for (let f = first; f < this.replay.frames; ++f)
      points.push(this.figures.point(f, body, at, new THREE.Vector3()));
    if (points.length < 2) return;
    const line = (opacity) => {
      const material = new THREE.LineBasicMaterial({ color, opacity, transparent: true });
      material.toneMapped = false;
      const made = new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), material);
      made.frustumCulled = false;
      this.group.add(made);
      return made;
    };
    this.lines.push({ f, first, whole: line(0.3), line: line(1) });
  }

  pose(frame) {
    const span = Math.round(this.replay.fps);
    for (const { f, first, whole, line } of this.lines) {
      whole.visible = this.figures.shows(f);
      const from = Math.max(frame - span - first, 0);
      line.visible = frame > first && whole.visible;
      line.geometry.setDrawRange(from, frame - first - from + 1);
    }
  }
}
