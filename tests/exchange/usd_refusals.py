"""What the reader of USD and its rules refuse: each case spoils a sound layer at one place."""

import re

import usd_rules
import usda

# What is replaced, by what; a pattern's first match. The layer is that of exports.SHOT.
SPOILED = [
    (r"#usda 1.0", "#usda 2.0"),
    (r'upAxis = "Z"', 'upAxis = "Y"'),
    (r"metersPerUnit = 1", "metersPerUnit = 0.01"),
    (r'defaultPrim = "\w+"', 'defaultPrim = "other"'),
    (r"endTimeCode = \d+", "endTimeCode = 3"),
    (r"startTimeCode = 1", "startTimeCode = 0"),
    (r'def Xform "sparks"', 'over Xform "sparks"'),
    (r'def Xform "body"', 'def Xform "1st"'),
    (r"quatf xformOp:orient", "quatd xformOp:orient"),
    (r"double3 xformOp:translate = \(([^,]+), ", r"double3 xformOp:translate = ("),
    (r"uniform token\[\] xformOpOrder", "token[] xformOpOrder"),
    (r'\["xformOp:translate", "xformOp:orient"\]', '["xformOp:translate"]'),
    (r"float3\[\] extent = \[\(-", "float3[] extent = [(-9"),
    (r"faceVertexIndices = \[0", "faceVertexIndices = [99"),
    (r"faceVertexCounts = \[3, ", "faceVertexCounts = [4, "),
    (r"int\[\] faceVertexCounts = \[3", "int[] faceVertexCounts = [3.5"),
    (r"rel material:binding = </sparks/materials/\w+>", "rel material:binding = </sparks/materials/none>"),
    (r"references = </sparks/surfaces/\w+>", "references = </sparks/surfaces/none>"),
    (r'prepend apiSchemas = \["MaterialBindingAPI"\]\n', "\n"),
    (r'token visibility.timeSamples = \{\s+1: "invisible"', 'token visibility.timeSamples = {1: "hidden"'),
    (r"inputs:shaping:cone:angle", "inputs:shaping:angle"),
    (r"inputs:metallic = 1", 'inputs:metallic = "1"'),
    (r"outputs:surface.connect = </sparks/materials/\w+/surface", "outputs:surface.connect = </sparks/materials"),
    (r"int64\[\] ids.timeSamples = \{(.*?)\[\d+, ", r"int64[] ids.timeSamples = {\1["),
    (r"float focalLength.timeSamples = \{\s+1: ", "float focalLength.timeSamples = { 3: "),
    (r'token\[\] joints = \["(\w+)", "([^"]+)"', r'token[] joints = ["\2", "\1"'),  # a child before its parent
    (r"elementSize = \d+", "elementSize = 7"),
    (r"int\[\] primvars:skel:jointIndices = \[\d+", "int[] primvars:skel:jointIndices = [999"),
    (r"float\[\] primvars:skel:jointWeights = \[[^,]+", "float[] primvars:skel:jointWeights = [0.3"),
    (r"matrix4d\[\] bindTransforms = \[\( \((.*?), 0\)", r"matrix4d[] bindTransforms = [( (9, 9, 9, 0)"),
    (r"quatf\[\] rotations.timeSamples = \{(.*?)\(", r"quatf[] rotations.timeSamples = {\1(7, 0, 0, 0), ("),
    (r"def SkelRoot", "def Xform"),
    (r"rel skel:animationSource = <[^>]*>", "rel skel:animationSource = </sparks>"),
    (r'"dualQuaternion"', '"quaternions"'),
    (r'def GeomSubset "part".*?indices = \[\d+, ', lambda found: found[0][:found[0].rindex("[") + 1]),
    (r"\}\s*\Z", ""),
]


def check(path):
    """Every spoiled layer is refused, and the sound one is not."""
    text = path.read_text()
    usd_rules.check_stage(usda.Stage(text))
    for wrong, by in SPOILED:
        spoiled, count = re.subn(wrong, by, text, count=1, flags=re.S)
        assert count == 1 and spoiled != text, f"nothing to spoil: {wrong}"
        try:
            usd_rules.check_stage(usda.Stage(spoiled))
        except (usda.Refused, AssertionError):
            continue
        raise AssertionError(f"not refused: {wrong} -> {by}")
