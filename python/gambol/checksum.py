"""The checksum of a poses file, docs/poses.md: by the module xxhash, or else by the library that the program uses too."""

import ctypes


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


class Library:
    """XXH3-128 of libxxhash, as xxhash.xxh3_128 has it."""

    def __init__(self):
        library = ctypes.CDLL("libxxhash.so.0")
        self._update, self._digest, self._free = library.XXH3_128bits_update, library.XXH3_128bits_digest, library.XXH3_freeState
        for function in (library.XXH3_createState, library.XXH3_128bits_reset, self._update, self._digest, self._free):
            function.argtypes = [ctypes.c_void_p]
        library.XXH3_createState.argtypes, library.XXH3_createState.restype = [], ctypes.c_void_p
        self._update.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        self._digest.restype = Hash128
        self._state = library.XXH3_createState()
        if not self._state:
            raise MemoryError
        library.XXH3_128bits_reset(self._state)

    def __del__(self):
        if getattr(self, "_state", None):
            self._free(self._state)

    def update(self, data):
        self._update(self._state, data, len(data))

    def hexdigest(self):
        digest = self._digest(self._state)
        return f"{digest.high:016x}{digest.low:016x}"


def xxh3_128():
    try:
        import xxhash
        return xxhash.xxh3_128()
    except ImportError:
        pass
    try:
        return Library()
    except OSError as error:
        raise ImportError("read_poses() needs xxhash, to know that a file is sound (Debian: python3-xxhash)") from error


def checksum_of(image, motion, film, frames):
    """The checksum of a file with this content and these lines in its header, which are bytes; `frames` is a number."""
    hasher = xxh3_128()
    hasher.update(image)
    for text in (motion, film):
        hasher.update(len(text).to_bytes(8, "little") + text)
    hasher.update(frames.to_bytes(4, "little"))
    return hasher.hexdigest()
