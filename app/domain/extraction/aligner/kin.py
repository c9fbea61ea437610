"""Whether a message names the kin whose fact it may be about."""

from app.domain.extraction.aligner.views import mention_of, message_view
from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.zh.kin import KIN as ZH_KIN


def names_kin(text: str, relation: str, name: str = "") -> bool:
    """Whether a message names the kin whose fact it is, by relation or name; what is the user's own always is."""
    if relation == "user":
        return True
    view = message_view(text)
    forms = {token.form.removesuffix("'s") for token in view.tokens}
    if any(EN_KIN.get(form) == relation for form in forms):
        return True
    if name and mention_of(view, name).at:
        return True
    plain = "".join(token.form for token in view.tokens)
    return any(of == relation and word in plain for word, of in ZH_KIN.items() if not word.isascii())
