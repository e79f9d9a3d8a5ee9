// The cameras: the shot's, each in its part of the frame, or a free one that the mouse moves. A
// drag or the wheel switches to the free camera, which starts where the shot's camera is.

class Cameras {
  constructor(canvas, onChange) {
    this.canvas = canvas;
    this.follows = true; // shows the shot's cameras, not the free one
    this.frame = 0; // the last one for which the free camera was placed
    this.place = null; // of the path there; null if that is not known
    this.free = new THREE.PerspectiveCamera(40, 1, 1e-3, 1e3);
    this.free.up.set(0, 0, 1);
    this.controls = new THREE.OrbitControls(this.free, canvas);
    this.controls.enableKeys = false; // arrow keys step through frames
    this.controls.addEventListener("start", () => {
      this.follows = false;
      onChange();
    });
    this.controls.addEventListener("change", onChange);
  }

  take(replay) {
    const isFirst = !this.replay;
    this.replay = replay;
    this.goAlong(replay.ridePath);
    this.aspect = replay.aspect; // width over height of the film's frame
    if (isFirst) this.rides = replay.ridePath.moves;
    this.controls.maxPolarAngle = (replay.ground ? 0.495 : 1) * Math.PI; // not below the ground
  }

  // Looks at a sphere from where it looks now, so that all of it is seen, and moves along a path.
  lookAt({ center, radius }, path) {
    const away = this.free.position.clone().sub(this.controls.target);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const half = Math.atan(Math.tan((this.free.fov * Math.PI) / 360) * Math.min(1, width / height));
    this.follows = false;
    this.rides = true;
    this.goAlong(path);
    this.controls.target.copy(center);
    this.free.position.copy(center).add(away.setLength((1.1 * radius) / Math.sin(half)));
    this.controls.update();
  }

  // The rectangle of the film's frame in the canvas, as large as possible.
  gate() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const w = Math.min(width, height * this.aspect);
    const h = w / this.aspect;
    return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
  }

  // From now on the free camera moves along this path.
  goAlong(path) {
    this.path = path;
    const isThere = this.frame < this.replay.frames && this.replay.film.has(this.frame);
    this.place = isThere ? path.at(this.frame) : null;
  }

  // Position, target, lens and ride of a view's camera.
  row(view, frame) {
    const part = this.replay.film.at(frame), k = 10 * (frame - part.from);
    return part.views[view.number].cameras.subarray(k, k + 10);
  }

  // The camera of a view for a rectangle; the view takes the fraction `wide` of its width.
  shotCamera(view, frame, aspect, wide) {
    const [px, py, pz, tx, ty, tz, lens] = this.row(view, frame);
    const half = (view.parallel ? lens : view.sensor / lens) / 2 / wide;
    const camera = view.parallel
      ? new THREE.OrthographicCamera(-half, half, half / aspect, -half / aspect)
      : new THREE.PerspectiveCamera(degrees(2 * Math.atan(half / aspect)), aspect);
    const steep = Math.hypot(tx - px, ty - py) < 1e-5 * Math.hypot(tx - px, ty - py, tz - pz);
    camera.up.set(...(view.up || (steep ? [1, 0, 0] : [0, 0, 1])));
    camera.position.set(px, py, pz);
    camera.lookAt(tx, ty, tz);
    setDepths(camera, camera.position.distanceTo(new THREE.Vector3(tx, ty, tz)));
    return camera;
  }

  // Returns the rectangles to draw for the frame (in pixels from the upper left corner), each with
  // its camera.
  pictures(frame) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const whole = { x: 0, y: 0, width, height };
    const gate = this.gate();
    if (!this.follows) {
      this.ride(frame);
      this.free.aspect = width / height;
      setDepths(this.free, this.free.position.distanceTo(this.controls.target));
      return [{ camera: this.free, ...whole }];
    }
    this.frame = frame;
    this.place = this.path.at(frame);
    const part = this.replay.film.at(frame);
    const on = this.replay.views.filter((view) => part.views[view.number].on[frame - part.from]);
    if (on.length) this.standAtShot(on[0], frame, gate);
    // A camera whose view is the whole frame also shows the scene beside the frame.
    if (on.length === 1 && on[0].size.every((part) => part === 1))
      return [{ camera: this.shotCamera(on[0], frame, width / height, gate.width / width), ...whole }];
    return on.map((view) => {
      const rect = {
        x: gate.x + view.corner[0] * gate.width,
        y: gate.y + view.corner[1] * gate.height,
        width: view.size[0] * gate.width,
        height: view.size[1] * gate.height,
      };
      return { camera: this.shotCamera(view, frame, rect.width / rect.height, 1), ...rect };
    });
  }

  // Places the free camera at the shot's camera; for parallel rays, at a distance from which it
  // sees the same width.
  standAtShot(view, frame, gate) {
    const [px, py, pz, tx, ty, tz, lens] = this.row(view, frame);
    const target = new THREE.Vector3(tx, ty, tz);
    const position = new THREE.Vector3(px, py, pz);
    let slope = view.sensor / lens / 2; // half the frame's width per distance
    if (view.parallel) {
      slope = 0.36;
      const away = position.clone().sub(target).setLength(lens / 2 / slope);
      position.copy(target).add(away);
    }
    const height = (slope / this.aspect) * (this.canvas.clientHeight / gate.height);
    this.free.fov = degrees(2 * Math.atan(height));
    this.free.position.copy(position);
    this.free.lookAt(target);
    this.controls.target.copy(target);
  }

  ride(frame) {
    if (frame === this.frame && this.place) return;
    const place = this.path.at(frame);
    if (this.rides && this.place) {
      const shift = place.clone().sub(this.place);
      this.free.position.add(shift);
      this.controls.target.add(shift);
    }
    Object.assign(this, { frame, place });
  }
}

const degrees = (radians) => (radians * 180) / Math.PI;

function setDepths(camera, distance) {
  camera.near = camera.isOrthographicCamera ? -50 * distance : 0.02 * distance;
  camera.far = 400 * distance;
  camera.updateProjectionMatrix();
}

// The path that a free camera moves along with: that of the body that the shot's camera follows,
// or, if it follows none, the path of the first figure.
function makeRidePath(replay, figures) {
  const { follows } = replay.views[0];
  const ownRide = (frame) => {
    const part = replay.film.at(frame);
    return new THREE.Vector3().fromArray(part.views[0].cameras, 10 * (frame - part.from) + 7);
  };
  if (follows || replay.figures.length === 0) return { at: ownRide, moves: follows };
  return figurePath(replay, figures, 0);
}

// The path of a figure's root, averaged over one second.
function figurePath(replay, figures, figure) {
  const reach = Math.round(replay.fps / 2);
  const at = (frame) => {
    const sum = new THREE.Vector3();
    const from = Math.max(frame - reach, 0);
    const to = Math.min(frame + reach, replay.frames - 1);
    for (let f = from; f <= to; ++f)
      sum.add(figures.place(f, replay.figures[figure].root, new THREE.Vector3()));
    return sum.divideScalar(to - from + 1);
  };
  return { at, moves: false };
}
