// Names of figures and legs over the picture, with the forces on feet if forces are shown. No two of
// them overlap, nor does any overlap the buttons of the picture: each takes the nearest free place
// around its point, and one that finds none is left out.

const labelHeight = 17, labelPadding = 5, labelGap = 2; // px

class Labels {
  constructor(replay, figures, holder) {
    this.replay = replay;
    this.figures = figures;
    this.holder = holder;
    this.labels = [];
    this.widths = new Map(); // text -> px
    this.ruler = document.createElement("canvas").getContext("2d");
    this.ruler.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    holder.replaceChildren();
    // Names of figures come first: they are the last to be left out.
    replay.figures.forEach((figure, f) => this.add(figure.name, f, figure.root, [0, 0, 0]));
    replay.figures.forEach((figure, f) => figure.legs.forEach((leg, i) => this.add(leg.short, f, leg.foot, leg.tip, i)));
  }

  add(text, f, body, at, leg) {
    const element = document.createElement("span");
    element.textContent = text;
    this.holder.append(element);
    this.labels.push({ element, text, f, body, at, leg, side: 0 });
  }

  width(text) {
    if (!this.widths.has(text)) this.widths.set(text, Math.ceil(this.ruler.measureText(text).width) + 2 * labelPadding);
    return this.widths.get(text);
  }

  // `place` returns the place of a point of the world in the picture, in pixels, or null. `taken`:
  // rectangles of the picture that others use.
  pose(frame, place, withForces, taken) {
    const room = new Room(this.holder.clientWidth, this.holder.clientHeight, taken);
    const point = new THREE.Vector3();
    for (const label of this.labels) {
      const { element, text, f, body, at, leg } = label;
      const force = withForces && leg !== undefined ? forceOn(this.replay.film, f, leg, frame) : null;
      const there = frame >= this.replay.bodies[body].appears && this.figures.shows(f);
      const seen = there ? place(this.figures.point(frame, body, at, point)) : null;
      const shown = force && Math.hypot(...force) > 0 ? `${text} ${forceText(force)}` : text;
      const rect = seen && this.put(label, room, seen, this.width(shown));
      element.hidden = !rect;
      if (!rect) continue;
      if (element.textContent !== shown) element.textContent = shown;
      element.style.width = `${rect.width}px`;
      element.style.transform = `translate(${rect.x}px, ${rect.y}px)`;
    }
  }

  // Takes the side on which the label was last, if it is free, so that it does not jump about.
  put(label, room, { x, y }, width) {
    const sides = labelSides(width);
    for (let k = 0; k <= sides.length; ++k) {
      const side = k === 0 ? label.side : k - 1;
      const [dx, dy] = sides[side];
      const rect = { x: Math.round(x + dx - width / 2), y: Math.round(y + dy - labelHeight / 2), width, height: labelHeight };
      if (!room.take(rect)) continue;
      label.side = side;
      return rect;
    }
    return null;
  }
}

// Middles of a label around its point: below, above, beside, and then farther away.
function labelSides(width) {
  const up = labelHeight / 2 + 8, aside = width / 2 + 8, step = labelHeight + labelGap;
  const near = [[0, up], [0, -up], [aside, 0], [-aside, 0], [aside, up], [-aside, up], [aside, -up], [-aside, -up]];
  const far = [1, 2, 3].flatMap((k) => [[0, up + k * step], [0, -up - k * step], [aside, k * step], [-aside, k * step], [aside, -k * step], [-aside, -k * step]]);
  return [...near, ...far];
}

// A picture's free places.
class Room {
  constructor(width, height, taken) {
    Object.assign(this, { width, height, taken: [...taken] });
  }

  // Returns whether the rectangle was free; then it is taken.
  take(rect) {
    const inside = rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= this.width && rect.y + rect.height <= this.height;
    const g = labelGap;
    const meets = (o) => rect.x < o.x + o.width + g && o.x < rect.x + rect.width + g && rect.y < o.y + o.height + g && o.y < rect.y + rect.height + g;
    if (!inside || this.taken.some(meets)) return false;
    this.taken.push(rect);
    return true;
  }
}
