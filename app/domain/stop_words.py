"""Stop words: what a query asks with rather than for, and the words that give a Latin-script language away.

Short on purpose. A word here still counts in the index and in a query made of nothing else; see `words.query_terms`.
"""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LATIN: Final[dict[str, frozenset[str]]] = {
    "english": _words(
        """a about after again all also am an and any are aren't as at be because been before being but by can can't
        cannot could couldn't did didn't do does doesn't doing don't during each few for from had has hasn't have
        haven't having he her here hers him his how i i'm i've i'll i'd if in into is isn't it it's its itself just let
        let's like me more most my myself no nor not now of off on once only or other our ours out over own please same
        she should so some such than that that's the their theirs them then there these they this those through to too
        under until up us very was wasn't we were what what's when where which while who whom whose why will with won't
        would you you're your yours yeah ok okay really tell know remember old many much said say mentioned mention
        talk talked told ever get got"""
    ),
    "spanish": _words(
        """a al algo ante como con cual cuando de del desde donde el ella ellos en entre era es esa ese eso esta este
        esto estoy ha hay he la las le les lo los me mi mis muy más no nos o para pero por porque qué que quien se ser
        si sin sobre son soy su sus también te tengo tiene tu un una unos y ya yo cuál dónde cuándo está cómo"""
    ),
    "french": _words(
        """à au aux avec ce ces cette dans de des du elle elles en est et être eu il ils je j la le les leur lui ma
        mais me mes moi mon ne nous on ou où par pas plus pour qu que quel quelle qui sa se ses son sont suis sur ta te
        tes toi ton tu un une vous c d l n s y ça quand comment était"""
    ),
    "german": _words(
        """aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dir doch du ein eine einem
        einen einer er es für hab habe hast hat ich ihr im in ist ja kann mein meine mich mir mit nach nicht noch nur
        oder sein sich sie sind so über um und uns von vor war was wann wie wir wird wo wer zu zum zur"""
    ),
    "italian": _words(
        """a al alla anche che chi ci come con cosa cui da dal dei del della delle di dove è e gli ha ho i il in io la
        le lei lo lui ma mi mia mio ne nel nella non o per perché più quale quando quello questa questo se si sono su
        sua suo tu un una uno era"""
    ),
    "portuguese": _words(
        """a ao aos as até com como da das de do dos e é ela ele em entre era essa esse esta este estou eu foi há isso
        já lhe mais mas me meu minha muito na não nas no nos o onde os ou para pela pelo por qual quando que quem se
        sem ser seu sua são também te tem tenho um uma você"""
    ),
    "dutch": _words(
        """aan als ben bij dat de deze die dit door een en er ge haar hebben heeft heb hem het hij hoe ik in is je kan
        maar me met mij mijn naar niet nog nu of om ook op over te tot uit van veel voor waar wanneer was wat we wel
        wie wij ze zijn zo"""
    ),
}
"""Language (a Snowball name) to its commonest words, casefolded, accents kept. They choose the stemmer too."""

_OTHER: Final = _words(
    """и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по её мне было вот от меня ещё нет
    о из ему мой моя моё мои когда где кто это был была чем ли какой какая какие мы они
    και το να είναι με για από τι που πού μου σου ένα την της του
    في من على ما هو هي أن إلى عن هل متى أين كيف أنا لي مع هذا هذه
    है हैं का की के में को से और क्या मैं मेरा मेरी मेरे पर यह वह था थी कब कहाँ
    את של אני זה לא מה על הוא היא עם"""
)

_CHINESE: Final = _words(
    """的 了 和 是 在 我 你 您 他 她 它 们 我们 你们 他们 她们 咱们 自己 这 那 这个 那个 这些 那些 这里 那里 这样 那样
    哪 哪个 哪些 哪里 哪儿 什么 怎么 怎样 怎么样 为什么 为何 如何 谁 吗 呢 吧 啊 呀 哦 嗯 哈 嘛 么 啦 就 都 也 还 又 很
    太 非常 把 被 让 给 对 从 到 向 跟 与 及 或 或者 而 而且 但 但是 因为 所以 如果 那么 然后 之 其 等 着 过 得 地 有
    没有 没 不 不是 会 能 可以 要 想 请 请问 告诉 知道 记得 一下 一个 一些 个 位 是不是 有没有 是否 多少 多大 多高 多长
    多久 多远 多重 几 几岁 几次 几个 哪天 哪年 何时 哪家 哪儿 哪位 说 说过 提 提到 提过 的话 呃 来 去 上 下 里 中 时候
    时 还是 叫 最近 觉得 应该 关于 曾经 曾 已经 总是 一直 感觉 真的 可能 是因为 这么 怎么办 好的 谢谢 尤其 特别 比较 真
    更 只是 不过 其实 有点 有些"""
)
_JAPANESE: Final = _words(
    """は が を に で と も の へ や か ね よ な から まで です ます でし した して する いる ある この その あの どの
    これ それ あれ って ので った ない てい まし こと もの ため よう さん ました ですか ます か"""
)
_KOREAN: Final = _words(
    """나 나는 내 내가 너 너는 네 저 저는 제 제가 우리 그 이 저의 나의 뭐 무엇 무슨 언제 어디 어디서 누구 누가 왜
    어떻게 어떤 몇 있어 있나요 있어요 이야 야 은 는 을 를 에 의 도 것 거 뭐야 뭐예요 뭐였지 뭐지 인가요 했지 했어"""
)

STOP_WORDS: Final[frozenset[str]] = frozenset().union(*LATIN.values(), _OTHER, _CHINESE, _JAPANESE, _KOREAN)
"""Every language together, for scripts other than Latin."""

LANGUAGES_OF: Final[dict[str, tuple[str, ...]]] = {
    word: tuple(language for language, words in LATIN.items() if word in words)
    for word in frozenset().union(*LATIN.values())
}
"""A word to the Latin-script languages it is a stop word of, for voting."""
