"""How Python 2, in which some of the programs run, prints."""


def show_float(value: float) -> str:
    """Return a number as Python 2 prints it: twelve significant digits, and a point in any case.

    >>> show_float(1.0), show_float(2 / 3), show_float(1e-20)
    ('1.0', '0.666666666667', '1e-20')
    """
    text = f"{value:.12g}"
    return text if set(text) & set(".en") else f"{text}.0"
