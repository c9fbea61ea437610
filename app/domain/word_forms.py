"""English forms that no stemmer traces back to their word: "bought" for "buy", "children" for "child".

Questions are put in base forms ("What did she buy?") and answered in past ones ("I bought a lamp"). Forms that are
more often another word are left out: "left", "rose", "bit", "lives", "leaves", "wound", "ground".
"""

from typing import Final

_FORMS: Final = """
become became; begin began begun; bend bent; bite bitten; blow blew blown; break broke broken; bring brought; build
built; burn burnt; buy bought; catch caught; choose chose chosen; come came; creep crept; deal dealt; dig dug; draw
drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; fly flew flown; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get
got gotten; give gave given; go goes went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held;
keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; learn learnt; lend lent; light lit; lose
lost; make made; mean meant; meet met; pay paid; prove proven; ride rode ridden; ring rang rung; rise risen; run ran;
say said; see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show
shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken;
spend spent; spill spilt; spin spun; spoil spoilt; stand stood; steal stole stolen; stick stuck; sting stung; strike
struck; swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken; teach taught; tear tore torn;
tell told; think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn; weave wove
woven; weep wept; win won; withdraw withdrew withdrawn; write wrote written; child children; foot feet; goose geese;
half halves; knife knives; loaf loaves; man men; mouse mice; person people; shelf shelves; thief thieves; tooth teeth;
wife wives; wolf wolves; woman women
"""
BASE_FORMS: Final[dict[str, str]] = {
    form: base for base, *forms in (entry.split() for entry in _FORMS.split(";")) for form in forms
}
"""The base form by its irregular forms, all lower case."""
