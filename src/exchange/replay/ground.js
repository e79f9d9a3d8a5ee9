// The ground: a level square or a terrain, with the look's material and ruled lines.

function makeGround(spec, materials, surroundings) {
  const material = makeMaterial(materials[spec.material], surroundings);
  material.flatShading = Boolean(spec.terrain && !spec.terrain.smooth);
  if (spec.grid) rule(material, spec.grid);
  const geometries = spec.terrain ? terrainTiles(spec.terrain, spec.extent) : [levelGeometry(spec)];
  const ground = new THREE.Group();
  for (const geometry of geometries) {
    const tile = new THREE.Mesh(geometry, material);
    tile.receiveShadow = true;
    tile.castShadow = Boolean(spec.terrain);
    ground.add(tile);
  }
  return ground;
}

function levelGeometry(spec) {
  const geometry = new THREE.PlaneBufferGeometry(2 * spec.extent, 2 * spec.extent);
  return geometry.translate(0, 0, spec.height);
}

// Columns (or rows) of vertices: the terrain's own and, because the terrain continues level beyond
// its border, one at the visible edge on either side.
function terrainLines(first, spacing, count, extent) {
  const lines = [];
  if (first > -extent) lines.push({ at: -extent, index: 0 });
  for (let i = 0; i < count; ++i) lines.push({ at: first + i * spacing, index: i });
  const last = first + (count - 1) * spacing;
  if (last < extent) lines.push({ at: extent, index: count - 1 });
  return lines;
}

// Cells are split along their higher diagonal, as in geometry/height_field.h.
class TerrainGrid {
  constructor(terrain, extent) {
    this.columns = terrainLines(terrain.x, terrain.spacing, terrain.nx, extent);
    this.rows = terrainLines(terrain.y, terrain.spacing, terrain.ny, extent);
    this.height = (i, j) => terrain.heights[this.rows[j].index * terrain.nx + this.columns[i].index];
    const positions = [];
    this.rows.forEach((row, j) =>
      this.columns.forEach((column, i) => positions.push(column.at, row.at, this.height(i, j))),
    );
    this.whole = new THREE.BufferGeometry();
    this.whole.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    if (!terrain.smooth) return; // with flat shading, the shader computes the normals of facets
    this.whole.setIndex(this.corners(0, this.columns.length - 1, 0, this.rows.length - 1));
    this.whole.computeVertexNormals();
  }

  // The corners of the triangles of cells i0 <= i < i1, j0 <= j < j1.
  corners(i0, i1, j0, j1) {
    const { height } = this;
    const corners = [];
    for (let j = j0; j < j1; ++j)
      for (let i = i0; i < i1; ++i) {
        const a = j * this.columns.length + i;
        const [b, c, d] = [a + 1, a + this.columns.length, a + this.columns.length + 1];
        const rising = height(i, j) + height(i + 1, j + 1) >= height(i + 1, j) + height(i, j + 1);
        if (rising) corners.push(a, b, d, a, d, c);
        else corners.push(a, b, c, b, d, c);
      }
    return corners;
  }
}

// Tiles of the terrain; three.js draws a tile only if it is in view.
function terrainTiles(terrain, extent) {
  const side = 24; // cells
  const grid = new TerrainGrid(terrain, extent);
  const [nx, ny] = [grid.columns.length - 1, grid.rows.length - 1];
  const tiles = [];
  for (let j = 0; j < ny; j += side)
    for (let i = 0; i < nx; i += side) {
      const [i1, j1] = [Math.min(i + side, nx), Math.min(j + side, ny)];
      const tile = new THREE.BufferGeometry();
      tile.attributes = grid.whole.attributes;
      tile.setIndex(grid.corners(i, i1, j, j1));
      const box = new THREE.Box3();
      for (let y = j; y <= j1; ++y)
        for (let x = i; x <= i1; ++x)
          box.expandByPoint(new THREE.Vector3(grid.columns[x].at, grid.rows[y].at, grid.height(x, y)));
      tile.boundingSphere = box.getBoundingSphere(new THREE.Sphere());
      tiles.push(tile);
    }
  return tiles;
}

// Lines as in render/ground.cpp: each pixel has the fraction of line that lies within it.
function rule(material, grid) {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.ruleColor = { value: colorOf(grid.color) };
    shader.uniforms.ruleFine = { value: new THREE.Vector2(grid.spacing, grid.width) };
    shader.uniforms.ruleBold = { value: new THREE.Vector2(grid.boldSpacing, grid.boldWidth) };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec2 onGround;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nonGround = position.xy;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${ruleFunctions}`)
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
         vec2 bare = 1.0 - max(ruled(onGround, ruleFine), ruled(onGround, ruleBold));
         diffuseColor.rgb = mix(ruleColor, diffuseColor.rgb, bare.x * bare.y);`,
      );
  };
}

const ruleFunctions = `
uniform vec3 ruleColor;
uniform vec2 ruleFine, ruleBold; // spacing, width
varying vec2 onGround;
// The total width of lines between the middle of the line at 0 and x.
vec2 linesUpTo(vec2 x, vec2 rule) {
  vec2 index = floor(x / rule.x + 0.5);
  return index * rule.y + clamp(x - index * rule.x, -0.5 * rule.y, 0.5 * rule.y);
}
vec2 ruled(vec2 p, vec2 rule) {
  vec2 width = max(fwidth(p), 1e-3 * rule.x);
  p -= rule.x * floor(p / rule.x); // small numbers keep more digits
  return clamp((linesUpTo(p + 0.5 * width, rule) - linesUpTo(p - 0.5 * width, rule)) / width, 0.0, 1.0);
}`;
