"""Sayings in Chinese and other languages, by how much they matter."""

ZH_HIGH = """
我对海鲜过敏，吃一点就肿
我女儿叫小满，今年四岁，九月上幼儿园
我是护士，经常上夜班
上个月我们搬到成都了
我吃素
以后都用中文回答我
周五不要上线
回答里别用表情符号
叫我阿杰就行
我喜欢简短的回答，最好分点
我最讨厌打电话，有事发邮件
我最喜欢的茶是铁观音
我们决定用 Postgres，不用 MySQL 了
方案定了，先做安卓版
董事会通过了四十万的预算，就按这个来定
我答应儿子暑假带他去动物园
周四之前我把合同发给你
报告下周一之前要交
报名截止三月十五号
我今年的目标是跑完一个全马
我想学会日语，能看懂小说
我爸确诊糖尿病了
我每天早上都要吃降压药
我已经不在华为上班了
不对，我生日是九号，不是八号
记住，我是左撇子
请记住客户只会说葡萄牙语
从现在起一律用公制单位
所有代码必须两个人评审过才能合并
客户数据严禁外传
我老婆叫林静
我今年三十四岁
我们家有两个孩子和一只狗
我受不了香菜
我一月份就戒烟了
我的手机号是 13900001111
千万别把我的地址告诉任何人
我是做后端开发的，老家在湖南
我不吃猪肉
我妈得了阿尔茨海默，一直是我照顾
我出生在大连，长大在青岛
每次发代码都要带测试
我咖啡只喝黑的
护照六月份到期
我男朋友对猫过敏
我特别喜欢爬山和听老爵士
出门我宁愿坐火车也不坐飞机
我跟外婆住在厦门的老房子里
早上十点以前不要给我打电话
房租每个月五号之前必须交
我欠小王两千块钱
我在武汉大学读法律
提交信息统一用英文写
我怀孕三个月了
我不吃辣
我家狗叫豆包
""".strip().splitlines()

ZH_MEDIUM = """
我昨天去参加了一个互助小组
昨晚我们在新开的泰国菜馆吃了饭
登录页写完了，开始写测试
下一步是迁移用户表
手机一横屏应用就闪退
明天下午三点要去看牙医
我们下周飞里斯本
老板说演示效果不错
周六买了一辆二手自行车
红的和蓝的我还没想好选哪个
名字还没定下来
我在考虑搬去西班牙
快递到了，但是屏幕碎了
在车站碰到一个老同学
从今早开始构建一直报错 137
妹妹周末来家里玩了
客户要我们再报一次价
前三章已经看完了
重启路由器试过了，没用
我们打牌打到半夜
面试比想象中顺利
因为罢工火车晚点两个小时
我在准备一个关于蜜蜂的演讲
报了一个陶艺班
会议改到 204 了
照片传到共享文件夹里了
钱包丢在公交车上了
今天把阳台的花都换了盆
下午五点要去接孩子
""".strip().splitlines()

ZH_LOW = """
你好
早上好呀
谢谢，太棒了
哈哈哈哈笑死我了
好的，知道了
今天好累啊
又下雨了
秘鲁的首都是哪里？
python 怎么给列表排序
讲个笑话吧
写一首关于大海的诗
没事
不会吧
哈哈
🙂🙂
辛苦啦
饿了
好无聊啊
现在几点了
能帮我一下吗
俗话说，不到黄河心不死
突然好想吃火锅
待会儿见
听起来不错
门口的牌子上写着禁止带狗入内
要是我中了彩票就去买个小岛
开玩笑的
能再解释一遍吗？
天气真好
嗯嗯
好好好
尊敬的业主，小区将于明日停水，敬请谅解。
帮我翻译一下这段话
有什么好看的电影推荐吗
必须的
在吗
想喝咖啡
刚睡醒
哦哦原来如此
晚安，好梦
周末愉快
困死了
为什么天是蓝的
路边广告写着：永远相信美好的事情即将发生
""".strip().splitlines()

OTHER_HIGH = """
私はえびアレルギーです
娘の名前はさくらで、4歳です
今後は必ず敬語で答えてください
金曜日までにレポートを提出しないといけない
コーヒーより紅茶の方が好きです
soy alérgica a los frutos secos
me llamo Lucía y vivo en Valencia
a partir de ahora contesta siempre en español
prefiero el té al café
hemos decidido usar Python para el proyecto
ich bin allergisch gegen Nüsse
meine Tochter heißt Mia und ist vier
bitte antworte immer auf Deutsch
die Abgabe ist am 15. März
ich arbeite als Krankenpfleger in Köln
我對花生過敏
以後請用繁體中文回覆
""".strip().splitlines()

OTHER_LOW = """
おはようございます
今日は疲れた
ありがとう！
おすすめの映画はありますか
hola, ¿qué tal?
qué sueño tengo
muchas gracias
¿cuál es la capital de Perú?
guten Morgen
bin so müde
danke dir!
wie spät ist es?
今天好熱喔
謝謝你啊
""".strip().splitlines()

OTHER_MEDIUM = """
昨日友達と映画を見に行った
テストを書き終わって次はデプロイです
ayer fui al médico con mi hermano
he terminado la página de inicio
gestern waren wir im Schwimmbad
der Server startet seit dem Update nicht mehr
昨天去看了展覽
""".strip().splitlines()
