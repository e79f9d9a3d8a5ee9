"""A strict reader of USD layers in text (.usda), written from the documentation of the format and of its schemas
(openusd.org), not from any implementation. It reads what it knows and refuses everything else: types of prims, properties
and their types, metadata. Composition is limited to references inside the layer. Needs Python's own library alone.
"""

import bisect
import json
import math
import re

TOKEN = re.compile(r"""[ \t]*(?:
    (?P<newline>\r?\n)
  | (?P<comment>\#[^\n]*)
  | (?P<string>\"(?:[^\"\\\n]|\\.)*\")
  | (?P<path><[A-Za-z0-9_/.:]*>)
  | (?P<asset>@[^@\n]+@)
  | (?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?::[A-Za-z0-9_]+)*(?:\.(?:timeSamples|connect))?(?:\[\])?)
  | (?P<sign>[][(){}=,:;])
)""", re.X)
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
ARRAY = re.compile(r"[][(),0-9eE+.\-\s]*\Z")

# Scalars: how many numbers a value of the type has, in tuples of tuples.
SHAPES = {"bool": (), "int": (), "int64": (), "half": (), "float": (), "double": (), "float2": (2,), "float3": (3,),
          "double3": (3,), "half3": (3,), "point3f": (3,), "normal3f": (3,), "color3f": (3,), "quatf": (4,),
          "matrix4d": (4, 4), "token": (), "string": (), "asset": (), "float4": (4,), "texCoord2f": (2,)}
WHOLE = {"bool", "int", "int64"}
TEXTS = {"token", "string", "asset"}

IMAGEABLE = {"visibility": "token", "material:binding": "rel"}
PLACED = {**IMAGEABLE, "xformOp:translate": "double3", "xformOp:orient": "quatf", "xformOpOrder": "uniform token[]"}
BOUNDED = {**PLACED, "extent": "float3[]"}
LIGHT = {**PLACED, "inputs:color": "color3f", "inputs:exposure": "float", "inputs:intensity": "float",
         "inputs:normalize": "bool"}
SCHEMAS = {
    "Scope": {"visibility": "token"},
    "Xform": PLACED,
    "Mesh": {**BOUNDED, "doubleSided": "uniform bool", "faceVertexCounts": "int[]", "faceVertexIndices": "int[]",
             "normals": "normal3f[]", "points": "point3f[]", "primvars:st": "texCoord2f[]",
             "subdivisionScheme": "uniform token"},
    "GeomSubset": {"elementType": "uniform token", "familyName": "uniform token", "indices": "int[]"},
    "Points": {**BOUNDED, "ids": "int64[]", "points": "point3f[]", "primvars:displayColor": "color3f[]",
               "widths": "float[]"},
    "Camera": {**PLACED, "clippingRange": "float2", "focalLength": "float", "focusDistance": "float", "fStop": "float",
               "horizontalAperture": "float", "verticalAperture": "float", "projection": "token",
               "shutter:open": "double", "shutter:close": "double"},
    "Material": {"outputs:surface": "token"},
    "Shader": {"info:id": "uniform token", "outputs:surface": "token", "outputs:result": "float2", "outputs:rgb": "float3",
               "outputs:a": "float", "outputs:b": "float", "outputs:g": "float", "inputs:varname": "string",
               "inputs:in": "float2", "inputs:bias": "float4", "inputs:file": "asset", "inputs:sourceColorSpace": "token",
               "inputs:st": "float2", "inputs:wrapS": "token", "inputs:wrapT": "token"},
    "SkelRoot": BOUNDED,
    "Skeleton": {**BOUNDED, "joints": "uniform token[]", "bindTransforms": "uniform matrix4d[]",
                 "restTransforms": "uniform matrix4d[]"},
    "SkelAnimation": {"joints": "uniform token[]", "translations": "float3[]", "rotations": "quatf[]",
                      "scales": "half3[]"},
    "DistantLight": {**LIGHT, "inputs:angle": "float"},
    "RectLight": {**LIGHT, "inputs:width": "float", "inputs:height": "float"},
    "DiskLight": {**LIGHT, "inputs:radius": "float"},
    "SphereLight": {**LIGHT, "inputs:radius": "float"},
    "DomeLight": LIGHT,
}
APPLIED = {
    "MaterialBindingAPI": {"material:binding": "rel"},
    "SkelBindingAPI": {"skel:skeleton": "rel", "skel:animationSource": "rel", "primvars:skel:jointIndices": "int[]",
                       "primvars:skel:jointWeights": "float[]", "primvars:skel:geomBindTransform": "matrix4d",
                       "primvars:skel:skinningMethod": "uniform token"},
    "ShapingAPI": {"inputs:shaping:cone:angle": "float", "inputs:shaping:cone:softness": "float"},
}
PREVIEW_SURFACE = {"clearcoat": "float", "clearcoatRoughness": "float", "diffuseColor": "color3f",
                   "emissiveColor": "color3f", "ior": "float", "metallic": "float", "opacity": "float",
                   "normal": "normal3f", "opacityThreshold": "float", "roughness": "float", "useSpecularWorkflow": "int"}
TOKENS = {"visibility": {"inherited", "invisible"}, "subdivisionScheme": {"none"}, "elementType": {"face"},
          "familyName": {"materialBind"}, "projection": {"perspective", "orthographic"},
          "info:id": {"UsdPreviewSurface", "UsdPrimvarReader_float2", "UsdTransform2d", "UsdUVTexture"},
          "inputs:sourceColorSpace": {"raw", "sRGB"}, "inputs:wrapS": {"repeat"}, "inputs:wrapT": {"repeat"}, "primvars:skel:skinningMethod": {"classicLinear", "dualQuaternion"}}
LAYER_METADATA = {"defaultPrim": "string", "doc": "string", "endTimeCode": "double", "framesPerSecond": "double",
                  "metersPerUnit": "double", "startTimeCode": "double", "timeCodesPerSecond": "double",
                  "upAxis": "token"}
INTERPOLATIONS = {"constant", "uniform", "vertex"}


class Refused(Exception):
    pass


class Attribute:
    def __init__(self, declared):
        self.declared, self.value, self.samples, self.metadata = declared, None, None, {}

    def type(self):
        return self.declared.removeprefix("uniform ")

    def times(self):
        return [time for time, _ in self.samples] if self.samples else []


class Prim:
    def __init__(self, specifier, kind, name, parent):
        self.specifier, self.type, self.name, self.parent = specifier, kind, name, parent
        self.path = f"{parent.path if parent else ''}/{name}"
        self.children, self.attributes, self.relations, self.connections = {}, {}, {}, {}
        self.metadata, self.apis, self.reference = {}, [], None

    def all(self):
        yield self
        for child in self.children.values():
            yield from child.all()


class Reader:
    def __init__(self, text):
        self.text, self.at, self.line = text, 0, 1
        self.kind = self.word = None
        if not text.startswith("#usda 1.0\n"):
            raise Refused("no '#usda 1.0' at the beginning")
        self.at = len("#usda 1.0\n")
        self.line = 2
        self.next()

    def fail(self, expected):
        raise Refused(f"line {self.line}: found {self.word!r}, expected {expected}")

    def next(self):
        """The next token that is not a line's end, of which `broken` tells."""
        self.broken = False
        while True:
            if self.at == len(self.text):
                self.kind, self.word = "end", ""
                return
            found = TOKEN.match(self.text, self.at)
            if not found:
                self.word = self.text[self.at:self.at + 30]
                self.fail("a token of USD")
            self.at = found.end()
            self.kind, self.word = found.lastgroup, found.group(found.lastgroup)
            if self.kind == "newline":
                self.line += 1
                self.broken = True
            elif self.kind != "comment":
                return

    def take(self, word):
        if self.word != word or self.kind == "string":
            self.fail(f"'{word}'")
        self.next()

    def took(self, word):
        if self.word == word and self.kind != "string":
            self.next()
            return True
        return False

    def get(self, kind):
        if self.kind != kind:
            self.fail(f"a {kind}")
        word = self.word
        self.next()
        return word

    def string(self):
        word = self.get("string")
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), word[1:-1])

    def path(self):
        return self.get("path")[1:-1]

    # Values.

    def numbers(self):
        """An array or tuple of numbers, read as a whole. In an array there are tuples, but no arrays."""
        begin, end, depth = self.at - 1, self.at, 1
        bracket = re.compile(r"\]" if self.word == "[" else r"[()]")
        while depth > 0:
            found = bracket.search(self.text, end)
            if not found:
                self.fail("a value that ends")
            depth += 1 if found[0] == "(" else -1
            end = found.end()
        text = self.text[begin:end]
        if not ARRAY.match(text) or "[" in text[1:]:
            self.word = text[:60]
            self.fail("numbers alone")
        self.line += text.count("\n")
        self.at = end
        self.next()
        try:
            return json.loads(text.replace("(", "[").replace(")", "]"))
        except ValueError as error:
            self.word = text[:60]
            self.fail(f"numbers and commas: {error}")

    def value(self, kind):
        array = kind.endswith("[]")
        base = kind.removesuffix("[]")
        if base == "asset" and not array:
            return self.get("asset")[1:-1]
        if base in TEXTS:
            if not array:
                return self.string()
            self.take("[")
            items = []
            while not self.took("]"):
                items.append(self.string())
                if self.word != "]":
                    self.take(",")
            return items
        if array and self.word != "[":
            self.fail(f"an array, as its type is {kind}")
        if array or SHAPES[base]:
            items = self.numbers()
        else:
            word = self.get("number")
            items = json.loads(word)
        for item in items if array else [items]:
            self.check_number(item, base, SHAPES[base])
        return items

    def check_number(self, item, base, shape):
        if shape:
            if not isinstance(item, list) or len(item) != shape[0]:
                self.word = str(item)
                self.fail(f"{shape[0]} numbers for {base}")
            for part in item:
                self.check_number(part, base, shape[1:])
            return
        if isinstance(item, list) or not math.isfinite(item) or (base in WHOLE and not isinstance(item, int)):
            self.word = str(item)
            self.fail(f"a value of type {base}")

    # The layer.

    def layer(self):
        metadata = {}
        self.take("(")
        while not self.took(")"):
            key = self.get("name")
            if key not in LAYER_METADATA or key in metadata:
                self.word = key
                self.fail("a key of a layer, once")
            self.take("=")
            metadata[key] = self.value(LAYER_METADATA[key])
        roots = {}
        while self.kind != "end":
            prim = self.prim(None)
            if prim.name in roots:
                raise Refused(f"{prim.path} twice")
            roots[prim.name] = prim
        return metadata, roots

    def prim(self, parent):
        specifier = self.get("name")
        if specifier not in ("def", "class"):
            self.word = specifier
            self.fail("def or class")
        kind = self.get("name")
        if kind not in SCHEMAS:
            self.word = kind
            self.fail("a type of a schema")
        prim = Prim(specifier, kind, self.string(), parent)
        if not IDENTIFIER.match(prim.name):
            self.word = prim.name
            self.fail("an identifier")
        if self.took("("):
            self.prim_metadata(prim)
        self.take("{")
        while not self.took("}"):
            if self.word in ("def", "class"):
                child = self.prim(prim)
                if child.name in prim.children:
                    raise Refused(f"{child.path} twice")
                prim.children[child.name] = child
            else:
                self.property(prim)
        return prim

    def prim_metadata(self, prim):
        while not self.took(")"):
            prepends = self.took("prepend")
            key = self.get("name")
            self.take("=")
            if prepends and key == "apiSchemas":
                prim.apis = self.value("token[]")
            elif prepends and key == "references":
                prim.reference = self.path()
            elif not prepends and key == "kind":
                prim.metadata[key] = self.value("token")
            elif not prepends and key == "customData":
                self.take("{")
                prim.metadata[key] = {}
                while not self.took("}"):
                    kind = self.get("name")
                    name = self.get("name")
                    self.take("=")
                    prim.metadata[key][name] = self.value(kind)
            else:
                self.word = key
                self.fail("metadata of a prim")
        if any(api not in APPLIED for api in prim.apis):
            raise Refused(f"{prim.path}: {prim.apis}")

    def known(self, prim):
        known = dict(SCHEMAS[prim.type])
        for api in prim.apis:
            known.update(APPLIED[api])
        if prim.type == "Shader":
            known.update({f"inputs:{name}": kind for name, kind in PREVIEW_SURFACE.items()})
            if prim.name.endswith("_place"):
                known["inputs:scale"] = "float2"  # of UsdTransform2d
            else:
                known["inputs:scale"] = "float4"
        if "MaterialBindingAPI" not in prim.apis:
            known.pop("material:binding", None)
        return known

    def property(self, prim):
        known = self.known(prim)
        if self.took("rel"):
            name = self.get("name")
            if known.get(name) != "rel" or name in prim.relations:
                raise Refused(f"line {self.line}: {prim.path} ({prim.type}) has no relationship {name}")
            self.take("=")
            prim.relations[name] = self.path()
            return
        uniform = "uniform " if self.took("uniform") else ""
        declared = uniform + self.get("name")
        name = self.get("name")
        name, _, part = name.partition(".")
        if known.get(name) != declared:
            raise Refused(f"line {self.line}: {prim.path} ({prim.type}) has no '{declared} {name}' "
                          f"but '{known.get(name)}'")
        if part == "connect":
            self.take("=")
            prim.connections[name] = self.path()
            return
        attribute = prim.attributes.setdefault(name, Attribute(declared))
        kind = attribute.type()
        if part == "timeSamples":
            if uniform:
                raise Refused(f"line {self.line}: {prim.path}.{name} is uniform and has time samples")
            self.take("=")
            self.take("{")
            attribute.samples = []
            while not self.took("}"):
                time = float(self.get("number"))
                self.take(":")
                attribute.samples.append((time, self.value(kind)))
                if self.word != "}":
                    self.take(",")
        elif self.took("="):
            if attribute.value is not None:
                raise Refused(f"line {self.line}: {prim.path}.{name} has two values")
            attribute.value = self.value(kind)
        if self.word == "(" and not self.broken:
            self.next()
            while not self.took(")"):
                key = self.get("name")
                self.take("=")
                attribute.metadata[key] = self.value({"interpolation": "token", "elementSize": "int"}.get(key) or
                                                     self.fail("metadata of an attribute"))
        allowed = TOKENS.get(name)
        for value in [attribute.value] + [value for _, value in attribute.samples or []]:
            if allowed and value is not None and value not in allowed:
                raise Refused(f"line {self.line}: {prim.path}.{name}: {value}")
        if attribute.metadata.get("interpolation", "vertex") not in INTERPOLATIONS:
            raise Refused(f"{prim.path}.{name}: {attribute.metadata}")


class Stage:
    """A layer with its references resolved: prims that refer to others have their properties, too."""

    def __init__(self, text):
        self.metadata, self.roots = Reader(text).layer()
        self.prims = {prim.path: prim for root in self.roots.values() for prim in root.all()}
        for prim in self.prims.values():
            if prim.reference is None:
                continue
            source = self.prims.get(prim.reference)
            if source is None or source.children or source.reference or source.type != prim.type:
                raise Refused(f"{prim.path} refers to {prim.reference}")
            for name, attribute in source.attributes.items():
                prim.attributes.setdefault(name, attribute)

    def is_abstract(self, prim):
        while prim:
            if prim.specifier == "class":
                return True
            prim = prim.parent
        return False

    def of_type(self, *kinds):
        return [prim for prim in self.prims.values() if prim.type in kinds and not self.is_abstract(prim)]

    def value(self, prim, name, time, default=None):
        """At a time code: numbers linearly between samples, quaternions along the shorter arc, others held."""
        attribute = prim.attributes.get(name)
        if attribute is None or (attribute.value is None and not attribute.samples):
            return default
        if not attribute.samples:
            return attribute.value
        after = bisect.bisect_right(attribute.times(), time)
        if after == 0:
            return attribute.samples[0][1]
        (t0, a) = attribute.samples[after - 1]
        if after == len(attribute.samples) or t0 == time:
            return a
        (t1, b) = attribute.samples[after]
        base = attribute.type().removesuffix("[]")
        if base in TEXTS or base in WHOLE or (attribute.type().endswith("[]") and len(a) != len(b)):
            return a
        s = (time - t0) / (t1 - t0)
        mix = slerp if base == "quatf" else lerp
        return [mix(x, y, s) for x, y in zip(a, b)] if attribute.type().endswith("[]") else mix(a, b, s)

    def is_visible(self, prim, time):
        while prim:
            if self.value(prim, "visibility", time, "inherited") == "invisible":
                return False
            prim = prim.parent
        return True


def lerp(a, b, s):
    return [lerp(x, y, s) for x, y in zip(a, b)] if isinstance(a, list) else (1 - s) * a + s * b


def slerp(a, b, s):
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = [-x for x in b], -cosine
    if cosine > 1 - 1e-9:
        return lerp(a, b, s)
    angle = math.acos(cosine)
    return [(math.sin((1 - s) * angle) * x + math.sin(s * angle) * y) / math.sin(angle) for x, y in zip(a, b)]


def read(path):
    with open(path, encoding="utf-8") as file:
        return Stage(file.read())
