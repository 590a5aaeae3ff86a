"""`errata convert`: from one file format to another, or from parallel text to edits."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from errata.api.accept import check_length
from errata.cli.convert_output import Forms, Target, find_target, write_items
from errata.cli.inputs import check_not_read, check_standard_input, parse_columns
from errata.cli.options import add_shared, command_parser, whole
from errata.cli.raw import add_raw, asks_raw
from errata.errors import FileError, FormatError, InputError
from errata.extract import annotate, annotate_references, get_extractor, reannotate, retype, tell_rewritten
from errata.extract.documents import DOCUMENT_EXTRACTORS, extract_documents, is_document_extractor
from errata.findings import Finding, report
from errata.formats import Format, guess_format, read, read_lines
from errata.formats.datasets import read_documents, read_sources
from errata.formats.files import STDIN, InputFile, bare_suffix, display_name
from errata.formats.rearranging import choose_annotators, merge_annotators, parse_choice, sort_edits
from errata.formats.registry import parse_format
from errata.model import TOKENS, Corpus, Text
from errata.records import replace
from errata.text.cutting import SPACE, WAYS, cutter

_DESCRIPTION = """\
Convert a file. For example, from one format to another, detected from content and suffix:

  errata convert gold.m2 gold.jsonl

What the new format cannot hold is listed, and nothing is written without --lossy.

Annotate parallel text, one annotator per corrected text; or merge annotators into one file:

  errata convert --source src.txt --extract errata corrected0.txt corrected1.txt out.m2
  errata convert --merge ann.m2 bob.m2 both.m2

--extract with an annotated file re-extracts the edits of every annotator. M2 is converted to I-measure XML as the
original converter does: overlapping edits are alternatives of one error.

Convert documents with edits by character offset (HOO) to sentences and back, also whole folders:

  errata convert 0001GE.xml 0001.m2 --source 0001.txt
  errata convert gold.m2 gold.xml --to hoo --text gold.txt
  errata convert gold.m2 gold.xml --to hoo --source running.txt

Tokenise raw text, such as a language model's, like a gold file, as 'errata score --raw' does:

  errata convert completions.jsonl tokens.txt --source gold.m2 --raw
"""


def _parser() -> ArgumentParser:
    parser = command_parser("convert", "IN OUT", _DESCRIPTION)
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="IN and OUT; with --source, corrected texts and OUT. '-' is allowed")
    add(
        "--from",
        dest="read_as",
        metavar="FORMAT[:key=value,…]",
        help="format of IN (default: guessed) and its settings; see 'errata formats' and 'errata formats --settings'",
    )
    add(
        "--to",
        dest="write_as",
        metavar="FORMAT[:key=value,…]",
        help="format of OUT (default: by its suffix) and its settings",
    )
    add("--lossy", action="store_true", help="write even if OUT cannot hold everything; losses are listed")
    add_shared(parser, "--source", "the source text, one sentence per line; for documents, the running text")
    add_shared(
        parser,
        "--extract",
        "how to find the edits: errata, or errant[:PIPELINE]; of corrected documents: wdiff[:granularity=token]",
    )
    add(
        "--retype",
        metavar="NAME",
        help="retype the edits of sentences with errata or errant[:PIPELINE]; spans and corrections are kept",
    )
    add("--merge", action="store_true", help="merge several files IN with one annotator each, numbered 0, 1 and so on")
    add(
        "--annotators",
        "--annotator",
        metavar="LIST",
        help="only these annotators, in this order, optionally renamed: 0,2 or ann=0,bob=1",
    )
    add("--sort", action="store_true", help="sort edits by annotator, start and end (the order may change M2 scores)")
    add(
        "--mix",
        type=whole(1, 1_000_000),
        nargs="?",
        const=1024,
        metavar="N",
        help="make an annotator of every combination of the annotators' corrections, at most N (default: 1024); "
        "sentences with more are refused, or keep the first N with --lossy",
    )
    add_shared(parser, "--columns")
    add("--table", choices=("auto", "edits", "sentences"), help="to tsv or csv: what each row is")
    add(
        "--unit",
        choices=("token", "char"),
        help="to jsonl, tsv, csv or parquet: unit of offsets (default: as in IN)",
    )
    add(
        "--no-retokenise",
        action="store_true",
        help="to imeasure-xml: keep the words of corrections as they are ('known,the' is one word)",
    )
    add_raw(parser, as_is=False)
    add_shared(parser, "--reference", "with --raw and plain --source: corrected sentences, to learn conventions from")
    documents = parser.add_argument_group("documents")
    add = documents.add_argument
    add(
        "--text",
        metavar="FILE",
        help="also write the source text, which stand-off edits lack, to this file; as XML if its name ends in .xml",
    )
    add_shared(documents, "--offset-unit", "unit of the offsets in IN")
    add(
        "--cross",
        choices=("error", "skip", "merge-segments"),
        default="error",
        help="what to do with edits that cross the end of a line, where OUT holds sentences",
    )
    add(
        "--alternatives",
        choices=("join", "first", "annotators"),
        default="join",
        help="how an edit with several corrections is written, where OUT holds sentences: as one edit, with the first "
        "alone, or with an annotator for each",
    )
    add(
        "--tokens",
        metavar="HOW",
        default=SPACE,
        help="how plain text, and documents where OUT holds sentences, are tokenised: space (default), marks, "
        "treebank, char, cjk, icu; or a file with the tokens of a document, separated by spaces",
    )
    return parser


def _check_how(how: str) -> None:
    """Refuse a value of --tokens that is neither a tokenisation nor a file of tokens."""
    if how not in WAYS and not Path(how).is_file():
        raise InputError(f"--tokens must be one of {', '.join(WAYS)} or a file of tokens; there is no file {how!r}")


def _cut_lines(lines: Sequence[str], how: str, name: str) -> Sequence[str]:
    """Return lines of plain text with their tokens separated by spaces.

    >>> _cut_lines(["He's here."], "treebank", "a.txt")
    ["He 's here ."]
    """
    if how not in WAYS:
        raise InputError(
            f"--tokens {how} is for one document with edits by character, but {name} is plain text; name a "
            f"tokenisation for its lines ({', '.join(WAYS)})"
        )
    return lines if how == SPACE else list(map(cutter(how), lines))


def _cut_plain(items: Iterable[Text], how: str, name: str) -> Iterator[Text]:
    """Yield sentences of plain text with their tokens separated by spaces."""
    return (replace(item, source=_cut_lines([item.source], how, name)[0]) for item in items)


def _check_cut(items: Iterator[Text], options: Namespace, target: Format, name: str) -> Iterator[Text]:
    """Yield the items of a file that is not plain text; refuse --tokens if it has no effect."""
    if options.tokens == SPACE:
        return items
    makes_sentences = target.holds == "sentences" and target.name != "text"
    if not makes_sentences and (target.holds != "records" or options.unit != "token"):
        what = "plain text" if target.name == "text" else "records" if target.holds == "records" else "documents"
        hint = "; add --unit token" if what == "records" else ""
        raise InputError(
            f"--tokens {options.tokens} says how texts become sentences of tokens, but OUT holds {what} "
            f"({target.name}){hint or '; leave it out'}"
        )
    return _documents_only(items, options.tokens, name)


def _documents_only(items: Iterator[Text], how: str, name: str) -> Iterator[Text]:
    for number, item in enumerate(items, 1):
        if item.unit == TOKENS:
            raise InputError(
                f"--tokens {how} tokenises plain text and documents, but {name} holds sentences, whose edits count "
                f"the existing tokens (sentence {number}: {item.source[:60]!r}); leave it out"
            )
        yield item


def _source_format(forms: Forms, file: InputFile) -> Format:
    """Return the format of IN; for standard input or a pipe it must be given."""
    return forms.source or guess_format(str(file) if file.is_stream else file)


def _from_texts(options: Namespace, corrected: list[InputFile]) -> Corpus:
    if not options.extract:
        raise InputError("--source also needs --extract, which finds the edits, such as --extract errata")
    sources = _cut_lines(read_lines(options.source), options.tokens, display_name(options.source))
    texts = [_cut_lines(read_lines(file), options.tokens, file.name) for file in corrected]
    for file, lines in zip(corrected, texts, strict=True):
        check_length(file.name, lines, display_name(options.source), sources)
    for name, lines in [
        (display_name(options.source), sources),
        *zip((file.name for file in corrected), texts, strict=True),
    ]:
        _check_segmented(name, lines)
    return annotate(sources, texts, options.extract)


def _check_segmented(name: str, lines: Sequence[str]) -> None:
    """Refuse untokenised texts in scripts without spaces, since edits count tokens."""
    from errata.check.segmentation import UNSEGMENTED, check_segmentation

    for found in check_segmentation(name, lines):
        if found.code == UNSEGMENTED:
            raise InputError(
                f"{found}, and edits count words; split all texts into characters with --tokens cjk (plain text only)"
            )
        report(found, 3)


def _documents(options: Namespace, forms: Forms, file: InputFile) -> Corpus | None:
    """Return documents that need their texts or must be paired by file, None if the file is read item by item."""
    if is_document_extractor(options.extract):
        if not options.source:
            raise InputError("--extract also needs --source, the text that was corrected")
        return extract_documents(read_sources(options.source), read_sources(file), options.extract)
    if Path(file).is_dir() or _source_format(forms, file).holds == "document":
        if options.extract:
            raise InputError(
                f"documents are compared by {' or '.join(DOCUMENT_EXTRACTORS)}, not by {options.extract!r}"
            )
        return read_documents(
            file,
            options.source,
            offset_unit=options.offset_unit,
            format=forms.source.name if forms.source else None,
            **forms.read_settings,
        )
    return None


def _read(options: Namespace, forms: Forms, file: InputFile, target: Target) -> Iterator[Text]:
    documents = _documents(options, forms, file)
    if documents is not None:
        if options.retype:
            raise InputError(f"--retype is for sentences, but {file} holds documents; convert it first, such as to M2")
        if not options.extract and target.form.holds == "document" and target.form.carries.get("text") != "yes":
            # What is apart from its text is known by its index, in listings of what was met and missed.
            documents = documents.map(Text.with_unique_indices)
        return _check_cut(iter(documents), options, target.form, file.name)
    form = _source_format(forms, file)
    if options.extract and options.retype:
        raise InputError("--extract finds edits and types them, --retype keeps the edits; use one or the other")
    if options.extract:
        corpus = read(file, form.name, **forms.read_settings)
        extractor = get_extractor(options.extract).suited(corpus.sources)
        for remark in extractor.remarks:
            report(remark, 2)
        _check_segmented(file.name, corpus.sources)
        has_texts = not corpus.is_annotated and bool(corpus.n_references)
        found = annotate_references(corpus, extractor) if has_texts else reannotate(corpus, extractor)
        tell_rewritten(extractor, found)
        return _check_cut(iter(found), options, target.form, file.name)
    if not form.is_annotated and target.form.holds_document:
        raise InputError(f"{file} is plain text; documents have edits: give --source SOURCE --extract wdiff as well")
    if options.retype:
        corpus = retype(read(file, form.name, **forms.read_settings), options.retype)
        return _check_cut(iter(corpus), options, target.form, file.name)
    items = form.read_items(file, **forms.read_settings)
    if form.name == "text":
        return _cut_plain(items, options.tokens, file.name)
    return _check_cut(items, options, target.form, file.name)


def _items(options: Namespace, forms: Forms, inputs: list[InputFile], target: Target) -> Iterator[Text]:
    if asks_raw(options):
        from errata.cli.convert_raw import read_tokens  # which other conversions do without

        return read_tokens(options, inputs, target)
    if options.reference:
        raise InputError("--reference is what --raw learns conventions from; for edits of texts give only IN and OUT")
    if options.merge:
        if len(inputs) < 2:
            raise InputError("--merge needs several files IN, with one annotator each")
        return merge_annotators(
            [_read(options, forms, file, target) for file in inputs], [file.name for file in inputs]
        )
    if len(inputs) > 1 and not options.source:
        raise InputError(
            f"{len(inputs)} files to read ({', '.join(map(str, inputs))}), but several are only allowed "
            "with --source or --merge"
        )
    if not options.source or is_document_extractor(options.extract) or Path(inputs[0]).is_dir():
        return _read(options, forms, inputs[0], target)
    if len(inputs) == 1:
        form = _source_format(forms, inputs[0])
        if form.holds == "document":
            return _read(options, forms, inputs[0], target)
        if form.is_annotated and target.running is not None:
            return _read(options, forms, inputs[0], target)
        if form.is_annotated:
            raise InputError(f"{inputs[0]} holds sentences, which have their source; leave --source out")
        if target.form.holds_document:
            raise InputError(
                f"documents are compared by {' or '.join(DOCUMENT_EXTRACTORS)}, not by {options.extract!r}"
            )
    return iter(_from_texts(options, inputs))


def _check_in(options: Namespace, inputs: list[str], out: str) -> None:
    """Refuse missing files, asking for OUT if it seems to be forgotten or misplaced."""
    if not inputs and Path(out).exists():
        raise InputError(f"{out} was read as IN, but no OUT is given; write: {_command(options, [out, 'OUT'])}")
    if not inputs:
        raise InputError(f"{out} was read as OUT, but no IN is given; write: {_command(options, ['IN', out])}")
    missing = next((path for path in inputs if path != STDIN and not Path(path).exists()), None)
    if missing and Path(out).exists():
        files = [path for path in (*inputs, out) if path != missing]
        raise FileError(
            f"{missing} does not exist but {out} does, and OUT comes last; did you mean: "
            f"{_command(options, [*files, missing])}"
        )
    if missing:
        raise FileError(f"{missing} does not exist; check the path")


def _command(options: Namespace, files: list[str]) -> str:
    """Return a command line for these files with the options that turn texts into edits."""
    given = {"--source": options.source, "--extract": options.extract}
    return " ".join(["errata convert", *(f"{name} {value}" for name, value in given.items() if value), *files])


def _check_out(options: Namespace, inputs: list[str], target: Target) -> None:
    """Refuse to copy text over a text, which may be an input, and to write to a folder instead of a file."""
    out = Path(target.path)
    if target.form.name == "text" and target.from_text and out.is_file():
        if options.source and options.extract:
            raise InputError(
                f"{out} exists and was read as OUT, but text holds no edits; did you forget OUT? Write: "
                f"{_command(options, [*inputs, target.path, 'OUT.m2'])}"
            )
        raise InputError(
            f"{out} exists; converting text to text copies {display_name(inputs[0])} over it. "
            f"If that is wanted, remove {out} first"
        )
    for path in map(Path, inputs):
        if out.is_dir() and bare_suffix(path) == target.form.suffixes[0] and path.resolve().parent == out.resolve():
            raise InputError(
                f"OUT {out} is the folder of the input {path}, which must not be overwritten; give another"
            )


def _mixed(options: Namespace, items: Iterator[Text], name: str) -> Iterator[Text]:
    """Return sentences with an annotator for every combination of corrections."""
    from errata.measures.imeasure.mixing import mix_annotations  # the I-measure's way to combine

    corpus = Corpus(tuple(items), name)
    corpus.require(TOKENS)
    mixed, beyond = mix_annotations(corpus, options.mix, cut=options.lossy)
    if beyond:
        message = f"{len(beyond)} sentences have more than {options.mix} combinations; only the first were kept"
        report(Finding.of_lines("loss", message, name, beyond, "sentence"), 2)
    return iter(mixed)


def _named_forms(options: Namespace) -> Forms:
    source, read_settings = parse_format(options.read_as) if options.read_as else (None, {})
    if options.columns:
        read_settings["columns"] = parse_columns(options.columns)
    target, settings = parse_format(options.write_as, writing=True) if options.write_as else (None, {})
    if options.table:
        settings["table"] = options.table
    if options.no_retokenise:
        settings["retokenise"] = False
    return Forms(source, read_settings, target, settings)


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    *inputs, out = options.files
    _check_in(options, inputs, out)
    check_standard_input([*inputs, options.source, *options.reference])
    forms = _named_forms(options)
    _check_how(options.tokens)
    check_not_read({"OUT": out, "--text": options.text}, [*inputs, options.source, *options.reference, options.tokens])
    files = [InputFile(path) for path in inputs]
    target = find_target(options, forms, files[0], out)  # before a long reading
    _check_out(options, inputs, target)
    name = files[0].name
    items = _items(options, forms, files, target)
    first = next(items, None)
    if first is None:
        raise FormatError(f"{name} has no sentences, so there is nothing to convert")
    items = chain([first], items)
    if options.annotators is not None:
        items = choose_annotators(items, parse_choice(options.annotators), name)
    if options.mix:
        items = _mixed(options, items, name)
    if options.sort:
        items = sort_edits(items)
    write_items(options, items, target, forms.settings, name)
    if target.from_text and target.form.is_annotated and not options.extract:
        message = (
            f"{name} has no edits: each line became a source; for the edits of a system give "
            "--source SRC --extract errata"
        )
        report(Finding("no-edits", message), 2)
    return 0
