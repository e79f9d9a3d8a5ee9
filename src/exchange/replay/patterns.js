// The textures of materials, as in render/texture.cpp and render/patterns.cpp, in the language of
// graphics cards. A texture is measured in metres on the body or in the world, or in uv. Noise and
// stones need the integers of WebGL 2; with WebGL 1 they are their mean.

// Where the processor draws, noise and stones take many times as long as all else: they are their
// mean there, unless the page's address ends in #patterns.
const drawsBy = { processor: false };
function askWhoDraws(context) {
  const named = context && context.getExtension("WEBGL_debug_renderer_info");
  const name = named ? context.getParameter(named.UNMASKED_RENDERER_WEBGL) : "";
  drawsBy.processor = /swiftshader|llvmpipe|softpipe|software/i.test(name) && location.hash !== "#patterns";
}

// Only what a material uses is compiled for it.
const patternFunctions = {
  any: "float widest(vec3 w) { return max(w.x, max(w.y, w.z)); }",
  checker: `
float waveUpTo(float x) { float i = x - 2.0 * floor(0.5 * x); return i < 1.0 ? i : 2.0 - i; }
float wave(float x, float w) {
  if (w < 1e-4) return x - 2.0 * floor(0.5 * x) < 1.0 ? 1.0 : -1.0;
  return (waveUpTo(x + 0.5 * w) - waveUpTo(x - 0.5 * w)) / w;
}
float checkerPattern(vec3 p, vec3 w) {
  p.z += 0.5;
  return clamp(0.5 - 0.5 * wave(p.x, w.x) * wave(p.y, w.y) * wave(p.z, w.z), 0.0, 1.0);
}
`,
  grid: `
float linesUpTo(float x, float spacing, float line) {
  float index = floor(x / spacing + 0.5);
  return index * line + clamp(x - index * spacing, -0.5 * line, 0.5 * line);
}
float lineCoverage(float x, float w, float spacing, float line) {
  w = max(w, 1e-3 * spacing);
  x -= spacing * floor(x / spacing); // small numbers keep more digits
  return clamp((linesUpTo(x + 0.5 * w, spacing, line) - linesUpTo(x - 0.5 * w, spacing, line)) / w, 0.0, 1.0);
}
float gridPattern(vec2 p, vec2 w, float spacing, float line, float boldSpacing, float bold) {
  float a = max(lineCoverage(p.x, w.x, spacing, line), lineCoverage(p.x, w.x, boldSpacing, bold));
  float b = max(lineCoverage(p.y, w.y, spacing, line), lineCoverage(p.y, w.y, boldSpacing, bold));
  return 1.0 - (1.0 - a) * (1.0 - b);
}
`,
  image: `
vec3 pictureColor(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
// The side that the surface faces.
vec2 boxPlace(vec3 p, vec3 n) {
  n = abs(n);
  if (n.z >= n.x && n.z >= n.y) return vec2(p.x, -p.y);
  return vec2(n.x >= n.y ? p.y : p.x, -p.z);
}
`,
  // With WebGL 1: what noise and stones are on the mean.
  lattice: `
#if __VERSION__ >= 300 && !defined(PLAIN)
uint mixBits(uint x) {
  x ^= x >> 16u; x *= 0x21f0aaadu;
  x ^= x >> 15u; x *= 0xd35a2d97u;
  return x ^ (x >> 15u);
}
uint latticeHash(ivec3 p) {
  uvec3 u = uvec3(p);
  return mixBits(u.x * 0x8da6b343u ^ u.y * 0xd8163841u ^ u.z * 0xcb1ab31fu);
}
float partOf(uint x) { return float(x >> 8u) / 16777216.0; }
#endif
`,
  noise: `
#if __VERSION__ >= 300 && !defined(PLAIN)
float alongGradient(uint h, vec3 d) {
  float u = h < 8u ? d.x : d.y;
  float v = h < 4u ? d.y : (h | 2u) == 14u ? d.x : d.z;
  return ((h & 1u) != 0u ? -u : u) + ((h & 2u) != 0u ? -v : v);
}
float gradientNoise(vec3 p) {
  vec3 f = floor(p), d = p - f;
  ivec3 i = ivec3(f);
  vec3 s = d * d * d * (10.0 + d * (6.0 * d - 15.0));
  #define CORNER(x, y, z) alongGradient(latticeHash(i + ivec3(x, y, z)) & 15u, d - vec3(x, y, z))
  return mix(mix(mix(CORNER(0, 0, 0), CORNER(1, 0, 0), s.x), mix(CORNER(0, 1, 0), CORNER(1, 1, 0), s.x), s.y),
             mix(mix(CORNER(0, 0, 1), CORNER(1, 0, 1), s.x), mix(CORNER(0, 1, 1), CORNER(1, 1, 1), s.x), s.y), s.z);
}
float noisePattern(vec3 p, float w, int octaves, float gain, float contrast) {
  float sum = 0.0, weight = 1.0, total = 0.0, scale = 1.0;
  for (int i = 0; i < octaves; ++i, weight *= gain, scale *= 2.0) {
    total += weight;
    float seen = clamp(2.0 - 2.0 * w * scale, 0.0, 1.0);
    if (seen > 0.0) sum += weight * seen * gradientNoise(p * scale + 17.3 * float(i));
  }
  return clamp(0.5 + 0.5 * contrast * sum / total, 0.0, 1.0);
}
#else
float noisePattern(vec3 p, float w, int octaves, float gain, float contrast) { return 0.5; }
#endif
`,
  stone: `
#if __VERSION__ >= 300 && !defined(PLAIN)
// The distance from the border of the nearest cell, and that cell's random number.
vec2 stoneCell(vec3 p, bool flatly) {
  ivec3 at = ivec3(floor(p));
  if (flatly) at.z = 0;
  int deep = flatly ? 0 : 1;
  vec3 nearest;
  float least = 1e9, chance = 0.0;
  for (int pass = 0; pass < 2; ++pass) {
    int reach = pass == 0 || !flatly ? 1 : 2;
    float border = 1.0;
    for (int k = -deep; k <= deep; ++k)
      for (int j = -reach; j <= reach; ++j)
        for (int i = -reach; i <= reach; ++i) {
          uint hash = latticeHash(at + ivec3(i, j, k));
          vec3 spread = 0.15 + 0.7 * vec3(partOf(hash), partOf(mixBits(hash + 1u)), partOf(mixBits(hash + 2u)));
          vec3 c = vec3(at + ivec3(i, j, k)) + spread;
          if (flatly) c.z = p.z;
          if (pass == 0) {
            float away = dot(c - p, c - p);
            if (away < least) { least = away; nearest = c; chance = partOf(mixBits(hash + 3u)); }
          } else if (dot(c - nearest, c - nearest) > 1e-8) {
            border = min(border, dot(0.5 * (c + nearest) - p, normalize(c - nearest)));
          }
        }
    if (pass == 1) return vec2(border, chance);
  }
  return vec2(1.0, 0.5);
}
float ramp(float from, float to, float x) { return smoothstep(from, max(to, from + 1e-6), x); }
float stonePattern(vec3 p, float w, bool flatly, float joint, float variety) {
  float mean = (1.0 - 0.5 * variety) * (1.0 - min(2.0 * joint, 1.0));
  float seen = clamp(2.0 - 2.0 * w, 0.0, 1.0);
  if (seen <= 0.0) return mean;
  vec2 cell = stoneCell(p, flatly);
  float inside = ramp(0.5 * joint - 0.5 * w, 0.5 * joint + 0.5 * w + 0.01, cell.x);
  return mix(mean, inside * (1.0 - variety * cell.y), seen);
}
float stoneHeight(vec3 p, float w, bool flatly, float joint, float roundness) {
  float seen = clamp(2.0 - 2.0 * w, 0.0, 1.0);
  if (seen <= 0.0) return 0.0;
  return seen * ramp(0.25 * joint, 0.5 * joint + 0.5 * roundness + 0.01, stoneCell(p, flatly).x);
}
#else
float stonePattern(vec3 p, float w, bool flatly, float joint, float variety) {
  return (1.0 - 0.5 * variety) * (1.0 - min(2.0 * joint, 1.0));
}
float stoneHeight(vec3 p, float w, bool flatly, float joint, float roundness) { return 0.0; }
#endif
`,
};

// The numbers of a material's textures, which are uniforms: materials whose textures differ in their
// numbers alone share a program.
class PatternNumbers {
  constructor() {
    this.values = [];
  }
  // What stands for a number in the program.
  of(x) {
    this.values.push(x);
    return `patternNumbers[${this.values.length - 1}]`;
  }
  triple(c) {
    return `vec3(${c.map((x) => this.of(x)).join(", ")})`;
  }
}

// The statements that set `float tN` (how much of texture N) and `vec3 cN` (its colour).
function patternCode(texture, n, numbers) {
  const place = { body: "onBody", world: "onWorld", uv: "vec3(onUv, 0.0)" }[texture.space];
  const flatly = texture.space === "world";
  const number = (x) => numbers.of(x);
  const size = number(texture.size);
  const head = `vec3 p${n} = ${place} / ${size}; vec3 w${n} = fwidth(p${n}); vec3 c${n} = ${numbers.triple(texture.color)};`;
  const widths = `widest(w${n})`;
  const bump = texture.on === "bump";
  switch (texture.type) {
    case "grid": {
      const [fine, width, bold] = [size, number(texture.width), number(texture.boldWidth)];
      const apart = number(texture.size * texture.boldEvery);
      return `${head} float t${n} = gridPattern(${place}.xy, fwidth(${place}.xy), ${fine}, ${width}, ${apart}, ${bold});`;
    }
    case "checker":
      return `${head} float t${n} = checkerPattern(p${n}, w${n});`;
    case "noise":
      return `${head} float t${n} = noisePattern(p${n}, ${widths}, int(${number(texture.octaves)}), ${number(texture.gain)}, ${number(texture.contrast)});`;
    case "stone": {
      const [joint, variety, roundness] = [texture.joint, texture.variety, texture.roundness].map(number);
      return bump
        ? `${head} float t${n} = stoneHeight(p${n}, ${widths}, ${flatly}, ${joint}, ${roundness});`
        : `${head} float t${n} = stonePattern(p${n}, ${widths}, ${flatly}, ${joint}, ${variety});`;
    }
    default: {
      const at = texture.space === "uv" ? `vec2(p${n}.x, 1.0 - p${n}.y)` : `boxPlace(p${n}, cross(dFdx(${place}), dFdy(${place})))`;
      const light = bump ? ` * dot(c${n}, vec3(0.2126, 0.7152, 0.0722))` : "";
      return `${head} vec4 s${n} = texture2D(picture${n}, ${at}); c${n} *= pictureColor(s${n}.rgb); float t${n} = s${n}.a${light};`;
    }
  }
}

// What a texture changes, after its pattern is known; `where`: the property.
function layCode(textures, where, numbers) {
  const number = (x) => numbers.of(x);
  return textures
    .map((texture, n) => ({ texture, n }))
    .filter(({ texture }) => texture.on === where)
    .map(({ texture, n }) => {
      const share = `${number(texture.amount)} * t${n}`;
      if (where === "color") return `diffuseColor.rgb = mix(diffuseColor.rgb, c${n}, ${share});`;
      if (where === "emission") return `totalEmissiveRadiance = mix(totalEmissiveRadiance, c${n}, ${share});`;
      if (where === "bump") return `height += ${number(texture.depth)} * t${n};`;
      const factor = where === "metallic" ? "metalnessFactor" : "roughnessFactor";
      return `${factor} = mix(${factor}, ${number(texture.value)}, ${share});`;
    })
    .join("\n");
}

const bumpCode = `
  vec3 alongX = dFdx(-vViewPosition), alongY = dFdy(-vViewPosition);
  vec3 r1 = cross(alongY, normal), r2 = cross(normal, alongX);
  float det = dot(alongX, r1) * (float(gl_FrontFacing) * 2.0 - 1.0);
  normal = normalize(abs(det) * normal - sign(det) * (dFdx(height) * r1 + dFdy(height) * r2));`;

// Each text gets a number, by which three.js tells programs apart.
const patternNumbers = new Map();
function numberOf(text) {
  if (!patternNumbers.has(text)) patternNumbers.set(text, patternNumbers.size);
  return patternNumbers.get(text);
}

// A picture as a texture; pictures that were made before are kept.
function pictureTexture(picture) {
  if (picture.texture) return picture.texture;
  const texture = new THREE.DataTexture(picture.pixels, picture.width, picture.height, THREE.RGBAFormat);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipMapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return (picture.texture = texture);
}

// Bumps of noise are too fine to be seen here, and take long.
const shownTextures = (spec) =>
  spec.textures.filter(
    ({ on, type }) => ["color", "emission", "roughness", "metallic"].includes(on) || (on === "bump" && type !== "noise"),
  );

// Lets a material show its textures, and parts that are thinner than a pixel (`thin`) as a pixel
// that is seen through. Surfaces with textures of the body need the attribute `bodyPlace`.
function addPatterns(material, spec, pictures, thin) {
  const textures = shownTextures(spec);
  if (textures.length === 0 && !thin) return;
  const uses = (space) => textures.some((texture) => texture.space === space);
  const varyings = [
    uses("body") ? "varying vec3 onBody;" : "",
    uses("world") ? "varying vec3 onWorld;" : "",
    uses("uv") ? "varying vec2 onUv;" : "",
    thin ? "varying float coverage;" : "",
  ].join("\n");
  const places = [
    uses("body") ? "onBody = bodyPlace;" : "",
    thin ? thinCode : "",
    uses("world") ? "onWorld = (modelMatrix * vec4(transformed, 1.0)).xyz;" : "",
    uses("uv") ? "onUv = uv;" : "",
  ].join("\n");
  const images = textures.map((texture, n) => (texture.type === "image" ? `uniform sampler2D picture${n};` : "")).join("\n");
  const numbers = new PatternNumbers();
  const patterns = textures.map((texture, n) => patternCode(texture, n, numbers)).join("\n");
  const [color, emission, roughness, metallic, bumps] = ["color", "emission", "roughness", "metallic", "bump"].map((where) =>
    layCode(textures, where, numbers),
  );
  const kinds = new Set(textures.map(({ type }) => type));
  if (kinds.has("noise") || kinds.has("stone")) kinds.add("lattice");
  const functions = ["any", "checker", "grid", "image", "lattice", "noise", "stone"]
    .filter((kind) => kind === "any" || kinds.has(kind))
    .map((kind) => patternFunctions[kind])
    .join("\n");
  const constants = numbers.values.length ? `uniform float patternNumbers[${numbers.values.length}];` : "";
  const key = numberOf([varyings, places, images, constants, patterns, color, emission, roughness, metallic, bumps].join("//"));
  material.defines.PATTERNS = key;
  if (drawsBy.processor) material.defines.PLAIN = "";
  material.extensions = { ...material.extensions, derivatives: true };
  material.onBeforeCompile = (shader) => {
    textures.forEach((texture, n) => {
      if (texture.type === "image") shader.uniforms[`picture${n}`] = { value: pictureTexture(pictures[texture.picture]) };
    });
    shader.uniforms.patternNumbers = { value: numbers.values };
    if (thin) shader.uniforms.pixelSlope = pixelSlope;
    shader.vertexShader = shader.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
         ${varyings}
         ${uses("body") ? "attribute vec3 bodyPlace;" : ""}
         ${thin ? "attribute float thickness; uniform vec2 pixelSlope;" : ""}`,
      )
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${places}`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${varyings}\n${images}\n${constants}\n${textures.length ? functions : ""}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${patterns}\n${color}\n${emission}`)
      .replace("#include <roughnessmap_fragment>", `#include <roughnessmap_fragment>\n${roughness}`)
      .replace("#include <metalnessmap_fragment>", `#include <metalnessmap_fragment>\n${metallic}`)
      .replace("#include <tonemapping_fragment>", `#include <tonemapping_fragment>\n${thin ? seenThrough : ""}`)
      .replace("#include <normal_fragment_maps>", `#include <normal_fragment_maps>\n${bumps && `{ float height = 0.0;\n${bumps}\n${bumpCode} }`}`);
  };
}

// Pictures are mixed as they are shown, but light adds up as light, also where the card smooths edges.
// What is right over black is taken for bright parts, and what is right over white for dark ones.
const seenThrough = `
  float shown = dot(gl_FragColor.rgb, vec3(0.2126, 0.7152, 0.0722));
  float darkly = 0.85 * (1.0 - encoded(vec3(1.0 - coverage)).x);
  float brightly = min(1.15 * encoded(vec3(coverage)).x, 1.0);
  gl_FragColor.a *= mix(darkly, brightly, smoothstep(0.1, 0.6, shown));`;

// Of the picture that is drawn: the height of a pixel at a distance of 1 (or, with parallel rays,
// at any distance), for x with and y without perspective.
const pixelSlope = { value: null };

// `thickness`: half of it, m. A thinner part is moved out along its normals to half a pixel, and
// covers as much less.
const thinCode = `
  vec4 seenAt = modelViewMatrix * vec4(transformed, 1.0);
  float pixel = pixelSlope.x * -seenAt.z + pixelSlope.y;
  coverage = min(2.0 * thickness / pixel, 1.0);
  transformed += objectNormal * max(0.5 * pixel - thickness, 0.0);`;
