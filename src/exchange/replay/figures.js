// The bodies of all figures, and their transforms at a frame. For a fractional frame, the
// transforms are interpolated between two frames.

class Figures {
  constructor(replay, materials) {
    this.replay = replay;
    this.hidden = new Set(); // numbers of figures
    const meshes = replay.meshes.map(makeGeometry);
    this.size0 = this.extent0();
    this.layers = new Map(replay.layers.map(({ name }) => [name, []])); // name -> objects
    this.bodies = replay.bodies.map((body) => {
      const group = new THREE.Group();
      for (const shape of body ? body.shapes : []) {
        const mesh = this.makeShape(meshes[shape.mesh], shape, materials);
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
  }

  // The size of the first figure, by which parts are thin.
  extent0() {
    const box = new THREE.Box3();
    const first = this.replay.bodies.findIndex((body) => body && body.figure === 0);
    this.replay.bodies.forEach((body, i) => {
      if (!body || body.figure !== 0) return;
      const r = new THREE.Vector3().setScalar(body.reach);
      const at = new THREE.Vector3().fromArray(this.replay.film.at(0).places, 3 * i);
      box.expandByPoint(at.clone().add(r)).expandByPoint(at.sub(r));
    });
    return first < 0 ? 0 : box.getSize(new THREE.Vector3()).length();
  }

  // The body whose surface a ray meets first; undefined if it meets none. On a skin it is the body
  // that the place follows most.
  bodyAt(raycaster) {
    const skins = this.skins.filter(({ holder }) => holder.visible).map(({ made }) => made.mesh);
    const bodies = this.bodies.filter((group) => group.visible);
    const hit = raycaster.intersectObjects([...bodies, ...skins], true).find(({ object }) => object.visible);
    if (!hit) return undefined;
    const skin = this.skins.find(({ made }) => made.mesh === hit.object);
    if (!skin) return this.bodies.indexOf(hit.object.parent);
    return skin.made.skin.bodies[skin.made.skin.influences[4 * hit.face.a]];
  }

  makeShape(surface, shape, materials) {
    const thickness = halfThickness(surface);
    const thin = thickness < thinPart * this.size0;
    let geometry = surface;
    if (thin || materials.needPlaces(shape.material)) {
      geometry = surface.clone();
      if (thin) addConstant(geometry, "thickness", thickness);
      addPlaces(geometry, shape);
    }
    return new THREE.Mesh(geometry, materials.of(shape.material, thin));
  }

  pose(frame) {
    const { replay } = this;
    const f = Math.floor(frame);
    const part = frame - f;
    const quaternion = new THREE.Quaternion();
    this.bodies.forEach((group, i) => {
      group.visible = frame >= replay.bodies[i].appears && this.shows(replay.bodies[i].figure);
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

  // From the next pose() on.
  show(figure, on) {
    if (on) this.hidden.delete(figure);
    else this.hidden.add(figure);
  }

  shows(figure) {
    return !this.hidden.has(figure);
  }

  showLayer(name, on) {
    for (const object of this.layers.get(name)) object.visible = on;
    if (on) this.bendSkins();
  }

  place(frame, body, out) {
    const part = this.replay.film.at(frame);
    return out.fromArray(part.places, 3 * ((frame - part.from) * this.bodies.length + body));
  }

  turn(frame, body, out) {
    const part = this.replay.film.at(frame);
    return out.fromArray(part.turns, 4 * ((frame - part.from) * this.bodies.length + body)).normalize();
  }

  // A point of a body in the world.
  point(frame, body, at, out) {
    return out
      .set(...at)
      .applyQuaternion(this.turn(frame, body, new THREE.Quaternion()))
      .add(this.place(frame, body, new THREE.Vector3()));
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
      const r = new THREE.Vector3().setScalar(body.reach);
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
  if (mesh.uvs) geometry.setAttribute("uv", new THREE.BufferAttribute(mesh.uvs, 2));
  geometry.setIndex(new THREE.BufferAttribute(mesh.corners, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

// A part is thin if half its thickness is less than this share of its figure: it may then be seen
// as less than a pixel.
const thinPart = 1 / 250;

function halfThickness(geometry) {
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  return Math.min(...geometry.boundingBox.getSize(new THREE.Vector3()).toArray()) / 2;
}

function addConstant(geometry, name, value) {
  const values = new Float32Array(geometry.attributes.position.count).fill(value);
  geometry.setAttribute(name, new THREE.BufferAttribute(values, 1));
}

// Enlarges a geometry's attributes until they have room for so many vertices, and more to come.
// Returns false if they had it already.
function makeRoom(geometry, count) {
  if (count <= geometry.attributes.position.count) return false;
  for (const [name, { itemSize }] of Object.entries(geometry.attributes))
    geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(2 * count * itemSize), itemSize));
  return true;
}

// The attribute `bodyPlace`: positions in the body's frame, in which textures lie.
function addPlaces(geometry, shape) {
  const move = new THREE.Matrix4().compose(
    new THREE.Vector3(...shape.at),
    new THREE.Quaternion(...shape.turn),
    new THREE.Vector3(1, 1, 1),
  );
  geometry.setAttribute("bodyPlace", move.applyToBufferAttribute(geometry.attributes.position.clone()));
}

// The look's materials, each made once for thin parts and once for others, when one needs it.
class Materials {
  constructor({ materials, pictures }) {
    this.specs = materials;
    this.pictures = pictures;
    this.made = [];
    this.kept = new Map();
  }

  of(number, thin) {
    const key = `${number} ${thin}`;
    if (!this.kept.has(key)) {
      const material = makeMaterial(this.specs[number], null, this.pictures, thin);
      this.kept.set(key, material);
      this.made.push(material);
    }
    return this.kept.get(key);
  }

  needPlaces(number) {
    return shownTextures(this.specs[number]).some(({ space }) => space === "body");
  }
}
