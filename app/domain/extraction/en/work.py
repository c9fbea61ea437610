"""Work, in English, said of the user or of close kin; school and money, whose rules are in `en_school`.

Kinds of saying: "i'm a nurse (at …)", "work as/at/for/in …", "run a bakery", "teach maths", "fix clocks for a living",
"self-employed", "retired after …", "nights", "from home"; "joined …", "became a …"; "study …", "a degree in …";
"earn …", "rent is …", "budget of …", "can spend …"; "commute by …".
"""

from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.rules import compiled, run
from app.domain.extraction.en.school import MONEY_RULES, SCHOOL_RULES
from app.domain.extraction.en.work_patterns import JOB_RULES
from app.domain.extraction.models import USER

_PAYING: Final = compiled(r"(?:am |are )?(?:now |still |currently )*pay(?:ing)?(?: about| around)* (?P<v>{MONEY})")


def read_work(clause: Clause, found: Found) -> None:
    """Add jobs, employers, schools and sums of money that a clause says of the user or of kin."""
    run(SCHOOL_RULES, clause, found)
    if not any(one.attribute in ("major", "grade") for one in found.statements[-2:]) or " at " in clause.rest:
        run(JOB_RULES, clause, found)
    run(MONEY_RULES, clause, found)
    if clause.subject == USER and "rent" in clause.sentence.casefold() and (match := _PAYING.match(clause.rest)):
        found.add("rent", match["v"])
