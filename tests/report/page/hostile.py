"""Texts and names that would like to be markup or script."""

import warnings

from errata import Corpus, Edit, ErrataWarning, Finding, Layer, Output, Place, Resampling, Text
from errata.api.review import Review, review

CLOSE = "</script><script>alert('closed')</script>"
IMAGE = "<img src=x onerror=alert('image')>"
COMMENT = "<!--<script>"
TEMPLATE = "{{7*7}}${alert(1)}"
PARTS = (CLOSE, IMAGE, COMMENT, TEMPLATE, "'\"><svg/onload=alert('svg')>", "\u2028\u202e", "&lt;b&gt;")


def hostile_review() -> Review:
    """Return systems, texts, types, annotators and findings that are all hostile."""
    words = [part.replace(" ", "/") for part in PARTS]
    source = " ".join(["He", "go", *words])
    n = len(words)
    edits = (Edit(1, 2, (f"goes/{words[1]}",), f"R:{CLOSE}"), Edit(2, 3, (IMAGE,), f"M:{IMAGE}"))
    texts = [Text(source, (Layer(f"who{IMAGE}", edits), Layer(1, ())))] * 24
    gold = Corpus(tuple(texts), f"gold{IMAGE}.m2")
    wrong = (Edit(n, n + 1, (words[0],), f"U:{COMMENT}"), edits[0])
    outputs = {
        f"one{CLOSE}": Output(f"one{CLOSE}", gold.sources, [wrong] * 24),
        f"two{IMAGE}": Output(f"two{IMAGE}", gold.sources, [(edits[1],)] * 24),
        f"three{TEMPLATE}": Output(f"three{TEMPLATE}", gold.sources, [()] * 24),
    }
    checked = [Finding("remark", f"odd {CLOSE} {IMAGE}", f"file{IMAGE}", (Place(2, 2),), 3)]
    with warnings.catch_warnings():  # of the invisible characters, which is as it should be
        warnings.simplefilter("ignore", ErrataWarning)
        return review(gold, outputs, measures=["errant", "green"], resampling=Resampling(samples=100), checked=checked)
