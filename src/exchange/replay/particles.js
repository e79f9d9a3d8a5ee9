// Sparks: round glowing points as large as the particles, but at least four pixels, and one lamp in
// their middle, which stands for the light of all.

class Particles {
  constructor({ film, emitters }) {
    Object.assign(this, { film, emitters });
    this.geometry = new THREE.BufferGeometry();
    const attribute = (name, width) =>
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(0), width));
    attribute("position", 3);
    attribute("glow", 3);
    attribute("radius", 1);
    this.points = new THREE.Points(this.geometry, particleMaterial());
    this.points.frustumCulled = false;
    this.lamp = new THREE.PointLight(0xffffff, 1, 0, 2);
  }

  show(on) {
    this.points.visible = this.lamp.visible = on;
  }

  // `height`: the picture's height in pixels.
  pose(frame, height) {
    const part = this.film.at(frame);
    const { first, places, emitter, age } = part.particles;
    const [from, to] = [first[frame - part.from], first[frame - part.from + 1]];
    makeRoom(this.geometry, to - from);
    const { position, glow, radius } = this.geometry.attributes;
    const sum = { power: 0, color: [0, 0, 0], middle: [0, 0, 0] };
    position.array.set(places.subarray(3 * from, 3 * to));
    for (let k = from; k < to; ++k) {
      const { colors, radius: r, glow: lit } = this.emitters[emitter[k]];
      const life = Math.round((age[k] / 255) * (colors.length / 3 - 1));
      glow.array.set(colors.subarray(3 * life, 3 * life + 3), 3 * (k - from));
      radius.array[k - from] = r;
      addSpark(sum, colors.subarray(3 * life, 3 * life + 3), lit * Math.PI * r * r, places, k);
    }
    this.light(sum);
    for (const attribute of [position, glow, radius]) attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, to - from);
    this.points.material.uniforms.pixels.value = height;
  }

  light({ power, color, middle }) {
    this.lamp.intensity = power;
    if (power === 0) return;
    this.lamp.color.setRGB(...color.map((c) => c / power));
    this.lamp.position.set(...middle.map((x) => x / power));
  }
}

// Adds the light of a ball, from its radiance and the area of its disc, to `sum`.
function addSpark(sum, radiance, area, places, k) {
  const power = (area * (radiance[0] + radiance[1] + radiance[2])) / 3;
  sum.power += power;
  for (let i = 0; i < 3; ++i) {
    sum.color[i] += area * radiance[i];
    sum.middle[i] += power * places[3 * k + i];
  }
}

function particleMaterial() {
  return new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: THREE.AdditiveBlending,
    uniforms: { pixels: { value: 1 } },
    vertexShader: `
      uniform float pixels;
      attribute vec3 glow;
      attribute float radius;
      varying vec3 light;
      void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        float size = radius * projectionMatrix[1][1] * pixels / gl_Position.w;
        gl_PointSize = 3.0 * max(size, 2.0); // with a halo
        light = glow * min(size * size / 4.0, 1.0);
      }`,
    fragmentShader: `
      varying vec3 light;
      void main() {
        float r = 6.0 * length(gl_PointCoord - 0.5); // 1 at the particle's edge
        gl_FragColor = vec4(light * (smoothstep(1.2, 0.6, r) + 0.06 * smoothstep(3.0, 0.0, r)), 1.0);
        #include <tonemapping_fragment>
      }`,
  });
}
