"""Writes shots, which are dictionaries, as YAML."""

import json
import math
import os
import pathlib
import re
import tempfile

from .runs import check

PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
WORDS = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}  # read as something else by some
# What YAML holds as an escape only: other control characters than those that JSON escapes, line ends, byte order marks.
ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
DEEPEST = 100  # mappings and lists in each other


def quoted(text):
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"{text!r} is no text that a file can hold")
    return ESCAPED.sub(lambda letter: f"\\u{ord(letter[0]):04x}", json.dumps(text, ensure_ascii=False))


def key_text(key):
    if not isinstance(key, str):
        raise TypeError(f"the key {key!r} is no text")
    return key if PLAIN_KEY.fullmatch(key) and key.lower() not in WORDS else quoted(key)


def require_shallow(value, depth=0):
    """Raises ValueError for what holds itself, or mappings and lists in each other without end."""
    if depth > DEEPEST:
        raise ValueError(f"more than {DEEPEST} dictionaries and lists in each other, or one that holds itself")
    value = plain(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for one in inner:
        if isinstance(plain(one), (dict, list, tuple)):
            require_shallow(one, depth + 1)


def plain(value):
    """The value without types of numpy and pathlib."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value


def scalar(value):
    """The text of a value that is neither mapping nor list."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is no number that a file can hold")
        text = repr(value)
        return text if "e" not in text or "." in text else text.replace("e", ".0e")  # as YAML 1.1 has it
    raise TypeError(f"{value!r} is neither text, number, list nor dictionary")


def flow(value):
    """A value on one line."""
    value = plain(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key_text(key)}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def is_short(value):
    """Whether it is written on one line, however long that is: it holds no mapping or list."""
    if isinstance(value, dict):
        return not value
    return not isinstance(value, (list, tuple)) or not any(isinstance(plain(one), (dict, list, tuple)) for one in value)


def lines_of(value, longest):
    """The lines of a mapping or a list, each value on one line if it fits."""
    value = plain(value)
    is_list = not isinstance(value, dict)
    for key, one in ((None, one) for one in value) if is_list else value.items():
        head = "-" if is_list else f"{key_text(key)}:"
        one = plain(one)
        text = flow(one)
        if is_short(one) or len(head) + len(text) < longest:
            yield f"{head} {text}"
            continue
        inner = list(lines_of(one, longest - 2))
        if is_list:
            yield f"- {inner[0]}"
            inner = inner[1:]
        else:
            yield head
        yield from (f"  {line}" for line in inner)


def to_yaml(shot, longest=140):
    """The text of a dictionary as a YAML file, with lines of at most `longest` characters where that can be."""
    if not isinstance(plain(shot), dict):
        raise TypeError("a file is a dictionary")
    require_shallow(shot)
    return "\n".join(lines_of(shot, longest)) + "\n"


def write_shot(path, shot, checked=True):
    """Writes a shot, a dictionary of its keys, and returns its path.

    `shot:`, the name that a shot file begins with, is added. Raises InputError with the places in the written file,
    which stays to be looked at, if `gambol check` finds a problem; `checked=False` leaves that out.
    """
    path = pathlib.Path(os.fsdecode(path))
    whole = {"shot": path.stem, **shot}
    text = to_yaml(whole)  # before anything is written
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(text)
            file.close()
            os.chmod(file.name, 0o666 & ~umask())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    if checked:
        check(path)
    return path


def umask():
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
