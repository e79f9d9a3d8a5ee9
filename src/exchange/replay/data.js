// Reads the data that gambol wrote into the page, and the parts of its film. Long arrays of numbers,
// which are there as the base64 of their bytes, become typed arrays. exchange/replay_data.cpp,
// replay_figures.cpp, replay_look.cpp and replay_skins.cpp write the data, replay_frames.cpp a part.

function numbers(text, Type) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);
  return new Type(bytes.buffer);
}

function readReplay(text) {
  const replay = JSON.parse(text);
  for (const mesh of replay.meshes) {
    mesh.positions = numbers(mesh.positions, Float32Array);
    mesh.normals = numbers(mesh.normals, Int16Array);
    if (mesh.uvs) mesh.uvs = numbers(mesh.uvs, Float32Array);
    mesh.corners = mesh.corners16
      ? numbers(mesh.corners16, Uint16Array)
      : numbers(mesh.corners32, Uint32Array);
  }
  for (const skin of replay.skins) readSkin(skin);
  for (const { legs } of replay.figures)
    for (const leg of legs) if (leg.steps) leg.steps = numbers(leg.steps, Float32Array);
  // By these numbers a part of the film has what changes of them.
  for (const list of [replay.bodies.flatMap((body) => (body ? body.joints : [])), replay.figures, replay.views, replay.look.lights])
    list.forEach((item, number) => (item.number = number));
  const { map } = replay.look.sky;
  if (map) map.pixels = numbers(map.pixels, Uint16Array); // half floats
  for (const picture of replay.look.pictures) picture.pixels = numbers(picture.pixels, Uint8Array);
  const terrain = replay.ground && replay.ground.terrain;
  if (terrain) terrain.heights = numbers(terrain.heights, Float32Array);
  for (const emitter of replay.emitters || []) emitter.colors = numbers(emitter.colors, Float32Array);
  replay.film = new Film(replay, readPart(replay.film));
  return replay;
}

// A part of the film: what happens in some of its frames, which are counted from its first.
function readPart(part) {
  part.times = numbers(part.times, Float64Array);
  part.places = numbers(part.places, Float32Array); // [frame][body][x, y, z]
  part.turns = numbers(part.turns, Int16Array); // [frame][body][x, y, z, w] * 32767
  part.joints = numbers(part.joints, Float32Array); // [joint][frame] rad, m
  for (const figure of part.figures) {
    if (figure.forces) figure.forces = numbers(figure.forces, Float32Array);
    if (figure.balance) readBalance(figure.balance);
  }
  for (const view of part.views) {
    view.cameras = numbers(view.cameras, Float32Array);
    view.on = numbers(view.on, Uint8Array);
  }
  part.sky = numbers(part.sky, Float32Array);
  for (const light of part.lights) {
    light.intensity = numbers(light.intensity, Float32Array);
    for (const place of ["position", "target"])
      if (light[place]) light[place] = numbers(light[place], Float32Array); // [x, y, z] or [frame][x, y, z]
  }
  if (part.particles) readParticles(part.particles);
  return part;
}

function readSkin(skin) {
  if (skin.uvs) skin.uvs = numbers(skin.uvs, Float32Array);
  for (const name of ["positions", "normals", "rests"]) skin[name] = numbers(skin[name], Float32Array);
  for (const name of ["bodies", "influences", "weights"]) skin[name] = numbers(skin[name], Uint16Array);
  skin.corners = numbers(skin.corners, Uint32Array);
}

function readBalance(balance) {
  for (const name of ["marks", "border", "bearings"]) balance[name] = numbers(balance[name], Float32Array);
  for (const name of ["borderFirst", "bearingFirst"]) balance[name] = numbers(balance[name], Uint32Array);
}

function readParticles(particles) {
  particles.first = numbers(particles.first, Uint32Array);
  particles.places = numbers(particles.places, Float32Array);
  particles.emitter = numbers(particles.emitter, Uint8Array);
  particles.age = numbers(particles.age, Uint8Array); // fraction of the life, times 255
}
