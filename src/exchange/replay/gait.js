// The gait diagram: a row per figure and leg, with a bar for each step; film time runs to the right.
// Cues and events are flags above the rows. Dragging in the diagram chooses the frame. Of a film
// that is longer than a minute it shows the minute of the present frame.

// `most`: rows of legs, of more than which only the first figure's are unfolded at first. `longest`:
// s of film, in which steps of half a second are still 8 pixels wide.
const gaitStyle = { row: 13, pitch: 16, axis: 22, flags: 17, most: 24, longest: 60, step: "#e9a13b", stance: "#303237" };

class GaitDiagram {
  constructor(canvas, onScrub) {
    this.canvas = canvas;
    this.folded = new Map(); // name of a figure -> whether its legs have no rows
    this.from = 0; // the first frame that it shows
    const scrub = (event) => {
      if (event.buttons !== 1) return;
      const x = event.clientX - canvas.getBoundingClientRect().left;
      const share = Math.min(Math.max((x - this.left) / (this.width - this.left), 0), 1);
      onScrub(Math.round(this.from + share * this.span));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      scrub(event);
    });
    canvas.addEventListener("pointermove", scrub);
  }

  // A figure has a row of its own, whose bar is the darker the more legs step, and one for each leg
  // unless they are folded away. `folded` keeps what the viewer has chosen, by the figures' names.
  take(replay) {
    this.replay = replay;
    this.groups = [];
    for (const { name, legs } of replay.figures) {
      const stepping = legs.filter((leg) => leg.steps);
      if (stepping.length) this.groups.push({ name, legs: stepping });
    }
    const many = this.groups.reduce((sum, { legs }) => sum + legs.length, 0) > gaitStyle.most;
    this.groups.forEach(({ name }, g) => {
      if (!this.folded.has(name)) this.folded.set(name, many && g > 0);
    });
    this.layOut();
  }

  layOut() {
    this.rows = [];
    this.top = this.replay.marks.length ? gaitStyle.flags : 4;
    const buttons = this.groups.map(({ name, legs }) => {
      const folded = this.folded.get(name);
      const button = document.createElement("button");
      Object.assign(button, { textContent: `${folded ? "▸" : "▾"} ${name}`, title: `${name}: ${folded ? "a row for each leg" : "one row for all legs"}` });
      button.setAttribute("aria-expanded", String(!folded));
      button.style.top = `${this.top + this.rows.length * gaitStyle.pitch - 1}px`;
      button.addEventListener("click", () => {
        this.folded.set(name, !folded);
        this.layOut();
        this.resize();
        this.onFold();
      });
      this.rows.push({ bars: stepsOfAll(legs) });
      if (!folded) for (const leg of legs) this.rows.push({ bars: stepsOf(leg), name: leg.short });
      return button;
    });
    document.getElementById("folds").replaceChildren(...buttons);
    this.height = this.top + gaitStyle.pitch * this.rows.length + gaitStyle.axis;
    this.canvas.style.height = `${this.height}px`;
  }

  onFold() {} // for whoever shows the picture above

  // Frames that it shows: those of a minute, or of a shorter film.
  get count() {
    return Math.min(Math.round(gaitStyle.longest * this.replay.fps), this.replay.frames);
  }

  get span() {
    return Math.max(this.count - 1, 1);
  }

  x(frame) {
    return this.left + (this.width - this.left) * Math.min(Math.max((frame - this.from) / this.span, 0), 1);
  }

  shows(from, to) {
    return to >= this.from && from <= this.from + this.span;
  }

  // Draws the part that does not change to a separate canvas.
  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.left = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--gutter"));
    this.width = this.canvas.clientWidth - 8; // up to the rightmost middle of the slider's thumb
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.still = document.createElement("canvas");
    Object.assign(this.still, { width: this.canvas.width, height: this.canvas.height });
    const draw = this.still.getContext("2d");
    draw.scale(ratio, ratio);
    draw.font = '11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
    draw.textBaseline = "middle";
    this.drawRows(draw);
    this.drawAxis(draw);
    this.drawFlags(draw);
  }

  drawRows(draw) {
    this.rows.forEach(({ bars, name }, i) => {
      const y = this.top + i * gaitStyle.pitch;
      draw.textAlign = "right";
      draw.fillStyle = "#c9c6bf";
      if (name) draw.fillText(name, this.left - 10, y + gaitStyle.row / 2, this.left - 10);
      draw.fillStyle = gaitStyle.stance;
      draw.fillRect(this.left, y, this.width - this.left, gaitStyle.row);
      draw.fillStyle = gaitStyle.step;
      for (const { from, to, share } of bars) {
        if (!this.shows(from, to)) continue;
        const [begin, end] = [this.x(from), this.x(to)];
        draw.globalAlpha = share;
        draw.fillRect(begin, y, Math.max(end - begin, 0.5), gaitStyle.row);
      }
      draw.globalAlpha = 1;
    });
  }

  drawAxis(draw) {
    const seconds = this.span / this.replay.fps;
    const about = (80 / (this.width - this.left)) * seconds;
    const tick = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60].find((t) => t >= about) || 300;
    const y = this.height - gaitStyle.axis + 2;
    draw.fillStyle = "#9a978f";
    draw.textAlign = "center";
    const begin = this.from / this.replay.fps;
    for (let k = 0; k * tick <= seconds + 1e-9; ++k) {
      const x = this.x((begin + k * tick) * this.replay.fps);
      draw.fillRect(x, y, 1, 4);
      draw.fillText(`${Number((begin + k * tick).toFixed(1))} s`, Math.min(x, this.width - 8), y + 12);
    }
  }

  drawFlags(draw) {
    let free = 0; // x at which the next name may begin
    draw.textAlign = "left";
    for (const mark of this.replay.marks) {
      if (!this.shows(mark.frame, mark.frame)) continue;
      const x = this.x(mark.frame);
      // Below the name before, if it would cross that.
      const top = x < free - 8 ? gaitStyle.flags : 2;
      draw.fillStyle = "#7fb4e6";
      draw.fillRect(x, top, 1, this.height - gaitStyle.axis - top);
      const name = markText(mark);
      // To the left of its flag at the end, where it would be cut off.
      const { width } = draw.measureText(name);
      const begin = x + 4 + width <= this.width ? x + 4 : x - 4 - width;
      if (begin < free) continue;
      draw.fillText(name, begin, 8);
      free = Math.max(begin + width, x) + 8;
    }
  }

  draw(frame) {
    if (!this.still) return;
    const from = Math.min(Math.floor(frame / this.count) * this.count, this.replay.frames - this.count);
    if (from !== this.from) {
      this.from = from;
      this.resize();
    }
    const draw = this.canvas.getContext("2d");
    const ratio = window.devicePixelRatio || 1;
    draw.setTransform(1, 0, 0, 1, 0, 0);
    draw.clearRect(0, 0, this.canvas.width, this.canvas.height);
    draw.drawImage(this.still, 0, 0);
    draw.scale(ratio, ratio);
    draw.fillStyle = "#ffffff";
    draw.fillRect(this.x(frame) - 0.75, 0, 1.5, this.height - gaitStyle.axis + 4);
  }
}

const stepsOf = ({ steps }) => Array.from({ length: steps.length / 2 }, (_, k) => ({ from: steps[2 * k], to: steps[2 * k + 1], share: 1 }));

// Which share of the legs steps when.
function stepsOfAll(legs) {
  const changes = legs.flatMap((leg) => stepsOf(leg).flatMap(({ from, to }) => [[from, 1], [to, -1]])).sort((a, b) => a[0] - b[0]);
  const bars = [];
  let stepping = 0;
  changes.forEach(([from, by], k) => {
    stepping += by;
    const to = k + 1 < changes.length ? changes[k + 1][0] : from;
    if (stepping > 0 && to > from) bars.push({ from, to, share: stepping / legs.length });
  });
  return bars;
}

const markText = (mark) => (mark.text ? `${mark.name}: ${mark.text}` : mark.name);
