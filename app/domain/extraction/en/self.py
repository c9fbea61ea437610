"""Who somebody is, in English: names, age, birthday, origin, home, health, body. Said of the user or of close kin.

Kinds of saying: "i'm Sam", "my name is …", "call me …", "you can drop the Dr., just X is fine", "my pronouns are …",
"they/them"; "i'm 34", "34yo", "just turned 30", "in my 40s", "born in 1990", "my birthday is …"; "from …", "grew up
in …"; "live in/near …", "based in …", "moved to …", "relocated to …", "been in … for years", "live on a boat", "live
with my parents", "rent a studio", "bought a house"; "have diabetes", "am asthmatic", "diagnosed with …", "8 months
sober", "12 weeks pregnant", "wear glasses", "had knee surgery", "take metformin", "on insulin", "blood type O+",
"5'11", "weigh 80 kg"; "i'm Muslim/Polish/gay", "left-handed", "a night owl".
"""

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.health import HEALTH_RULES
from app.domain.extraction.en.names import read_name
from app.domain.extraction.en.rules import run
from app.domain.extraction.en.self_patterns import RULES


def read_self(clause: Clause, found: Found) -> None:
    """Add names, age, origin, home, health and the like that a clause says of the user or of kin."""
    if clause.subject is None or clause.subject.relation == "user":
        read_name(clause, found)
    run(RULES, clause, found)
    run(HEALTH_RULES, clause, found)
