"""Files as they are published: plain or packed, told apart by their first bytes, unpacked as a stream with bounds."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import zipfile
import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol

from bot.library.errors import BadFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAX_BYTES: Final = 8 * 1024**3
"""Unpacked bytes of a file; the largest that is published has about two thousand million."""
MAX_RATIO: Final = 200
"""How many times larger a file may become by unpacking; published ones stay below 30."""
RATIO_COUNTS_FROM: Final = 16 * 1024**2
"""Unpacked bytes from which the ratio is looked at: a small file of repetitions harms nobody."""
MAX_DICTIONARY: Final = 128 * 1024**2
"""Memory that unpacking .xz may take; the strongest setting of the usual program takes 65 MB."""
MAX_RUN: Final = 1024**2
"""Bytes in a row without the end of a text: the parser would have to keep them all."""
CHUNK: Final = 64 * 1024

_BOM: Final = b"\xef\xbb\xbf"
_GZIP, _BZIP2, _XZ, _ZIP, _EMPTY_ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"PK\x03\x04", b"PK\x05\x06"
_ENCRYPTED: Final = 1
_DAMAGES = (EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, OSError, NotImplementedError, ValueError)


class Stream(Protocol):
    """Bytes to be read in order."""

    def read(self, size: int = -1, /) -> bytes:
        """Some bytes, none at the end."""


class Unpacked:
    """The unpacked bytes of a file, counted and held to the bounds.

    Attributes:
        position: how many were read.
        ended: whether there are no more.
    """

    def __init__(self, inner: Stream, raw: BinaryIO, size: int, progress: Callable[[int], None], before: int) -> None:
        self.position = 0
        self.ended = False
        self._inner = inner
        self._raw = raw
        self._size = size
        self._progress = progress
        self._before = before
        self._run = 0
        self._escaped = False

    def read(self, size: int = -1, /) -> bytes:
        """Some bytes, none at the end.

        Raises:
            BadFileError: the file is damaged or breaks a bound.
        """
        if not size:  # so the parser finds out that it reads bytes
            return b""
        try:
            chunk = self._inner.read(min(size, CHUNK) if size > 0 else CHUNK)
        except _DAMAGES as error:
            if isinstance(error, lzma.LZMAError) and "emory" in str(error):
                raise BadFileError(f"unpacking it takes more than {MAX_DICTIONARY:,} bytes of memory") from error
            raise BadFileError(f"it is damaged or cut off after {self.position:,} unpacked bytes") from error
        if not self.position:
            chunk = chunk.removeprefix(_BOM)
        self.position += len(chunk)
        self.ended = not chunk
        self._progress(self._raw.tell())
        total = self._before + self.position
        if total > MAX_BYTES:
            raise BadFileError(f"unpacked it has more than {MAX_BYTES:,} bytes")
        if total > RATIO_COUNTS_FROM and total > MAX_RATIO * self._size:
            raise BadFileError(f"unpacked it becomes more than {MAX_RATIO} times larger, which no such file does")
        self._watch_run(chunk)
        return chunk

    def _watch_run(self, chunk: bytes) -> None:
        """Refuse a text or number without end before the parser has gathered it."""
        bare = b"\\" + chunk if self._escaped else chunk
        if b"\\" in bare:
            bare = bare.replace(b"\\\\", b"  ").replace(b'\\"', b"  ")
        self._escaped = bare.endswith(b"\\")
        last = bare.rfind(b'"')
        self._run = self._run + len(bare) if last < 0 else len(bare) - last
        if self._run > MAX_RUN:
            raise BadFileError(f"a text or number of more than {MAX_RUN:,} bytes ends after byte {self.position:,}")


def size_of(path: Path) -> int:
    """The bytes of a file that can be imported.

    Raises:
        BadFileError: there is no such file, it cannot be asked, is of another kind, or is empty.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise BadFileError(f"it cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if not stat.S_ISREG(status.st_mode):
        raise BadFileError("it is no ordinary file")  # and reading it might never end
    if not status.st_size:
        raise BadFileError("it is empty")
    return status.st_size


def unpacked(path: Path, size: int, progress: Callable[[int], None]) -> Iterator[tuple[str, Unpacked]]:
    """The JSON documents of a file with their names, to be read one after the other: a zip may hold several.

    Args:
        path: the file.
        size: how many bytes it has, see `size_of`.
        progress: is told how many bytes of the file itself were read.

    Raises:
        BadFileError: the file cannot be read, is damaged, or is a zip of something else.
    """
    try:
        with path.open("rb") as raw:
            before = 0
            for name, inner in _inner(raw, path.name):
                stream = Unpacked(inner, raw, size, progress, before)
                yield name, stream
                before += stream.position
    except OSError as error:
        raise BadFileError(f"it cannot be read: {error.strerror or error}") from error


def _inner(raw: BinaryIO, name: str) -> Iterator[tuple[str, Stream]]:
    start = raw.read(len(_XZ))
    raw.seek(0)
    if start.startswith((_ZIP, _EMPTY_ZIP)):
        yield from _members(raw)
    elif start.startswith(_GZIP):
        with gzip.GzipFile(fileobj=raw) as inner:
            yield name.removesuffix(".gz"), inner
    elif start.startswith(_BZIP2):
        with bz2.BZ2File(raw) as inner:
            yield name.removesuffix(".bz2"), inner
    elif start == _XZ:
        yield name.removesuffix(".xz"), _Xz(raw)
    else:
        yield name, raw


def _members(raw: BinaryIO) -> Iterator[tuple[str, Stream]]:
    try:
        with zipfile.ZipFile(raw) as archive:
            members = [info for info in archive.infolist() if _is_document(info.filename)]
            if not members:
                raise BadFileError("it is a zip file without a .json file in it")
            for info in members:
                # Other methods unpack a whole piece at once, however large it becomes.
                if info.flag_bits & _ENCRYPTED or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise BadFileError("it is a zip file that is encrypted or packed in an unusual way; pack it anew")
                with archive.open(info) as inner:
                    yield info.filename, inner
    except _DAMAGES as error:
        raise BadFileError("it is a zip file that is damaged or cut off") from error


def _is_document(member: str) -> bool:
    """Whether a member of a zip file is meant: macOS puts a hidden companion beside each file."""
    name = member.rpartition("/")[2]
    return name.lower().endswith(".json") and not name.startswith(".")


class _Xz:
    """An .xz file; the standard library's own class takes as much memory as the file asks for."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._decompressor = self._new()

    @staticmethod
    def _new() -> lzma.LZMADecompressor:
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_DICTIONARY)

    def read(self, size: int = -1, /) -> bytes:
        while True:
            packed = b""
            if self._decompressor.eof:  # several may stand one after the other, with zeros between them
                packed = (self._decompressor.unused_data or self._raw.read(CHUNK)).lstrip(b"\0")
                if not packed:
                    return b""
                self._decompressor = self._new()
            elif self._decompressor.needs_input:
                packed = self._raw.read(CHUNK)
                if not packed:
                    raise EOFError
            plain = self._decompressor.decompress(packed, size)
            if plain:
                return plain
