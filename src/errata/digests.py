"""SHA-256 without OpenSSL for small inputs: loading that library takes longer than the digest."""

from typing import Any

_SMALL = 1 << 20
"""Above this number of bytes, the library's faster code makes up for its loading time."""


def new_sha256(size: int) -> Any:
    """Return a digest that can be updated, for approximately this many bytes."""
    if size < _SMALL:
        try:
            from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]  # Python 3.12 and later
        except ImportError:
            try:
                from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
            except ImportError:
                from hashlib import sha256
    else:
        from hashlib import sha256
    return sha256()


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal digits.

    >>> sha256_hex(b"")[:16]
    'e3b0c44298fc1c14'
    """
    digest = new_sha256(len(data))
    digest.update(data)
    return str(digest.hexdigest())
