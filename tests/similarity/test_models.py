"""Folders and files of models: what is taken, how it is known, and what is refused."""

import json
import pickle
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.similarity import tiny
from tests.similarity.tiny import WITH_MODELS
from tests.support import few_files, run

import errata
from errata import ErrataError, FileError, FormatError, InputError, MissingExtraError, OptionError, read_model
from errata.similarity.models import Encoder

pytestmark = WITH_MODELS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny.save(tmp_path / "model")


def test_signatures_change_with_the_weights(tmp_path: Path) -> None:
    """Not with the path; layer, engine and device are there too."""
    one, same, other = (tiny.save(tmp_path / name, seed=seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert read_model(one).fingerprint == read_model(same).fingerprint != read_model(other).fingerprint
    ran = run("score", *few_files(tmp_path), "-m", f"pt-m2:model={one},layer=2")
    assert f"|weights:bertscore|model:{read_model(one)}|layer:2|pooling:pieces|baseline:0|" in ran.out
    assert "|engine:onnxruntime-" in ran.out
    assert ran.out.rstrip().endswith("|device:cpu")
    (one / "vocab.txt").write_text("\n".join(tiny.VOCABULARY[::-1]), encoding="utf-8")
    assert Encoder(one).fingerprint != read_model(same).fingerprint


def test_users_are_told_where_the_time_went(folder: Path, tmp_path: Path) -> None:
    """If they ask, on standard error; the numbers are those of texts and pairs."""
    files = few_files(tmp_path)
    ran = run("score", *files, "-m", f"pt-m2:model={folder},layer=2", "--timing")
    found = re.search(
        r"note: .*: CPU time of the model so far: cutting into pieces \((\d+)\) [\d.]+ s, loading [\d.]+ s, "
        r"encoding texts \((\d+)\) [\d.]+ s, comparing pairs \((\d+)\) [\d.]+ s\n",
        ran.err,
    )
    assert found is not None
    model = read_model(folder)
    [pairs] = model.known.values()
    assert [int(found[2]), int(found[3])] == [len({text for pair in pairs for text in pair}), len(pairs)]
    assert "time" not in run("score", *files, "-m", f"pt-m2:model={folder},layer=2", "--device", "cpu").err
    refused = run("score", *files, "-m", "m2", "--timing")
    assert (refused.status, "--timing is for measures with a model" in refused.err) == (2, True)


def test_one_model_serves_all_measures(folder: Path) -> None:
    """It is loaded once, however often it is named."""
    assert read_model(folder) is read_model(f"{folder}/")
    assert errata.parse_measure(f"pt-m2:model={folder},layer=2") == errata.PtM2(model=read_model(folder), layer=2)


def test_models_travel_to_other_processes(folder: Path, tmp_path: Path) -> None:
    """Where they are loaded again; two workers count as one does."""
    model = read_model(folder)
    assert pickle.loads(pickle.dumps(model)).split(["a bus"]) == model.split(["a bus"])
    files = [*few_files(tmp_path), "-m", f"pt-m2:model={folder},layer=2"]
    assert run("score", *files, "--workers", 2).out == run("score", *files).out


def test_pieces_are_those_of_the_vocabulary(folder: Path) -> None:
    """The longest first, in small letters, with those around the text; a text that says [SEP] has one more."""
    texts = ["Walked to school.", "xyz don't", "", "ß"]
    assert read_model(folder).split(texts[:3]) == {text: tuple(tiny.split(text)) for text in texts[:3]}
    encoder = Encoder(folder)
    spelled = encoder.split(["a [SEP] b"])["a [SEP] b"]
    assert encoder.counting(spelled).tolist() == [False, True, False, True, False]


def test_long_texts_are_cut_and_that_is_said(folder: Path) -> None:
    """What the model cannot see has no weight."""
    encoder = Encoder(folder)
    [pieces] = encoder.split(["a " * 600]).values()
    assert (len(pieces), pieces[0], pieces[-2:]) == (512, tiny.CLS, (tiny.VOCABULARY.index("a"), tiny.SEP))
    [found] = encoder.remarks
    assert found.code == "cut-off"
    assert found.message.startswith("1 text has more than 512 pieces, the model's maximum; edits beyond")


def test_the_tokeniser_may_cut_texts_earlier(folder: Path) -> None:
    """As in BERTScore, where its configuration says so."""
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 20}', encoding="utf-8")
    [pieces] = Encoder(folder).split(["a " * 600]).values()
    assert (len(pieces), pieces[-1]) == (20, tiny.SEP)
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 1000000000000000019884624838656}', "utf-8")
    [pieces] = Encoder(folder).split(["a " * 600]).values()
    assert len(pieces) == 512


def test_a_tokeniser_of_another_model_is_refused(folder: Path) -> None:
    """Such as one without vocabulary, to which all words are alike; one that lacks a few pieces is not."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"vocab_size": config["vocab_size"] + 64}), "utf-8")
    assert Encoder(folder).split(["a bus"])
    (folder / "vocab.txt").write_text("\n".join(tiny.VOCABULARY[:5]), encoding="utf-8")
    n_embedded = config["vocab_size"] + 64
    message = rf"vocab\.txt has 5 pieces, but the model was made for {n_embedded} \(vocab_size in config\.json\); give"
    with pytest.raises(FormatError, match=message):
        Encoder(folder).split(["a bus"])


@pytest.mark.parametrize(
    ("layer", "message"),
    [(None, r"has 3 layers; .* choose one: layer=1 to layer=3$"), (4, "has 3 layers, so layer takes 0 to 3, not 4$")],
)
def test_layers_that_are_not_there(folder: Path, layer: int | None, message: str) -> None:
    """The usual one is known of encoders like BERT-base alone."""
    with pytest.raises(OptionError, match=message):
        errata.PtM2(model=read_model(folder), layer=layer)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 12}), encoding="utf-8")
    assert errata.PtM2(model=Encoder(folder)).layer == 9


def test_a_graph_with_the_last_layer_only(tmp_path: Path) -> None:
    """Gives that one; another is refused with what there is."""
    folder = tiny.save(tmp_path / "last", "onnx-last")
    lines = few_files(tmp_path)
    assert run("score", *lines, "-m", f"pt-m2:model={folder},layer=3").status == 0
    refused = run("score", *lines, "-m", f"pt-m2:model={folder},layer=2")
    assert refused.status == 2
    assert "does not give layer 2 (it gives last_hidden_state)" in refused.err
    assert "torch" not in refused.err
    tiny.save(folder, "safetensors")
    assert (
        "; or move it away, and torch runs model.safetensors"
        in run("score", *lines, "-m", f"pt-m2:model={folder},layer=1").err
    )


@pytest.mark.parametrize(
    ("removed", "message"),
    [
        ("config.json", "is not the folder of an encoder: it has no config.json; give a folder"),
        ("vocab.txt", "it has no tokenizer.json or vocab.txt;"),
        ("model.onnx", "it has no model.onnx or model.safetensors;"),
    ],
)
def test_folders_that_are_no_model(folder: Path, removed: str, message: str) -> None:
    """What is missing is named."""
    (folder / removed).unlink()
    with pytest.raises(InputError, match=message):
        read_model(folder)


def test_other_paths_that_are_no_model(tmp_path: Path, folder: Path) -> None:
    """Nothing there, a pickle, a text, a damaged graph, a damaged configuration."""
    with pytest.raises(FileError, match=r"none does not exist, and errata downloads no models; give the path of one"):
        read_model(tmp_path / "none")
    (tmp_path / "text").write_text("She goes home .\n", encoding="utf-8")
    with pytest.raises(FormatError, match="text, line 1: expected a word and its numbers"):
        read_model(tmp_path / "text")
    (tmp_path / "uneven").write_text("a 1 2\nb 1\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"uneven, line 2: expected a word and 2 numbers, .* found 'b 1'"):
        read_model(tmp_path / "uneven")
    (tmp_path / "more").write_text("a 1 2\nb 1 2 3\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"more, line 2: expected a word and 2 numbers, .* found 'b 1 2 3'"):
        read_model(tmp_path / "more")
    (folder / "model.onnx").write_bytes(b"nothing of the kind")
    with pytest.raises(FormatError, match=r"model\.onnx: no ONNX graph that can be run"):
        list(Encoder(folder).encode([(1, 2)], 2))
    (folder / "model.onnx").unlink()
    (folder / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(InputError, match="is a pickle, which can run any code: save the model again as safetensors"):
        read_model(folder)
    (folder / "model.safetensors").write_bytes(b"")
    for content in ("{", "[]", '{"n_layer": 12}'):
        (folder / "config.json").write_text(content, encoding="utf-8")
        with pytest.raises(FormatError, match=r"config\.json is not the configuration of an encoder such as BERT"):
            read_model(folder)


@pytest.mark.parametrize("name", ["bert-base-uncased", "google-bert/bert-base-uncased"])
def test_the_name_of_a_model_on_a_hub(name: str) -> None:
    """Is no path; the message has the command that makes it one."""
    with pytest.raises(FileError) as caught:
        read_model(name)
    files = "config.json tokenizer_config.json tokenizer.json model.safetensors"
    assert str(caught.value) == (
        f"{name} does not exist, and errata downloads no models; if it is one of the Hugging Face hub, run: "
        f"hf download {name} {files} --local-dir bert-base-uncased"
    )


def save_graph(path: Path, inputs: Sequence[str], shape: Sequence[str | int]) -> None:
    """Write a graph that sums its inputs, given as floats, into a last hidden state of another shape."""
    import onnx
    from onnx import TensorProto, helper

    nodes = [helper.make_node("Cast", [inputs[0]], ["cast"], to=TensorProto.FLOAT)]
    nodes.append(helper.make_node("Identity", ["cast"], ["last_hidden_state"]))
    graph = helper.make_graph(
        nodes,
        "odd",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), str(path))


def test_graphs_that_are_no_encoder(folder: Path) -> None:
    """Other inputs, no vector for each piece, or another vocabulary: never a traceback."""
    save_graph(folder / "model.onnx", ["tokens", "mask"], ["batch", "length"])
    with pytest.raises(FormatError, match=r"takes tokens, mask; the graph of an encoder takes token_type_ids"):
        list(Encoder(folder).encode([(1, 2)], 3))
    save_graph(folder / "model.onnx", ["input_ids"], ["batch", "length"])
    with pytest.raises(FormatError, match=r"gave an array of shape \(1, 2\) for 1 texts of 2 pieces; an encoder gives"):
        list(Encoder(folder).encode([(1, 2)], 3))
    tiny.save(folder)
    with pytest.raises(FormatError, match=r"onnx cannot run on these texts \(.*; weights, .* must be of one model"):
        list(Encoder(folder).encode([(1, 9999)], 3))


def test_models_go_with_their_weights(folder: Path, tmp_path: Path) -> None:
    """Word vectors are no encoder, nor the other way round."""
    (tmp_path / "words").write_text("a 1\n", encoding="utf-8")
    with pytest.raises(OptionError, match="is for weights=bertscore, not for weights=embedding"):
        errata.parse_measure(f"pt-m2:weights=embedding,model={folder}")
    with pytest.raises(OptionError, match="is for weights=embedding, not for weights=bertscore"):
        errata.parse_measure(f"pt-m2:model={tmp_path / 'words'}")


@pytest.mark.parametrize("package", ["tokenizers", "onnxruntime"])
def test_without_the_extra_the_message_has_the_command(
    folder: Path, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that helps."""
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"{package}.*pip install 'errata\[models\]'"):
        list(Encoder(folder).encode(list(Encoder(folder).split(["a"]).values()), 2))
    assert issubclass(MissingExtraError, ErrataError)


@pytest.mark.parametrize("package", ["tokenizers", "torch"])
def test_without_torch_the_message_has_the_command(
    tmp_path: Path, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a folder without an ONNX file; it brings the tokenisers along, so the extra is not needed, too."""
    folder = tiny.save(tmp_path / "model", "safetensors")
    monkeypatch.setitem(__import__("sys").modules, package, None)
    message = rf"has no ONNX file, .* \({package} is not installed\); run: pip install torch transformers$"
    with pytest.raises(MissingExtraError, match=message):
        list(Encoder(folder).encode(list(Encoder(folder).split(["a"]).values()), 2))


def test_devices(folder: Path) -> None:
    """One that is not there is refused."""
    with pytest.raises(OptionError, match="device takes cpu or cuda, not 'tpu'"):
        read_model(folder, device="tpu")
    with pytest.raises(InputError, match="device=cuda needs an onnxruntime made for it"):
        list(read_model(folder, device="cuda").encode([(1, 2)], 2))


def test_progress_is_told(folder: Path, tmp_path: Path) -> None:
    """Of the texts that are encoded."""
    told: list[tuple[str, int, int]] = []
    gold, lines = few_files(tmp_path)
    measure = errata.PtM2(model=Encoder(folder), layer=2)
    errata.score(gold, lines, measures=[measure], progress=lambda *said: told.append(said))
    encoding = [said for said in told if said[0] == "encoding texts"]
    assert len(encoding) > 1
    assert encoding[-1][1] == encoding[-1][2]
