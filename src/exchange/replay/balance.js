// The balance of figures: the polygon of the contact points that bear, the ground's force on each
// body as a disc, the centre of its pressure as a ring, and a plumb line from the centre of mass.

const balanceColors = { border: 0x1f8a4c, load: 0xff7a1a, pressure: 0x2a6fdb, mass: 0xd9387a };
// Of the figure's size: radius of the disc for its whole weight, and height above the ground.
const weightRadius = 0.08, balanceLift = 0.002;

class Balance {
  constructor(replay, figures) {
    this.figures = figures;
    this.group = new THREE.Group();
    this.parts = [];
    for (const figure of replay.figures) {
      if (!replay.film.at(0).figures[figure.number].balance || figure.appears >= replay.frames) continue;
      const bodies = replay.bodies.filter((body) => body && body.figure === figure.number).length;
      this.parts.push(new FigureBalance(replay.film, figure, bodies));
      this.group.add(this.parts[this.parts.length - 1].group);
    }
  }

  pose(frame) {
    for (const part of this.parts) part.pose(frame, this.figures.shows(part.figure.number));
  }
}

class FigureBalance {
  constructor(film, figure, bodies) {
    const { size } = figure;
    Object.assign(this, { film, figure, size });
    this.group = new THREE.Group();
    // Feet hide what is below them, so nothing here is tested for depth.
    const paint = (color, opacity) => ({ color, opacity, transparent: true, depthTest: false, toneMapped: false });
    const made = (object, order) => {
      object.frustumCulled = false;
      object.renderOrder = order;
      this.group.add(object);
      return object;
    };
    const points = (count) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * count), 3));
      return geometry;
    };
    this.area = made(new THREE.Mesh(points(0), new THREE.MeshBasicMaterial({ ...paint(balanceColors.border, 0.2), side: THREE.DoubleSide })), 1);
    this.border = made(new THREE.LineLoop(points(0), new THREE.LineBasicMaterial(paint(balanceColors.border, 1))), 2);
    const disc = new THREE.CircleBufferGeometry(1, 32);
    this.discs = made(new THREE.InstancedMesh(disc, new THREE.MeshBasicMaterial(paint(balanceColors.load, 0.75)), bodies), 3);
    this.plumb = made(new THREE.Line(points(2), new THREE.LineBasicMaterial(paint(balanceColors.mass, 1))), 4);
    this.mass = made(new THREE.Mesh(new THREE.SphereBufferGeometry(0.015 * size, 16, 12), new THREE.MeshBasicMaterial(paint(balanceColors.mass, 0.9))), 5);
    this.foot = made(new THREE.Mesh(disc, new THREE.MeshBasicMaterial(paint(balanceColors.mass, 1))), 6);
    this.foot.scale.setScalar(0.007 * size);
    this.ring = made(new THREE.Mesh(new THREE.RingBufferGeometry(0.012 * size, 0.016 * size, 32), new THREE.MeshBasicMaterial(paint(balanceColors.pressure, 1))), 7);
  }

  pose(frame, isShown) {
    this.group.visible = isShown && frame >= this.figure.appears;
    if (!this.group.visible) return;
    const part = this.film.at(frame), k = frame - part.from;
    const { balance } = part.figures[this.figure.number];
    const ground = this.poseBorder(balance, k);
    this.poseDiscs(balance, k);
    const [x, y, z] = balance.marks.subarray(6 * k, 6 * k + 3);
    this.mass.position.set(x, y, z);
    const below = ground === null ? z - 0.9 * this.size : ground;
    this.foot.position.set(x, y, below);
    this.foot.visible = ground !== null;
    this.plumb.geometry.attributes.position.array.set([x, y, z, x, y, below]);
    this.plumb.geometry.attributes.position.needsUpdate = true;
    const [px, py, pz] = balance.marks.subarray(6 * k + 3, 6 * k + 6);
    this.ring.visible = !Number.isNaN(px);
    if (this.ring.visible) this.ring.position.set(px, py, pz + balanceLift * this.size);
  }

  // `k`: frame of the part. Returns the height of the ground there; null if nothing bears.
  poseBorder({ borderFirst, border }, k) {
    const corners = border.subarray(3 * borderFirst[k], 3 * borderFirst[k + 1]);
    const count = corners.length / 3;
    if (makeRoom(this.area.geometry, count)) {
      makeRoom(this.border.geometry, count);
      const fan = [];
      for (let c = 2; c < this.area.geometry.attributes.position.count; ++c) fan.push(0, c - 1, c);
      this.area.geometry.setIndex(fan);
    }
    for (const { geometry } of [this.area, this.border]) {
      geometry.attributes.position.array.set(corners);
      geometry.attributes.position.needsUpdate = true;
    }
    this.border.geometry.setDrawRange(0, count);
    this.area.geometry.setDrawRange(0, 3 * Math.max(count - 2, 0));
    let low = Infinity;
    for (let c = 2; c < corners.length; c += 3) low = Math.min(low, corners[c]);
    return count ? low + balanceLift * this.size : null;
  }

  poseDiscs({ bearingFirst, bearings }, k) {
    const matrix = new THREE.Matrix4();
    this.discs.count = bearingFirst[k + 1] - bearingFirst[k];
    for (let disc = 0; disc < this.discs.count; ++disc) {
      const at = 4 * (bearingFirst[k] + disc);
      const radius = weightRadius * this.size * Math.sqrt(bearings[at + 3] / this.figure.weight);
      matrix.makeScale(radius, radius, 1);
      matrix.setPosition(bearings[at], bearings[at + 1], bearings[at + 2] + balanceLift * this.size);
      this.discs.setMatrixAt(disc, matrix);
    }
    this.discs.instanceMatrix.needsUpdate = true;
  }
}
