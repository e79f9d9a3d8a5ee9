"""A shot of one second in which a roach begins to walk, for tests that look at it in a browser."""


def walk_shot(source, about=""):
    said = f'about: "{about}"\n' if about else ""
    return f"""shot: walk
{said}film: {{fps: 24, duration: 1 s, playback: 1/8}}
world:
  ground: {{}}
figures:
  - name: roach
    file: {source}/figures/roach.yaml
    at: [0, 0, 1.85 cm]
    skills:
      - {{type: oscillators, name: gait, frequency: 10 Hz, step_time: 50 ms, delay: 50 ms}}
cues:
  - {{name: walk, at: 20 ms, start: gait}}
camera: {{position: [4 cm, -10 cm, 4 cm], target: [0, 0, 1 cm]}}
look: {{file: {source}/render/looks/plate.yaml}}
"""
