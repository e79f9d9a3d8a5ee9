// The check boxes that show or hide parts of the scene.

// `layers`: [name, whether it is shown, a function that shows or hides it]. `chosen`: of the layers
// that the viewer has shown or hidden before, by name, which are shown.
function connectLayers(layers, chosen, onChange) {
  const holder = document.getElementById("layers");
  holder.replaceChildren();
  for (const [name, byDefault, show] of layers) {
    const shown = chosen.has(name) ? chosen.get(name) : byDefault;
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = shown;
    box.dataset.layer = name;
    box.addEventListener("change", () => {
      chosen.set(name, box.checked);
      show(box.checked);
      onChange();
    });
    label.append(box, name);
    holder.append(label);
    show(shown);
  }
}
