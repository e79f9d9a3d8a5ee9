// Plays a shot: data.js reads the data that gambol wrote, film.js has the parts of the film that are
// there and loads others, look.js, ground.js and figures.js build the scene, transport.js chooses
// the frame to show, and Player draws it once its part of the film is there, with additions in the
// picture (forces.js, paths.js, balance.js, particles.js, labels.js), the list of figures (cast.js) and the gait
// diagram below it (gait.js); keys.js has the keys.
// All files share one scope; three.js and its OrbitControls are loaded before them, as THREE.
// main.js starts the player of a page that has one replay; the page of `gambol watch` has
// src/live/page/watch.js instead, which gives the player one replay after the other.

class Player {
  constructor(replay) {
    this.canvas = document.getElementById("picture");
    this.stage = document.getElementById("stage");
    this.late = 0; // consecutive late pictures
    this.coarse = false;
    // WebGL 2 has the integers that patterns are made of.
    const context = this.canvas.getContext("webgl2", { alpha: false, antialias: true }) || undefined;
    askWhoDraws(context);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, context, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // orbiting does not change shadows
    this.pictures = [];
    this.pointer = null; // in pixels of the canvas
    this.canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => (this.pointer = { x: offsetX, y: offsetY }));
    this.transport = new Transport(() => this.draw());
    this.cameras = new Cameras(this.canvas, () => this.draw());
    this.diagram = new GaitDiagram(document.getElementById("diagram"), (frame) => {
      this.transport.pause();
      this.transport.show(frame);
    });
    this.diagram.onFold = () => {
      this.size = ""; // the picture has more room, or less
      this.fit();
    };
    this.chosenLayers = new Map(); // name -> whether the viewer shows it
    this.hiddenFigures = new Set(); // names of those that the viewer has hidden
    this.drawnFrame = 0; // of the picture, without its fraction
    this.take(replay);
  }

  // Shows another replay: keeps the frame, the free camera, and what the viewer has chosen.
  take(replay) {
    const before = this.scene;
    this.replay = replay;
    this.drawnFrame = Math.min(this.drawnFrame, replay.frames - 1);
    replay.film.onArrival = () => this.draw();
    showTitles(replay);
    useFilmCurve(this.renderer, replay.look);
    this.transport.take(replay);
    this.buildScene();
    replay.ridePath = makeRidePath(replay, this.figures);
    this.cameras.take(replay);
    this.diagram.take(replay);
    const onChange = () => {
      this.changed = true;
      this.draw();
    };
    connectLayers(this.layers(), this.chosenLayers, onChange);
    connectCast(replay, this.figures, this.hiddenFigures, { onChange, lookAt: (f) => this.lookAt(f) });
    this.changed = true;
    if (!before) return;
    this.size = ""; // the diagram may have other rows
    this.fit();
    this.drawAsked(performance.now());
    discard(before); // afterwards, so that the shaders of both are compiled once
  }

  // Draws the first picture at once.
  open() {
    this.fit();
    this.drawAsked(performance.now());
    for (const element of [this.stage, this.diagram.canvas])
      new ResizeObserver(() => this.fit()).observe(element);
  }

  fit() {
    if (!this.resize()) return;
    this.diagram.resize();
    this.draw();
  }

  buildScene() {
    const { replay, renderer } = this;
    this.scene = new THREE.Scene();
    const below = lightFromBelow(replay);
    // Materials need an environment map, which is rendered from the middle of the figures, and the
    // figures need materials: the map is set afterwards.
    const materials = new Materials(replay.look);
    this.figures = new Figures(replay, materials);
    const center = this.figures.extent(0).center;
    const surroundings = renderSurroundings(renderer, replay, below, center);
    this.scene.userData.surroundings = surroundings;
    for (const material of materials.made) material.envMap = surroundings;
    this.sky = makeSky(replay.look.sky, skyIntensity(replay, 0));
    this.lights = new Lights(replay, this.scene, below);
    this.sky.visible = replay.look.sky.seen;
    this.scene.add(this.sky, this.figures.group);
    this.ground = null;
    if (replay.ground) {
      this.ground = makeGround(replay.ground, replay.look, surroundings);
      this.scene.add(this.ground);
    }
    this.particles = null;
    this.forces = new Forces(replay, this.figures);
    this.paths = new Paths(replay, this.figures);
    this.balance = new Balance(replay, this.figures);
    this.labels = new Labels(replay, this.figures, document.getElementById("labels"));
    this.scene.add(this.forces.group, this.paths.group, this.balance.group);
    if (replay.emitters) {
      this.particles = new Particles(replay);
      this.scene.add(this.particles.points, this.particles.lamp);
    }
  }

  layers() {
    const shows = (object) => (on) => (object.visible = on);
    const layers = [["figures", true, shows(this.figures.group)]];
    for (const { name, seen } of this.replay.layers)
      layers.push([name, seen, (on) => this.figures.showLayer(name, on)]);
    if (this.ground) layers.push(["ground", true, shows(this.ground)]);
    if (this.particles) layers.push(["sparks", true, (on) => this.particles.show(on)]);
    if (this.forces.arrows.length) layers.push(["forces", false, shows(this.forces.group)]);
    if (this.paths.lines.length) layers.push(["paths", false, shows(this.paths.group)]);
    if (this.balance.parts.length) layers.push(["balance", false, shows(this.balance.group)]);
    layers.push(["names", false, (on) => (this.labels.holder.hidden = !on)]);
    return layers;
  }

  lookAt(f) {
    this.cameras.lookAt(this.figures.extent(this.drawnFrame, f), figurePath(this.replay, this.figures, f));
    this.draw();
  }

  // Rectangles of the stage, in its pixels, that labels must leave free.
  buttons() {
    const { left, top } = this.stage.getBoundingClientRect();
    return ["failure", "waiting", "cast", "news", "cameras"]
      .map((id) => document.getElementById(id).getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ x, y, width, height }) => ({ x: x - left, y: y - top, width, height }));
  }

  // Returns false if no size has changed.
  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2) / (this.coarse ? 2 : 1);
    const { clientWidth, clientHeight } = this.stage;
    const size = [clientWidth, clientHeight, ratio, this.diagram.canvas.clientWidth].join();
    if (size === this.size) return false;
    this.size = size;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    return true;
  }

  // Requests a picture; it is drawn once per refresh of the screen, for any number of requests.
  draw() {
    this.asked = true;
    this.awaitPicture();
  }

  awaitPicture() {
    if (this.awaiting) return;
    this.awaiting = true;
    requestAnimationFrame((now) => {
      this.awaiting = false;
      this.transport.tick(now);
      if (this.asked) this.drawAsked(now);
      if (this.transport.playing) this.awaitPicture();
    });
  }

  drawAsked(now) {
    this.asked = false;
    this.transport.waits = !this.replay.film.want(this.transport.whole);
    showWaiting(this.transport);
    this.diagram.draw(this.transport.frame);
    showTime(this.transport);
    if (this.transport.waits) return;
    this.keepUp(now);
    this.drawNow();
    const { dataset } = document.documentElement;
    if (!dataset.drawn) {
      this.renderer.getContext().finish();
      // For tests: ms from the page's beginning to the first picture.
      dataset.drawn = performance.now().toFixed(0);
    }
    this.afterDrawing();
  }

  // On a machine that is too slow for the film, plays it with a lower resolution.
  keepUp(now) {
    const { playing, speed } = this.transport;
    const passed = now - this.drawnAt;
    const allowed = Math.max(1500 / this.replay.fps / Math.max(speed, 1), 40); // ms
    this.late = playing && this.wasPlaying && passed > allowed ? this.late + 1 : 0;
    this.drawnAt = now;
    this.wasPlaying = playing;
    const coarse = playing && (this.coarse || this.late > 3);
    if (coarse === this.coarse) return;
    this.coarse = coarse;
    this.resize(); // the caller draws the picture next
  }

  drawNow() {
    const { whole, frame } = this.transport;
    this.drawnFrame = whole;
    this.figures.pose(frame);
    this.renderer.shadowMap.needsUpdate = this.shadowsOf !== frame || this.changed;
    this.shadowsOf = frame;
    this.changed = false;
    this.lights.update(whole, this.shadowed(whole));
    this.sky.material.uniforms.intensity.value = skyIntensity(this.replay, whole);
    this.forces.pose(whole);
    this.paths.pose(whole);
    this.balance.pose(whole);
    if (this.particles) this.particles.pose(whole, this.canvas.height);
    const pictures = this.cameras.pictures(whole);
    this.pictures = pictures;
    this.render(pictures);
    this.showCameras();
    if (!this.labels.holder.hidden)
      this.labels.pose(whole, (p) => placeIn(pictures, p), this.forces.group.visible, this.buttons());
  }

  afterDrawing() {} // for pages that add something

  // The sphere of bodies that cast shadows: the first figure's, or, if not much larger, that of all
  // figures.
  shadowed(frame) {
    const all = this.figures.extent(frame);
    const one = this.figures.extent(frame, 0);
    const sphere = all.radius < 6 * one.radius || one.radius === 0 ? all : one;
    sphere.radius = Math.max(sphere.radius * 1.25, 1e-4);
    return sphere;
  }

  render(pictures) {
    const { renderer } = this;
    renderer.setScissorTest(false);
    renderer.setClearColor(colorOf(this.replay.background), 1);
    if (pictures.length !== 1) renderer.clear();
    renderer.setScissorTest(true);
    const height = this.canvas.clientHeight;
    for (const { camera, x, y, width: w, height: h } of pictures) {
      renderer.setViewport(x, height - y - h, w, h);
      renderer.setScissor(x, height - y - h, w, h);
      pixelSlope.value = slopeOf(camera, h * renderer.getPixelRatio());
      renderer.render(this.scene, camera);
    }
  }

  showCameras() {
    const { follows, rides } = this.cameras;
    const gate = document.getElementById("gate");
    const { x, y, width, height } = this.cameras.gate();
    gate.hidden = !follows;
    Object.assign(gate.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    document.getElementById("shot-camera").classList.toggle("chosen", follows);
    const ride = document.getElementById("ride");
    ride.hidden = follows;
    ride.classList.toggle("chosen", rides);
  }
}

// The place of a point of the world in the first picture, in pixels of the canvas; null if the
// point is not between the camera's near and far planes.
function placeIn(pictures, point) {
  if (!pictures.length) return null;
  const { camera, x, y, width, height } = pictures[0];
  const seen = point.clone().project(camera);
  if (Math.abs(seen.z) > 1) return null;
  return { x: x + ((seen.x + 1) / 2) * width, y: y + ((1 - seen.y) / 2) * height };
}

// See pixelSlope.
function slopeOf(camera, height) {
  if (camera.isOrthographicCamera) return new THREE.Vector2(0, (camera.top - camera.bottom) / height);
  return new THREE.Vector2((2 * Math.tan((camera.fov * Math.PI) / 360)) / height, 0);
}

// Frees what the graphics card holds of a scene that is shown no more.
function discard(scene) {
  const materials = new Set();
  scene.traverse((object) => {
    if (object.geometry) object.geometry.dispose();
    for (const material of [object.material].flat()) if (material) materials.add(material);
    if (object.shadow && object.shadow.map) object.shadow.map.dispose();
  });
  for (const material of materials) material.dispose();
  scene.userData.surroundings.dispose();
  scene.dispose();
}

function showTitles(replay) {
  document.getElementById("shot").textContent = replay.shot;
  document.getElementById("about").textContent = replay.about;
  document.getElementById("about").title = replay.about;
  const failure = document.getElementById("failure");
  failure.textContent = replay.failure;
  failure.hidden = !replay.failure;
}

// Whether the picture is of another frame than the one that was chosen, and why.
function showWaiting({ waits, replay }) {
  const { lacking } = replay.film;
  const note = document.getElementById("waiting");
  note.hidden = !waits;
  note.classList.toggle("lacking", lacking !== undefined);
  note.textContent = lacking === undefined ? "This part of the film is being loaded." : missingText(lacking);
}

// A server's addresses are of no use to a viewer: it sends the next film when it has one.
const missingText = (address) =>
  address.startsWith("/")
    ? "This part of the film is no longer there."
    : `This part of the film is missing: ${decodeURIComponent(address)}. The page needs the folder of its parts beside it; if it was written anew, load it again.`;

// Returns the player, which keys and buttons move. `keys`: further ones, as in keys.js.
function startPlayer(replay, keys = []) {
  let player;
  try {
    player = new Player(replay);
  } catch (error) {
    const failure = document.getElementById("failure");
    failure.hidden = false;
    failure.textContent = `This browser cannot draw the scene: ${error.message}`;
    throw error;
  }
  connectTransport(player.transport);
  const toShot = () => {
    player.cameras.follows = true;
    player.draw();
  };
  const ride = () => {
    player.cameras.rides = !player.cameras.rides;
    player.draw();
  };
  document.getElementById("shot-camera").addEventListener("click", toShot);
  document.getElementById("ride").addEventListener("click", ride);
  connectKeys([
    ...transportKeys(player.transport),
    { keys: ["c"], does: "look through the shot's camera", act: toShot },
    { keys: ["f"], does: "go along with the figure while turning around it, or not", act: ride },
    ...keys,
  ]);
  player.open();
  return player;
}
