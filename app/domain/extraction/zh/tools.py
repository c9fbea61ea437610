"""What people work with and drive, in Chinese. The kinds of saying covered:

- tools: "用 Neovim", "CI 用 Jenkins" (the noun before is the attribute), "用 Go 写", "跑在 X 上", "迁到 X", "写 Rust"
- devices and vehicles: "开的是飞度", "手机是…", "买了台…", "骑小牛上班"
A product named without its kind gets the attribute of its kind where that is known (`PRODUCTS`).
"""

from typing import Final

from app.domain.extraction.zh.rule import Rule, rule

TECH: Final = r"(?:[a-z][a-z0-9.+#_-]*(?:[ /&、,和跟+]+[a-z0-9][a-z0-9.+#_-]*){0,5})"
_SLOTS: Final = {
    "editor": "editor|编辑器|ide",
    "terminal": "terminal|终端",
    "shell": "shell",
    "browser": "浏览器|browser",
    "operating_system": "操作系统|系统|os",
    "database": "数据库|db|database",
    "frontend": "前端|frontend|front-end|front end",
    "backend": "后端|backend|back-end|后台",
    "ci": "ci(?:/cd)?|流水线|构建",
    "deployment": "部署|上线|托管",
    "framework": "框架|framework",
    "data_pipeline": "数据管道|pipeline|调度|etl",
    "server": "服务器|云|云服务|主机",
    "phone_model": "手机|phone",
    "computer": "电脑|笔记本|主力机|本子|开发机|工作机|机器|本地|laptop",
    "headphones": "耳机",
    "keyboard": "键盘",
    "camera": "相机",
    "tablet": "平板",
    "watch": "手表",
    "router": "路由器",
    "input_method": "输入法",
    "note_app": "笔记(?:软件|工具|app)?|记笔记",
    "project_tool": "项目管理|任务管理|todo|待办",
    "code_host": "代码|repo|仓库|版本控制|代码仓库",
    "queue": "消息队列|队列|mq",
    "cache": "缓存",
    "orm": "orm",
    "mobile": "移动端|app端|客户端|ios端|安卓端",
    "chat_tool": "沟通|办公软件|团队沟通|im",
    "programming_language": "主力语言|编程语言|语言|language",
    "tech_stack": "技术栈|stack|tech stack|技术选型",
    "ui": "ui|组件库",
    "car": "车(?!间|位|库|站|厘子)|座驾|车子",
    "bank": "银行卡|工资卡",
    "network_provider": "宽带|网络|运营商",
    "monitoring": "监控|日志",
    "design_tool": "设计|设计稿|画图",
    "email_client": "邮箱客户端",
    "model": "模型|大模型",
}
SLOT_RULES: Final[tuple[Rule, ...]] = tuple(
    rule(
        rf"(?:^|(?<=的)|(?<=[我们组司队边]))[ ]?(?:组|team|团队|项目|公司|部门|家里|"
        rf"家|这边|那边)?(?:的|里)?[ ]?(?:现在|目前|主力|开发|自己的|平时)?(?:{words})(?:现在|"
        rf"目前|一直|都|主要|统一|全部?|就|已经|上|这边|这块|还是|(?:是)?从[^,，]{{1,14}}?|"
        rf" )*"
        rf"(?:用的?(?:是|上)?|是用?|叫|全?靠|认(?!识)|我用的?是?|我们用的?是?|那块我们用的?是?|"
        rf"跑在|跑的是?|换(?!了|个|掉|新|一|成)|走(?!了)|放在|放|托管在|存在|在(?!哪)|"
        rf"选了?|装的?是?|(?:都)?换成了?|改成了?|改用|换到|迁到了?|迁移到|升级到|"
        rf"上的是?|:|：|(?<= )(?=[a-z][a-z0-9.+# -]*$))(?:了)?(?:一?[辆台部款](?=[\u4e00-\u9fff]{{2}})"
        rf")?[ ]?"
        rf"(?P<{attribute}>{TECH}|[a-z0-9\u4e00-\u9fff][^,，]{{0,13}}?)(?=$|跑|写|"
        rf"做|搭|上$|上面|了|的$|[,，、]|比|老是|，|吗|，| (?![a-z0-9]))",
        confidence=0.9,
    )
    for attribute, words in _SLOTS.items()
)
"""Nouns of a kit, each an attribute of its own: "CI 用 Jenkins" gives ci = Jenkins."""

_BRAND: Final = (
    r"(?:小米|华为|荣耀|苹果|三星|vivo|oppo|一加|红米|魅族|联想|戴尔|惠普|华硕|索尼|"
    r"佳能|尼康|富士|大疆|dell|hp|thinkpad|macbook|iphone|ipad|pixel|sony|bose|是)"
)
PRODUCTS: Final = {
    product: attribute
    for attribute, products in {
        "code_host": "gitlab github bitbucket gitee codeup gogs",
        "editor": "vscode vim neovim emacs sublime idea pycharm webstorm cursor zed goland helix",
        "operating_system": "ubuntu debian arch fedora manjaro windows macos linux win11 win10 nixos centos deepin",
        "terminal": "kitty iterm iterm2 alacritty warp wezterm ghostty",
        "browser": "chrome firefox safari edge arc brave opera vivaldi",
        "phone_model": "motorola pixel iphone galaxy oneplus xperia oppo vivo realme 荣耀手机 小米手机 华为手机",
        "computer": "macbook thinkpad xps surface matebook zenbook 拯救者 imac 灵耀 小新",
        "database": "mysql postgresql postgres mongodb sqlite oracle mariadb tidb clickhouse",
    }.items()
    for product in products.split()
}
"""Which attribute a product named without its kind belongs to, so that "迁到 GitLab" ends "代码放在 Bitbucket"."""
TOOLS: Final[tuple[Rule, ...]] = (
    rule(r"开(?:着|了)?一?[辆台部](?P<car>(?!车)[^,，]{2,12}?)(?=$|[,，]|，|上班|了| )", who="any"),
    rule(rf"用(?:的)?(?:是)?(?P<tool>(?!是){_BRAND}[^,，]{{0,12}}?)(?=$|[,，]|，|了)"),
    rule(rf"装(?:的|了)(?:是)?[ ]?(?P<tool>{TECH})(?=$|[,，]|，|系统|了| )"),
    rule(
        rf"(?:用|使用)(?:的)?(?:是|着)?[ ]?(?P<tool>{TECH})(?=$|[,，]|，|了|的$|写|做|"
        rf"跑|记|管|画|剪|开发|搭|部署|办公|打|比较|多|老|习惯|,|也|好|呢|已| (?![a-z0-9]))",
        passing=True,
    ),
    rule(
        r"^(?:全公司|公司|全组|我们|们|组里|部门|团队|现在|都|全|统一|已经|也)+(?:切|迁|换|转)"
        r"(?:到|成|去|用)?(?:了)?[ ]?(?P<tool>(?!个|了|人|座|地|办公)[\u4e00-\u9fffa-z0-9 ]"
        r"{2,10}?)了$"
    ),
    rule(
        rf"(?:公司|单位|老板|学校|家里)(?:给)?(?:我|我们)?(?:换|发|配)(?:了|的是?)(?:一?[台部个"
        rf"])?[ ]?(?P<tool>{TECH})(?=$|[,，]|，)"
    ),
    rule(r"(?P<computer_spec>\d{1,4} ?[gt]b?(?:的)?(?:运存|内存|显存|硬盘|固态))"),
    rule(rf"(?:全员|清一色|人手一?台?|人手|统一(?:配|发)(?:的)?)[ ]?(?P<tool>{TECH})(?=$|[,，]|，)"),
    rule(rf"(?:是|都是|靠)[ ]?(?P<tool>{TECH})[ ]?(?:跑|写|搭|管|做|托管|部署|驱动)的"),
    rule(
        rf"(?:跑在|部署在|部署到|托管在|放在|架在|搭在)[ ]?(?P<deployment>{TECH}|阿里云|"
        rf"腾讯云|华为云|百度云)(?:上)?"
    ),
    rule(rf"(?:代码|repo|仓库)(?:都|现在|全)?(?:放|托管|存)?(?:在|到)[ ]?(?P<code_host>{TECH})"),
    rule(
        rf"(?:迁移?到|切换?到|换到|升级到|转到|改用|换用|改成用|换成|migrate[d]?[ ]?(?:到|"
        rf"to)?|switch(?:ed)?[ ]?(?:到|to)?|转投|上了|引入了?|接入了?|接了|加了|添了|加上了?|加"
        rf"装了?|多了个|开始用|入坑|"
        rf"转(?=[a-z]))(?:了)?[ ]?(?P<tool>{TECH})(?=$|了|啦|[,，]|上|，|做|写|来|,|"
        rf" )"
    ),
    rule(
        rf"(?:会写|会用|熟悉|精通|擅长|熟练|主力(?:是|语言是)?|主要写|平时写|每天写?|"
        rf"一直写|在学|正在学|自学|在写|写(?!的?文|信))(?:点|些|一点)?[ ]?(?P<tech_stack>{TECH})(?=$|"
        rf"[,，]|，|多|比较|为主|和|、|了|的|,| (?![a-z0-9]))"
    ),
    rule(
        r"(?<![新刚])开(?:的是|的车是|的|着)(?:一?[辆台部])?(?P<car>(?!车|店|公司|玩笑|会)[^,，]{2,10}?)(?=$|"
        r"[,，]|，|上班|了| )",
        who="any",
    ),
    rule(
        r"(?:现在|目前|平时|改|换车了)开(?:着|上了?)?(?:一?[辆台部])?(?P<car>(?!的|始|"
        r"店|公司|会|什么|了|心|个|家|车)[\u4e00-\u9fffa-z0-9 ]{2,10}?)(?=$|[,，]|，|"
        r"上班|了| )",
        who="any",
    ),
    rule(r"骑(?:着|了)?(?P<bike>(?!的)[\u4e00-\u9fffa-z0-9 ]{1,8}?)(?:上下班|上班|通勤|代步)"),
    rule(
        rf"^(?:手机(?P<phone_model>{_BRAND}[^,，]{{0,8}})|(?:电脑|笔记本|本子)(?P<computer>{_BRAND}[^,，]{{"
        rf"0,8}})|(?:相机|耳机|平板|手表|键盘|音箱)(?P<owns>{_BRAND}[^,，]{{0,8}}))"
    ),
    rule(r"(?:骑的是|骑的)(?:一?[辆台部])?(?P<bike>[^,，]{2,10})"),
    rule(
        r"(?:买|入|提|换|入手|收|淘|配|订)(?:了)(?:一?[辆台部只块把架个套款])(?:新)?(?P<owns>(?!月|"
        r"多|小时|礼|东西|课)[^,，]{2,14}?)(?=$|[,，]|，|了| (?![a-z0-9])|来|给)"
    ),
    rule(
        r"(?:手机|电脑|笔记本|平板|相机|耳机)(?:刚|已经|从.{1,10})?(?:换成|换了|换的|"
        r"升级到|改用)(?:新的?|一?[台部])?(?P<owns>[^,，]{2,14}?)(?=$|[,，]|，|了)"
    ),
    rule(r"(?:有|家里有|自己有|名下有)(?:一?[辆台部架套])(?P<owns>[^,，]{2,12}?)(?=$|[,，]|，|了| (?![a-z0-9]))"),
)
