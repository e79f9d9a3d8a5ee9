// The bodies of all figures, and their transforms at a frame. For a fractional frame, the
// transforms are interpolated between two frames.

class Figures {
  constructor(replay, materials) {
    this.replay = replay;
    const meshes = replay.meshes.map(makeGeometry);
    this.layers = new Map(replay.layers.map(({ name }) => [name, []])); // name -> objects
    this.bodies = replay.bodies.map((body) => {
      const group = new THREE.Group();
      for (const shape of body ? body.shapes : []) {
        const mesh = new THREE.Mesh(meshes[shape.mesh], materials[shape.material]);
        mesh.position.set(...shape.at);
        mesh.quaternion.set(...shape.turn);
        mesh.castShadow = mesh.receiveShadow = true;
        group.add(mesh);
        if (shape.layer) this.layers.get(shape.layer).push(mesh);
      }
      return group;
    });
    this.group = new THREE.Group();
    this.group.add(...this.bodies);
    this.skins = replay.skins.map((skin) => {
      const made = new Skin(skin, materials);
      const holder = new THREE.Group(); // hidden with its layer; Skin.pose hides the mesh inside
      holder.add(made.mesh);
      this.group.add(holder);
      if (skin.layer) this.layers.get(skin.layer).push(holder);
      return { made, holder };
    });
    this.reaches = replay.bodies.map((body) => reach(body, meshes));
  }

  pose(frame) {
    const { replay } = this;
    const f = Math.floor(frame);
    const part = frame - f;
    const quaternion = new THREE.Quaternion();
    this.bodies.forEach((group, i) => {
      group.visible = frame >= replay.bodies[i].appears;
      this.place(f, i, group.position);
      this.turn(f, i, group.quaternion);
      if (part === 0 || f + 1 >= replay.frames) return;
      group.position.lerp(this.place(f + 1, i, new THREE.Vector3()), part);
      group.quaternion.slerp(this.turn(f + 1, i, quaternion), part);
    });
    this.bendSkins();
  }

  bendSkins() {
    for (const { made, holder } of this.skins) if (holder.visible) made.pose(this.bodies);
  }

  showLayer(name, on) {
    for (const object of this.layers.get(name)) object.visible = on;
    if (on) this.bendSkins();
  }

  place(frame, body, out) {
    return out.fromArray(this.replay.places, 3 * (frame * this.bodies.length + body));
  }

  turn(frame, body, out) {
    return out.fromArray(this.replay.turns, 4 * (frame * this.bodies.length + body)).normalize();
  }

  // A point of a body in the world.
  point(frame, body, at, out) {
    return out
      .set(...at)
      .applyQuaternion(this.turn(frame, body, new THREE.Quaternion()))
      .add(this.place(frame, body, new THREE.Vector3()));
  }

  // The size of a figure on legs: the height of its root above its lowest foot, but at least a
  // quarter of its bounding sphere's radius.
  size(frame, f) {
    const { root, legs } = this.replay.figures[f];
    const at = new THREE.Vector3();
    const feet = legs.map((leg) => this.point(frame, leg.foot, leg.tip, at).z);
    const up = this.place(frame, root, at).z - Math.min(...feet);
    return Math.max(up, 0.25 * this.extent(frame, f).radius);
  }

  // A sphere around the bodies of a figure (or of all, if `figure` is undefined) that are present
  // at the frame.
  extent(frame, figure) {
    const sphere = new THREE.Sphere(new THREE.Vector3(), 0);
    const box = this.box(frame, figure);
    return box.isEmpty() ? sphere : box.getBoundingSphere(sphere);
  }

  box(frame, figure) {
    const box = new THREE.Box3();
    const at = new THREE.Vector3();
    this.bodies.forEach((_, i) => {
      const body = this.replay.bodies[i];
      if (frame < body.appears || (figure !== undefined && body.figure !== figure)) return;
      const r = new THREE.Vector3().setScalar(this.reaches[i]);
      this.place(frame, i, at);
      box.expandByPoint(at.clone().add(r)).expandByPoint(at.sub(r));
    });
    return box;
  }
}

function makeGeometry(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(mesh.positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(mesh.normals, 3, true));
  geometry.setIndex(new THREE.BufferAttribute(mesh.corners, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

// The largest distance of a body's surface from its origin.
function reach(body, meshes) {
  let farthest = 0;
  for (const shape of body.shapes) {
    const { center, radius } = meshes[shape.mesh].boundingSphere;
    const at = center.clone().applyQuaternion(new THREE.Quaternion(...shape.turn));
    farthest = Math.max(farthest, at.add(new THREE.Vector3(...shape.at)).length() + radius);
  }
  return farthest;
}
