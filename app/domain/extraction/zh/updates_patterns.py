"""The patterns of `updates`: what changes and ends in Chinese."""

import re
from typing import Final

NOUNS: Final = {
    "鞋码": "shoe_size",
    "血型": "blood_type",
    "月租": "rent",
    "学校": "school",
    "体重": "weight",
    "身高": "height",
    "名字": "name",
    "姓名": "name",
    "生日": "birthday",
    "年龄": "age",
    "年纪": "age",
    "岁数": "age",
    "地址": "home",
    "住址": "home",
    "住的地方": "home",
    "住处": "home",
    "电话": "phone",
    "手机号": "phone",
    "邮箱": "email",
    "工资": "income",
    "收入": "income",
    "薪水": "income",
    "预算": "budget",
    "公司": "employer",
    "工作": "job",
    "单位": "employer",
    "微信": "wechat",
    "房租": "rent",
    "老家": "hometown",
    "车": "car",
    "号码": "phone",
    "手机号码": "phone",
    "手机": "phone_model",
    "电脑": "computer",
    "单位地址": "workplace",
    "工位": "工位",
}
SECRET: Final = re.compile(
    r"给$|[教学说讲]的$|密码|验证码|口令|cvv|pin|意思|问题|想法|意见|建议|看法|感觉|天|错|妈呀|朋友|同事|"
    r"老师|老板|领导|邻居|话$|脑子|心|人$|态度|心情"
)
NEW_JOB: Final = re.compile(
    r"毕业|跳槽|入职|offer|换(?:了)?(?:个|份)?工作|新工作|新公司|转行|上岸|考上|录取|应聘上|拿到"
)
LATER: Final = re.compile(
    r"再不|否则|不然|想|要(?!死)|打算|准备|下(?:个?月|周)|考虑|如果|可能|怕|不会|还没|没有|没被|明年|"
    r"计划|以后"
)
FORGET_BA: Final = re.compile(
    r"把(?P<what>[^,，]{1,18}?)(?:给)?(?:忘(?:了|掉|记)?|删(?:了|掉|除)?|清(?:了|掉|"
    r"除)|抹掉|划掉|作废|去掉)"
)
ALL_OF: Final = re.compile(r"的(?:事情?|都|一切|所有|情况|信息|资料|内容|那些)?$")
"""What stands behind that of which everything is to be forgotten."""
