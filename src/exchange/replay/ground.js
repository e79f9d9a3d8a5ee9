// The ground: a level square or a terrain, with the look's material.

function makeGround(spec, { materials, pictures }, surroundings) {
  const material = makeMaterial(materials[spec.material], surroundings, pictures);
  material.flatShading = Boolean(spec.terrain && !spec.terrain.smooth);
  const geometries = spec.terrain ? terrainTiles(spec.terrain, spec.extent) : [levelGeometry(spec)];
  const ground = new THREE.Group();
  for (const geometry of geometries) {
    geometry.setAttribute("bodyPlace", geometry.attributes.position); // the ground stays where it is
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
