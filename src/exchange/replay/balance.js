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
    replay.figures.forEach((figure, f) => {
      if (!figure.balance) return;
      const first = appearance(replay, f);
      if (first >= replay.frames) return;
      this.parts.push(new FigureBalance(figure.balance, figures.size(first, f), first, f));
      this.group.add(this.parts[this.parts.length - 1].group);
    });
  }

  pose(frame) {
    for (const part of this.parts) part.pose(frame, this.figures.shows(part.f));
  }
}

class FigureBalance {
  constructor(balance, size, first, f) {
    Object.assign(this, { balance, size, first, f });
    this.group = new THREE.Group();
    const most = (firsts) => firsts.reduce((all, at, k) => Math.max(all, at - (k ? firsts[k - 1] : 0)), 1);
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
    const corners = most(balance.borderFirst);
    this.area = made(new THREE.Mesh(points(corners), new THREE.MeshBasicMaterial({ ...paint(balanceColors.border, 0.2), side: THREE.DoubleSide })), 1);
    const fan = [];
    for (let k = 2; k < corners; ++k) fan.push(0, k - 1, k);
    this.area.geometry.setIndex(fan);
    this.border = made(new THREE.LineLoop(points(corners), new THREE.LineBasicMaterial(paint(balanceColors.border, 1))), 2);
    const disc = new THREE.CircleBufferGeometry(1, 32);
    this.discs = made(new THREE.InstancedMesh(disc, new THREE.MeshBasicMaterial(paint(balanceColors.load, 0.75)), most(balance.bearingFirst)), 3);
    this.plumb = made(new THREE.Line(points(2), new THREE.LineBasicMaterial(paint(balanceColors.mass, 1))), 4);
    this.mass = made(new THREE.Mesh(new THREE.SphereBufferGeometry(0.015 * size, 16, 12), new THREE.MeshBasicMaterial(paint(balanceColors.mass, 0.9))), 5);
    this.foot = made(new THREE.Mesh(disc, new THREE.MeshBasicMaterial(paint(balanceColors.mass, 1))), 6);
    this.foot.scale.setScalar(0.007 * size);
    this.ring = made(new THREE.Mesh(new THREE.RingBufferGeometry(0.012 * size, 0.016 * size, 32), new THREE.MeshBasicMaterial(paint(balanceColors.pressure, 1))), 7);
  }

  pose(frame, isShown) {
    this.group.visible = isShown && frame >= this.first;
    if (!this.group.visible) return;
    const { marks } = this.balance;
    const ground = this.poseBorder(frame);
    this.poseDiscs(frame);
    const [x, y, z] = marks.subarray(6 * frame, 6 * frame + 3);
    this.mass.position.set(x, y, z);
    const below = ground === null ? z - 0.9 * this.size : ground;
    this.foot.position.set(x, y, below);
    this.foot.visible = ground !== null;
    this.plumb.geometry.attributes.position.array.set([x, y, z, x, y, below]);
    this.plumb.geometry.attributes.position.needsUpdate = true;
    const [px, py, pz] = marks.subarray(6 * frame + 3, 6 * frame + 6);
    this.ring.visible = !Number.isNaN(px);
    if (this.ring.visible) this.ring.position.set(px, py, pz + balanceLift * this.size);
  }

  // Returns the height of the ground there; null if nothing bears.
  poseBorder(frame) {
    const { borderFirst, border } = this.balance;
    const corners = border.subarray(3 * borderFirst[frame], 3 * borderFirst[frame + 1]);
    const count = corners.length / 3;
    for (const { geometry } of [this.area, this.border]) {
      geometry.attributes.position.array.set(corners);
      geometry.attributes.position.needsUpdate = true;
    }
    this.border.geometry.setDrawRange(0, count);
    this.area.geometry.setDrawRange(0, 3 * Math.max(count - 2, 0));
    let low = Infinity;
    for (let k = 2; k < corners.length; k += 3) low = Math.min(low, corners[k]);
    return count ? low + balanceLift * this.size : null;
  }

  poseDiscs(frame) {
    const { bearingFirst, bearings, weight } = this.balance;
    const matrix = new THREE.Matrix4();
    this.discs.count = bearingFirst[frame + 1] - bearingFirst[frame];
    for (let k = 0; k < this.discs.count; ++k) {
      const at = 4 * (bearingFirst[frame] + k);
      const radius = weightRadius * this.size * Math.sqrt(bearings[at + 3] / weight);
      matrix.makeScale(radius, radius, 1);
      matrix.setPosition(bearings[at], bearings[at + 1], bearings[at + 2] + balanceLift * this.size);
      this.discs.setMatrixAt(k, matrix);
    }
    this.discs.instanceMatrix.needsUpdate = true;
  }
}
