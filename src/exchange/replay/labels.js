// Names of figures and legs over the picture.

class Labels {
  constructor(replay, figures, holder) {
    this.replay = replay;
    this.figures = figures;
    this.holder = holder;
    this.labels = [];
    replay.figures.forEach((figure, f) => {
      this.add(figure.name, f, figure.root, [0, 0, 0]);
      for (const leg of figure.legs) this.add(leg.short, f, leg.foot, leg.tip);
    });
  }

  add(text, figure, body, at) {
    const element = document.createElement("span");
    element.textContent = text;
    this.holder.append(element);
    this.labels.push({ element, figure, body, at });
  }

  // `place` tells where a point of the world is in the picture, in pixels, or null.
  pose(frame, place) {
    const point = new THREE.Vector3();
    for (const { element, body, at } of this.labels) {
      const there = frame >= this.replay.bodies[body].appears;
      const seen = there ? place(this.figures.point(frame, body, at, point)) : null;
      element.hidden = !seen;
      if (seen)
        element.style.transform = `translate(${seen.x.toFixed(1)}px, ${seen.y.toFixed(1)}px) translate(-50%, 8px)`;
    }
  }
}
