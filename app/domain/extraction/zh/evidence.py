"""Evidence for and against that a clause of the user's says something lasting, told by words of known classes.

One place for the cues that all classes share: what is wanted or not, what passes, what is over, what is only thought
of. Each is one compiled pattern, searched once a clause.
"""

import re
from dataclasses import dataclass
from typing import Final

from app.domain.extraction.zh.lexicon import Hit
from app.domain.extraction.zh.subjects import Told

ALLERGIC: Final = re.compile(
    r"过敏|起(?:了)?(?:一身|一片|满身|一脸)?(?:疹|风团|红点|红疹|小?包|红斑)|红疹|肿(?!瘤)|发痒|痒|(?:喉咙|"
    r"嗓子|胸口|嘴唇?)(?:会|就|都|有点)*(?:发)?(?:紧|堵|痒|肿)"
    r"|休克|(?:舌头|嘴巴?|嘴唇)(?:就|会|都|发)*麻|喘不(?:上|过)"
)
INTOLERANT: Final = re.compile(
    r"不耐受|拉(?:肚子|稀)|闹肚子|窜稀|蹿稀|胀气|吃(?:了|完)?就?胀|跑(?:厕所|肚)|蹲厕所|肚子(?:就|会|都)*(?:疼|"
    r"痛|咕噜|胀|不舒服)|反酸|上脸|一杯倒|[吃喝](?:了|完|多)?就(?:窜|拉|胀|吐|晕|疼|烧心|难受)"
)
_WITHOUT: Final = re.compile(
    r"(?:没|无|不(?:吃|喝|来|碰|整|嗦|泡))[^,，]{0,6}(?:不欢|不行|不香|不成|没法活|活不|睡不着|没精神|没劲|难受|"
    r"浑身)"
)
AVOIDS: Final = re.compile(
    r"不(?:能|可以?|敢|让|许)?(?:再)?(?:吃|喝|碰|沾|放|要|加)(?!惯了|够|腻|完|下)|(?:别|甭|不要|不用|免|"
    r"少)(?:给我)?(?:放|加|撒|搁|搭|下|给|点|推荐|推|让|来|上"
    r"|带|出现)|"
    r"忌(?!惮)|戒(?!指)|(?<!得)不行|碰不得|[吃喝沾碰闻](?:不了|不得|不来|不惯)|一(?:口|粒|点|滴|片|根)(?:都|"
    r"也)(?:不|别|没)|绝缘|无缘"
    r"|挑(?:出来|干净)|拣(?:出来|干净)|零容忍|敬谢不敏|谢绝|达咩|退退退|拒绝|不沾|滴酒不|禁|去掉|划掉|避开|"
    r"远离|打死不|坚决不|死也不|不吃"
)
DISLIKES: Final = re.compile(
    r"讨厌|恶心|难吃|难喝|难闻|想吐|干呕|反胃|受不了|嫌(?!疑)|膻|腥|不(?:太|大|怎么|是很)?(?:喜欢|爱|感冒|待见|"
    r"好这口)|欣赏不|接受(?:不|无能)|接受不了"
    r"|get不到|劝退|阴影|怕(?!是)|烦|恨|看不(?:下|进|惯|懂)|听不(?:下|进|懂|惯)|无感|没(?:什么|啥)?兴趣|无聊死|"
    r"想打人|头疼|头大|犯怵|翻白眼|腻(?:了|歪)|噩梦|心慌|难听|没劲|没意思|敷衍|变味|踩雷|翻车|伤胃|胃疼|闹心|"
    r"堵心|辣眼睛|折磨"
)
LIKES: Final = re.compile(
    r"喜欢|爱(?!人|情|心|国)|最|迷|瘾|馋|离不开|顿顿|天天|每天|每周|隔三差五|三天两头|一(?:天|日|周|礼拜|"
    r"星期)[^,，]{0,3}[杯顿碗次回三两]|续命|命(?!令|名|中|运)"
    r"|百吃不厌|吃不腻|吃不够|看不够|听不够|yyds|真香|囤|必(?:点|吃|喝|来|看|听|玩|备|不可少)|"
    r"无[^,，]{1,4}不欢|上头|中毒|就好|好这口|[只就]认|最香|灵魂|当饭"
    r"|嗜|抵抗力|拒绝不了|走不动[道路]|来者不拒|从小(?:吃|喝|看|听|玩)|吃到大|白月光|心头好|本命|真爱|铁粉|"
    r"死忠|发烧友|入坑|沉迷|痴迷|魔怔|着魔|痴|疯魔|狂热|控(?!制)"
    r"|粉(?!丝|条|底|末)|情有独钟|百看不厌|单曲循环|循环|刷了[^,，]{1,4}遍|N刷|n刷|安利|人生至?爱|快乐源泉|"
    r"解压|治愈|老规矩|老样子|照旧|雷打不动|标配|固定|多(?:放|加|来)(?!了)|加倍|双份|脑袋|堆成|没变过|如一日|一口气|干掉|炫(?!耀)|享受|过瘾|得劲|"
    r"巴适|安逸"
)
LASTING: Final = re.compile(
    r"平时|平常|日常|一般|通常|经常|常(?!州|德|熟)|总|老(?!师|板|家|婆|公|人|李|王|张|大|二|三|爸|妈|是说)|"
    r"一直|从小|打小|从[^,，]{1,8}(?:到现在|开始|起)|天天|每[天周晚早日月年个逢次]|隔天|周末|晚上|睡前|饭后|"
    r"早上|早起|清晨"
    r"|下班|退休|没事|有空|闲|业余|爱好|兴趣|特长|学(?!校|院|生|期)|练|坚持|雷打不动|"
    r"[\d一二两三四五六七八九十几半多]+(?:来|多)?(?:年|个月)|第[\d一二三四五六七八九十]+年|队|团(?!建)|班|社|"
    r"群|协会|俱乐部|老手|新手|票友|戏迷|玩家|段位|级别"
    r"|就(?:好|爱|喜欢|玩|听|看|养|打)|专|只(?:听|看|玩|打|吃)|必|第[一二三四五]个|一下一天|一坐一天|一泡一天|"
    r"[一整]下午|一玩|一打就|一听就|攒|收了|收藏|柜子|满墙|几百|上百|一屋子|最近(?:在|迷|开始)|在(?:学|练|追|"
    r"玩|看|听|打)|玩(?:了|的是)|打(?:了|的是)"
)
ONCE: Final = re.compile(
    r"今[天晚早]|昨[天晚]|刚(?:刚|才)?(?!退休|毕业|入坑)|前天|明[天晚早]|后天|上次|下次|第一次|"
    r"了一?[次下趟把场局顿]|过一?[次回趟]|一会|待会|马上|突然|正在"
)
FORMER: Final = re.compile(
    r"以前|之前(?!说)|原来(?!是)|原先|曾经|曾|当年|过去(?!的)|年轻(?:时|的时候|那会)|那会儿|当初|前些年|早些年|"
    r"早年|从前|上一份|前东家|小时候"
)
STILL: Final = re.compile(r"到现在|至今|一直|还(?!没)|仍|现在|如今|目前")
WANTS: Final = re.compile(
    r"想(?!必|当然|不到|到|起|吐|打人)|得(?=考|过|拿|减|戒|瘦|存)|打算|准备|计划|考虑|要不要|犹豫|纠结|梦想|"
    r"希望|目标|争取|立志|发誓|决定|决心|一定|必须|非[^,，]{1,6}不可|要(?!么|不然|是|我说)"
    r"|定了|冲(?!锋衣)|备(?:考|战)|在(?:考|备)|拿下|搞定|攻克|flag"
)
DENIED: Final = re.compile(
    r"不是|没(?:有|得|当|做|在|去|养|买|学|玩)?|并非|又不|才不|从不|从来不|不(?:会|当|做|养|玩|打|学|用|信|算|想|"
    r"住|在|来)"
)
FEARED: Final = re.compile(
    r"怕(?:是|会|得)|担心|会不会|以为|怀疑|疑似|排除|预防|防(?:止|着)|小心|万一|别得|传染|科普|论文|考题|病例|讲座|"
    r"新闻|听说|据说|差点"
)
OTHERS: Final = re.compile(
    r"同事|邻居|室友|舍友|朋友|同学|老板|领导|经理|客户|房东|网友|隔壁|对门|对面|对桌|邻座|前任|人家|别人|他们|"
    r"她们|大家(?!好)|有人|有的人|老外|明星|博主|主播|新闻|电影里|书里|剧里|小说里|主角|"
    r"相亲|那户|谁家|[他她]家|刷到|看[到见]|听到|[碰遇]到|路过|路上|旁边|电视|视频|直播间|群里|网上|班长|亲戚|"
    r"表[哥姐弟妹]|堂[哥姐弟妹]|师傅说|医生说(?!我)|群友|队友|学长|学姐|导师|甲方|乙方"
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A word of a class in a clause: `before` and `after` it in the clause, `near` the clause and those that go on.

    `typed` is the word as it was written.
    """

    told: Told
    hit: Hit
    before: str
    after: str
    near: str
    typed: str

    @property
    def plain(self) -> str:
        """The clause, folded, as far as it states anything."""
        return self.before + self.hit.word + self.after

    @property
    def around(self) -> str:
        """The clause with the word itself blanked, so that no cue is found inside it ("奶粉")."""
        return f"{self.before}□{self.after}"

    @property
    def beside(self) -> str:
        """`near` with the word blanked."""
        return self.near.replace(self.hit.word, "□")

    @property
    def alone(self) -> bool:
        """Whether the clause is hardly more than the word."""
        return len(self.plain) - len(self.hit.word) <= 3

    @property
    def is_over(self) -> bool:
        """Whether the clause speaks of what used to be."""
        return bool(FORMER.search(self.before)) and not STILL.search(self.plain)

    @property
    def is_users(self) -> bool:
        """Whether nobody else stands in the clause before the word."""
        return not OTHERS.search(self.before)


def taste_of(text: str) -> str:
    """Return what a text says of a thing: "allergy", "intolerance", "avoids", "dislikes", "likes", or ""."""
    if _WITHOUT.search(text):
        return "likes"
    if ALLERGIC.search(text) and not re.search(r"不(?:会)?过敏|没过敏|抗过敏", text):
        return "allergy"
    if INTOLERANT.search(text):
        return "intolerance"
    if re.search(r"没(?:有|啥|什么)?抵抗力|[拒抗]绝?不了|吃不(?:腻|够|厌)|[看听玩]不(?:腻|够|厌)", text):
        return "likes"
    if AVOIDS.search(text):
        return "avoids"
    if DISLIKES.search(text):
        return "dislikes"
    return "likes" if LIKES.search(text) else ""
