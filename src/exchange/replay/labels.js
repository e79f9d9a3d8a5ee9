// Names of figures and legs over the picture, with the forces on feet if forces are shown.

class Labels {
  constructor(replay, figures, holder) {
    this.replay = replay;
    this.figures = figures;
    this.holder = holder;
    this.labels = [];
    holder.replaceChildren();
    replay.figures.forEach((figure, f) => {
      this.add(figure.name, f, figure.root, [0, 0, 0]);
      figure.legs.forEach((leg, i) => this.add(leg.short, f, leg.foot, leg.tip, i));
    });
  }

  add(text, figure, body, at, leg) {
    const element = document.createElement("span");
    element.textContent = text;
    this.holder.append(element);
    this.labels.push({ element, text, figure: this.replay.figures[figure], body, at, leg });
  }

  // `place` returns the place of a point of the world in the picture, in pixels, or null.
  pose(frame, place, withForces) {
    const point = new THREE.Vector3();
    for (const { element, text, figure, body, at, leg } of this.labels) {
      const force = withForces && leg !== undefined ? forceOn(figure, leg, frame) : null;
      element.textContent = force ? `${text} ${forceText(force)}` : text;
      const there = frame >= this.replay.bodies[body].appears;
      const seen = there ? place(this.figures.point(frame, body, at, point)) : null;
      element.hidden = !seen;
      if (seen)
        element.style.transform = `translate(${seen.x.toFixed(1)}px, ${seen.y.toFixed(1)}px) translate(-50%, 8px)`;
    }
  }
}
