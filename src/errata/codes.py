"""Every code of a finding: its severity, meaning and remedy, and whether a repaired copy fixes it."""

from typing import NamedTuple

from errata.findings import ERROR, INFO, WARNING, Remedy, remedy


class Code(NamedTuple):
    """The properties of a code; `fix` says what the repaired copy does about it, empty if nothing."""

    severity: str
    meaning: str
    advice: str
    fix: str = ""

    @property
    def remedy(self) -> Remedy:
        """The remedy; arguments named in braces are spelled as they are for the user."""
        return remedy(self.advice)


_FILES = {
    "unreadable": Code(
        ERROR,
        "the file is damaged, or its format's reader refuses it",
        "fix what the message names, or export the file again",
    ),
    "reader-warning": Code(WARNING, "the format's reader warns", "look at the place named; the file is still usable"),
    "empty-file": Code(ERROR, "the file has no lines or no sentences", "give the file that holds the sentences"),
    "wrong-format": Code(
        ERROR, "the file is not what its role or suffix suggests", "use it for what it is, or give another file"
    ),
    "encoding-utf16": Code(ERROR, "the file is in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 IN > OUT"),
    "encoding-latin1": Code(
        ERROR,
        "no non-ASCII character is valid UTF-8: the file is in an 8-bit encoding",
        "convert it from the encoding it is in, for example: iconv -f WINDOWS-1252 -t UTF-8 IN > OUT",
    ),
    "encoding-invalid": Code(
        ERROR,
        "some non-ASCII bytes are valid UTF-8, others are not",
        "fix these places by hand: two encodings are mixed",
    ),
    "encoding-twice": Code(
        WARNING,
        "characters typical of UTF-8 that was read as Latin-1 and written as UTF-8 again",
        "go back to the file from before that conversion",
    ),
    "nul-byte": Code(ERROR, "the file contains NUL bytes", "give a text file; this one is binary or damaged"),
    "bom": Code(
        WARNING,
        "a byte-order mark at the start: other programs read it as part of the first word",
        "remove it: {fix} does",
        "removed",
    ),
    "line-ends-crlf": Code(
        WARNING,
        "lines end in CR LF: other programs read the CR as part of the last word",
        "convert to LF: {fix} does",
        "lines end in LF",
    ),
    "line-ends-mixed": Code(
        WARNING, "some lines end in CR LF, others in LF", "convert to LF: {fix} does", "lines end in LF"
    ),
    "line-ends-cr": Code(
        ERROR, "lines end in CR alone, so the whole file is one line", "convert to LF: {fix} does", "lines end in LF"
    ),
    "lone-cr": Code(WARNING, "a CR inside a line", "remove it, or make it a line end if it is one"),
    "final-newline": Code(INFO, "the last line does not end in LF", "add it: {fix} does", "the last line ends in LF"),
}

_TEXT = {
    "control-character": Code(
        WARNING,
        "control, direction, zero-width or replacement characters: words that look equal differ",
        "remove them; where U+FFFD appears, a character was lost: go back to the original file",
    ),
    "odd-space": Code(
        WARNING,
        "white space other than a space (tab, no-break space, ideographic space …): some programs split words there, "
        "others do not, and offsets count differently",
        "put a space where words end, and none inside a word",
    ),
    "outer-blank": Code(
        WARNING,
        "a line begins or ends with spaces: they count as characters, and as empty words where lines are split at "
        "single spaces",
        "remove these spaces",
    ),
    "double-blank": Code(
        WARNING,
        "two spaces in a row: an empty word where lines are split at single spaces",
        "keep one space between words",
    ),
    "unsegmented": Code(
        ERROR,
        "texts in a script without spaces (Chinese, Japanese, Thai …) that are not tokenised: whole sentences "
        "count as one word",
        "score them with {cjk}; or put spaces between words or characters, in all files alike; or count characters: "
        "{characters}",
    ),
    "unsegmented-lines": Code(
        WARNING,
        "some lines in a script without spaces that are not tokenised",
        "put spaces between words or characters, as in the other lines",
    ),
    "not-nfc": Code(
        INFO,
        "characters in decomposed Unicode form: a letter and its accent apart",
        "compose them, in all files alike: {nfc} does",
        "composed (NFC)",
    ),
    "trailing-empty-line": Code(
        WARNING,
        "the file ends in empty lines, and so does every plain text given",
        "remove them: {fix} does where several files share them",
        "empty lines at the end that two or more files share are removed",
    ),
}

_M2 = {
    "m2-line": Code(
        ERROR, "a line is neither S, A, T, I nor empty", "start the line with the right letter, or remove it"
    ),
    "m2-passed-over": Code(
        INFO,
        "a line of a block begins with I or T (an index, a target text), which the reader ignores",
        "nothing, if that is what it is; an edit must begin with A",
    ),
    "m2-orphan": Code(ERROR, "an A line has no S line above it", "remove the empty line above it, or add the sentence"),
    "m2-second-source": Code(
        ERROR, "two S lines are not separated by an empty line", "put an empty line between the sentences"
    ),
    "m2-fields": Code(
        ERROR,
        "an A line has fewer than six fields",
        "write A START END|||TYPE|||CORRECTION|||REQUIRED|||COMMENT|||ANNOTATOR",
    ),
    "m2-extra-fields": Code(
        WARNING,
        "an A line has more than six fields; the rest is ignored; perhaps a correction contains '|||'",
        "remove '|||' from the fields",
    ),
    "m2-annotator": Code(
        ERROR,
        "the sixth field of an A line is not an annotator: '|||' in a correction or an empty alternative shifts "
        "the fields",
        "end the line with the annotator's number; write an empty alternative as -NONE-",
    ),
    "m2-offsets": Code(ERROR, "an A line does not have two whole numbers as offsets", "write A START END|||…"),
    "m2-lost-alternative": Code(
        WARNING, "an empty last alternative, which readers drop", "write -NONE- for an empty alternative"
    ),
    "m2-required": Code(
        INFO,
        "the fourth field is neither REQUIRED nor OPTIONAL; it is read as REQUIRED",
        "write REQUIRED, and check that no field is missing",
    ),
    "edit-unchanged": Code(
        WARNING,
        "an edit inserts what is already there; it still counts as an edit",
        "remove the edit ({fix} does), or give it the type UNK if it marks an error without a correction",
        "removed; an annotator left without edits gets a noop line",
    ),
    "edit-duplicate": Code(
        WARNING, "a line of one annotator appears twice", "remove one of the two: {fix} does", "the second is removed"
    ),
    "insertion-repeated": Code(
        WARNING,
        "an annotator inserts the same text twice in one place, one right after the other",
        "remove one of the two if it is a mistake; to double a word, insert both in one edit",
    ),
    "edit-unsorted": Code(
        WARNING,
        "the edits of one annotator are not in the order of the sentence; some measures depend on the order",
        "sort them by start and end: {fix} does",
        "sorted by start and end within each annotator",
    ),
    "noop-mixed": Code(
        WARNING,
        "an annotator has edits and a noop line ('nothing to change') in one sentence",
        "remove the noop line, or the edits",
    ),
    "annotator-absent": Code(
        INFO,
        "an annotator of the file has no line in a sentence that others annotated: unseen, or nothing to change?",
        "if there was nothing to change, add a noop line of the annotator",
    ),
    "not-annotated": Code(
        INFO,
        "sentences without any A line, while others have noop lines: unseen, or nothing to change?",
        "if there was nothing to change, add a noop line of the annotator",
    ),
    "annotator-ids": Code(
        WARNING,
        "the annotators are not numbered 0, 1, 2 …; some programs use the number as a list index",
        "number them from 0",
    ),
}

_EDITS = {
    "offset-range": Code(
        ERROR, "an edit extends beyond its text, or ends before it starts", "correct the offsets; they count from 0"
    ),
    "overlap": Code(
        WARNING,
        "two edits of one annotator overlap: both cannot be applied; corrected texts use the first",
        "merge them into one edit, or make them alternatives",
    ),
    "type-missing": Code(WARNING, "an edit has no type (of a system: info)", "name the type, UNK if unknown"),
}

_TOGETHER = {
    "line-count": Code(
        ERROR,
        "a file has more or fewer lines than there are sentences",
        "give each sentence its own line; to check unrelated files: {apart}",
        "empty lines after the last sentence of annotated gold are removed",
    ),
    "no-references": Code(
        ERROR,
        "gold without a single annotation or reference (of a file that is checked alone: warning)",
        "give annotated gold (a noop line means that there is nothing to change), or name the column of a table with "
        "references: {columns} reference=NAME",
    ),
    "reference-is-source": Code(
        WARNING,
        "every reference equals its source, so that any change counts as wrong, or one does although others differ",
        "give the corrected sentences as references, not the source twice",
    ),
    "reference-twice": Code(
        WARNING,
        "two references are the same text, which differs from the source",
        "give each reference once; perhaps another was meant",
    ),
    "output-is-reference": Code(
        WARNING,
        "an output equals a reference or an annotator's text in every line, although that differs from the source",
        "give the output of the system, not a reference",
    ),
    "no-output": Code(
        ERROR,
        "an annotated file or table other than the gold has neither edits nor the output of a system",
        "name the column of a table: {columns} output=NAME; in M2, say that nothing was changed with a noop line",
    ),
    "ids-differ": Code(
        ERROR,
        "an output and the gold have ids, but not the same ids exactly once each",
        "give files of the same sentences, or leave the ids out of one",
    ),
    "ids-order": Code(
        WARNING,
        "the sentences of an output are in a different order than in the gold; they are matched by id",
        "nothing, if the ids are right",
    ),
    "rows-differ": Code(
        ERROR,
        "a table of outputs lacks sentences of the gold, has some twice, or has others",
        "give a row for each sentence of the gold",
    ),
    "sources-order": Code(
        WARNING,
        "the sentences of an output are in a different order than in the gold; they are matched by source",
        "nothing, if the sources are right",
    ),
    "numbers-order": Code(
        WARNING,
        "the sentences of an output are in a different order than in the gold; its ids are sentence numbers",
        "nothing, if the ids count the sentences of the gold",
    ),
    "source-differs": Code(
        ERROR, "two files have different source sentences in the same place", "give files made from the same source"
    ),
    "source-tokens": Code(
        ERROR,
        "two files tokenise the same source sentence differently, so offsets do not fit",
        "tokenise both in the same way",
    ),
    "shifted": Code(
        WARNING,
        "several lines fit the source of a neighbouring line better than their own",
        "look for an extra or missing line just above the first place",
    ),
    "misaligned": Code(
        ERROR,
        "most lines fit the source of another line better than their own",
        "put the lines in the order of the source; a missing or extra line may have moved all that follow",
    ),
    "unrelated": Code(
        WARNING, "many lines share few words with their source", "check that the file is an output for this source"
    ),
    "many-empty": Code(WARNING, "many lines are empty where the source is not", "check that the system finished"),
    "empty-line": Code(
        INFO, "a line is empty where the source is not", "leave it if the whole sentence should be deleted"
    ),
    "tokenisation": Code(
        WARNING,
        "one text is tokenised and the other is not",
        "score an untokenised output as raw text ({raw}), or tokenise it as the source is",
    ),
    "final-marks": Code(
        WARNING,
        "most lines lack the final punctuation of their source",
        "check whether something cut the last character off each line",
    ),
    "cut-short": Code(
        WARNING,
        "lines stop before the end of their source: they are clearly shorter and lack its final punctuation",
        "raise the limit of tokens or characters that cut them, and generate these lines again",
    ),
    "unchanged-run": Code(
        WARNING,
        "a hundred lines or more in a row equal their source, although many others differ",
        "check whether the run ended early, and run the system for these lines too",
    ),
    "tokens-differ": Code(
        WARNING,
        "many lines have the letters of their source but different tokens, or its punctuation glued to words",
        "tokenise the output with the source's tokeniser",
    ),
    "table": Code(
        WARNING, "most lines contain a tab where the source has none", "give the column with the sentences only"
    ),
    "entity": Code(
        WARNING,
        "lines have HTML entities, for quotes and the like, but no source has any",
        "write the characters themselves; a tokeniser may have escaped them",
    ),
    "chatter": Code(
        WARNING,
        "lines begin or end with comments on the sentence ('Here is the corrected sentence:') that their sources lack, "
        "or with their whole source before or after the output",
        "remove them, or have them removed ({raw}): each word of them counts as an error",
    ),
    "no-sentence": Code(
        WARNING,
        "lines that are not corrections: null, N/A, an error message of a program, a refusal of a model",
        "run the system again for these sentences, or leave them empty",
    ),
    "versions": Code(
        WARNING,
        "lines contain more than one version of the sentence (A / B, A OR B), or an arrow from old to new",
        "keep one version: the rest counts as added text",
    ),
    "model-marks": Code(
        WARNING,
        "lines contain special tokens of a model (<¦im_end¦>, [INST]) or escaped characters (\\n), and their "
        "sources do not",
        "remove them: they count as changes",
    ),
    "csv-quotes": Code(
        WARNING,
        "lines are in quotation marks with others doubled inside, as in CSV",
        "give the file as CSV",
    ),
    "swapped": Code(
        WARNING,
        "two lines fit each other's source and not their own",
        "put them into the order of the sources",
    ),
    "subwords": Code(
        WARNING,
        "lines contain pieces of words, marked by @@, ▁ or ##, and their sources do not",
        "join the pieces into words, as the model's own tools do",
    ),
    "wrapped": Code(
        WARNING,
        "lines are in quotation marks and their sources are not",
        "remove the marks if the system put them around its sentences",
    ),
    "markup": Code(
        WARNING,
        "lines contain Markdown, HTML or other tags, or begin with a list marker or line number, and their "
        "sources do not",
        "remove it: every such token counts as an error",
    ),
    "typography": Code(
        WARNING,
        "lines have other quotation marks, apostrophes, dashes, ellipses, commas or full stops than their sources "
        "(’ for ', ， for a comma), or many are in lower (or upper) case throughout where the source is not",
        "write them as the source does: every such token counts as an error",
    ),
    "look-alikes": Code(
        WARNING,
        "lines have words of their source with other characters that look the same: а (Cyrillic) for a, ı for i, ﬁ for "
        "fi, full-width letters, ʼ or ´ for ', U+2010 or U+2212 for -",
        "write them as the source does: every such word counts as an error",
    ),
    "unicode-forms": Code(
        WARNING,
        "texts have the same words in composed and decomposed Unicode form, which look equal and never match",
        "convert all to NFC: {nfc} does; or score them with {normalise}",
        "composed (NFC)",
    ),
    "output-annotators": Code(
        WARNING,
        "an annotated file other than the gold has several annotators; it will be refused as an output",
        "give a file with one annotator for each system",
    ),
    "other-outputs": Code(
        ERROR,
        "the rankings are about other outputs: systems that were shown as one text have different texts",
        "give the outputs that were judged, each file named as the system is in the rankings",
    ),
    "merged-groups": Code(
        WARNING,
        "judges saw one text for several systems whose outputs differ",
        "check that these are the outputs that were judged",
    ),
    "documents-differ": Code(
        ERROR,
        "two sets of documents cannot be paired",
        "check that files that belong together start with the same number, and that text documents have the same ids",
    ),
}

_DOCUMENTS = {
    "original-mismatch": Code(
        ERROR, "the original of an edit differs from the text at its offsets", "correct the offsets or the original"
    ),
    "original-blank": Code(
        WARNING, "original and text differ in spaces at the ends; the text wins", "correct the offsets or the original"
    ),
    "index-duplicate": Code(ERROR, "two edits have the same index", "renumber the edits"),
    "index-missing": Code(
        WARNING, "a gold edit has no index", "number the edits: {fix} does in stand-off files", "edits are numbered"
    ),
    "same-point": Code(WARNING, "two edits have the same range", "make them alternatives of one edit"),
    "noop": Code(WARNING, "a correction equals the original", "remove it, or make it null: 'may stay as it is'"),
    "insert-empty": Code(WARNING, "an insertion of nothing, read as null", "remove it"),
    "null-only": Code(WARNING, "all corrections are null", "remove the edit, or add a correction"),
    "duplicate-correction": Code(WARNING, "a correction is listed twice", "remove one"),
    "null-not-first": Code(INFO, "null after another correction, outside any cset", "put null first"),
    "cset-single": Code(WARNING, "a consistency set with one member", "remove the cset, or complete it"),
    "cset-lengths": Code(
        WARNING,
        "members of a consistency set with different numbers of corrections",
        "give them all the same number of corrections",
    ),
    "not-xml-char": Code(INFO, "a character that XML cannot hold", "remove it before writing XML"),
}

_READING = {
    "left-out": Code(
        WARNING,
        "files, records, columns or edits that cannot be read or used are skipped",
        "check that nothing you need is missing",
    ),
    "other-columns": Code(
        WARNING,
        "columns beside the output of a table look like versions of the sentence, too, and were ignored",
        "name the column of the output: {columns} output=NAME",
    ),
    "reader-note": Code(WARNING, "something the format does not provide for", "look at the place named"),
    "noop-offsets": Code(
        WARNING, "noop lines with offsets: read as no change, while other programs count them as edits", "write -1 -1"
    ),
    "offset-unit": Code(INFO, "the offsets of documents do not count code points", "nothing, if that is right"),
    "unused-source": Code(WARNING, "source texts without a document", "check that no document is missing"),
    "no-edits": Code(WARNING, "plain text was read as sources without edits", "have the edits extracted"),
    "plug-in": Code(WARNING, "a plug-in cannot be used", "update or uninstall the package that offers it"),
}

_WRITING = {
    "loss": Code(
        WARNING,
        "something that the format or the conversion cannot hold",
        "write another format, or keep the edits of the gold",
    ),
    "formulas": Code(WARNING, "cells that a spreadsheet program would read as formulas", "import the columns as text"),
    "edits-joined": Code(INFO, "edits that meet inside a token were merged", "nothing"),
    "optional-edits": Code(INFO, "edits are OPTIONAL, which M2 scorers treat as required", "nothing"),
    "whitespace-only": Code(WARNING, "edits that change only white space are not token edits", "nothing"),
    "converted-otherwise": Code(
        WARNING, "edits were rewritten as the original converter does", "look at the first one"
    ),
}

_SCORING = {
    "alternatives": Code(
        WARNING, "alternatives of an edit that the measure treats as one text", "see the options of the measure"
    ),
    "deletion-word": Code(WARNING, "deletions written as a word, which the original inserts", "convert the file"),
    "type-unknown": Code(WARNING, "requested types that no edit has", "check that they are spelled as in the files"),
    "tool-fails": Code(WARNING, "the original program would fail on such input", "nothing: errata continues"),
    "cut-off": Code(
        WARNING,
        "texts are longer than the model's input",
        "use a model with a longer input, or split the texts",
    ),
    "time-split": Code(INFO, "where the time of a model went, on request", "nothing"),
    "bounded-search": Code(WARNING, "sentences were too large for the exact search", "raise the measure's budget"),
    "unproved": Code(WARNING, "a choice of references is not proven optimal", "raise the measure's budget"),
    "one-system": Code(WARNING, "the weights come from a single system", "give several outputs, or weights"),
    "alike-systems": Code(WARNING, "systems with the same output distort the weights", "leave all but one of them out"),
    "weight-function": Code(
        WARNING, "weights are used with a different function than they were made for", "see a, b, c"
    ),
    "negative-weights": Code(WARNING, "some weights are below 0", "choose other a, b and c"),
    "no-constants": Code(
        ERROR, "too few references, or too many, to learn a measure's constants from", "give constants of another text"
    ),
    "same-references": Code(
        WARNING, "all references are the same text, so they seem to agree", "give references by several people"
    ),
    "no-changes-wanted": Code(
        WARNING, "no reference changes its source, so nothing can be gained", "give corrected references"
    ),
    "two-origins": Code(
        WARNING,
        "edits of gold and output were segmented by different tools",
        "have both extracted alike ({extract_gold})",
    ),
    "rewritten": Code(
        WARNING,
        "extracted edits of more than 50 words, which were not divided into smaller ones",
        "check whether the text is a version of its source; if so, split it into sentences",
    ),
    "operation-types": Code(
        INFO,
        "sources are not English, so extracted edits have operations (M, R, U) in place of types",
        "nothing; if you have an extractor for the language, give the edits it finds",
    ),
    "no-effect": Code(WARNING, "an argument changes nothing here", "leave it out"),
    "blocks": Code(INFO, "into how many blocks text documents were split", "nothing; every block can be written out"),
    "end-lacks": Code(
        INFO,
        "documents that merge sentences of the gold, so that only the alignment decides where to split",
        "nothing; every block can be written out",
    ),
    "end-unsure": Code(
        WARNING,
        "text documents that differ too much around the end of a sentence of the gold to be compared word by word",
        "put a line break where the sentence ends, or give one sentence per line",
    ),
    "piecewise": Code(
        WARNING,
        "long texts that were compared piece by piece, so the word diff may not have found the fewest changes",
        "split the line into sentences, in all files alike",
    ),
    "no-agreement": Code(
        INFO, "agreement is omitted: there are too many pairs of annotators", "select some of the annotators"
    ),
    "truncated": Code(
        WARNING,
        "documents whose output is less than two thirds as long as source and references",
        "regenerate the document, or put the source's text there",
    ),
    "doubled": Code(
        WARNING,
        "documents whose output is more than one and a half times as long as source and references",
        "check whether the text appears twice, and keep it once",
    ),
    "reference-lacks": Code(
        INFO,
        "a reference lacks some text documents, for which the first reference that has them is used",
        "nothing, if these have fewer references",
    ),
    "uncut": Code(
        WARNING,
        "text documents that could not be split into blocks: source, references and output agree on no boundary",
        "check whether the texts belong together",
    ),
    "glued": Code(
        WARNING,
        "text documents whose punctuation is glued to words, so that adding a mark changes the word",
        "tokenise all texts",
    ),
    "few-units": Code(
        WARNING, "there are too few sentences for intervals and tests", "use more sentences or documents"
    ),
    "few-samples": Code(WARNING, "there are too few samples for reliable results", "use more samples"),
    "few-differences": Code(
        WARNING, "two systems differ in too few sentences for any test", "use more sentences or documents"
    ),
    "other-version": Code(WARNING, "a stored run was made by another version of errata", "store it again"),
    "not-given": Code(WARNING, "some judged systems have no output", "give their outputs, if you have them"),
    "not-judged": Code(WARNING, "some outputs were not judged", "check that the names match those in the judgements"),
    "undecided": Code(
        WARNING,
        "two systems were never distinguished, by judges or by a measure's sentence scores",
        "collect more judgements, or leave one system out",
    ),
    "no-sentence-level": Code(
        WARNING,
        "single sentences were not judged or not scored, or no outputs tell what the first is called in judgements",
        "give rankings and outputs, or say whether the first sentence is 0 or 1",
    ),
    "no-correlation": Code(
        WARNING, "a measure gives all systems the same score", "choose another measure or other systems"
    ),
    "remark": Code(WARNING, "a message from a measure or reader of another package", "see its documentation"),
}

_RAW = {
    "raw-text": Code(INFO, "raw text was tokenised like the gold", "nothing: it was asked for"),
    "raw-conventions": Code(
        INFO,
        "unusual tokens in the gold, which outputs follow",
        "nothing; if it says that the gold is not tokenised, see {raw_rules}",
    ),
    "raw-removed": Code(
        INFO, "text that is not part of the sentences was removed", "look at the lines: {show_cleaning}"
    ),
    "raw-cleaned": Code(INFO, "a line before and after cleaning", "check that the sentence is complete"),
    "raw-left": Code(
        INFO,
        "lines keep their quotes or list markers: few lines have them, so they may be corrections",
        "look at the lines",
    ),
    "raw-refused": Code(
        WARNING,
        "lines without a correction were scored as something else",
        "look at the lines, or run the system again",
    ),
    "raw-unaligned": Code(
        WARNING, "outputs differ from their source in too many characters to be compared", "look at the lines"
    ),
    "raw-guessed": Code(
        WARNING, "new words in a script without spaces were segmented with the words of the gold", "score by characters"
    ),
    "raw-blank-lines": Code(
        WARNING, "blank lines between outputs were skipped", "nothing, if they only separate outputs"
    ),
    "raw-twice": Code(WARNING, "text that looks tokenised was tokenised again by rules", "leave tokenise=rules out"),
}
NOTES = frozenset(name for name, code in (_RAW | _SCORING).items() if code.severity == INFO)
"""Notes about what was done as requested, not warnings."""

DOCTOR = _FILES | _TEXT | _M2 | _EDITS | _TOGETHER | _DOCUMENTS
"""The findings of `errata validate`."""
CODES: dict[str, Code] = DOCTOR | _READING | _WRITING | _SCORING | _RAW
