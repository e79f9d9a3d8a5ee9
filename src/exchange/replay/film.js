// The film: all that changes from frame to frame, in parts that have equally many frames. The first
// part comes with the page. Others are scripts, which are loaded when the player comes near them;
// where they are is said by the page (files beside it) or by the server that it comes from. Only a
// script may be loaded by a page that is opened from a file.

// Parts that stay loaded: four minutes of film at ten seconds each, and of large parts, which have
// 6 MB in memory, 150 MB.
const mostParts = 24;
// The picture of a frame shows paths of the second before, and a camera that goes along moves by
// the mean over a second: these frames must be there, too. s of film
const neededBefore = 1, neededAfter = 0.5;
// What is loaded before it is needed, s of film: even at four times the speed it takes a second to
// get there.
const loadedAhead = 5;

// A part's script gives its data to this function, just before its `load` event.
let delivered = null;
window.gambolPart = (part) => (delivered = part);
// Which allows scripts of ours; a page from a server has none, as it allows all of that server.
const { nonce } = document.currentScript;

class Film {
  constructor({ fps, frames, partFrames, addresses }, first) {
    Object.assign(this, { fps, frames, partFrames, addresses });
    this.parts = new Map(); // number -> part; the one that was needed last comes last
    this.failed = new Set(); // numbers of parts that cannot be loaded
    this.needed = []; // numbers of the parts that were asked for last
    this.held = []; // and of those of the picture that is shown
    this.loading = null; // a script's element: one is loaded at a time
    this.keep(0, first);
  }

  onArrival() {} // for whoever waits for a part

  // The part that has a frame, which must be there. Its arrays begin with the frame `part.from`.
  at(frame) {
    return this.parts.get(Math.floor(frame / this.partFrames));
  }

  partsOf(from, to) {
    const [first, last] = [Math.max(from, 0), Math.min(to, this.frames - 1)].map((frame) => Math.floor(frame / this.partFrames));
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  }

  partsAround(frame) {
    return this.partsOf(frame - Math.ceil(neededBefore * this.fps), frame + Math.ceil(neededAfter * this.fps));
  }

  // Whether all that the picture of a frame needs is there.
  has(frame) {
    return this.partsAround(frame).every((number) => this.parts.has(number));
  }

  // Loads what the picture of a frame needs and then what follows it, instead of what was asked for
  // before. Returns whether the picture can be drawn.
  want(frame) {
    this.needed = this.partsAround(frame);
    // A part of the frame itself first: whoever waits sees that it fails, if it does.
    const own = Math.floor(frame / this.partFrames);
    // With what the picture and the next one need, no more than is kept.
    const room = Math.max(mostParts - 1 - 2 * this.needed.length, 0);
    const ahead = this.partsOf(frame, frame + Math.ceil(loadedAhead * this.fps)).slice(0, room);
    this.queue = [own, ...this.needed, ...ahead];
    const isThere = this.has(frame);
    if (isThere) this.held = this.needed;
    for (const number of this.needed) if (this.parts.has(number)) this.putLast(number, this.parts.get(number));
    this.loadNext();
    return isThere;
  }

  // Resolves once the picture of a frame can be drawn, or never will.
  loaded(frame) {
    return new Promise((done) => {
      this.onArrival = () => (this.want(frame) || this.lacking) && done();
      this.onArrival();
    });
  }

  // The address of a part that is needed and cannot be loaded; undefined if there is none.
  get lacking() {
    const number = this.needed.find((number) => this.failed.has(number));
    return number === undefined ? undefined : this.addresses[number - 1];
  }

  loadNext() {
    if (this.loading) return;
    const number = this.queue.find((number) => !this.parts.has(number) && !this.failed.has(number));
    if (number === undefined) return;
    const script = Object.assign(document.createElement("script"), { src: this.addresses[number - 1], nonce });
    script.onload = script.onerror = () => {
      const part = delivered;
      delivered = this.loading = null;
      script.remove();
      if (part) this.keep(number, readPart(part));
      else this.failed.add(number);
      this.loadNext();
      this.onArrival();
    };
    this.loading = script;
    document.head.append(script);
  }

  putLast(number, part) {
    this.parts.delete(number);
    this.parts.set(number, part);
  }

  keep(number, part) {
    part.from = number * this.partFrames;
    this.putLast(number, part);
    for (const old of [...this.parts.keys()]) {
      if (this.parts.size <= mostParts) break;
      // The first part cannot be loaded again.
      if (old !== 0 && !this.needed.includes(old) && !this.held.includes(old)) this.parts.delete(old);
    }
    document.documentElement.dataset.parts = [...this.parts.keys()].sort((a, b) => a - b); // for tests
  }
}
