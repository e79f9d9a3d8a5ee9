// Surfaces that several bodies deform, by dual quaternions as in geometry/skin.cpp. A rigid motion
// is stored as eight numbers: a rotation x y z w and its dual part.

class Skin {
  constructor(skin, materials) {
    this.skin = skin;
    this.geometry = new THREE.BufferGeometry();
    const attribute = (name, values) =>
      this.geometry.setAttribute(name, new THREE.BufferAttribute(values.slice(), 3));
    attribute("position", skin.positions);
    attribute("normal", skin.normals);
    this.geometry.setAttribute("bodyPlace", new THREE.BufferAttribute(skin.positions, 3)); // at rest
    if (skin.uvs) this.geometry.setAttribute("uv", new THREE.BufferAttribute(skin.uvs, 2));
    this.geometry.setIndex(new THREE.BufferAttribute(skin.corners, 1));
    skin.parts.forEach((part, i) => this.geometry.addGroup(part.first, part.count, i));
    this.mesh = new THREE.Mesh(this.geometry, skin.parts.map((part) => materials.of(part.material, false)));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity); // for rays: it bends
    this.moves = new Float64Array(8 * skin.bodies.length);
  }

  // `bodies`: the groups of all bodies, with their present transforms.
  pose(bodies) {
    const { skin, moves } = this;
    this.mesh.visible = bodies[skin.bodies[0]].visible;
    skin.bodies.forEach((body, b) => setMove(moves, 8 * b, bodies[body], skin.rests.subarray(7 * b, 7 * b + 7)));
    const { position, normal } = this.geometry.attributes;
    const move = new Float64Array(8);
    for (let i = 0; i < position.count; ++i) {
      blend(moves, skin.influences, skin.weights, 4 * i, move);
      turn(move, skin.positions, 3 * i, position.array);
      turn(move, skin.normals, 3 * i, normal.array);
      const [x, y, z, w, dx, dy, dz, dw] = move;
      position.array[3 * i] += 2 * (w * dx - dw * x + y * dz - z * dy);
      position.array[3 * i + 1] += 2 * (w * dy - dw * y + z * dx - x * dz);
      position.array[3 * i + 2] += 2 * (w * dz - dw * z + x * dy - y * dx);
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

// The motion from the root's frame at rest, through the body's frame, to the world.
function setMove(moves, at, body, rest) {
  const q = new THREE.Quaternion(rest[3], rest[4], rest[5], rest[6]).premultiply(body.quaternion);
  const p = new THREE.Vector3(rest[0], rest[1], rest[2]).applyQuaternion(body.quaternion).add(body.position);
  moves.set([q.x, q.y, q.z, q.w], at);
  moves[at + 4] = (p.x * q.w + p.y * q.z - p.z * q.y) / 2;
  moves[at + 5] = (p.y * q.w + p.z * q.x - p.x * q.z) / 2;
  moves[at + 6] = (p.z * q.w + p.x * q.y - p.y * q.x) / 2;
  moves[at + 7] = -(p.x * q.x + p.y * q.y + p.z * q.z) / 2;
}

// Blends the motions of a vertex's bodies. q and -q are the same motion; the sign keeps the sum
// away from 0.
function blend(moves, influences, weights, at, out) {
  out.fill(0);
  const pivot = 8 * influences[at];
  for (let k = at; k < at + 4 && weights[k] > 0; ++k) {
    const q = 8 * influences[k];
    let along = 0;
    for (let j = 0; j < 4; ++j) along += moves[q + j] * moves[pivot + j];
    const weight = along < 0 ? -weights[k] : weights[k];
    for (let j = 0; j < 8; ++j) out[j] += weight * moves[q + j];
  }
  const length = Math.hypot(out[0], out[1], out[2], out[3]);
  for (let j = 0; j < 8; ++j) out[j] /= length;
}

function turn([x, y, z, w], from, at, to) {
  const [a, b, c] = [from[at], from[at + 1], from[at + 2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  to[at] = a + w * tx + y * tz - z * ty;
  to[at + 1] = b + w * ty + z * tx - x * tz;
  to[at + 2] = c + w * tz + x * ty - y * tx;
}
