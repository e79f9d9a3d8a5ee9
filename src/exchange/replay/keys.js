// The keys, and the list of them that `?` shows. A key is { keys: what the browser calls it, does: in
// words, act: what to do }; whoever knows what a key does declares it, so that none is missing here.

// What the mouse does, for the list.
const mouseWords = [
  ["drag, wheel, right drag", "turns around, goes nearer, moves aside; leaves the shot's camera"],
  ["slider, diagram", "a click or drag goes to a frame"],
  ["name of a figure", "in the diagram: folds its rows; in the list of figures: looks at it"],
];
const shownKeys = { " ": "space", ArrowLeft: "←", ArrowRight: "→" };

function connectKeys(keys) {
  const list = new KeyList();
  const all = [...keys, { keys: ["?"], does: "this list", act: () => list.toggle() }];
  list.fill(all);
  document.getElementById("show-keys").addEventListener("click", () => list.toggle());
  const actions = new Map(all.flatMap(({ keys, act }) => keys.map((key) => [key, act])));
  // Captured, so that a focused slider, box or button does not use the key for itself.
  window.addEventListener(
    "keydown",
    (event) => {
      const action = actions.get(event.key);
      if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.tagName === "SELECT" || (list.isOpen && event.key !== "?")) return;
      event.preventDefault();
      action(event.key);
    },
    { capture: true },
  );
  // Releasing the space bar would click a focused button.
  window.addEventListener("keyup", (event) => event.key === " " && !list.isOpen && event.preventDefault(), true);
}

class KeyList {
  constructor() {
    this.dialog = document.getElementById("keys");
    document.getElementById("hide-keys").addEventListener("click", () => this.dialog.close());
  }

  get isOpen() {
    return this.dialog.open;
  }

  fill(keys) {
    const row = (name, does) => {
      const tr = document.createElement("tr");
      const th = document.createElement("th");
      const td = document.createElement("td");
      th.append(...name);
      td.textContent = does;
      tr.append(th, td);
      return tr;
    };
    const kbd = (key) => Object.assign(document.createElement("kbd"), { textContent: shownKeys[key] || key });
    this.dialog
      .querySelector("table")
      .replaceChildren(...keys.map(({ keys, does }) => row(keys.map(kbd), does)), ...mouseWords.map(([name, does]) => row([name], does)));
  }

  toggle() {
    if (this.isOpen) this.dialog.close();
    else this.dialog.showModal();
  }
}
