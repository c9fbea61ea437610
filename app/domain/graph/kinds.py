"""What kind of thing a fact's value is, by its attribute and its form."""

import re
from typing import Final

from app.domain.graph.models import EntityType

_ATTRIBUTES: Final[dict[EntityType, str]] = {
    "place": (
        "home address city country region hometown birthplace residence location office_location lives_in "
        "住址 地址 城市 国家 家乡 籍贯 居住地"
    ),
    "organisation": (
        "employer workplace company school university college department organisation organization 公司 单位 学校 部门"
    ),
    "person": "boss manager doctor teacher assistant neighbour neighbor colleague 老板 领导 医生 老师 同事 邻居",
    "value": (
        "age birthday gender zodiac height weight eyesight blood_type phone email wechat income rent budget work_years "
        "work_hours wake_time bed_time contact_time timezone reply_style reply_length grade 年龄 生日 身高 体重"
    ),
}
_TYPE_OF: Final = {attribute: type for type, attributes in _ATTRIBUTES.items() for attribute in attributes.split()}
_SENTENCE_CHARS: Final = 40
_HAS_LETTER: Final = re.compile(r"[^\W\d_]")


def type_of(attribute: str, value: str) -> EntityType:
    """Return what a value is: what its attribute says, a plain value where it has no letter or is a sentence."""
    known = _TYPE_OF.get(attribute)
    if known is not None:
        return known
    return "value" if len(value) > _SENTENCE_CHARS or not _HAS_LETTER.search(value) else "thing"
