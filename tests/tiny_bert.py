"""A sentence encoder of random weights, in the files that real ones come in, and a plain reading of its formulas."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DIMS, HEADS, LAYERS, WIDE, POSITIONS = 8, 2, 2, 16, 16
LONGEST = 12
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "i", "live", "in", "bergen", "rain", "##coat", "my", "dog", "hates", "."]

Tensors = dict[str, NDArray[np.float32]]


def random_tensors(seed: int = 0) -> Tensors:
    """Weights that are far from those of a trained model, so that every part of the sums shows."""
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(WORDS), DIMS),
        "embeddings.position_embeddings.weight": (POSITIONS, DIMS),
        "embeddings.token_type_embeddings.weight": (2, DIMS),
        "embeddings.LayerNorm.weight": (DIMS,),
        "embeddings.LayerNorm.bias": (DIMS,),
    }
    for layer in range(LAYERS):
        for part, out, into in (
            *((f"attention.self.{name}", DIMS, DIMS) for name in ("query", "key", "value")),
            ("attention.output.dense", DIMS, DIMS),
            ("intermediate.dense", WIDE, DIMS),
            ("output.dense", DIMS, WIDE),
        ):
            shapes[f"encoder.layer.{layer}.{part}.weight"] = (out, into)
            shapes[f"encoder.layer.{layer}.{part}.bias"] = (out,)
        for part in ("attention.output", "output"):
            shapes[f"encoder.layer.{layer}.{part}.LayerNorm.weight"] = (DIMS,)
            shapes[f"encoder.layer.{layer}.{part}.LayerNorm.bias"] = (DIMS,)
    return {name: rng.normal(0, 0.7, shape).astype(np.float32) for name, shape in shapes.items()}


def write_safetensors(path: Path, tensors: Tensors) -> None:
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, tensor in tensors.items():
        raw = tensor.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    written = json.dumps(header).encode()
    written += b" " * (-len(written) % 8)
    path.write_bytes(len(written).to_bytes(8, "little") + written + data)


def write_model(folder: Path, tensors: Tensors | None = None, **config: object) -> Path:
    """A model's folder. Its tokenizer asks for padding, as that of all-MiniLM-L6-v2 does."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "model.safetensors", random_tensors() if tensors is None else tensors)
    tokenizer = Tokenizer(models.WordPiece({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.enable_padding(length=POSITIONS, pad_id=0, pad_token="[PAD]")
    tokenizer.enable_truncation(6)
    tokenizer.save(str(folder / "tokenizer.json"))
    tokens = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]"}
    files: dict[str, object] = {
        "config.json": {
            "model_type": "bert", "architectures": ["BertModel"], "hidden_size": DIMS, "num_attention_heads": HEADS,
            "num_hidden_layers": LAYERS, "intermediate_size": WIDE, "max_position_embeddings": POSITIONS,
            "hidden_act": "gelu", "layer_norm_eps": 1e-12, "vocab_size": len(WORDS), "type_vocab_size": 2, **config,
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": LONGEST,
            **{f"{name}_token": token for name, token in tokens.items()},
        },
        "sentence_bert_config.json": {"max_seq_length": LONGEST, "do_lower_case": False},
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": DIMS, "pooling_mode_mean_tokens": True},
    }  # fmt: skip
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(content), "utf-8")
    return folder


def token_ids(text: str) -> list[int]:
    """Word pieces of texts made of `WORDS`, at most `LONGEST` with the marks at both ends."""
    known = {word: place for place, word in enumerate(WORDS)}
    ids: list[int] = []
    for word in text.lower().replace(".", " . ").split():
        if word == "raincoat":
            ids += [known["rain"], known["##coat"]]
        else:
            ids.append(known.get(word, known["[UNK]"]))
    return [known["[CLS]"], *ids[: LONGEST - 2], known["[SEP]"]]


def reference(tensors: Tensors, text: str) -> NDArray[np.float64]:
    """The vector of one text by the formulas, a token and a head at a time, in double precision."""
    t = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}

    def affine(name: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return t[f"{name}.weight"] @ x + t[f"{name}.bias"]

    def norm(name: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return (x - x.mean()) / math.sqrt(x.var() + 1e-12) * t[f"{name}.weight"] + t[f"{name}.bias"]

    def gelu(x: float) -> float:
        return x * 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))

    rows = [
        norm(
            "embeddings.LayerNorm",
            t["embeddings.word_embeddings.weight"][id]
            + t["embeddings.position_embeddings.weight"][place]
            + t["embeddings.token_type_embeddings.weight"][0],
        )
        for place, id in enumerate(token_ids(text))
    ]
    depth = DIMS // HEADS
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        queries, keys, values = (
            [affine(f"{layer}.attention.self.{part}", row) for row in rows] for part in ("query", "key", "value")
        )
        new = []
        for place, row in enumerate(rows):
            seen = []
            for head in range(HEADS):
                part = slice(head * depth, (head + 1) * depth)
                weights = [math.exp(queries[place][part] @ key[part] / math.sqrt(depth)) for key in keys]
                pairs = zip(weights, values, strict=True)
                seen.append(sum(weight * value[part] for weight, value in pairs) / sum(weights))
            x = norm(
                f"{layer}.attention.output.LayerNorm",
                row + affine(f"{layer}.attention.output.dense", np.concatenate(seen)),
            )
            wide = np.array([gelu(value) for value in affine(f"{layer}.intermediate.dense", x)])
            new.append(norm(f"{layer}.output.LayerNorm", x + affine(f"{layer}.output.dense", wide)))
        rows = new
    mean = np.mean(rows, axis=0)
    return mean / np.linalg.norm(mean)
