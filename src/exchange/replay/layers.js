// The check boxes that show or hide parts of the scene.

// `layers`: [name, whether it is shown, a function that shows or hides it].
function connectLayers(layers, onChange) {
  const holder = document.getElementById("layers");
  for (const [name, shown, show] of layers) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = shown;
    box.dataset.layer = name;
    box.addEventListener("change", () => {
      show(box.checked);
      onChange();
    });
    label.append(box, name);
    holder.append(label);
    show(shown);
  }
}
