// The gait diagram: a row per leg, with a bar for each step; film time runs to the right. Cues and
// events are flags above the rows. Dragging in the diagram chooses the frame.

const gaitStyle = { row: 13, gap: 3, axis: 22, flags: 17, step: "#e9a13b", stance: "#303237" };

class GaitDiagram {
  constructor(canvas, onScrub) {
    this.canvas = canvas;
    const scrub = (event) => {
      if (event.buttons !== 1) return;
      const x = event.clientX - canvas.getBoundingClientRect().left;
      onScrub(Math.round(((x - this.left) / (this.width - this.left)) * this.span));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      scrub(event);
    });
    canvas.addEventListener("pointermove", scrub);
  }

  take(replay) {
    this.replay = replay;
    this.rows = [];
    const several = replay.figures.filter((f) => f.legs.some((leg) => leg.steps)).length > 1;
    for (const figure of replay.figures)
      for (const leg of figure.legs)
        if (leg.steps)
          this.rows.push({ leg, name: several ? `${figure.name} ${leg.short}` : leg.short });
    const pitch = gaitStyle.row + gaitStyle.gap;
    this.top = replay.marks.length ? gaitStyle.flags : 4;
    this.height = this.top + pitch * this.rows.length + gaitStyle.axis;
    this.canvas.style.height = `${this.height}px`;
  }

  get span() {
    return Math.max(this.replay.frames - 1, 1);
  }

  x(frame) {
    return this.left + (this.width - this.left) * Math.min(Math.max(frame / this.span, 0), 1);
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
    this.rows.forEach(({ leg, name }, i) => {
      const y = this.top + i * (gaitStyle.row + gaitStyle.gap);
      draw.fillStyle = "#c9c6bf";
      draw.textAlign = "right";
      draw.fillText(name, this.left - 10, y + gaitStyle.row / 2, this.left - 10);
      draw.fillStyle = gaitStyle.stance;
      draw.fillRect(this.left, y, this.width - this.left, gaitStyle.row);
      draw.fillStyle = gaitStyle.step;
      for (let k = 0; k < leg.steps.length; k += 2) {
        const [from, to] = [this.x(leg.steps[k]), this.x(leg.steps[k + 1])];
        draw.fillRect(from, y, Math.max(to - from, 0.5), gaitStyle.row);
      }
    });
  }

  drawAxis(draw) {
    const seconds = this.span / this.replay.fps;
    const about = (80 / (this.width - this.left)) * seconds;
    const tick = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60].find((t) => t >= about) || 300;
    const y = this.height - gaitStyle.axis + 2;
    draw.fillStyle = "#9a978f";
    draw.textAlign = "center";
    for (let k = 0; k * tick <= seconds + 1e-9; ++k) {
      const x = this.x(k * tick * this.replay.fps);
      draw.fillRect(x, y, 1, 4);
      draw.fillText(`${Number((k * tick).toFixed(1))} s`, Math.min(x, this.width - 8), y + 12);
    }
  }

  drawFlags(draw) {
    let free = 0; // x at which the next name may begin
    draw.textAlign = "left";
    for (const mark of this.replay.marks) {
      const x = this.x(mark.frame);
      draw.fillStyle = "#7fb4e6";
      draw.fillRect(x, 2, 1, this.height - gaitStyle.axis - 2);
      const name = markText(mark);
      if (x < free) continue;
      draw.fillText(name, x + 4, 8);
      free = x + 12 + draw.measureText(name).width;
    }
  }

  draw(frame) {
    if (!this.still) return;
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

const markText = (mark) => (mark.text ? `${mark.name}: ${mark.text}` : mark.name);
