"""Files from the web, into temporary files: over https and http alone, with bounds."""

from __future__ import annotations

import re
from contextlib import closing
from http.client import HTTPException
from typing import IO, TYPE_CHECKING, BinaryIO, Final
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from bot import __version__
from bot.library.errors import BadFileError
from bot.library.wrapping import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.client import HTTPMessage

MAX_BYTES: Final = 4 * 1024**3
"""Bytes that are downloaded; the largest file that is published has about a tenth of this when it is packed."""
TIMEOUT_SECONDS: Final = 30
"""How long a server may keep silent."""
MAX_REDIRECTS: Final = 5

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def is_url(given: str) -> bool:
    """Whether somebody gave an address and not a path."""
    return _SCHEME.match(given) is not None


def file_name(url: str) -> str:
    """What a file from the web is called: the last part of its address, which may hold nothing secret."""
    try:
        parts = urlsplit(url)
    except ValueError:  # what is wrong with it, `download` tells
        return "the file"
    return parts.path.rstrip("/").rpartition("/")[2] or parts.hostname or "the file"


def download(url: str, target: BinaryIO, started: Callable[[int], None], advanced: Callable[[int], None]) -> None:
    """Write what stands at an address into a file.

    Args:
        url: the address.
        target: the file.
        started: is told how many bytes there are, 0 where the server does not say.
        advanced: is told how many bytes have come.

    Raises:
        BadFileError: it cannot be reached, or breaks a bound.
    """
    try:
        _check_scheme(url)
        wanted = request.Request(url, headers={"User-Agent": f"facedown-judge/{__version__}", "Accept": "*/*"})  # noqa: S310 - the scheme was checked
        with closing(_opener().open(wanted, timeout=TIMEOUT_SECONDS)) as response:
            length = int(response.headers.get("Content-Length") or 0)
            started(length)
            _copy(response, target, length, advanced)
    except HTTPError as error:
        error.close()
        raise BadFileError(f"the server answers {error.code} ({error.reason})") from error
    except URLError as error:
        raise BadFileError(f"it cannot be reached: {error.reason}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise BadFileError(f"it cannot be downloaded: {error or type(error).__name__}") from error


def _copy(response: IO[bytes], target: BinaryIO, length: int, advanced: Callable[[int], None]) -> None:
    done = 0
    while chunk := response.read(CHUNK):
        done += len(chunk)
        if done > MAX_BYTES:
            raise BadFileError(f"it has more than {MAX_BYTES:,} bytes")
        target.write(chunk)
        advanced(done)
    if done < length:
        raise BadFileError(f"the download broke off after {done:,} of {length:,} bytes")


def _opener() -> request.OpenerDirector:
    """What opens addresses; unlike the usual one it knows no other schemes."""
    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler,
        request.HTTPHandler,
        request.HTTPSHandler,
        request.UnknownHandler,
        request.HTTPDefaultErrorHandler,
        request.HTTPErrorProcessor,
        _Redirects,
    ):
        opener.add_handler(handler())
    return opener


class _Redirects(request.HTTPRedirectHandler):
    """Follows a few redirects, none of which may leave encryption."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(  # noqa: PLR0917 - the standard library's own signature
        self, req: request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> request.Request | None:
        try:
            _check_redirect(req.type, newurl)
        except BadFileError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check_scheme(url: str) -> None:
    if urlsplit(url).scheme not in ("http", "https"):
        raise BadFileError("only addresses that begin with https:// or http:// are downloaded")


def _check_redirect(scheme: str, url: str) -> None:
    _check_scheme(url)
    if scheme == "https" and urlsplit(url).scheme != "https":
        raise BadFileError("the server sends elsewhere without encryption")
