// The list of figures: a box that shows or hides each, and its name, which the camera looks at.

// `hidden`: names of the figures that the viewer has hidden. `lookAt` is called with the number of a
// figure.
function connectCast(replay, figures, hidden, { onChange, lookAt }) {
  document.getElementById("cast-count").textContent = replay.figures.length;
  const rows = replay.figures.map(({ name }, f) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: !hidden.has(name) });
    box.setAttribute("aria-label", `Show ${name}`);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(name);
      else hidden.add(name);
      figures.show(f, box.checked);
      onChange();
    });
    figures.show(f, box.checked);
    const button = Object.assign(document.createElement("button"), { textContent: name, title: `Look at ${name}, and go along` });
    button.addEventListener("click", () => lookAt(f));
    const row = document.createElement("li");
    row.dataset.figure = name;
    row.append(box, button);
    return row;
  });
  document.querySelector("#cast ul").replaceChildren(...rows);
  document.getElementById("cast").hidden = rows.length === 0;
}
