"""Golds recognised by their fingerprint, whatever their files are called."""

KNOWN = {
    "9b915584": "conll14",
    "b24eb208": "conll14-alt",
    "e315820d": "jfleg-dev",
    "5a526a7c": "jfleg-test",
    "b7027ca0": "ua-gec",
    "dd198eb7": "ua-gec-fluency",
}
"""Duplicates part of `presets.toml`, because no run should parse that file to write a signature."""


def named(fingerprint: str) -> str:
    """Return a gold's fingerprint, with the name of its preset if it has one.

    >>> named("9b915584"), named("12345678")
    ('9b915584=conll14', '12345678')
    """
    return f"{fingerprint}={KNOWN[fingerprint]}" if fingerprint in KNOWN else fingerprint
