// The forces of the ground on feet, as arrows.

const forceColor = 0xff7a1a;

class Forces {
  constructor(replay, figures) {
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
      if (!figure.forces) return;
      const size = figures.size(Math.min(appearance(replay, f), replay.frames - 1), f);
      const scale = (0.9 * size) / typicalForce(figure);
      figure.legs.forEach((leg, i) => {
        const arrow = { f, figure, leg, index: i, size, scale, group: new THREE.Group() };
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
    for (const { f, figure, leg, index, size, scale, group, shafts, heads } of this.arrows) {
      force.fromArray(figure.forces, 3 * (frame * figure.legs.length + index));
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

// The force of the ground on a leg's foot, in N; null if it is not recorded.
function forceOn(figure, leg, frame) {
  if (!figure.forces) return null;
  const i = 3 * (frame * figure.legs.length + leg);
  return Math.hypot(figure.forces[i], figure.forces[i + 1], figure.forces[i + 2]);
}

// "4.2 mN"
function forceText(force) {
  for (const [unit, name] of [[1e3, "kN"], [1, "N"], [1e-3, "mN"]])
    if (force >= unit) return `${Number((force / unit).toPrecision(2))} ${name}`;
  return force >= 1e-6 ? `${Number((force * 1e6).toPrecision(2))} µN` : "";
}

// The first frame in which a figure is present.
function appearance(replay, figure) {
  return Math.min(...replay.bodies.filter((b) => b.figure === figure).map((b) => b.appears));
}

// The 98th percentile of the forces' magnitudes, because impacts are much larger than the rest.
function typicalForce(figure) {
  const sizes = [];
  for (let i = 0; i < figure.forces.length; i += 3)
    sizes.push(Math.hypot(figure.forces[i], figure.forces[i + 1], figure.forces[i + 2]));
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.98 * (sizes.length - 1))] || sizes[sizes.length - 1] || 1;
}
