"""Imports robots as other programs write them: newer words of MJCF, masses, limits, encodings, places of meshes. What is right
follows from the formats; tests/exchange/mujoco3.py asks today's MuJoCo.

usage: import_robots.py GAMBOL SOURCE
"""

import json
import math
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

GAMBOL, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TODAY = SOURCE / "tests" / "exchange" / "imports" / "today"

CAPSULE = '<geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/>'
CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]  # seen from outside


def mjcf(world, before="", after=""):
    return f'<mujoco model="m">{before}<worldbody>{world}</worldbody>{after}</mujoco>'


def obj(faces, size=1.0):
    return "".join("v %g %g %g\n" % tuple(size * x for x in p) for p in CUBE) + \
        "".join("f " + " ".join(str(v + 1) for v in face) + "\n" for face in faces)


def inertial(mass=1.0):
    return (f'<inertial><mass value="{mass}"/>'
            '<inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>')


def link(name, inside=inertial(), shape='<box size="0.2 0.2 0.2"/>', kind="visual"):
    solid = f"<{kind}><geometry>{shape}</geometry></{kind}>" if shape else ""
    return f'<link name="{name}">{inside}{solid}</link>'


def joint(name, parent, child, inside="", kind="revolute"):
    return (f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
            f'<origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>{inside}</joint>')


def urdf(*parts, head=""):
    return head + '<robot name="r">\n' + "\n".join(parts) + "\n</robot>\n"


def collada(unit="0.01", up="Z_UP"):
    """Two triangles at the origin, in units of `unit`: a red one and a blue one, one unit and two units above the other axis."""
    def material(name, color):
        return (f'<effect id="{name}-fx"><profile_COMMON><technique sid="common"><lambert><diffuse><color>{color} 1</color>'
                f"</diffuse></lambert></technique></profile_COMMON></effect>")
    triangles = "".join(f'<triangles count="1" material="{name}"><input semantic="VERTEX" source="#v" offset="0"/><p>{p}</p>'
                        "</triangles>" for name, p in (("red", "0 1 2"), ("blue", "0 2 3")))
    return (f'<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
            f'<asset><unit meter="{unit}"/><up_axis>{up}</up_axis></asset>'
            f'<library_effects>{material("red", "1 0 0")}{material("blue", "0 0 1")}</library_effects>'
            '<library_materials><material id="red"><instance_effect url="#red-fx"/></material>'
            '<material id="blue"><instance_effect url="#blue-fx"/></material></library_materials>'
            '<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">0 0 0 10 0 0 0 20 0 0 0 30'
            '</float_array><technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>'
            '<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>'
            f'<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>{triangles}</mesh></geometry></library_geometries>'
            '<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"><bind_material><technique_common>'
            '<instance_material symbol="red" target="#red"/><instance_material symbol="blue" target="#blue"/></technique_common>'
            "</bind_material></instance_geometry></node></visual_scene></library_visual_scenes>"
            '<scene><instance_visual_scene url="#s"/></scene></COLLADA>')


class Robots(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gambol_robots_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def gambol(self, *words, code=0):
        done = subprocess.run([str(GAMBOL), *map(str, words)], capture_output=True, text=True, timeout=300, cwd=self.folder)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def make(self, name, text=None, *options):
        """Imports; what is made must pass its check. Returns what was said, and the figure's text."""
        path = self.folder / name if text is None else self.write(name, text)
        shutil.rmtree(self.folder / "made", ignore_errors=True)
        said = self.gambol("import", path, "--out", "made", *options)
        checked = self.gambol("check", "made")
        self.assertNotIn("found", checked)
        figures = [f for f in sorted((self.folder / "made").glob("*.yaml")) if not f.stem.endswith("_shot")]
        return said, "".join(f.read_text() for f in figures)

    def refuse(self, name, text, *said, code=3, options=()):
        path = self.write(name, text)
        shutil.rmtree(self.folder / "made", ignore_errors=True)
        out = self.gambol("import", path, "--out", "made", *options, code=code)
        for word in said:
            self.assertIn(word, out)
        self.assertNotIn("figure made of it", out)
        self.assertEqual([p for p in (self.folder / "made").rglob("*") if p.is_file()], [], out)
        return out

    def masses(self, name):
        table = json.loads(self.gambol("bodies", f"made/{name}.yaml", "--json"))
        return {body["body"]: body["mass"] for body in table["bodies"]}

    def shot(self):
        return next((self.folder / "made").glob("*_shot.yaml")).read_text()

    # Today's MJCF

    def test_ranges_limit_unless_said_otherwise(self):
        arm = '<body name="a" pos="0 0 1"><joint name="j" axis="0 1 0" range="-90 45"{}/>' + CAPSULE + "</body>"
        self.assertIn("limits: [-90 deg, 45 deg]", self.make("a.xml", mjcf(arm.format("")))[1])
        self.assertNotIn("limits", self.make("a.xml", mjcf(arm.format(' limited="false"')))[1])
        inherited = mjcf(arm.replace(' range="-90 45"', "").format(""), '<default><joint range="-1 2"/></default>')
        self.assertIn("limits: [-57.29", self.make("a.xml", inherited.replace(
            "<default>", '<compiler angle="radian"/><default>'))[1])

    def test_options_that_are_not_used_are_listed(self):
        said, _ = self.make("a.xml", mjcf('<body><joint/>' + CAPSULE + "</body>",
                                          '<option integrator="implicitfast" cone="elliptic" iterations="9" sdf_iterations="3">'
                                          '<flag nativeccd="disable" multiccd="enable"/></option>'))
        for word in ('integrator="implicitfast"', 'cone="elliptic"', 'sdf_iterations="3"', 'nativeccd="disable"'):
            self.assertIn(word, said)

    def test_flags_are_carried_or_listed(self):
        world = '<body pos="0 0 2"><freejoint/><geom size="0.1"/><body><joint name="j" range="-1 1" stiffness="2" damping="3"/>' + \
            CAPSULE + "</body></body>"
        self.make("a.xml", mjcf(world, '<option><flag gravity="disable"/></option>'))
        self.assertIn("gravity: [0, 0, 0]", self.shot())
        self.assertIn("contact=\"disable\"", self.make("a.xml", mjcf(world, '<option><flag contact="disable"/></option>'))[0])
        for flag, there, gone in (("limit", "damper", "type: limit"), ("spring", "damper", "linear_spring"),
                                  ("damper", "linear_spring", "type: damper"), ("passive", "type: limit", "type: damper")):
            _, figure = self.make("a.xml", mjcf(world, f'<option><flag {flag}="disable"/></option>'))
            self.assertIn(there, figure)
            self.assertNotIn(gone, figure)

    def test_a_frame_is_a_transform_of_what_it_holds(self):
        leg = '<body name="{}"{}><joint axis="0 1 0"/>' + CAPSULE + "</body>"
        world = ('<body name="trunk" pos="0 0 1"><freejoint/><geom type="box" size="0.3 0.2 0.1"/><frame pos="0.2 0.15 -0.1">' +
                 leg.format("left", "") + "</frame>" + leg.format("right", ' pos="0.2 -0.15 -0.1"') + "</body>")
        _, figure = self.make("walker.xml", mjcf(world))
        self.assertIn("at: [0.2, 0.15, -0.1]", figure)
        masses = self.masses("walker")
        self.assertAlmostEqual(masses["left"], masses["right"])
        self.make("pend.xml", mjcf('<frame pos="0 0 1">' + leg.format("rod", "") + "</frame>"))
        self.assertIn("rod", self.masses("pend"))

    def test_replicas_have_numbers_and_torques(self):
        said, figure = self.make("frames.xml", (TODAY / "frames.xml").read_text())
        names = self.masses("frames")
        for name in ("arm-0", "arm-2", "finger_0-1", "finger_1-2"):
            self.assertIn(name, names)
        self.assertEqual(figure.count("most_torque: 5 N*m"), 3)
        self.assertEqual(said.count("motor swing"), 1)
        for word in ("site mark", "camera eye", 'integrator="implicitfast"'):
            self.assertIn(word, said)

    def test_what_would_lose_bodies_is_refused(self):
        body = '<body name="b"><freejoint/><geom size="0.1"/>{}</body>'
        for inside, said in (('<flexcomp name="f" type="grid" count="3 3 1" spacing="1 1 1"/>', "<flexcomp>"),
                             ('<composite type="cable" count="9 1 1"/>', '"cable"'),
                             ('<group><body name="c"><joint/><geom size="1"/></body></group>', "<group> with bodies in it")):
            self.refuse("a.xml", mjcf("\n" + body.format("\n" + inside)), "a.xml:3:1", said)

    def test_classes_are_the_same_as_what_they_stand_for(self):
        """Classes, childclasses and frames, against the same written by hand."""
        defaults = ('<default><geom rgba="1 0 0 1"/><joint damping="2"/><default class="a"><geom rgba="0 1 0 1" size="0.1 0.2 0.3" '
                    'type="box" euler="0 0 90" pos="0.5 0 0"/><joint axis="1 0 0" range="-10 20"/></default></default>')
        short = ('<body name="t" pos="0 0 1"><freejoint/><geom size="0.2"/><frame pos="0 1 0" euler="0 0 90" childclass="a">'
                 '<geom/><geom quat="1 0 0 0" pos="0 0 1"/><body name="b"><joint/><geom class="main" size="0.1"/><geom/></body>'
                 '</frame></body>')
        box = '<geom type="box" size="0.1 0.2 0.3" rgba="0 1 0 1" quat="{}" pos="{}"/>'
        long = ('<body name="t" pos="0 0 1"><freejoint/><geom size="0.2" rgba="1 0 0 1"/>' + box.format("0 0 0 1", "0 1.5 0") +
                box.format("0 0 0 1", "0 1 1") + '<body name="b" pos="0 1 0" quat="1 0 0 1"><joint axis="1 0 0" damping="2" '
                'range="-10 20"/><geom size="0.1" rgba="1 0 0 1"/>' + box.format("1 0 0 1", "0.5 0 0") + "</body></body>")
        numbers = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
        figures = [self.make("a.xml", mjcf(world, before))[1] for world, before in ((short, defaults), (long, ""))]
        self.assertEqual(*(numbers.sub("#", figure) for figure in figures))
        for mine, theirs in zip(*(numbers.findall(figure) for figure in figures)):
            self.assertAlmostEqual(float(mine), float(theirs), places=9)
        self.refuse("a.xml", mjcf('\n<body><joint class="x"/><geom size="1"/></body>'), 'a.xml:2:1: joint.class: found "x"')
        self.refuse("a.xml", mjcf('\n<body childclass="x"><joint/><geom size="1"/></body>'), 'body.childclass: found "x"')
        for written, said in (('euler="1 2"', 'geom.euler: found "1 2", expected three angles'),
                              ('quat="0 0 0 0"', 'geom.quat: found "0 0 0 0"'), ('pos="1"', "expected three numbers"),
                              ('euler="1 2 3" zaxis="0 0 1"', "found both euler and zaxis, expected one orientation")):
            self.refuse("a.xml", mjcf(f'\n<body><joint/><geom size="1" {written}/></body>'), "a.xml:2:1: ", said)

    def test_no_replicas_are_told(self):
        said, _ = self.make("a.xml", mjcf('<body name="b"><joint/>' + CAPSULE + '<replicate count="0"><body name="c">'
                                          '<geom size="1"/></body></replicate></body>'))
        self.assertIn("replicate (a.xml:1): its count is 0", said)
        for count in ("-1", "1.5", "", "two"):
            self.refuse("a.xml", mjcf(f'<body><joint/><replicate count="{count}">' + CAPSULE + "</replicate></body>"),
                        "replicate.count")

    def test_models_are_attached(self):
        shutil.copy(TODAY / "ell.obj", self.folder)
        shutil.copy(TODAY / "part.xml", self.folder)
        said, figure = self.make("attach.xml", (TODAY / "attach.xml").read_text())
        masses = self.masses("attach")
        self.assertIn("right_finger1", masses)
        self.assertNotIn("horn_arm", masses)
        self.assertEqual(masses["left_finger0"], masses["horn_finger1"])
        self.assertEqual(figure.count("most_torque: 4 N*m"), 2)  # shoulders
        self.assertEqual(figure.count("most_torque: 1 N*m"), 6)  # knuckles
        self.assertIn("left_wood", self.shot())
        # A model in a folder of its own names its files from there.
        for name in ("ell.obj", "part.xml"):
            (self.folder / "parts").mkdir(exist_ok=True)
            (self.folder / name).rename(self.folder / "parts" / name)
        again = self.make("attach.xml", (TODAY / "attach.xml").read_text().replace("part.xml", "parts/part.xml"))
        self.assertEqual((said, figure), again)

    def test_models_that_cannot_be_attached_are_refused(self):
        shutil.copy(TODAY / "part.xml", self.folder)
        attach = '\n<body><joint/><geom size="1"/>\n<attach model="m" prefix="p" body="{}"/></body>'
        asset = '<asset><model name="{}" file="{}"/></asset>'
        for text, said in ((mjcf(attach.format("arm")), 'a.xml:3:1: attach.model: found "m", expected a <model> of <asset>'),
                           (mjcf(attach.format("leg"), asset.format("m", "part.xml")), 'attach.body: found "leg", expected a body'),
                           (mjcf(attach.format("arm"), asset.format("m", "none.xml")), 'model.file: found "none.xml"'),
                           (mjcf(attach.format("arm"), asset.format("m", "a.xml")), "it attaches itself")):
            self.refuse("a.xml", text, said)

    def test_unknown_words_are_listed(self):
        world = ('<body name="b" gravcomp="1" sleep="never"><freejoint align="false"/><geom size="0.1" surfacevel="1"/>'
                 '<plugin plugin="mujoco.elasticity"/><body name="c"><joint name="j" axis="0 1 0" actuatorgravcomp="true"'
                 ' actuatorfrcrange="-3 3" damping="0.5 0.1"/>' + CAPSULE + "</body></body>")
        said, figure = self.make("a.xml", mjcf(
            world, '<asset><material name="m" metallic="1"><layer role="orm" texture="t"/></material></asset>',
            '<actuator><pid name="p" joint="j"/><position name="q" joint="j" kv="2" dampratio="1" inheritrange="1"/></actuator>'
            '<deformable><flex name="f" body="b"/></deformable><novelty name="n"><thing/></novelty>'))
        for word in ('gravcomp="1" of <body>', 'sleep="never"', 'align="false" of <freejoint>', "surfacevel", "plugin",
                     "actuatorgravcomp", 'metallic="1"', "layer", "pid p", "position q", "flex f", "novelty n",
                     "curved damping of joint j"):
            self.assertIn(word, said)
        self.assertIn("most_torque: 3 N*m", figure)
        self.assertIn("damping: 0.5", figure)

    def test_keyframes_with_velocities_begin_at_rest(self):
        said, figure = self.make("a.xml", mjcf(
            '<body name="b"><joint name="j" axis="0 1 0" range="-90 90"/>' + CAPSULE + "</body>", "",
            '<keyframe><key name="up" time="1" qpos="0.5" qvel="2" act="" ctrl=""/></keyframe>'))
        self.assertIn("velocities of key up", said)
        self.assertIn("pose: up", self.shot())
        # One for another model is no reason to refuse the robot.
        said, _ = self.make("a.xml", mjcf('<body><joint/>' + CAPSULE + "</body>", "", '<keyframe><key qpos="1 2 3"/></keyframe>'))
        self.assertIn("keyframes", said)

    def test_a_keyframe_turns_the_root(self):
        """The shot begins in the first one, lying; a pose of a figure cannot say that another one stands."""
        world = '<body name="b" pos="0 0 1"><freejoint/><geom type="capsule" size="0.1 0.3"/><body name="c" pos="0 0 -0.3">' \
                '<joint name="j" axis="0 1 0" range="-90 90"/>' + CAPSULE + "</body></body>"
        keys = ('<keyframe><key name="far" qpos="0 0 9 1 0 0 0 3"/><key name="supine" qpos="1 2 0.3 0.6 0 -0.8 0 0.4"/>'
                '<key name="stand" qpos="0 0 1 1 0 0 0 0"/><key name="bent" qpos="0 0 1 0.6 0 -0.8 0 1"/></keyframe>')
        said, _ = self.make("a.xml", mjcf(world, "", keys))
        self.assertIn("pose: supine", self.shot())
        self.assertRegex(self.shot(), r"at: \[1, 2, 0\.\d+\]\n    rotate: \[")
        self.assertIn("orientation of the root in keyframe stand", said)
        self.assertNotIn("bent", said)
        self.make("a.xml", mjcf(world.split("<body name=\"c\"")[0] + "</body>", "", '<keyframe><key qpos="0 0 1 0.6 0 -0.8 0"/></keyframe>'))
        self.assertIn("rotate: [", self.shot())

    def test_transparency_and_friction_are_carried(self):
        said, _ = self.make("a.xml", mjcf(
            '<geom name="floor" type="plane" size="1 1 1" friction="0.2"/><body name="b" pos="0 0 1"><freejoint/>'
            '<geom size="0.1" rgba="1 0 0 0.25" friction="0.4 0.1 0.1"/><geom size="0.1" pos="1 0 0" friction="0.4"/>'
            '<geom size="0.1" pos="2 0 0" rgba="1 0 0 1" friction="0.9"/></body>'))
        shot = self.shot()
        self.assertIn("friction: 0.4", shot)
        self.assertIn("friction of body b: 0.9", said)
        self.assertEqual(shot.count("transmission: 0.75"), 1)
        self.assertIn('"#ff0000", roughness: 0.45}', shot)
        said, _ = self.make("a.xml", mjcf('<body name="b" pos="0 0 1"><freejoint/><geom size="0.1" condim="6" friction="1 0.1 0.1"/>'
                                          '</body>'))
        self.assertIn("friction against turning and rolling of a geom of b", said)

    # Masses

    def test_closed_meshes_weigh_what_they_enclose(self):
        shutil.copy(TODAY / "ell.obj", self.folder)
        text = mjcf('<body name="b" pos="0 0 1"><freejoint/><geom type="mesh" mesh="l"/></body>',
                    '<asset><mesh name="l" file="{}"{}/></asset>')
        said, _ = self.make("cup.xml", text.format("ell.obj", ""))
        self.assertNotIn("mass", said)
        self.assertAlmostEqual(self.masses("cup")["b"], 3, places=5)
        self.make("cup.xml", text.format("ell.obj", ' scale="-2 1 1"'))
        self.assertAlmostEqual(self.masses("cup")["b"], 6, places=5)
        lines = (TODAY / "ell.obj").read_text().splitlines()
        turned = [" ".join(["f", *reversed(line.split()[1:])]) if line.startswith("f") and k % 3 else line
                  for k, line in enumerate(lines)]
        self.write("some_in.obj", "\n".join(turned))
        self.make("cup.xml", text.format("some_in.obj", ""))
        self.assertAlmostEqual(self.masses("cup")["b"], 3, places=5)

    def test_open_and_flat_meshes_are_told(self):
        text = mjcf('<body name="b" pos="0 0 1"><freejoint/><geom type="mesh" mesh="m"/><geom size="0.1"/></body>',
                    '<asset><mesh name="m" file="m.obj"/></asset>')
        for faces in (SIDES[:5], SIDES[:1]):
            self.write("m.obj", obj(faces, 0.1))
            said, _ = self.make("open.xml", text)
            self.assertIn("exact mass of mesh m", said)
        self.write("m.obj", obj(SIDES, 0.1))
        said, _ = self.make("open.xml", text)
        self.assertNotIn("exact mass", said)
        self.assertAlmostEqual(self.masses("open")["b"], 1 + 4000 / 3 * math.pi * 1e-3, places=5)

    def test_links_without_inertia_weigh_nothing(self):
        said, _ = self.make("mast.urdf", urdf(link("base"), link("mast", "", '<box size="0.2 0.2 1"/>', "collision"),
                                              joint("tilt", "base", "mast", '<limit lower="-1" upper="1"/>')))
        self.assertEqual(self.masses("mast"), {"base": 1, "mast": 0})
        self.assertIn("mass of link mast", said)
        self.assertIn("joint tilt", said)

    def test_a_robot_without_any_mass_is_told_its_mass(self):
        both = link("a", "") .replace("</link>", '<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>')
        said, _ = self.make("toy.urdf", urdf(both))
        self.assertIn("1 kg in all", said)
        self.assertAlmostEqual(self.masses("toy")["a"], 1)

    # Limits

    def test_limits_that_limit_nothing_are_none(self):
        for lower, upper, said in (("-1e+16", "1e+16", "so wide"), ("-inf", "inf", "so wide"), ("1", "-1", "wrong way round"),
                                   ("0", "0", "both are 0"), ("-1e308", "1e308", "so wide"), ("nan", "1", "no numbers")):
            out, figure = self.make("r.urdf", urdf(link("a"), link("b"), joint(
                "spin", "a", "b", f'<limit lower="{lower}" upper="{upper}" effort="10" velocity="inf"/>')))
            self.assertIn("limits of joint spin", out)
            self.assertIn(said, out)
            self.assertNotIn("limits", figure)
            self.assertIn("most_torque: 10 N*m", figure)
        out, figure = self.make("r.urdf", urdf(link("a"), link("b"), joint("j", "a", "b", '<limit lower="0" upper="inf"/>')))
        self.assertIn("the upper one is so far away", out)
        self.assertIn("limits: [0 deg, 5729577", figure)
        for range_, said in (("-1e16 1e16", "so wide"), ("-inf inf", "so wide"), ("30 -30", "wrong way round")):
            out, figure = self.make("r.xml", mjcf(f'<body><joint name="j" range="{range_}"/>' + CAPSULE + "</body>"))
            self.assertIn(said, out)
            self.assertNotIn("limits", figure)

    def test_numbers_that_are_none_are_refused(self):
        wrong = {'<limit lower="-1,5" upper="1"/>': 'r.urdf:4:1: limit.lower: found "-1,5", expected a number',
                 '<dynamics damping="0.1 Nms"/>': 'dynamics.damping: found "0.1 Nms"'}
        for inside, said in wrong.items():
            self.refuse("r.urdf", urdf(link("a"), link("b"), joint("j", "a", "b", inside)), said)
        turning = joint("j", "a", "b", kind="continuous").replace("0 1 0", "0 0 0")
        self.refuse("r.urdf", urdf(link("a"), link("b"), turning), 'axis.xyz: found "0 0 0", expected a direction')
        self.make("r.urdf", urdf(link("a"), link("b"), turning.replace("continuous", "fixed")))  # as exporters write it
        said, _ = self.make("r.urdf", urdf(link("a", inertial(-2)), link("b"), joint("j", "a", "b", kind="continuous")))
        self.assertIn("mass of link a (r.urdf:2): it is -2 kg: it weighs nothing", said)

    def test_solids_that_are_not_known_are_left_out(self):
        said, _ = self.make("r.urdf", urdf(link("a", shape='<capsule radius="0.1" length="0.3"/>'), link("b"),
                                           joint("j", "a", "b", kind="continuous")))
        self.assertIn("visual a (r.urdf:2): MuJoCo reads no capsule", said)
        said, _ = self.make("a.xml", mjcf('<body name="b"><joint/>' + CAPSULE + '<geom type="sdf" mesh="t"/></body>',
                                          '<asset><mesh name="t"><plugin instance="t"/></mesh></asset>'))
        self.assertIn("mesh t (a.xml:1): it has neither a file nor vertices", said)

    # Encodings

    def test_names_keep_their_letters(self):
        for encoding, head in (("iso-8859-1", "ISO-8859-1"), ("windows-1252", "windows-1252"), ("utf-8", "UTF-8"),
                               ("utf-16", "UTF-16"), ("utf-8-sig", ""), ("utf-8", "utf-16"), ("iso-8859-1", "")):
            declared = f'<?xml version="1.0" encoding="{head}"?>\n' if head else ""
            said, figure = self.make("u.urdf", urdf(link("Gelenk_ä"), head=declared).encode(encoding))
            self.assertIn("Gelenk_ä", figure)
            self.assertEqual("Windows-1252" in said, encoding == "iso-8859-1" and not head)
        self.refuse("u.urdf", '<?xml version="1.0" encoding="klingon"?>\n<robot/>', 'u.urdf:1:1: found the encoding "klingon"')

    # What is refused, and how that is said

    def test_problems_are_those_of_the_file(self):
        self.refuse("inf.urdf", urdf(link("a"), link("prop", inertial().replace('ixx="0.01"', 'ixx="inf"')),
                                     joint("j", "a", "prop")), 'inf.urdf:3:1: inertia.ixx: found "inf", expected finite numbers')
        self.refuse("huge.urdf", urdf(link("a"), link("prop", shape='<box size="1e20 1 1"/>'), joint("j", "a", "prop")), 'link "prop"')
        self.refuse("far.xml", mjcf('\n<body name="b" pos="0 0 1"><freejoint/>' + CAPSULE +
                                    '\n<body name="c" pos="1e20 0 0">' + CAPSULE + "</body></body>"), 'far.xml:3:1: body "c", its place')

    def test_too_many_links_are_refused_at_once(self):
        parts = [link("l0")] + [link(f"l{k}") + joint(f"j{k}", f"l{k - 1}", f"l{k}") for k in range(1, 10000)]
        self.refuse("m10k.urdf", urdf(*parts), "found 10000 links, expected at most 2500")
        many = '<replicate count="9999"><body><joint/><geom size="1"/></body></replicate>'
        self.refuse("m10k.xml", mjcf('<body name="a">' + CAPSULE + many + "</body>"), "found 10000 bodies")
        for _ in range(6):
            many = f'<replicate count="999">{many}</replicate>'
        self.refuse("m.xml", mjcf(many), "at most 200000 elements")

    def test_the_ground_lies_where_the_plane_does(self):
        post = '<body name="post" pos="0 0 0.3"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.05"/></body>'
        puck = '<body name="puck" pos="0.4 0 {}"><joint type="slide" axis="1 0 0"/><geom type="cylinder" size="0.05 0.05"/></body>'
        plane = '<geom name="floor" type="plane" pos="0 0 -0.5" size="2 2 0.1"/>'
        self.make("table.xml", mjcf(plane + post + puck.format(-0.4)))
        self.assertIn("height: -0.5 m", self.shot())
        self.make("table.xml", mjcf(post + puck.format(-0.4)))
        self.assertRegex(self.shot(), r"height: -0\.45")
        self.make("table.xml", mjcf(plane + '<body pos="0 0 3"><freejoint/><geom size="0.1"/></body>'))
        self.assertRegex(self.shot(), r"at: \[0, 0, -0\.3999")

    def test_figures_that_begin_within_each_other_pass_through(self):
        ball = '<body name="{}" pos="{} 0 1"><freejoint/><geom size="0.1"/></body>'
        self.make("two.xml", mjcf(ball.format("a", 0) + ball.format("b", 0.001)))
        self.gambol("simulate", "made/two_shot.yaml")

    def test_options_that_cannot_be_used_are_refused(self):
        text = mjcf("<body><joint/>" + CAPSULE + "</body>")
        for options in (("--figure", "a.yaml"), ("--unit", "cm"), ("--density", "900"), ("--up", "z")):
            self.refuse("a.xml", text, options[0], code=2, options=options)
        self.make("a.xml", text)
        shutil.copytree(self.folder / "made", self.folder / "mine")
        self.write("t/t.csv", "time,body_1\n0,0\n1,0.5\n")
        said = self.gambol("import", "t/t.csv", "--figure", "mine/a.yaml", "--out", "other", code=3)
        self.assertIn("--allow-path", said)
        self.assertFalse((self.folder / "other").exists())

    # What is seen

    def test_meshes_beside_the_robots_folder_are_asked_for_once(self):
        corners = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)]
        stl = b"\0" * 80 + struct.pack("<I", 4) + b"".join(
            struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0)
            for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
        self.write("robot/meshes/visual/tet.stl", stl)
        self.write("robot/meshes/other/tet.stl", stl)
        meshes = [f'<mesh filename="../meshes/{folder}/tet.stl"/>' for folder in ("visual", "other")]
        text = urdf(link("a", shape=meshes[0]), link("b", shape=meshes[1]), joint("j", "a", "b", kind="continuous"))
        said = self.refuse("robot/urdf/robot.urdf", text, "nothing that can be seen")
        self.assertEqual(said.count("--allow-path robot/meshes"), 1)
        said, figure = self.make("robot/urdf/robot.urdf", text, "--allow-path", "robot/meshes")
        self.assertNotIn("left out", said)
        self.assertEqual(figure.count("mesh:"), 2)
        # What collides is shown where a mesh is missing.
        solid = '<collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision></link>'
        said, figure = self.make("robot/urdf/robot.urdf", text.replace("</link>", solid))
        self.assertEqual(said.count("--allow-path"), 1)
        self.assertEqual(figure.count("shapes:"), 2)

    def test_packages_are_found_in_the_usual_layouts(self):
        self.write("mesh.obj", obj(SIDES, 0.1))
        text = urdf(link("a", shape='<mesh filename="package://arm_description/meshes/m.obj"/>'))
        manifest = "<package><name> arm_description </name></package>"
        for robot, mesh, package in (("arm_description/urdf/r.urdf", "arm_description/meshes/m.obj", None),
                                     ("clone-main/urdf/r.urdf", "clone-main/meshes/m.obj", "clone-main/package.xml"),
                                     ("ws/src/arm_bringup/urdf/r.urdf", "ws/src/arm_description/meshes/m.obj", None),
                                     ("ws/install/share/x/r.urdf", "ws/install/share/arm_description/meshes/m.obj", None),
                                     ("plain/urdf/r.urdf", "plain/meshes/m.obj", None)):
            (self.folder / mesh).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.folder / "mesh.obj", self.folder / mesh)
            if package:
                self.write(package, manifest)
            _, figure = self.make(robot, text, "--allow-path", ".")
            self.assertIn("mesh: ", figure)
            shutil.rmtree(self.folder / mesh.split("/")[0])

    def test_obj_is_seen_in_its_colours(self):
        lines = obj(SIDES, 0.1).splitlines()
        faces = [k for k, line in enumerate(lines) if line.startswith("f")]
        lines[faces[3]:faces[3]] = ["usemtl green paint"]
        lines[faces[0]:faces[0]] = ["mtllib two paints.mtl", "mtllib gone.mtl", "usemtl red"]
        self.write("meshes/box.obj", "\n".join(lines))
        self.write("meshes/two paints.mtl", "newmtl red\nKd 1 0 0\nd 0.5\nnewmtl green paint\nKd 0 1 0\nTr 0\nmap_Kd grass.png\n")
        text = urdf(link("a", shape='<mesh filename="meshes/box.obj"/>'))
        said, figure = self.make("r.urdf", text)
        self.assertEqual(figure.count("mesh:"), 2)
        self.assertIn('"#ff0000", roughness: 0.45, transmission: 0.5', self.shot())
        self.assertIn('"#00ff00"', self.shot())
        self.assertIn("colours of mesh meshes/box.obj, gone.mtl: there is no such file", said)
        self.assertIn("textures of mesh meshes/box.obj", said)
        # A colour of the robot's file counts instead; what collides is whole, and so are meshes of MJCF.
        said, figure = self.make("r.urdf", text.replace("</visual>", '<material name="m"><color rgba="0 0 1 1"/></material></visual>'))
        self.assertEqual(figure.count("mesh:"), 1)
        self.assertNotIn("gone.mtl", said)
        said, figure = self.make("a.xml", mjcf('<body><joint/><geom type="mesh" mesh="box"/></body>',
                                               '<asset><mesh file="meshes/box.obj"/></asset>'))
        self.assertIn("density: 1000", figure)
        self.assertNotIn("gone.mtl", said)

    def test_damaged_meshes_are_told(self):
        self.write("cut.stl", b"solid of another program".ljust(80) + struct.pack("<I", 4) + b"\0" * 70)
        for name, said in (("cut.stl", "it is a damaged stl file"), ("box.obj", "it is a damaged obj file")):
            self.write("box.obj", "v 0 0 0\nf 1 2 3\n")
            out, _ = self.make("r.urdf", urdf(link("a", shape=f'<mesh filename="{name}"/>'), link("b"), joint("j", "a", "b")))
            self.assertIn(said, out)

    def test_collada_is_seen_in_its_colours(self):
        self.write("part.dae", collada())
        said, figure = self.make("r.urdf", urdf(link("a", shape='<mesh filename="part.dae"/>')))
        self.assertEqual(figure.count("mesh:"), 2)
        shot = self.shot()
        self.assertIn("#ff0000", shot)
        self.assertIn("#0000ff", shot)
        numbers = [[float(x) for x in line.split()[1:]] for file in (self.folder / "made").rglob("*.obj")
                   for line in file.read_text().splitlines() if line.startswith("v ")]
        spans = [max(v[k] for v in numbers) - min(v[k] for v in numbers) for k in range(3)]
        self.assertTrue(numbers and max(spans) < 0.4, spans)  # 30 cm at most, not 30 m
        plain, _ = self.make("r.urdf", urdf(link("a", shape='<mesh filename="part.dae"/>').replace(
            "</visual>", '<material name="steel"><color rgba="0 1 0 1"/></material></visual>')))
        self.assertIn("#00ff00", self.shot())
        self.assertNotIn("#ff0000", self.shot())
        self.write("part.dae", collada()[:900])
        self.refuse("d.urdf", urdf(link("a", shape='<mesh filename="part.dae"/>')), "Collada")

    def test_the_camera_frames_the_first_frame(self):
        """Bones that lie along x when all rotations are 0, and stand in the first frame: as many recorders write them."""
        self.write("x.bvh", "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
                   "Yrotation\nJOINT Chest\n{\nOFFSET 0.3 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0.5 "
                   "0 0\n}\n}\nJOINT Thigh\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0.9 0 "
                   "0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.0416667\n" + "0 0.9 0 90 0 0 0 0 0 180 0 0\n" * 3)
        self.make("x.bvh")
        target = [float(x) for x in re.search(r"target: \[(.*)\]", self.shot())[1].split(",")]
        # From the hips, the person reaches from -0.9 m to 0.8 m.
        self.assertLess(math.hypot(target[0], target[1]), 0.05)
        self.assertAlmostEqual(target[2], -0.05, delta=0.05)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
