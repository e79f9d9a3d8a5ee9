"""Random robots of MJCF: classes, frames and replicas in each other, and every way to write an orientation."""

import random

CLASSES = ["c0", "c1", "c2", "c3"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.degrees = self.chance(0.5)
        self.turn = 90 if self.degrees else 1.5
        self.named = 0

    def chance(self, share):
        return self.random.random() < share

    def numbers(self, size=1.0, count=3):
        return " ".join(f"{self.random.uniform(-size, size):.3g}" for _ in range(count))

    def name(self, stem):
        self.named += 1
        return f"{stem}{self.named}"

    def orientation(self, share):
        if not self.chance(share):
            return ""
        key = self.random.choice(["euler", "axisangle", "quat", "zaxis", "xyaxes"])
        value = {"euler": self.numbers(self.turn), "axisangle": self.numbers() + " " + self.numbers(self.turn, 1),
                 "quat": self.numbers(1, 4), "zaxis": self.numbers(), "xyaxes": self.numbers(1, 6)}[key]
        return f' {key}="{value}"'

    def place(self, share):
        return (f' pos="{self.numbers()}"' if self.chance(share) else "") + self.orientation(share)

    def class_(self, key, share):
        return f' {key}="{self.random.choice(CLASSES)}"' if self.chance(share) else ""

    def default(self, names):
        """Classes in each other."""
        if not names:
            return ""
        inner = self.random.randint(1, len(names))
        kind = f' type="{self.random.choice(["box", "ellipsoid"])}"' if self.chance(0.6) else ""
        sizes = " ".join(f"{self.random.uniform(0.05, 0.2):.3g}" for _ in range(3))
        joint = (f' axis="{self.numbers()}"' if self.chance(0.5) else "") + (f' pos="{self.numbers(0.3)}"' if self.chance(0.4) else "")
        if self.chance(0.5):
            joint += f' range="{-self.turn * self.random.uniform(0.1, 1):.3g} {self.turn * self.random.uniform(0.1, 1):.3g}"'
        return (f'<default class="{names[0]}"><geom size="{sizes}"{kind}{self.place(0.5)}/><joint{joint}/>' +
                self.default(names[1:inner]) + "</default>" + self.default(names[inner:]))

    def geom(self):
        if self.chance(0.2):  # `fromto` and a `pos`, if only of a class, exclude each other
            kind = self.random.choice(["capsule", "cylinder", "box", "ellipsoid"])
            return f'<geom class="plain" type="{kind}" size="0.06" fromto="{self.numbers(0.5, 6)}"/>'
        return f'<geom{self.class_("class", 0.4)}{self.place(0.4)}/>'

    def body(self, depth):
        return (f'<body name="{self.name("b")}" pos="{self.numbers()}"{self.orientation(0.7)}{self.class_("childclass", 0.3)}>'
                f'<joint name="{self.name("j")}"{self.class_("class", 0.4)}/>{self.geom()}{self.contents(depth)}</body>')

    def contents(self, depth):
        text = ""
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            if kind < 0.4 or depth == 0:
                text += self.geom()
            elif kind < 0.6:
                text += f'<frame{self.place(0.7)}{self.class_("childclass", 0.5)}>{self.contents(depth - 1)}</frame>'
            elif kind < 0.75:
                text += (f'<replicate count="{self.random.randint(1, 3)}" offset="{self.numbers()}" euler="{self.numbers(self.turn)}" '
                         f'sep="_">{self.geom()}{self.body(depth - 1)}</replicate>')
            else:
                text += self.body(depth - 1)
        return text

    def robot(self):
        axes = [self.random.choice(pair) for pair in ("xX", "yY", "zZ")]
        self.random.shuffle(axes)
        return (f'<mujoco><compiler angle="{"degree" if self.degrees else "radian"}" eulerseq="{"".join(axes)}"/><default>'
                f'<geom size="0.1 0.1 0.1" density="500"/><default class="plain"/>{self.default(CLASSES)}</default><worldbody>'
                f'<body name="root" pos="0 0 1"{self.orientation(0.7)}><freejoint/>{self.geom()}{self.contents(3)}{self.contents(3)}'
                "</body></worldbody></mujoco>")


def random_robot(seed):
    return Maker(seed).robot()
