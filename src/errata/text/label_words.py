"""The words that systems use to talk about a sentence, for the code that warns of them and that removes them."""

_LABEL_CORE_WORDS = """
    corrected correct correction revised revision improved edited fixed rewritten output answer result response version
    korrigiert korrigierte korrigierter korrektur corrigée corrigé corregida corregido corretta corretto
    opravená oprava opravený исправленное исправленный исправление виправлене виправлений виправлення
"""
_LABEL_WORDS = """
    sure certainly of course okay ok absolutely here s is are the a an your my this that it with for in to and
    grammatically grammar grammatical final proposed suggested better possible minimal minimally sentence sentences
    text paragraph english original would be should read as follows below without errors error mistakes after edits
    essay essays document letter passage
    czech estonian german greek icelandic italian latvian russian slovene slovenian swedish ukrainian
    edit satz phrase frase oración texto věta предложение текст вариант речення
"""
_UNCHANGED_CORE_WORDS = "correct changes change corrections correction errors error mistakes mistake unchanged"
_UNCHANGED_WORDS = """
    the this that your given provided sentence text original input is are was has have already grammatically no not any
    needed need needs necessary required found there it as and fine good looks perfect perfectly n a none remains remain
    same does do to be corrected changed made in
"""

LABEL_CORE = frozenset(_LABEL_CORE_WORDS.split())
LABEL = LABEL_CORE.union(_LABEL_WORDS.split())
"""Words in labels such as "Here is the corrected sentence:"; at least one is a core word."""
UNCHANGED_CORE = frozenset(_UNCHANGED_CORE_WORDS.split())
UNCHANGED = UNCHANGED_CORE.union(_UNCHANGED_WORDS.split())
"""Words in "No changes needed."; at least one is a core word."""
CHINESE_LABEL = "(?:修改|修正|改正|更正)后?(?:的句子|的文本)?"
