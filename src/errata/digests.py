"""SHA-256 without OpenSSL where there is little to digest: loading that library takes longer than the digest."""

_SMALL = 1 << 20
"""From so many bytes on, the library's instructions make up for the time it takes to load."""


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal digits.

    >>> sha256_hex(b"")[:16]
    'e3b0c44298fc1c14'
    """
    if len(data) < _SMALL:
        try:
            from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]  # Python 3.12 and later
        except ImportError:
            try:
                from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
            except ImportError:
                from hashlib import sha256
    else:
        from hashlib import sha256
    return str(sha256(data).hexdigest())
