"""Which layers hold a memory, and what they are called."""

from app.domain.models import LayerName, Layers

_NAMES: tuple[tuple[Layers, LayerName], ...] = (
    (Layers.WORKING, "working"),
    (Layers.EPISODIC, "episodic"),
    (Layers.SEMANTIC, "semantic"),
    (Layers.KNOWLEDGE, "knowledge"),
)
_BY_NAME: dict[LayerName, Layers] = {name: layer for layer, name in _NAMES}
_HIGHEST: dict[int, LayerName] = {number: _NAMES[number.bit_length() - 1][1] for number in range(1, 16)}


def layers_for(importance: float, *, semantic: float, episodic: float, pinned: bool = False) -> Layers:
    """Return where a memory of this importance goes: every layer, working and episodic, or working memory only.

    What is pinned outlives its session, and is in episodic memory at least.
    """
    if importance >= semantic:
        return Layers.WORKING | Layers.EPISODIC | Layers.SEMANTIC
    if importance >= episodic or pinned:
        return Layers.WORKING | Layers.EPISODIC
    return Layers.WORKING


def layer_names(layers: Layers) -> tuple[LayerName, ...]:
    """Return the names of a set of layers, from working up."""
    return tuple(name for layer, name in _NAMES if layer in layers)


def layer_mask(names: tuple[LayerName, ...]) -> Layers:
    """Return the set of layers that a request names; an empty request names all."""
    if not names:
        return Layers.WORKING | Layers.EPISODIC | Layers.SEMANTIC | Layers.KNOWLEDGE
    mask = Layers.NONE
    for name in names:
        mask |= _BY_NAME[name]
    return mask


def highest_layer(layers: int) -> LayerName:
    """Return the name of the highest layer in a set that is not empty (raises KeyError for one that is)."""
    return _HIGHEST[int(layers)]
