// The forces of the ground on feet, as arrows.

const forceColor = 0xff7a1a;

class Forces {
  constructor(replay, figures) {
    this.film = replay.film;
    this.figures = figures;
    this.group = new THREE.Group();
    const solid = new THREE.MeshBasicMaterial({ color: forceColor, toneMapped: false });
    // The parts of arrows that a leg hides are drawn translucent.
    const ghost = solid.clone();
    Object.assign(ghost, { depthTest: false, transparent: true, opacity: 0.45 });
    const shaft = new THREE.CylinderBufferGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
    const head = new THREE.ConeBufferGeometry(1, 1, 16).translate(0, -0.5, 0);
    this.arrows = [];
    replay.figures.forEach((figure, f) => {
      if (!this.film.at(0).figures[f].forces) return;
      const scale = (0.9 * figure.size) / figure.typicalForce;
      figure.legs.forEach((leg, index) => {
        const arrow = { f, leg, index, size: figure.size, scale, group: new THREE.Group() };
        arrow.shafts = [solid, ghost].map((material) => new THREE.Mesh(shaft, material));
        arrow.heads = [solid, ghost].map((material) => new THREE.Mesh(head, material));
        arrow.group.add(...arrow.shafts, ...arrow.heads);
        this.group.add(arrow.group);
        this.arrows.push(arrow);
      });
    });
  }

  pose(frame) {
    const force = new THREE.Vector3();
    const up = new THREE.Vector3(0, 1, 0);
    for (const { f, leg, index, size, scale, group, shafts, heads } of this.arrows) {
      force.fromArray(forceOn(this.film, f, index, frame));
      const length = Math.min(force.length() * scale, 3 * size);
      group.visible = length > 0.01 * size && this.figures.shows(f);
      if (!group.visible) continue;
      this.figures.point(frame, leg.foot, leg.tip, group.position);
      group.quaternion.setFromUnitVectors(up, force.normalize());
      const radius = 0.012 * size;
      const tip = Math.min(7 * radius, 0.6 * length);
      for (const shaft of shafts) shaft.scale.set(radius, length - tip, radius);
      for (const head of heads) {
        head.scale.set(0.37 * tip, tip, 0.37 * tip);
        head.position.y = length;
      }
    }
  }
}

// The force of the ground on the foot of a figure's leg, x y z in N; null if it is not recorded.
function forceOn(film, figure, leg, frame) {
  const part = film.at(frame);
  const { forces } = part.figures[figure];
  if (!forces) return null;
  const legs = forces.length / 3 / part.times.length;
  const i = 3 * ((frame - part.from) * legs + leg);
  return forces.subarray(i, i + 3);
}

// "4.2 mN"
function forceText(vector) {
  const force = Math.hypot(...vector);
  for (const [unit, name] of [[1e3, "kN"], [1, "N"], [1e-3, "mN"]])
    if (force >= unit) return `${Number((force / unit).toPrecision(2))} ${name}`;
  return force >= 1e-6 ? `${Number((force * 1e6).toPrecision(2))} µN` : "";
}
