"""Printing as in Python 2, in which some of the programs run."""


def show_float(value: float) -> str:
    """Return a number as Python 2 prints it: twelve significant digits, and a point in any case.

    >>> show_float(1.0), show_float(2 / 3), show_float(1e-20)
    ('1.0', '0.666666666667', '1e-20')
    """
    text = f"{value:.12g}"
    return text if set(text) & set(".en") else f"{text}.0"


def show(value: object) -> str:
    """Return numbers, text, and tuples and lists of them, as Python 2 prints them inside a tuple or a list.

    >>> print(show((3, 4, "café", ["it's", ""])))
    (3, 4, u'caf\\xe9', [u"it's", u''])
    """
    if isinstance(value, str):
        escaped = value.encode("unicode_escape").decode("ascii")
        if "'" not in value:
            return f"u'{escaped}'"
        return "u'{}'".format(escaped.replace("'", "\\'")) if '"' in value else f'u"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(show, value))}{',' if len(value) == 1 else ''})"
    return str(value)
