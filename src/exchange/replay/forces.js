// What the ground does to feet, as arrows.

const forceColor = 0xff7a1a;

class Forces {
  constructor(replay, figures) {
    this.figures = figures;
    this.group = new THREE.Group();
    const material = new THREE.MeshBasicMaterial({ color: forceColor, toneMapped: false });
    const shaft = new THREE.CylinderBufferGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
    const head = new THREE.ConeBufferGeometry(1, 1, 16).translate(0, -0.5, 0);
    this.arrows = [];
    replay.figures.forEach((figure, f) => {
      if (!figure.forces) return;
      const size = figures.extent(Math.min(appearance(replay, f), replay.frames - 1), f).radius;
      const scale = (0.7 * size) / typicalForce(figure);
      figure.legs.forEach((leg, i) => {
        const arrow = { figure, leg, index: i, size, scale, group: new THREE.Group() };
        arrow.shaft = new THREE.Mesh(shaft, material);
        arrow.head = new THREE.Mesh(head, material);
        arrow.group.add(arrow.shaft, arrow.head);
        this.group.add(arrow.group);
        this.arrows.push(arrow);
      });
    });
  }

  pose(frame) {
    const force = new THREE.Vector3();
    const up = new THREE.Vector3(0, 1, 0);
    for (const { figure, leg, index, size, scale, group, shaft, head } of this.arrows) {
      force.fromArray(figure.forces, 3 * (frame * figure.legs.length + index));
      const length = Math.min(force.length() * scale, 3 * size);
      group.visible = length > 0.01 * size;
      if (!group.visible) continue;
      this.figures.point(frame, leg.foot, leg.tip, group.position);
      group.quaternion.setFromUnitVectors(up, force.normalize());
      const radius = 0.008 * size;
      const tip = Math.min(7 * radius, 0.6 * length);
      shaft.scale.set(radius, length - tip, radius);
      head.scale.set(0.37 * tip, tip, 0.37 * tip);
      head.position.y = length;
    }
  }
}

// The first frame of a figure.
function appearance(replay, figure) {
  return Math.min(...replay.bodies.filter((b) => b.figure === figure).map((b) => b.appears));
}

// Nearly the largest: impacts stick out.
function typicalForce(figure) {
  const sizes = [];
  for (let i = 0; i < figure.forces.length; i += 3)
    sizes.push(Math.hypot(figure.forces[i], figure.forces[i + 1], figure.forces[i + 2]));
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.98 * (sizes.length - 1))] || sizes[sizes.length - 1] || 1;
}
