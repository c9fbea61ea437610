"""What in a Chinese message states nothing about the user: whole messages, and single clauses.

Whole messages: role play and scripts ("你扮演…", "假设你是我"), jokes that say so, texts to be translated or rewritten,
irony ("呵呵", "狗头", "我可真是太爱…了", "对对对 我就是…").
Clauses: questions (by mark, particle or question word; what one rests on is kept: "我儿子三岁了 | 能喝吗"), and
suppositions ("要是…", "…的话") with all that follows from them, wishes against the facts ("早知道", "恨不得").
"""

import re
from typing import Final

_PLAY: Final = re.compile(
    r"(?:继续|接着|再来|接着来)(?:玩|演)(?!手机|电脑|抖音|牌|球|去|吧?$)[^,，。]{1,8}|(?:继续|接着)演|"
    r"扮演|角色扮演|(?<![a-z])mock ?一下|"
    r"cosplay(?=一|成|个)|接龙|小剧场|编(?:个|一个)?(?:故事|剧情)|(?:^|[，,。！\s])(?:来|咱们?|"
    r"我们|一起)?玩?(?:个|一个)?(?:游戏|"
    r"过家家|剧本杀|跑团)[，,。:：\s]*(?:你|我)|"
    r"你(?:来|就|先)?(?:当|演|做|是|饰演?)(?!我的(?:助手|助理))[^，,。？?]{1,10}[，,。\s和]+(?:然后)"
    r"?我(?:来|就|则|先)?(?:当|演|饰|扮|是|做)|"
    r"我(?:来|就)?(?:演|饰演|扮)[^，,。]{1,10}[，,\s]+你|(?:假装|假设|想象|设想|"
    r"就当|当作|当做)(?:一下)?(?:你|我|咱们?|我们)(?:自己)?(?:是|变成|穿越|在|有|"
    r"叫|当)|"
    r"(?:设定|人设|剧情|剧本|台词|背景故事)(?:是|如下|为|[:：])|(?:接下来|从现在(?:开始|"
    r"起))[，,\s]*你(?:就)?是(?!我的(?:助|秘|私人|专属))"
)
_ARCHAIC: Final = re.compile(
    r"客官|大侠|娘子|相公|(?<![天自])朕|本王|本宫|爱妃|陛下|皇上|微臣|公主殿下|(?<!灶)王爷|"
    r"师尊|仙尊|魔尊|勇者|冒险者|少侠|女侠|贫道|贫僧|老衲|在下(?:乃|姓)|吾乃|骑士大人"
)
_IRONY: Final = re.compile(
    r"呵呵|福报|我就配|狗头|doge|(?:^|\s)/s\b|🙄|😏|🙃|反话|才怪|我信你个鬼|(?:可|还)真是(?:太)?[^，。！]{0,12}(?:了呢|呢|了哦)|"
    r"真是太?(?:棒|好|爱|荣幸|感动|开心|幸福|享受)[^。]{0,12}(?:呢|哦|哈)|我(?:可)?(?:真|"
    r"好|太)(?:是)?(?:太)?(?:爱|喜欢|享受|荣幸|感谢|想)[^，。！]{1,20}了呢|"
    r"对对对[，,\s]*(?:我|你)|(?:是是是|行行行|好好好)[，,\s]*(?:我|你)[就都最]|"
    r"谢谢你?(?:全家|八辈)|我谢谢(?:你|他|您)|世界首富|宇宙第一|地球球长|(?:秦始皇|"
    r"玉皇大帝|美国总统)|"
    r"我可(?:真(?:是)?)?太(?:爱|喜欢|想|享受|荣幸|幸运)|我最[爱喜][^，。！]{1,10}了呢|太(?:棒|好|爽)了呢"
)
_JOKE: Final = re.compile(
    r"(?:^|[，,。！\s])(?:骗你的|逗你(?:的|玩)|开(?:个)?玩笑(?:的|啦|哈|而已)|瞎说的|"
    r"瞎编的|我编的|纯属虚构)"
)
_MATERIAL: Final = re.compile(
    r"^(?:请|麻烦)?(?:帮我|帮忙|给我)?(?:把)?(?:这(?:段|句|篇|个|封))?(?:下面|以下)?[^。，,:：]{0,8}"
    r"(?:翻译|翻成|译成|润色|改写|续写|扩写|仿写|缩写|校对|总结|造句|改错|修改|朗读|评价)[^。，,:：\n]{0,14}[:："
    r"\n]|^[^。:：\n]{0,24}(?:改改|改一?下|润色|翻译|校对|扩写|缩写|仿写|优化)(?:一?下)?[^。，,:：\n]{"
    r"0,6}[:：]|^(?:转发|转自|转[:：]|fwd)|^【[^】]{2,30}】|(?:^|[。\n，])(?:段子|"
    r"笑话|剧本|小说|脑筋急转弯|歌词|台词|文案|范文|模板|简历|题目|例句|招聘)[^，。]{0,6}[:：]"
)

ASKS: Final = re.compile(
    r"什么(?!的$|都)|啥(?!都)|(?<!不管|无论)谁(?!都)|哪(?!怕|里都|儿都|天都)|(?<!不)怎么(?!都|"
    r"说都|也)|怎样|如何|为何|为啥|为毛|咋|多少|几(?:个|点|岁|号|月|天|块|本|次|"
    r"时|钱|层|口)|多(?:大|久|长|远|高|重|贵)(?!了解)|"
    r"([\u4e00-\u9fff])(?:不|没)\1|是否|能否|可否|可不可以|有无|(?:还是|或者)[^，。]*(?:好|"
    r"合适|比较)$|难道|请问|问一?下|想问|"
    r"(难|好|贵|快|强|值|累|香|划算|合适)还是[^，。]{1,8}\2$|"
    r"推荐(?:一?下|个|几|点|些)?(?:呗|吗|$)|(?:吗|么)$|^(?!.{0,2}在).{0,3}呢$|的.{1,4}呢$|(?<!应)(?<!还)(?<!不)会呢$|"
    r"(?<!应)该(?:去|买|选|用|"
    r"吃|穿|怎)|(?:适合|可以|能)[^，。]{0,12}(?:吗|不|么|嘛)$|(?<![吃喝看玩])不$"
)
_SUPPOSES: Final = re.compile(
    r"如果|以为(?!然)|要是|假如|假设|假使|倘若|若是|若(?=我|你|他|没|不|有)|(?<![一二三四五六七八九十两几\d])"
    r"万一|要不是|哪怕|就算|即使|即便|(?<!有空)(?<!方便)(?<!可以)(?<!不忙)(?<!没事)(?<!有事)(?<![说对行"
    r"])的话(?!说|我(?:最|只|一般|平时|一直|更|比较|通常|都|从|就)|.{0,3}(?:别|不要))|恨不得|巴不得|早知道|当初要|"
    r"(?:希望|但愿)(?:我)?(?:是|有个|变成)|(?:想象|设想|幻想|梦见|梦到|做梦)|下辈子|"
    r"上辈子|来生|除非|比如|譬如|例如|打个比方|好比|(?:^|我)差点|"
    r"(?<![a-z])if(?![a-z])|假定|换作我?|要么|说不定|没准|也许|(?<!不)可能(?:会|要|是|就)|搞不好|大概会"
)
_FIRM: Final = re.compile(
    r"\d|[一二两三四五六七八九十]+(?:岁|个月|斤|公分|年)|过敏|叫|住|病|症|素|当|做|教|"
    r"在[^，]{2,8}(?:上班|工作|上学|读)|养了|怀孕"
)
_STRESSED: Final = re.compile(r"(?:才|明明)(?:是|叫|姓|住|不|没|有|在|爱|喜欢)[^，]{1,12}?(?P<tail>好[吗嘛么吧])$")
"""Asks nothing: "我才叫Kevin好吗"."""
_OWN: Final = re.compile(r"(?:对了|那个|请问|你好|您好|其实|话说)?[,，\s]*(?:我|俺|咱|本人)")
_CUE: Final = re.compile(
    r"(?:能不能|可不可以|可以|能|适合|该|应该|要不要|用不用|需不需要|会不会|是不是|"
    r"有没有|怎么|咋|有什么|有啥|吃什么|穿什么|买什么|选什么|"
    r"还来得及|算(?:不算|高|晚|早|正常)|正常|请问|推荐)"
)


def states_nothing(text: str, before: str = "") -> bool:
    """Whether a whole message (folded) is play, irony, a joke or a text; `before` is the folded one before it."""
    if _PLAY.search(text) or _IRONY.search(text) or _JOKE.search(text) or _MATERIAL.search(text):
        return True
    return bool(_ARCHAIC.search(text) or _ARCHAIC.search(before))


def starts_play_zh(text: str) -> bool:
    """Whether a message (folded) begins a role play, so that the messages after it are play too."""
    return bool(_PLAY.search(text))


def is_joke(text: str) -> bool:
    """Whether a message (folded) takes back what was said before as a joke."""
    return bool(_JOKE.search(text))


def kept_of_question(plain: str, ending: str) -> int:
    """Return how many characters of a clause are stated: all of what is no question, else what it rests on.

    "我儿子三岁了能喝羊奶吗" rests on "我儿子三岁了"; most questions rest on nothing (0), and so does a clause with a
    question mark behind it but no sign of a question inside ("我今年31？").
    """
    if "?" not in ending and "？" not in ending and (stressed := _STRESSED.search(plain)):
        return stressed.start("tail")
    marked = "?" in ending or "？" in ending
    asks = ASKS.search(plain)
    if not marked and not asks:
        return len(plain)
    cue = _CUE.search(plain, 3) or (asks if asks and asks.start() > 3 else None)
    if (
        cue
        and cue.start() >= 4
        and _OWN.match(plain)
        and _FIRM.search(plain, 1, cue.start())
        and not ASKS.search(plain[: cue.start()])
    ):
        return cue.start()
    return 0


def supposes(plain: str) -> bool:
    """Whether a clause supposes something, or wishes it against the facts."""
    return bool(_SUPPOSES.search(plain))
