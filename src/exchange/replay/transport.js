// Chooses the frame to show, and advances time. `frame` counts from 0; it is an integer except in
// slow motion, which interpolates between frames. The page counts from 1, as files do.

class Transport {
  constructor(onChange) {
    this.onChange = onChange;
    this.frame = 0;
    this.playing = false;
    this.speed = 1;
    this.in = this.out = null; // first and last frame that are played, if they were chosen
    this.expectsMore = false; // the replay is a part, and the whole will come: waits at its end
    this.waits = false; // for a part of the film that the frame needs
  }

  take(replay) {
    this.replay = replay;
    this.last = replay.frames - 1;
    this.frame = Math.min(this.frame, this.last);
    if (this.playing) this.from = { frame: this.frame, time: performance.now() };
    document.getElementById("slider").max = replay.frames;
  }

  get first() {
    return Math.min(this.in ?? 0, this.end);
  }

  get end() {
    return Math.min(this.out ?? this.last, this.last);
  }

  // Plays from this frame on, over and over; at that frame again: from the beginning.
  chooseIn() {
    this.in = this.in === this.whole ? null : this.whole;
    if (this.in !== null && this.out !== null && this.out <= this.in) this.out = null;
    this.onChange();
  }

  chooseOut() {
    this.out = this.out === this.whole ? null : this.whole;
    if (this.in !== null && this.out !== null && this.out <= this.in) this.in = null;
    this.onChange();
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
    if (this.first === this.end) return;
    if (this.frame >= this.end || this.frame < this.first) this.frame = this.first;
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
    if (this.waits) {
      this.from = { frame: this.frame, time: now };
      return;
    }
    const passed = (Math.max(now - this.from.time, 0) / 1000) * this.speed * this.replay.fps;
    const at = this.from.frame + passed;
    if (at >= this.end) {
      const goesRound = this.in !== null || this.out !== null;
      if (this.frame < this.end || !goesRound) return this.reachEnd();
      this.from = { frame: this.first, time: now };
      return this.show(this.first);
    }
    const frame = this.speed < 1 ? at : Math.floor(at);
    if (frame !== this.frame) this.show(frame);
  }

  reachEnd() {
    if (this.frame !== this.end) this.show(this.end);
    const goesRound = this.in !== null || this.out !== null;
    if (!this.expectsMore && !goesRound) this.pause();
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
  onClick("in", () => transport.chooseIn());
  onClick("out", () => transport.chooseOut());
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

const transportKeys = (transport) => [
  { keys: [" "], does: "play or pause", act: () => transport.toggle() },
  { keys: ["ArrowLeft", "ArrowRight"], does: "one frame back, forward", act: (key) => transport.step(key === "ArrowLeft" ? -1 : 1) },
  { keys: ["Home", "End"], does: "first, last frame", act: (key) => transport.step((transport.last + 1) * (key === "Home" ? -1 : 1)) },
  { keys: ["i", "o"], does: "plays over and over from here (in), to here (out); again: no longer", act: (key) => (key === "i" ? transport.chooseIn() : transport.chooseOut()) },
];

function showTime(transport) {
  const { replay, whole } = transport;
  const put = (id, text) => (document.getElementById(id).textContent = text);
  put("frame", `frame ${whole + 1} / ${replay.frames}`);
  put("film-time", `film ${(whole / replay.fps).toFixed(2)} s`);
  const part = replay.film.at(whole);
  put("simulated-time", part ? `simulated ${part.times[whole - part.from].toFixed(4)} s` : "");
  document.getElementById("play").classList.toggle("playing", transport.playing);
  document.getElementById("slider").value = whole + 1;
  showRange(transport);
  const lasting = replay.fps; // frames for which a mark is shown: 1 s of film
  const news = replay.marks.filter((m) => m.frame <= whole && whole < m.frame + lasting);
  put("news", news.map(markText).join(", "));
}

// The part that is played, below the slider, and the frames on the buttons.
function showRange({ in: from, out: to, first, end, last }) {
  for (const [id, frame] of [["in", from], ["out", to]]) {
    const button = document.getElementById(id);
    button.classList.toggle("chosen", frame !== null);
    button.textContent = frame === null ? id : `${id} ${frame + 1}`;
  }
  const range = document.getElementById("range");
  range.hidden = from === null && to === null;
  range.style.setProperty("--from", first / Math.max(last, 1));
  range.style.setProperty("--to", end / Math.max(last, 1));
}
