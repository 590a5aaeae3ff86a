"""A system against its source, sentence by sentence: whether it improves the text beyond chance."""

from errata.errors import InputError
from errata.measures.data import Score
from errata.stats.ttest import TTest, paired_t_test


def against_baseline(score: Score, value: str = "wacc", baseline: str = "wacc_base") -> TTest:
    """Test a system against the source itself over the sentences, as Felice & Briscoe (2015, Table 11) do for I.

    >>> from errata import score
    >>> sources, mine = ["He go .", "It rain .", "We am ."], ["He goes .", "It rains .", "We am ."]
    >>> corrected = ["He goes .", "It rains .", "We are ."]
    >>> result = score(sources=sources, references=[corrected], outputs={"mine": mine}, measures=["imeasure"])
    >>> round(against_baseline(result["mine", "imeasure"]).p, 12)
    0.183503419072
    """
    rows = [row.values for row in score.sentences]
    missing = {value, baseline} - set(score.values)
    if missing:
        raise InputError(f"{score.measure} has no value {sorted(missing)[0]!r}; it has: {', '.join(score.values)}")
    return paired_t_test([row[value] for row in rows], [row[baseline] for row in rows])
