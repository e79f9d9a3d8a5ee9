// The page of `gambol watch`: listens to news of the server, fetches each new scene for the player,
// shows the problems of the files under the picture, and lays path-traced pictures over it.

const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// The answer of the server; one that has ended gives none, which the news tell already.
const ask = (address) => fetch(address).catch(() => new Response(null, { status: 503 }));

// A problem with its line of the file, and a mark below its column.
function problemElement({ text, file, line, col, key, found, expected, source }) {
  if (source === undefined) return make("div", {}, text);
  const asked = found ? `found ${found}, expected ${expected}` : expected;
  const before = [...source].slice(0, Math.max(col - 1, 0)).join("").replace(/[^\t]/g, " ");
  return make(
    "div",
    {},
    make("b", {}, `${file}:${line}:${col}`),
    key ? `${key}: ${asked}` : asked,
    make("pre", {}, col > 0 ? `${source}\n${before}^` : source),
  );
}

// The camera that one looks through as a shot file has it: an offset if the shot's camera follows a
// body. Its lens sees as much of the film's frame as the free camera sees of it.
function cameraText({ cameras, replay, canvas, drawnFrame }) {
  const view = replay.views[0];
  const ride = cameras.row(view, drawnFrame).subarray(7);
  const place = (point) => point.toArray().map((x, i) => `${Number((100 * (x - ride[i])).toPrecision(5))} cm`).join(", ");
  const slope = Math.tan((cameras.free.fov * Math.PI) / 360) * cameras.aspect * (cameras.gate().height / canvas.clientHeight);
  const lens = Number((1000 * (view.sensor / 2 / slope)).toPrecision(5));
  return `  position: [${place(cameras.free.position)}]\n  target: [${place(cameras.controls.target)}]\n  focal_length: ${lens} mm\n`;
}

const rounded = (x, digits = 5) => Number(x.toPrecision(digits));

// The simulated time of a frame whose part of the film is there.
function timeOf({ film }, frame) {
  const part = film.at(frame);
  return rounded(part.times[frame - part.from], 7);
}

// The simulated time of the frame, as cues have it.
function timeText({ replay, drawnFrame }) {
  return `at: ${timeOf(replay, drawnFrame)} s  # ${drawnFrame} f of film\n`;
}

// The body under the pointer: its number, what it is called, and when.
function pickedBody({ pictures, figures, replay, drawnFrame, pointer }) {
  const seen = pictures.find(({ x, y, width, height }) => pointer && pointer.x >= x && pointer.x < x + width && pointer.y >= y && pointer.y < y + height);
  if (!seen) return null;
  const raycaster = new THREE.Raycaster();
  const { x, y, width, height, camera } = seen;
  camera.updateMatrixWorld();
  raycaster.setFromCamera(new THREE.Vector2((2 * (pointer.x - x)) / width - 1, 1 - (2 * (pointer.y - y)) / height), camera);
  const number = figures.bodyAt(raycaster);
  const body = replay.bodies[number];
  if (!body) return null;
  const name = `${replay.figures[body.figure].name}.${body.name}`;
  return { number, body, name, note: `  # ${name} at ${timeOf(replay, drawnFrame)} s` };
}

// The place of its origin in the world, as figures of a shot have it.
function placeText({ number, note }, { figures, drawnFrame }) {
  const at = figures.place(drawnFrame, number, new THREE.Vector3());
  return `at: [${at.toArray().map((x) => `${rounded(100 * x)} cm`).join(", ")}]${note}\n`;
}

// The positions of the joint that carries it, as poses and motor programs have them.
function jointText({ body, note }, { replay, drawnFrame }) {
  const degree = 180 / Math.PI;
  const part = replay.film.at(drawnFrame);
  const value = ({ slides, number }) => {
    const x = part.joints[number * part.times.length + drawnFrame - part.from];
    return slides ? `${rounded(1000 * x)} mm` : `${rounded(degree * x)} deg`;
  };
  return body.joints.map((joint) => `${joint.name}: ${value(joint)}${note}\n`).join("");
}

class Watch {
  constructor() {
    this.status = make("p", { id: "watching", role: "status" });
    document.getElementById("titles").append(this.status);
    this.problems = make("section", { id: "problems", hidden: true });
    this.problems.setAttribute("aria-label", "Problems");
    document.querySelector("footer").prepend(this.problems);
    this.tracing = new Tracing();
    this.fetched = 0; // number of the newest scene that was asked for
    this.listen();
  }

  listen() {
    const source = new EventSource("/news");
    source.onmessage = ({ data }) => this.heed(JSON.parse(data));
    source.onerror = () => {
      this.say("no answer: has gambol watch ended, or are four pages open?", true);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.listen(), 1000);
    };
  }

  heed(news) {
    this.news = news;
    this.say(...this.stateText(news));
    const text = JSON.stringify(news.problems);
    if (text !== this.shownProblems) {
      this.shownProblems = text;
      this.problems.replaceChildren(...news.problems.map(problemElement));
      this.problems.hidden = news.problems.length === 0;
      document.documentElement.dataset.problems = news.problems.length; // for tests
    }
    this.fetchScene();
    this.tracing.heed(news.traced);
  }

  stateText({ state, done, whole, problems }) {
    const part = `${Math.round(100 * done)} %`;
    if (state === "simulating") return [whole ? `simulating on, for measures: ${part}` : `simulating ${part}`, false];
    if (state === "broken") return ["the files have problems; the picture is older", true];
    if (state === "loading") return ["loading", false];
    const misses = problems.some(({ key }) => key !== "warning");
    return [misses ? "misses what it expects" : problems.length ? "has a warning" : "follows the files", misses];
  }

  say(text, isBad) {
    this.status.textContent = this.status.title = text;
    this.status.classList.toggle("broken", isBad);
  }

  async fetchScene() {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      while (this.news.scene > this.fetched) {
        const { scene, whole } = this.news;
        this.fetched = scene;
        const answer = await ask(`/scene?number=${scene}`);
        if (answer.ok) await this.take(readReplay(await answer.text()), scene, whole);
      }
    } finally {
      this.isFetching = false;
    }
  }

  async copyCamera() {
    if (this.player.replay.views[0].parallel) return this.say("this camera has no lens to copy", true);
    await navigator.clipboard.writeText(cameraText(this.player));
    this.say("copied the camera, for below camera: in the shot", false);
  }

  async copy(text, what) {
    await navigator.clipboard.writeText(text);
    this.say(`copied ${what}`, false);
  }

  copyTime() {
    return this.copy(timeText(this.player), "the simulated time, for a cue");
  }

  copyPlace() {
    const picked = pickedBody(this.player);
    if (!picked) return this.say("no body is under the pointer", true);
    return this.copy(placeText(picked, this.player), `the place of ${picked.name}`);
  }

  copyJoint() {
    const picked = pickedBody(this.player);
    if (!picked) return this.say("no body is under the pointer", true);
    if (picked.body.joints.length === 0) return this.say(`no joint carries ${picked.name}`, true);
    return this.copy(jointText(picked, this.player), `the joint of ${picked.name}`);
  }

  async take(replay, number, whole) {
    if (!this.player) {
      this.player = startPlayer(replay, [
        { keys: ["t"], does: "path-trace this frame, or no longer", act: () => this.tracing.toggle() },
        { keys: ["y"], does: "copy the camera, for below camera: in the shot", act: () => this.copyCamera() },
        { keys: ["u"], does: "copy the simulated time, for a cue", act: () => this.copyTime() },
        { keys: ["b"], does: "copy the place of the body under the pointer", act: () => this.copyPlace() },
        { keys: ["j"], does: "copy the joint of the body under the pointer, for a pose", act: () => this.copyJoint() },
      ]);
      this.tracing.begin(this.player);
    } else {
      // A part of a film that does not reach the frame that is looked at would lose it.
      if (!whole && replay.frames <= this.player.transport.frame) return;
      await replay.film.loaded(Math.min(this.player.transport.whole, replay.frames - 1));
      this.player.take(replay);
    }
    this.player.transport.expectsMore = !whole;
    this.tracing.takes(number, whole);
    Object.assign(document.documentElement.dataset, { scene: number, whole }); // for tests
  }
}

// Path-traced pictures of the present frame, as long as they are wanted and nothing moves.
class Tracing {
  constructor() {
    this.canvas = make("canvas", { id: "traced", hidden: true });
    document.getElementById("picture").after(this.canvas);
    this.button = make("button", { id: "trace", title: "Path-trace this frame (t)" }, "Path-trace");
    this.button.addEventListener("click", () => this.toggle());
    document.getElementById("cameras").prepend(this.button);
    this.isWanted = false;
    this.name = "";
    this.told = Promise.resolve();
  }

  // One after the other: of two requests at once the second may overtake the first.
  tell(what) {
    this.told = this.told.then(() => ask(`/trace?${what}`));
  }

  begin(player) {
    this.player = player;
    player.afterDrawing = () => this.follow();
  }

  takes(scene, isWhole) {
    Object.assign(this, { scene, isWhole });
    this.follow();
  }

  toggle() {
    this.isWanted = !this.isWanted;
    this.button.classList.toggle("chosen", this.isWanted);
    if (this.isWanted) this.player.transport.pause();
    this.follow();
  }

  // What is seen now: a picture of anything else is no longer right.
  sight() {
    const { transport, cameras } = this.player;
    const { clientWidth: width, clientHeight: height } = this.player.canvas;
    const sight = { scene: this.scene, frame: transport.whole, width, height };
    if (cameras.follows) return sight;
    const { position, fov } = cameras.free;
    const numbers = [...position.toArray(), ...cameras.controls.target.toArray(), (fov * Math.PI) / 180, width / height];
    return { ...sight, camera: numbers.join() };
  }

  follow() {
    const isStill = this.isWanted && this.isWhole && !this.player.transport.playing;
    const sight = isStill ? JSON.stringify(this.sight()) : "";
    if (sight === this.seen) return;
    this.seen = sight;
    this.canvas.hidden = true;
    delete document.documentElement.dataset.samples;
    clearTimeout(this.asking);
    if (this.name) this.tell(`end=${this.name}`);
    this.name = "";
    // At once after a key, but not for each step of a drag.
    if (sight) this.asking = setTimeout(() => this.ask(), this.player.cameras.follows ? 0 : 100);
  }

  ask() {
    const { frame, camera } = JSON.parse(this.seen);
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.samples = 0;
    this.tell(`name=${this.name}&frame=${frame}&camera=${camera || ""}`);
  }

  async heed({ asked, samples, failure }) {
    if (!this.name || asked !== this.name) return;
    if (failure) document.getElementById("news").textContent = failure;
    if (samples <= this.samples) return;
    this.samples = samples;
    const answer = await ask(`/traced?name=${asked}`);
    if (!answer.ok) return;
    const bytes = await answer.arrayBuffer();
    if (asked === this.name) this.show(bytes, samples);
  }

  show(bytes, samples) {
    const [width, height] = new Uint32Array(bytes, 0, 2);
    const from = new Uint8Array(bytes, 8);
    const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
    for (let i = 0; i < width * height; ++i)
      for (let c = 0; c < 3; ++c) pixels[4 * i + c] = from[3 * i + c];
    Object.assign(this.canvas, { width, height });
    this.canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    const { follows } = this.player.cameras;
    const { clientWidth, clientHeight } = this.player.canvas;
    const box = follows ? this.player.cameras.gate() : { x: 0, y: 0, width: clientWidth, height: clientHeight };
    Object.assign(this.canvas.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
    this.canvas.hidden = false;
    this.button.title = `${samples} samples per pixel; t ends it`;
    document.documentElement.dataset.samples = samples; // for tests
  }
}

new Watch();
