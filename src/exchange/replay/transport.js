// Chooses the frame to show, and advances time. `frame` counts from 0; it is an integer except in
// slow motion, which interpolates between frames. The page counts from 1, as files do.

class Transport {
  constructor(onChange) {
    this.onChange = onChange;
    this.frame = 0;
    this.playing = false;
    this.speed = 1;
    this.expectsMore = false; // the replay is a part, and the whole will come: waits at its end
  }

  take(replay) {
    this.replay = replay;
    this.last = replay.frames - 1;
    this.frame = Math.min(this.frame, this.last);
    if (this.playing) this.from = { frame: this.frame, time: performance.now() };
    document.getElementById("slider").max = replay.frames;
  }

  // The frame whose recorded numbers are shown.
  get whole() {
    return Math.floor(this.frame);
  }

  show(frame) {
    this.frame = Math.min(Math.max(frame, 0), this.last);
    this.onChange();
  }

  step(by) {
    this.pause();
    this.show(by > 0 ? Math.floor(this.frame) + by : Math.ceil(this.frame) + by);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.last === 0) return;
    if (this.frame >= this.last) this.frame = 0;
    this.playing = true;
    this.from = { frame: this.frame, time: performance.now() };
    this.onChange();
  }

  pause() {
    if (!this.playing) return; // what is shown stays right: drawing it again would cost as much as a new frame
    this.playing = false;
    this.frame = Math.floor(this.frame);
    this.onChange();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.from = { frame: this.frame, time: performance.now() };
  }

  // Advances to the frame for the time `now` (ms). Only slow motion shows fractions of frames; at
  // full speed each frame is held as long as the film holds it.
  tick(now) {
    if (!this.playing) return;
    const passed = (Math.max(now - this.from.time, 0) / 1000) * this.speed * this.replay.fps;
    const at = this.from.frame + passed;
    if (at >= this.last) {
      if (this.frame !== this.last) this.show(this.last);
      if (!this.expectsMore) this.pause();
      return;
    }
    const frame = this.speed < 1 ? at : Math.floor(at);
    if (frame !== this.frame) this.show(frame);
  }
}

function connectTransport(transport) {
  const get = (id) => document.getElementById(id);
  const onClick = (id, action) => get(id).addEventListener("click", action);
  onClick("play", () => transport.toggle());
  onClick("back", () => transport.step(-1));
  onClick("on", () => transport.step(1));
  onClick("to-start", () => transport.step(-transport.last - 1));
  onClick("to-end", () => transport.step(transport.last + 1));
  const slider = get("slider");
  slider.addEventListener("input", () => {
    transport.pause();
    transport.show(slider.valueAsNumber - 1);
  });
  const speed = get("speed");
  for (const [name, value] of [["⅛", 0.125], ["¼", 0.25], ["½", 0.5], ["1", 1], ["2", 2], ["4", 4]])
    speed.add(new Option(`${name} ×`, value, value === 1, value === 1));
  speed.addEventListener("change", () => transport.setSpeed(Number(speed.value)));
}

function connectKeys(transport, others) {
  const actions = {
    " ": () => transport.toggle(),
    ArrowLeft: () => transport.step(-1),
    ArrowRight: () => transport.step(1),
    Home: () => transport.step(-transport.last - 1),
    End: () => transport.step(transport.last + 1),
    ...others,
  };
  // Captured, so that a focused slider, box or button does not use the key for itself.
  window.addEventListener(
    "keydown",
    (event) => {
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.tagName === "SELECT") return;
      event.preventDefault();
      action();
    },
    { capture: true },
  );
  // Releasing the space bar would click a focused button.
  window.addEventListener("keyup", (event) => event.key === " " && event.preventDefault(), true);
}

function showTime(transport) {
  const { replay, whole } = transport;
  const put = (id, text) => (document.getElementById(id).textContent = text);
  put("frame", `frame ${whole + 1} / ${replay.frames}`);
  put("film-time", `film ${(whole / replay.fps).toFixed(2)} s`);
  put("simulated-time", `simulated ${replay.times[whole].toFixed(4)} s`);
  document.getElementById("play").classList.toggle("playing", transport.playing);
  document.getElementById("slider").value = whole + 1;
  const lasting = replay.fps; // frames for which a mark is shown: 1 s of film
  const news = replay.marks.filter((m) => m.frame <= whole && whole < m.frame + lasting);
  put("news", news.map(markText).join(", "));
}
