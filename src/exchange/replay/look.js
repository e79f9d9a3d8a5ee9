// Materials, sky and lights that approximate the path tracer's pictures of the same look. Radiance
// is computed in the same way; the difference is that light bounces only once, by estimate.

// Replaces three.js's linear tone curve by that of gambol's film (render/film.cpp) and sRGB.
function useFilmCurve(renderer, exposure) {
  THREE.ShaderChunk.tonemapping_pars_fragment = THREE.ShaderChunk.tonemapping_pars_fragment.replace(
    "return toneMappingExposure * color;",
    `vec3 x = max(toneMappingExposure * color, 0.0);
     x = mix(x, 0.7 + 0.3 * (1.0 - exp((0.7 - x) / 0.3)), step(0.7, x));
     return mix(12.92 * x, 1.055 * pow(max(x, 1e-5), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, x));`,
  );
  renderer.toneMapping = THREE.LinearToneMapping;
  renderer.toneMappingExposure = 2 ** exposure;
  renderer.physicallyCorrectLights = true;
}

const colorOf = (c) => new THREE.Color(c[0], c[1], c[2]);

function makeMaterial(spec, surroundings) {
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
  return material;
}

// A dome around the camera, with the radiance of Sky in render/lights.h.
function makeSky(sky) {
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    uniforms: {
      zenith: { value: colorOf(sky.zenith) },
      horizon: { value: colorOf(sky.horizon) },
      nadir: { value: colorOf(sky.nadir) },
      intensity: { value: sky.intensity[0] },
    },
    vertexShader: `
      varying vec3 way;
      void main() {
        // Parallel rays all have one direction.
        bool parallel = projectionMatrix[3][3] == 1.0;
        way = parallel ? -vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]) : position;
        gl_Position = projectionMatrix * viewMatrix * vec4(position + cameraPosition, 1.0);
      }`,
    fragmentShader: `
      uniform vec3 zenith, horizon, nadir;
      uniform float intensity;
      varying vec3 way;
      void main() {
        float z = normalize(way).z;
        vec3 light = mix(horizon, z > 0.0 ? zenith : nadir, sqrt(min(abs(z), 1.0)));
        gl_FragColor = vec4(intensity * light, 1.0);
        #include <tonemapping_fragment>
      }`,
  });
  const dome = new THREE.Mesh(new THREE.SphereBufferGeometry(1, 32, 16), material);
  dome.frustumCulled = false;
  dome.renderOrder = -1;
  return dome;
}

// The environment map for reflections: the sky, the ground's light from below, and the panels of
// area lights, as seen from `center`.
function renderSurroundings(renderer, replay, below, center) {
  const scene = new THREE.Scene();
  const sky = makeSky({ ...replay.look.sky, nadir: below.toArray() });
  sky.material.toneMapped = false;
  scene.add(sky);
  const ride = replay.views[0].cameras.subarray(7, 10);
  for (const light of replay.look.lights) {
    if (light.kind !== "area") continue;
    const panel = new THREE.Mesh(
      new THREE.PlaneBufferGeometry(light.width, light.height),
      new THREE.MeshBasicMaterial({ color: colorOf(light.color).multiplyScalar(light.intensity[0]) }),
    );
    panel.material.toneMapped = false;
    panel.up.set(0, 0, 1);
    const shift = new THREE.Vector3(...(light.follow ? ride : [0, 0, 0]));
    panel.position.set(...light.position).add(shift);
    panel.lookAt(new THREE.Vector3(...light.target).add(shift));
    scene.add(panel);
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
// figure's shadow.
function lightFromBelow(replay) {
  const { sky, lights, materials } = replay.look;
  if (!replay.ground) return colorOf(sky.nadir);
  const light = skyFromAbove(sky);
  for (const l of lights)
    if (l.kind === "sun")
      light.add(
        colorOf(l.color).multiplyScalar((l.intensity[0] * Math.max(-l.direction[2], 0)) / Math.PI),
      );
  return light.multiply(colorOf(materials[replay.ground.material].color)).multiplyScalar(0.5);
}

// The cosine-weighted mean radiance of a sky that varies with the square root of the height.
function skyFromAbove(sky) {
  return colorOf(sky.horizon).lerp(colorOf(sky.zenith), 0.8).multiplyScalar(sky.intensity[0]);
}

class Lights {
  constructor(replay, scene, below) {
    this.replay = replay;
    this.sky = new THREE.HemisphereLight(skyFromAbove(replay.look.sky), below, Math.PI);
    this.sky.position.set(0, 0, 1);
    scene.add(this.sky);
    this.lamps = replay.look.lights.map((spec) => {
      const lamp = spec.kind === "sun" ? this.makeSun(spec) : this.makePanel(spec);
      scene.add(lamp, lamp.target);
      return { spec, lamp };
    });
  }

  makeSun(spec) {
    const sun = new THREE.DirectionalLight(colorOf(spec.color));
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 1 + 40 * Math.min(spec.angle, 0.1); // a wider sun has softer shadows
    return sun;
  }

  // A spot light with the intensity that the panel has straight ahead; three.js's spot light with a
  // half turn falls off much like the cosine.
  makePanel() {
    const spot = new THREE.SpotLight(0xffffff, 1, 0, Math.PI / 2, 1, 2);
    return spot;
  }

  // `around`: the sphere of bodies that cast shadows.
  update(frame, around) {
    const ride = this.replay.views[0].cameras.subarray(frame * 10 + 7, frame * 10 + 10);
    const sky = this.replay.look.sky.intensity;
    this.sky.intensity = Math.PI * (sky[0] > 0 ? sky[frame] / sky[0] : 1);
    for (const { spec, lamp } of this.lamps) {
      if (spec.kind === "sun") {
        lamp.intensity = spec.intensity[frame];
        this.aim(lamp, spec, around);
        continue;
      }
      lamp.color.copy(colorOf(spec.color));
      lamp.intensity = spec.intensity[frame] * spec.width * spec.height; // candela
      const shift = new THREE.Vector3(...(spec.follow ? ride : [0, 0, 0]));
      lamp.position.set(...spec.position).add(shift);
      lamp.target.position.set(...spec.target).add(shift);
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
}
