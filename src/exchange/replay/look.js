// Materials, sky and lights that approximate the path tracer's pictures of the same look. Radiance
// is computed in the same way; the difference is that light bounces only once, by estimate.

// Replaces three.js's tone curves by those of gambol's film (render/film.cpp) and sRGB: which of
// its names stands for which. toneMappingWhitePoint carries the contrast and the saturation.
const toneCurves = { soft: "LinearToneMapping", srgb: "ReinhardToneMapping", filmic: "Uncharted2ToneMapping" };
const toneFunctions = `
  uniform float toneMappingExposure, toneMappingWhitePoint;
  vec3 exposed(vec3 color) {
    color *= toneMappingExposure;
    float grey = dot(color, vec3(0.2126, 0.7152, 0.0722));
    return max(mix(vec3(grey), color, floor(toneMappingWhitePoint) / 1000.0), 0.0);
  }
  vec3 encoded(vec3 x) {
    return mix(12.92 * x, 1.055 * pow(max(x, 1e-5), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));
  }
  vec3 LinearToneMapping(vec3 color) {
    vec3 x = exposed(color);
    return encoded(mix(x, 0.7 + 0.3 * (1.0 - exp((0.7 - x) / 0.3)), step(0.7, x)));
  }
  vec3 ReinhardToneMapping(vec3 color) { return encoded(min(exposed(color), 1.0)); }
  vec3 Uncharted2ToneMapping(vec3 color) {
    float power = 8.0 * fract(toneMappingWhitePoint) / 0.82;
    float grey = pow(0.18, power) * (1.0 / 0.18 - 1.0);
    vec3 raised = pow(clamp(exposed(color), 1e-6, 1e4), vec3(power));
    return encoded(raised / (raised + grey));
  }`;

function useFilmCurve(renderer, { exposure, tone }) {
  THREE.ShaderChunk.tonemapping_pars_fragment = toneFunctions;
  renderer.toneMapping = THREE[toneCurves[tone.curve]];
  renderer.toneMappingWhitePoint = Math.round(1000 * tone.saturation) + tone.contrast / 8;
  renderer.toneMappingExposure = 2 ** exposure;
  renderer.physicallyCorrectLights = true;
}

// A lamp's light at a distance d falls off as that of a disc of the radius that three.js calls its
// distance, straight ahead; it would otherwise end within 10 cm.
THREE.ShaderChunk.bsdfs = THREE.ShaderChunk.bsdfs.replace(
  /float punctualLightIntensityToIrradianceFactor\([^{]*\{[^]*?\n\}/,
  `float punctualLightIntensityToIrradianceFactor(const in float d, const in float radius, const in float decay) {
     return 1.0 / max(d * d + radius * radius, 1e-12);
   }`,
);

// Of a spot light's decay only this is left: 2 and more is a flat lamp, whose light also falls off
// with the cosine; 2 has no cone, and 1 is a ball.
THREE.ShaderChunk.lights_pars_begin = THREE.ShaderChunk.lights_pars_begin.replace(
  "float spotEffect = smoothstep( spotLight.coneCos, spotLight.penumbraCos, angleCos );",
  `float spotEffect = spotLight.decay > 1.5 ? max(angleCos, 0.0) : 1.0;
   if (spotLight.decay > 2.5) spotEffect *= smoothstep(spotLight.coneCos, spotLight.penumbraCos, angleCos);`,
);

const colorOf = (c) => new THREE.Color(c[0], c[1], c[2]);

// `thin`: see addPatterns().
function makeMaterial(spec, surroundings, pictures, thin = false) {
  // A coat makes every pixel more expensive, so only materials with a coat use the physical one.
  const material = spec.coat > 0 ? new THREE.MeshPhysicalMaterial() : new THREE.MeshStandardMaterial();
  material.defines.REFLECTIVITY = "";
  material.reflectivity = Math.sqrt(spec.specular / 2); // three.js squares it
  material.color = colorOf(spec.color);
  material.emissive = colorOf(spec.emission);
  material.metalness = spec.metallic;
  material.roughness = spec.roughness;
  material.envMap = surroundings;
  material.envMapIntensity = 0.7; // in three.js a coat does not darken the layer under it
  if (spec.coat > 0) {
    material.clearcoat = spec.coat;
    material.clearcoatRoughness = spec.coatRoughness;
  }
  if (spec.transmission > 0) glaze(material, spec);
  if (thin) material.transparent = true;
  addPatterns(material, spec, pictures, thin);
  return material;
}

// What is behind glass is seen through it, straight on.
function glaze(material, spec) {
  material.transparent = true;
  material.opacity = 1 - 0.85 * spec.transmission;
  material.color.multiplyScalar(1 - spec.transmission);
}

// The sky's map as a texture; null for a gradient.
function skyTexture({ map }) {
  if (!map) return null;
  if (map.texture) return map.texture;
  const withAlpha = new Uint16Array(4 * map.width * map.height).fill(0x3c00); // 1 as a half float
  for (let i = 0; i < map.width * map.height; ++i) withAlpha.set(map.pixels.subarray(3 * i, 3 * i + 3), 4 * i);
  const texture = new THREE.DataTexture(withAlpha, map.width, map.height, THREE.RGBAFormat, THREE.HalfFloatType);
  texture.wrapS = THREE.RepeatWrapping;
  texture.magFilter = texture.minFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return (map.texture = texture);
}

// A dome around the camera, with the radiance of Sky in render/environment.h.
function makeSky(sky, intensity) {
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    uniforms: {
      zenith: { value: colorOf(sky.zenith) },
      horizon: { value: colorOf(sky.horizon) },
      nadir: { value: colorOf(sky.nadir) },
      intensity: { value: intensity },
      map: { value: skyTexture(sky) },
      below: { value: sky.below ? colorOf(sky.below) : null },
    },
    defines: { ...(sky.map ? { MAPPED: "" } : {}), ...(sky.below ? { BELOW: "" } : {}) },
    vertexShader: `
      varying vec3 way;
      void main() {
        // Parallel rays all have one direction.
        bool parallel = projectionMatrix[3][3] == 1.0;
        way = parallel ? -vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]) : position;
        gl_Position = projectionMatrix * viewMatrix * vec4(position + cameraPosition, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 zenith, horizon, nadir, below;
      uniform float intensity;
      uniform sampler2D map;
      varying vec3 way;
      void main() {
        vec3 d = normalize(way);
        #ifdef MAPPED
          vec2 at = vec2(0.5 - atan(d.y, d.x) / 6.283185307, acos(clamp(d.z, -1.0, 1.0)) / 3.141592654);
          vec3 light = texture2D(map, at).rgb;
        #else
          vec3 light = mix(horizon, d.z > 0.0 ? zenith : nadir, sqrt(min(abs(d.z), 1.0)));
        #endif
        light *= intensity;
        #ifdef BELOW
          if (d.z < 0.0) light = below;
        #endif
        gl_FragColor = vec4(light, 1.0);
        #include <tonemapping_fragment>
      }`,
  });
  const dome = new THREE.Mesh(new THREE.SphereBufferGeometry(1, 32, 16), material);
  dome.frustumCulled = false;
  dome.renderOrder = -1;
  return dome;
}

// The shape of a lamp, shining; null for the sun.
function makeLampShape(spec) {
  const { width, height, radius } = spec;
  const shapes = {
    area: () => new THREE.PlaneBufferGeometry(width, height),
    disc: () => new THREE.CircleBufferGeometry(radius, 32),
    spot: () => new THREE.CircleBufferGeometry(radius, 32),
    sphere: () => new THREE.SphereBufferGeometry(radius, 24, 16),
  };
  if (!shapes[spec.kind]) return null;
  const shape = new THREE.Mesh(shapes[spec.kind](), new THREE.MeshBasicMaterial());
  shape.up.set(0, 0, 1);
  return shape;
}

// The intensities of the sky and of a light at a frame.
function skyIntensity({ film }, frame) {
  const part = film.at(frame);
  return part.sky[frame - part.from];
}

function lightIntensity({ film }, spec, frame) {
  const part = film.at(frame);
  return part.lights[spec.number].intensity[frame - part.from];
}

// A lamp's place and target at a frame, with the body that it follows.
function placeOf({ film }, spec, name, frame) {
  const part = film.at(frame), k = frame - part.from;
  const path = part.lights[spec.number][name];
  const at = new THREE.Vector3().fromArray(path, path.length > 3 ? 3 * k : 0);
  if (!spec.follow) return at;
  return at.add(new THREE.Vector3().fromArray(part.views[0].cameras, 10 * k + 7));
}

function poseLampShape(replay, spec, shape, frame) {
  shape.position.copy(placeOf(replay, spec, "position", frame));
  shape.lookAt(placeOf(replay, spec, "target", frame));
  const area = spec.kind === "spot" ? Math.PI * spec.radius ** 2 : 1; // the intensity is not per area
  shape.material.color.copy(colorOf(spec.color)).multiplyScalar(lightIntensity(replay, spec, frame) / area);
}

// The environment map for reflections: the sky, the ground's light from below, and lamps, as seen
// from `center`.
function renderSurroundings(renderer, replay, below, center) {
  const scene = new THREE.Scene();
  const sky = makeSky({ ...replay.look.sky, below: below && below.toArray() }, skyIntensity(replay, 0));
  sky.material.toneMapped = false;
  scene.add(sky);
  for (const light of replay.look.lights) {
    const shape = makeLampShape(light);
    if (!shape) continue;
    shape.material.toneMapped = false;
    poseLampShape(replay, light, shape, 0);
    scene.add(shape);
  }
  const camera = new THREE.CubeCamera(1e-3, 1e3, 128, {
    type: THREE.HalfFloatType,
    format: THREE.RGBAFormat,
    minFilter: THREE.LinearMipMapLinearFilter,
    generateMipmaps: true,
  });
  camera.position.copy(center);
  camera.update(renderer, scene);
  return camera.renderTarget.texture;
}

// The radiance that the ground reflects: half of that of an unshaded place, to allow for the
// figure's shadow. null if there is no ground.
function lightFromBelow(replay) {
  const { sky, lights, materials } = replay.look;
  if (!replay.ground) return null;
  const light = skyFromAbove(sky).multiplyScalar(skyIntensity(replay, 0));
  for (const l of lights)
    if (l.kind === "sun")
      light.add(
        colorOf(l.color).multiplyScalar((lightIntensity(replay, l, 0) * Math.max(-l.direction[2], 0)) / Math.PI),
      );
  return light.multiply(colorOf(materials[replay.ground.material].color)).multiplyScalar(0.5);
}

function fromHalf(h) {
  const exponent = (h >> 10) & 31;
  const part = h & 1023;
  return exponent ? 2 ** (exponent - 15) * (1 + part / 1024) : part * 2 ** -24;
}

// Calls `take` for parts of all directions: the direction, its radiance, and its solid angle.
function everyDirection(sky, take) {
  const [width, height] = sky.map ? [sky.map.width, sky.map.height] : [32, 16];
  const at = new THREE.Vector3();
  for (let j = 0; j < height; ++j) {
    const solid = (2 * Math.PI / width) * (Math.cos((Math.PI * j) / height) - Math.cos((Math.PI * (j + 1)) / height));
    const theta = (Math.PI * (j + 0.5)) / height;
    for (let i = 0; i < width; ++i) {
      const phi = (0.5 - (i + 0.5) / width) * 2 * Math.PI;
      at.set(Math.sin(theta) * Math.cos(phi), Math.sin(theta) * Math.sin(phi), Math.cos(theta));
      take(at, radianceOf(sky, at, 3 * (j * width + i)), solid);
    }
  }
}

// Of intensity 1.
function radianceOf(sky, way, pixel) {
  if (sky.map) return new THREE.Color(...[0, 1, 2].map((c) => fromHalf(sky.map.pixels[pixel + c])));
  return colorOf(sky.horizon).lerp(colorOf(way.z > 0 ? sky.zenith : sky.nadir), Math.sqrt(Math.abs(way.z)));
}

// The cosine-weighted mean radiance of the sky, of intensity 1.
function skyFromAbove(sky) {
  const sum = new THREE.Color(0, 0, 0);
  everyDirection(sky, (way, light, solid) => {
    if (way.z > 0) sum.add(light.multiplyScalar((solid * way.z) / Math.PI));
  });
  return sum;
}

// The light of the sky of intensity 1, and of the ground below it, on surfaces in any direction.
// `intensity`: of the sky that `below` reflects.
function skyProbe(sky, intensity, below) {
  const probe = new THREE.LightProbe();
  const basis = new Array(9);
  everyDirection(sky, (way, light, solid) => {
    if (below && way.z < 0) light.copy(below).multiplyScalar(1 / Math.max(intensity, 1e-9));
    THREE.SphericalHarmonics3.getBasisAt(way, basis);
    basis.forEach((b, k) =>
      probe.sh.coefficients[k].add(new THREE.Vector3(light.r, light.g, light.b).multiplyScalar(b * solid)),
    );
  });
  return probe;
}

const mostShadows = 2; // each draws all figures once more

class Lights {
  constructor(replay, scene, below) {
    this.replay = replay;
    this.isLit = skyIntensity(replay, 0) > 0; // if not, only the ground shines from below
    this.sky = skyProbe(replay.look.sky, skyIntensity(replay, 0), below);
    scene.add(this.sky);
    this.lamps = replay.look.lights.map((spec) => {
      const lamp = spec.kind === "sun" ? this.makeSun(spec) : this.makeLamp(spec);
      scene.add(lamp, lamp.target);
      const shape = spec.seen ? makeLampShape(spec) : null;
      if (shape) scene.add(shape);
      return { spec, lamp, shape };
    });
    this.castShadows();
  }

  makeSun(spec) {
    const sun = new THREE.DirectionalLight(colorOf(spec.color));
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 1 + 40 * Math.min(spec.angle, 0.1); // a wider sun has softer shadows
    return sun;
  }

  // All lamps are three.js's spot lights: panels and discs with a half turn, balls with a whole one.
  makeLamp(spec) {
    const lamp = new THREE.SpotLight(colorOf(spec.color), 1, 0, Math.PI / 2, 1, 2);
    lamp.distance = spec.kind === "area" ? Math.sqrt((spec.width * spec.height) / Math.PI) : spec.radius;
    if (spec.kind === "spot") Object.assign(lamp, { angle: spec.cone / 2, penumbra: Math.max(spec.soft, 0.01), distance: 0, decay: 3 });
    if (spec.kind === "sphere") Object.assign(lamp, { angle: Math.PI, penumbra: 0.02, distance: 0, decay: 1 });
    lamp.shadow.mapSize.set(1024, 1024);
    return lamp;
  }

  // Radiant intensity straight ahead.
  power(spec, frame) {
    const areas = { area: spec.width * spec.height, spot: 1 };
    return lightIntensity(this.replay, spec, frame) * (areas[spec.kind] || Math.PI * spec.radius ** 2);
  }

  // Suns cast shadows, then the lamps that shed most light on the middle of what they look at.
  castShadows() {
    const strength = ({ spec }) => {
      if (spec.kind === "sun") return Infinity;
      const away = placeOf(this.replay, spec, "position", 0).distanceTo(placeOf(this.replay, spec, "target", 0));
      return (this.power(spec, 0) * Math.max(...spec.color)) / away ** 2;
    };
    const sorted = [...this.lamps].sort((a, b) => strength(b) - strength(a));
    for (const { lamp } of sorted.slice(0, mostShadows)) lamp.castShadow = true;
  }

  // `around`: the sphere of bodies that cast shadows.
  update(frame, around) {
    this.sky.intensity = this.isLit ? skyIntensity(this.replay, frame) : 0;
    for (const { spec, lamp, shape } of this.lamps) {
      if (spec.kind === "sun") {
        lamp.intensity = lightIntensity(this.replay, spec, frame);
        if (lamp.castShadow) this.aim(lamp, spec, around);
        else lamp.position.set(...spec.direction).negate();
        continue;
      }
      lamp.intensity = this.power(spec, frame);
      lamp.position.copy(placeOf(this.replay, spec, "position", frame));
      lamp.target.position.copy(placeOf(this.replay, spec, "target", frame));
      if (shape) poseLampShape(this.replay, spec, shape, frame);
      if (lamp.castShadow) this.aimLamp(lamp, spec, around);
    }
  }

  aim(sun, spec, around) {
    const way = new THREE.Vector3(...spec.direction);
    const radius = around.radius;
    const camera = sun.shadow.camera;
    sun.target.position.copy(around.center);
    sun.position.copy(around.center).addScaledVector(way, -3 * radius);
    Object.assign(camera, { left: -radius, right: radius, bottom: -radius, top: radius });
    Object.assign(camera, { near: 0.5 * radius, far: 12 * radius });
    camera.updateProjectionMatrix();
    sun.shadow.bias = -2e-4;
  }

  // The shadow of a lamp looks at the bodies, wherever the lamp itself does.
  aimLamp(lamp, spec, around) {
    const { shadow } = lamp;
    const away = Math.max(lamp.position.distanceTo(around.center), 1.05 * around.radius);
    const half = Math.asin(Math.min(around.radius / away, 0.95));
    const size = spec.kind === "area" ? Math.min(spec.width, spec.height) / 2 : spec.radius;
    // A gap of a third of the bodies' radius between what casts and what receives.
    shadow.radius = 1 + Math.min((size / away) * 0.15 * shadow.mapSize.x, 16);
    shadow.bias = -1e-3;
    shadow.updateMatrices = () => {
      const { camera } = shadow;
      Object.assign(camera, { fov: degrees(2 * half), aspect: 1 });
      Object.assign(camera, { near: Math.max(away - around.radius, 0.05 * away), far: away + 4 * around.radius });
      camera.updateProjectionMatrix();
      const target = { matrixWorld: new THREE.Matrix4().setPosition(around.center) };
      Object.getPrototypeOf(THREE.SpotLightShadow.prototype).updateMatrices.call(shadow, { matrixWorld: lamp.matrixWorld, target });
    };
  }
}
