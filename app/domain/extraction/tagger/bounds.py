"""From which chance on a claim of the rules is believed, and what the tagger finds is taken."""

from typing import Final

from app.domain.encoder.tuned import encoder
from app.domain.extraction.models import USER, Statement
from app.domain.extraction.tagger.model import Tagged

LEAST_CHANCE: Final = 0.42
"""A value is taken from this chance on. Measured: decisions 0023, 0033 and 0039."""
LEAST_FOR_NOTE: Final = 0.55
"""A value of an uncertain kind, which can only be noted, from this one on."""
LEAST_READ: Final = 0.05
"""By so much less where the encoder read and is sure of the kind: decision 0038."""
LEAST_FOR_ODD_NOTE: Final = 0.6
"""One that the encoder takes for a note, not surely, from this one on ("still got ten fingers")."""
_LEAST_SURE_NOTE: Final = 0.7
_LEAST_SURE: Final = 0.55
_NOTED: Final = frozenset({"other", "family"})
LEAST_FOR_SINGLE: Final = 0.7
"""An attribute of which only the newest value stands needs as much, and as sure a key; else the value is a note."""
LEAST_FOR_SINGLE_READ: Final = 0.55
"""As much where the encoder read it, whose chances are nearer to how often it is right."""
LEAST_FOR_CLAIM: Final = 0.12
"""What the rules stated is believed from this chance on."""
LEAST_FOR_SURE_CLAIM: Final = 0.1
"""What they are sure of, from this one on. Measured: decision 0040."""
LEAST_FOR_CLAIM_READ: Final = 0.18
"""Both, where there is an encoder, whose chances are nearer to how often it is right. Measured: decision 0043."""
LEAST_TO_REPLACE: Final = 0.3
"""What the rules claim takes the place of what is known from this one on: a wrong value there is two wrong values."""

CONFIDENCE: Final = 0.5
CONFIDENCE_SURE: Final = 0.65
LEAST_PLAIN: Final = 0.8
"""What is found is vague, and takes nothing's place, unless value and kind are as sure as the last."""
LEAST_WHERE_ODD: Final = 0.75
"""Where a word of irony or of the past stands, or others are asked about, from this one on; what a rule claims there,
too, if the encoder read.
"""
LEAST_FOR_NOTE_OF_KIN: Final = 0.5
"""A rule's note about kin ("keeps pushing Gatsby") is believed from this one on."""
LEAST_FOR_NAME: Final = 0.35
"""A rule's claim of the user's own name is believed from this one on: the encoder knows names."""
LEAST_WHERE_MENDED: Final = 0.6
"""Beside corrections and retractions a value is taken from this chance on."""
_SURE: Final = 0.75
"""The least confidence of what the rules are sure of."""
_PROMISED: Final = "commitment"
"""Rules know a promise by its verb ("gave him my word"), and are sure of it; so of what ends by itself."""
_REACHED: Final = frozenset({"contact_time", "contact_channel"})
"""Of these the encoder has seen too few to judge what a rule says of them."""
_ASKED: Final = frozenset({"rule", "wants"})
LEAST_FOR_WISH: Final = 0.05
"""What is asked of the assistant in so many words is believed from this one on."""
_NEVER_REFUSED: Final = frozenset({"", "remember"})
"""What is meant by something said before, and what somebody asks outright to have remembered."""


def least_for_claim(claim: Statement) -> float:
    if claim.attribute in _NEVER_REFUSED:
        return 0.0
    if claim.attribute == "about" and claim.subject != USER and encoder() is not None:
        return LEAST_FOR_NOTE_OF_KIN
    if claim.attribute == "name" and claim.subject == USER and encoder() is not None:
        return LEAST_FOR_NAME
    if claim.valid_to is not None or claim.attribute == _PROMISED:
        return 0.0
    if claim.attribute in _ASKED:
        return LEAST_FOR_WISH
    if encoder() is not None and claim.attribute not in _REACHED:
        return LEAST_FOR_CLAIM_READ
    sure = claim.confidence >= _SURE
    return LEAST_FOR_SURE_CLAIM if sure else LEAST_FOR_CLAIM


def least_for_found(tagged: Tagged) -> float:
    if tagged.key == "other" and tagged.sure < _LEAST_SURE_NOTE and tagged.is_read:
        return LEAST_FOR_ODD_NOTE
    if tagged.sure < _LEAST_SURE or tagged.key in _NOTED:
        return LEAST_FOR_NOTE
    return LEAST_CHANCE - LEAST_READ * tagged.is_read


def least_for_single(tagged: Tagged) -> float:
    return LEAST_FOR_SINGLE_READ if tagged.is_read else LEAST_FOR_SINGLE


def is_plain(tagged: Tagged) -> bool:
    """Whether the encoder sees a value and its kind so clearly that it may take the place of what is known."""
    return tagged.is_read and tagged.chance >= LEAST_PLAIN and tagged.sure >= LEAST_PLAIN


def is_sure(tagged: Tagged) -> bool:
    """Whether it is sure enough which kind of fact a value is to take the place of another."""
    return tagged.sure >= least_for_single(tagged)
