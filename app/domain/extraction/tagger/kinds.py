"""The kinds of facts that values of messages are marked with."""

from typing import Final

from app.domain.extraction.wording import words

KEYS: Final = words(
    "name nickname age birthday gender home origin address job employer study school family family_name family_age "
    "family_job family_home family_health family_likes pet pet_name pet_age likes dislikes hobby diet allergy health "
    "medication drink food language tool car possession goal commitment deadline schedule plan style call contact "
    "budget income religion status experience height weight rule avoid other"
)
