"""Digests of little data, made without OpenSSL."""

import hashlib

import pytest

from errata.digests import sha256_hex


@pytest.mark.parametrize("size", [0, 1, 1000, (1 << 20) - 1, 1 << 20])
def test_a_digest_is_that_of_hashlib_whatever_the_size(size: int) -> None:
    """Both ways, below a megabyte and from there on, give what `hashlib` gives."""
    data = bytes(range(256)) * (size // 256 + 1)
    assert sha256_hex(data[:size]) == hashlib.sha256(data[:size]).hexdigest()
