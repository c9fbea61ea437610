"""Whom each clause of a Chinese message is about: the user, somebody close, the assistant, or somebody else.

Chinese drops subjects: a clause without one goes on about whom the clause before was about. "他/她/它" is the person or
pet named last. "我老婆说…" and "同事说…" report, and state nothing; "医生说我…" states. "帮我老公点…" is about the
husband, "给领导挑…" is the user's own errand, of which only the budget is theirs.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from app.domain.extraction.models import USER, Subject
from app.domain.extraction.zh.called import is_rank, named_beside
from app.domain.extraction.zh.gates import kept_of_question, supposes
from app.domain.extraction.zh.kin import GENERIC_PETS, KIN, KIN_RE, PET_RE, PETS, SHORT_KIN
from app.domain.extraction.zh.strangers import is_stranger
from app.domain.extraction.zh.subjects_patterns import (
    BOTH,
    DOCTOR,
    ERRAND,
    HEARSAY,
    HOUSEHOLD,
    KIN_PATTERN,
    ME,
    MINE,
    NAMED,
    NEW_TURN,
    OPENING,
    OTHER,
    OTHERS_THING,
    PET,
    REPORT,
    REPORTED_OF_ME,
    REQUEST,
    WHEN_OPENS,
    Role,
)
from app.domain.extraction.zh.text import Clause

_PRONOUN: Final = re.compile(
    r"(?:他们|她们|它们|他|她|它|ta(?![a-z])|这家伙|小家伙|小东西|人家|俩货)(?:俩|家)?(?P<of>的)?"
)
_NAMING: Final = re.compile(
    r"(?:是|就|也|都|本来|现在)*(?:(?:小|大|乳|全|本|学)?名(?:字)?(?:叫做?|是|就叫|"
    r"起的?是|取的?是|:)?|(?:起|取)(?:了)?个?名(?:字)?(?:叫做?|是)?|叫做?|唤作)"
    r"(?P<name>[\u4e00-\u9fff]{1,4}?|[a-z][a-z.]{0,15}(?: [a-z]+)?)(?=$|今年|现在|"
    r"刚|已经|才|快|[,，、]|\d|[一两三四五六七八九十]+(?:岁|个?月)|一只|在|是|上|"
    r"读|不|呀|啊|哦|喔|呢|哈|啦|了$|这名)"
)
_SOMEONE: Final = re.compile(
    r"(?!我|你|您|他|她|它|咱|俺|昨|今|明|现|上|下|正|好|还|都|已|这|那|早|从|以|"
    r"每|周|终|其|快|马|刚|大家|真|就|也|又|不|有|没|在|是|可|虽|虚|周|本|的|年|"
    r"满)(?P<name>[^我你他她它的了是在不没最近天年月日周初今昨明现刚才很都也就还说想要会能到过去来上下"
    r"前后里外左右家妈爸们个只\W\da-z_]{2,3}?)"
    r"(?=(?:昨天|今天|前天|上周|上个?月|刚刚?|明天|已经|今年|现在|都|也|快|马上|"
    r"早就|下个?月){0,3}(?:过(?:完)?生日|满月|(?:满)?[\d一二两三四五六七八九十]{1,3}(?:岁|"
    r"个月(?=大|了|啦|$))|"
    r"(?:也|都|现在)?不(?:再)?(?:学|练|上|玩|爱吃|喜欢|吃|去|怕)[^,，了]{1,8}了|(?:上|读|升|念)(?:小学|"
    r"初中|高中|大学|幼儿园|[初高大][一二三四]|[一二三四五六七八九]年级|[大中小]班)|"
    r"(?:改学|改吃|改[踢练打跳弹画玩读上养骑喝用]|走了|去世|考上(?=.{2}))))"
)
_DOUBLED_NAME: Final = re.compile(
    r"(?P<name>(?!天天|年年|月月|日日|常常|刚刚|慢慢|渐渐|偏偏|偷偷|悄悄|好好|看看|想想|说说|等等|妈妈|爸爸|"
    r"哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|公公|"
    r"婆婆|叔叔|姑姑|舅舅|伯伯|宝宝|猫猫|狗狗|娃娃|试试|早早|远远|统统|往往|仅仅|恰恰|人人|家家|个个|样样|处处|"
    r"时时|次次|哈哈|呵呵|嘿嘿|嘻嘻|呜呜|嗯嗯|"
    r"对对|是是|行行|谢谢|拜拜|多多|大大|小小|久久|星星|听听|聊聊|走走|歇歇|快快|乖乖|迟迟|默默|明明|白白|稍稍|"
    r"深深|满满|通通|纷纷|本本|条条|只只)"
    r"(?P<_d>[\u4e00-\u9fff])(?P=_d))(?=对[^,，]{1,8}过敏|今年|今天|昨天|前天|刚|都|也|已经|上|在|住|喜欢|爱|"
    r"怕|不|最|会|改|学|属|生日|"
    r"的?(?:病|药|学校|班)|满|[\d一二两三四五六七八九十]+岁|特|超|很|就|现在|开始|从)"
)
"""A doubled character as a name at the start ("朵朵对花生过敏"): of the card's people, never the user."""
_OUR_OWN: Final = re.compile(
    r"(?:我|俺|咱)(?:们)?家(?P<name>(?P<_d>[\u4e00-\u9fff])(?P=_d))(?=刚|才|今年|\d|[一二三四五六七八九]岁|上|读|"
    r"学|会|特|最怕|下个?[月周]|马上)"
)
_ELDER: Final = re.compile(r"(?:大|小|老)的(?:那?个)?(?=[\u4e00-\u9fff\d])(?!时候|话|是)")
"""A bare name at the start of what is surely told of a person or pet: whoever of the card carries it."""
_ITS_NAME: Final = re.compile(r"(?:名叫|名字叫|名字是|取名|起名|小名|叫)")


@dataclass(frozen=True, slots=True)
class Told:
    """A clause with its subject: `body` and `end` bound the predicate in `clause.plain`; `role` tells who it is about.

    `word` is the kin or pet word used, `explicit` whether the clause itself names the subject. `front` is where what
    stands before a subject in mid-clause begins ("瑜伽课 | 我退掉了"); it is `body` elsewhere. `mentioned` is whom the
    message spoke of last besides the user, `opened` the clause before in the same sentence.
    """

    clause: Clause
    role: Role
    subject: Subject
    body: int
    end: int
    word: str = ""
    explicit: bool = False
    front: int = 0
    mentioned: Subject | None = None
    opened: str = ""

    @property
    def text(self) -> str:
        """The predicate, folded."""
        return self.clause.plain[self.body : self.end]

    def part(self, start: int, end: int) -> str:
        """Return what was typed at a place found in `text`."""
        return self.clause.typed[self.body + start : self.body + end]


def naming(text: str) -> re.Match[str] | None:
    """Return the match of "叫朵朵", "小名糯米" at the start of a predicate, with the group `name`."""
    return _NAMING.match(text)


class Teller:
    """Goes through the clauses of one message in order and tells whom each is about."""

    def __init__(self) -> None:
        """Begin with the user as the topic."""
        self._role: Role = "user"
        self._topic: Subject = USER
        self._word = ""
        self._person: Subject | None = None
        self._names: dict[str, Subject] = {}
        self._supposing = -1
        self._turn = 0

    def tell(self, clauses: list[Clause]) -> list[Told]:
        """Return those clauses that state something, with their subjects."""
        told: list[Told] = []
        for place, clause in enumerate(clauses):
            if NEW_TURN.match(clause.plain):
                self._turn += 1
                self._role, self._topic = "user", USER
            if supposes(clause.plain):
                self._supposing = clause.sentence * 1000 + self._turn
            before = clauses[place - 1] if place else None
            one = replace(
                self._tell(clause), opened=before.plain if before and before.sentence == clause.sentence else ""
            )
            if one.end <= one.body and REQUEST.match(clause.plain):
                one = replace(one, role="you", body=0, end=len(clause.plain))
            if self._supposing != clause.sentence * 1000 + self._turn and one.end > one.body:
                told.append(one)
        return told

    def _tell(self, clause: Clause) -> Told:
        plain = clause.plain
        start = 0
        for _ in range(4):
            opening = OPENING.match(plain, start)
            if not opening or opening.end() == start or opening.end() >= len(plain):
                break
            start = opening.end()
        role, subject, body, word, explicit = self._who(clause, start)
        if role == "close" and REPORT.match(plain, body):
            role, explicit = "other", False
        self._role, self._topic, self._word = role, subject, word
        end = kept_of_question(plain, clause.ending)
        if role == "close":
            subject = self._name(subject, plain[body:], clause, body)
            self._topic = self._person = subject
        front = start if plain[start:body].endswith("我") and body - start > 2 else body
        if role == "user" and self._person and not explicit and _ITS_NAME.match(plain, body):
            role = "close"
            subject = self._topic = self._person = self._name(self._person, plain[body:], clause, body)
        return Told(clause, role, subject, body, end, word, explicit, front, self._person)

    def _who(self, clause: Clause, start: int) -> tuple[Role, Subject, int, str, bool]:
        """Return role, subject, start of the predicate, kin word, and whether the clause itself names the subject."""
        plain = clause.plain
        if HEARSAY.match(plain):
            return "other", USER, start, "", True
        if doctor := DOCTOR.match(plain, start):
            return "user", USER, doctor.end(), "", True
        if HOUSEHOLD.match(plain, start):
            return "other", USER, start, "", True
        when = WHEN_OPENS.match(plain, start)
        errand = ERRAND.match(plain, when.end() if when else start)
        if errand and (close := self._close(plain, errand.end(), errand=True)):
            return "close", *self._called(clause, close), True
        if errand and OTHER.match(plain, errand.end()):
            return "errand", USER, errand.end(), "", True
        close = self._close(plain, start, errand=False)
        if close := close or (self._close(plain, when.end(), errand=False) if when else None):
            if OTHER.match(plain, close[1]) and plain[close[1] - 1] == "的":
                return "other", USER, close[1], "", True
            return "close", *self._called(clause, close), True
        if OTHER.match(plain, start) or OTHERS_THING.search(plain) or is_stranger(plain, start):
            return "other", USER, start, "", True
        for name, subject in self._names.items():
            if plain.startswith(name, start):
                return "close", subject, start + len(name), "", True
        if pronoun := _PRONOUN.match(plain, start):
            if self._person is None or self._role == "other":
                return "other", USER, pronoun.end(), "", True
            return "close", self._person, pronoun.end(), "", True
        if plain.startswith(("你", "您"), start):
            return "you", USER, start, "", True
        if (
            self._person
            and self._person.relation in ("child", "son", "daughter")
            and (elder := _ELDER.match(plain, start))
        ):
            return "close", Subject(self._person.relation, elder[0][0] + "的"), elder.end(), "", True
        if child := _OUR_OWN.match(plain, start):
            subject = Subject("child", clause.part(*child.span("name")))
            self._names[child["name"]] = subject
            return "close", subject, child.end(), "", True
        if someone := _SOMEONE.match(plain, start) or _DOUBLED_NAME.match(plain, start):
            subject = Subject("", someone["name"])
            return "close", subject, someone.end("name"), "", True
        if me := ME.match(plain, start):
            self._mention(plain, me.end())
            both = BOTH.match(plain, me.end())
            return "user", USER, both.end() if both else me.end(), "", True
        return self._without_subject(plain, start)

    def _without_subject(self, plain: str, start: int) -> tuple[Role, Subject, int, str, bool]:
        """Look for "我" a little later ("听歌我只听…"); else go on about whom the clause before was about."""
        at = plain.find("我", start, start + 24)
        if start < at < len(plain) - 1 and not REPORTED_OF_ME.search(plain[start:at]):
            me = ME.match(plain, at)
            return "user", USER, me.end() if me else at + 1, "", True
        if self._role in ("other", "you", "errand") and MINE.search(plain):
            return "user", USER, start, "", False
        if self._role == "you":
            return "user", USER, start, "", False
        self._mention(plain, start)
        return self._role, self._topic, start, self._word, False

    def _close(self, plain: str, start: int, errand: bool) -> tuple[Subject, int, str] | None:
        """Return the family member or pet named at a place, where the predicate starts, and the word used."""
        kin = KIN_PATTERN.match(plain, start)
        if kin and (kin["own"] or errand or not (kin["kin"] in SHORT_KIN and not kin["rank"])):
            word = (kin["rank"] or "") + kin["kin"]
            relation = KIN[kin["kin"]]
            rank = kin["rank"] in ("大", "小", "二", "三") and relation in (
                "son",
                "daughter",
                "child",
                "brother",
                "sister",
            )
            ranked = word if rank or kin["kin"] in ("大宝", "二宝", "老大", "老二", "老三", "三宝") else ""
            return Subject(relation, self._named_as(relation, ranked)), kin.end(), word
        pet = PET.match(plain, start)
        if pet and (pet["own"] or NAMED.match(plain, pet.end())):
            relation = PETS[pet["kin"]]
            return Subject(relation, self._named_as(relation, "")), pet.end(), pet["kin"]
        return None

    def _called(self, clause: Clause, close: tuple[Subject, int, str]) -> tuple[Subject, int, str]:
        """Return a family member or pet with the name right behind the word for them ("我老公柏翰比我…")."""
        plain = clause.plain
        subject, at, word = close
        beside = named_beside(plain, at, subject.relation in ("cat", "dog", "pet"))
        if not beside or (subject.name and not is_rank(subject.name)) or plain[at - 1] == "的":
            return close
        start, end = beside
        typed = clause.typed[start:end].strip()
        subject = Subject(subject.relation, typed)
        self._names[plain[start:end].strip()] = subject
        return subject, end, word

    def _named_as(self, relation: str, ranked: str) -> str:
        """Return the name under which this relation was spoken of before in the message, else its rank ("大女儿")."""
        for name, subject in self._names.items():
            if subject.relation == relation and (not ranked or subject.name == ranked):
                return name
        return ranked

    def _name(self, subject: Subject, text: str, clause: Clause, body: int) -> Subject:
        """Return the subject under the name that the clause gives it, if it does."""
        named = naming(text)
        if not named or (subject.name and subject.name in self._names):
            return subject
        name = clause.typed[body + named.start("name") : body + named.end("name")]
        subject = Subject(subject.relation, name)
        self._names[named["name"]] = subject
        return subject

    def _mention(self, plain: str, start: int) -> None:
        """Remember a person or pet that a clause of the user's mentions, for a later "他" or "它"."""
        for found in re.finditer(
            rf"(?:我|我家|家里|新来的|新到的|跟|和|有|养|年的|陪|带|个|俩|仨|一对|只|条|捡|领养|收养|"
            rf"买|接|抱)(?:回|到|来)?(?:了|着|的|一|个|只|条|两)*(?P<word>{KIN_RE}|{PET_RE})",
            plain[start:],
        ):
            word = found["word"]
            self._person = Subject(KIN.get(word) or PETS[word], "")


def is_breed(word: str) -> bool:
    """Whether a pet word names a breed, or at least more than cat, dog or pet."""
    return word in PETS and word not in GENERIC_PETS
