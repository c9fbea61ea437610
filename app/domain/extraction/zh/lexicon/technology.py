"""Products that people work with, by the attribute each is kept under."""

from typing import Final

CLASSES: Final = {
    "programming_language": """
        python java javascript typescript golang go rust c++ c# kotlin swift php ruby perl scala haskell elixir
        erlang clojure lua dart matlab julia fortran cobol vba solidity zig ocaml groovy objective-c flutter 易语言
        汇编 scratch
    """,
    "database": """
        mysql postgresql postgres pgsql oracle mongodb mongo sqlite mariadb tidb clickhouse sqlserver 达梦 人大金仓
        金仓 oceanbase gaussdb 高斯数据库 hbase cassandra dynamodb neo4j influxdb elasticsearch doris starrocks hive
        polardb
    """,
    "cache": """
        redis valkey memcached
    """,
    "queue": """
        kafka rabbitmq rocketmq pulsar nsq activemq
    """,
    "framework": """
        spring springboot spring_boot spring_cloud springcloud django flask fastapi gin echo rails laravel thinkphp
        express nestjs koa dubbo gozero go-zero asp.net .net mybatis electron tauri qt wxpython pyqt streamlit
        pytorch tensorflow paddlepaddle keras scikit-learn langchain scrapy unity unreal ue5 cocos godot pandas
    """,
    "frontend": """
        react vue vue2 vue3 angular svelte nextjs next.js nuxt jquery uniapp uni-app taro 微信小程序 小程序
        react_native solidjs astro tailwind antd element-plus element
    """,
    "build_tool": """
        webpack vite rollup esbuild parcel maven gradle cmake bazel turbopack rspack make sbt
    """,
    "package_manager": """
        npm pnpm yarn poetry pdm pipenv uv conda anaconda homebrew
    """,
    "editor": """
        vscode vs_code vim neovim nvim emacs sublime intellij idea pycharm webstorm goland clion rider phpstorm
        android_studio xcode cursor zed helix eclipse visual_studio notepad++ hbuilder trae windsurf jupyter rstudio
    """,
    "operating_system": """
        linux ubuntu debian fedora centos arch archlinux manjaro deepin 统信uos uos 麒麟 银河麒麟 macos windows
        win10 win11 win7 nixos mint 鸿蒙 harmonyos freebsd popos openwrt
    """,
    "deployment": """
        docker kubernetes k8s k3s aws gcp azure 阿里云 腾讯云 华为云 vercel netlify cloudflare heroku rancher
        openshift nginx apache caddy serverless terraform ansible helm
    """,
    "ci": """
        jenkins gitlab_ci github_actions circleci drone argocd travis teamcity
    """,
    "code_host": """
        github gitlab gitee bitbucket gitea codeup svn coding.net
    """,
    "note_app": """
        notion obsidian logseq roam 印象笔记 有道云笔记 onenote 语雀 flomo 飞书文档 wolai 思源笔记 typora bear
        goodnotes notability 备忘录 石墨文档 腾讯文档 幕布 xmind anki
    """,
    "project_tool": """
        jira trello asana linear 禅道 tapd pingcode teambition 滴答清单 todoist things3 omnifocus ticktick 番茄todo
        forest
    """,
    "design_tool": """
        figma sketch photoshop ps illustrator indesign premiere pr剪辑 final_cut fcpx 达芬奇 剪映 ae blender c4d
        maya 3dmax rhino 犀牛 zbrush procreate sai csp 优动漫 lightroom autocad cad 中望cad solidworks revit
        sketchup 草图大师 酷家乐 蓝湖 墨刀 axure 即时设计 canva 稿定 midjourney stable_diffusion comfyui catia creo
        ug ansys comsol altium kicad
    """,
    "office_tool": """
        wps excel word ppt powerpoint keynote numbers 金山文档 powerbi tableau spss stata eviews origin endnote
        zotero latex overleaf markdown 用友 金蝶 sap 速达 管家婆
    """,
    "smart_home": """
        米家 homekit home_assistant homeassistant 天猫精灵 小爱同学 小度 群晖 威联通 绿联nas nas plex jellyfin emby
        树莓派 软路由
    """,
    "model": """
        chatgpt gpt gpt-4 claude deepseek 豆包 文心一言 通义千问 通义 kimi 智谱 gemini copilot llama qwen ollama
    """,
    "monitoring": """
        prometheus grafana sentry zabbix elk datadog skywalking loki jaeger
    """,
    "data_pipeline": """
        airflow flink spark hadoop dolphinscheduler dbt databricks snowflake superset
    """,
    "audio_tool": """
        cubase logic_pro ableton fl_studio flstudio studio_one reaper pro_tools 库乐队 garageband audition
    """,
    "browser": """
        chrome firefox safari edge浏览器 arc浏览器 brave 夸克浏览器
    """,
    "input_method": """
        双拼 五笔 搜狗输入法 小鹤双拼 rime 鼠须管 仓颉 注音 郑码
    """,
    "phone_model": """
        iphone 苹果手机 华为手机 小米手机 荣耀手机 vivo oppo 一加 红米 三星手机 pixel 魅族 mate60 mate70 折叠屏
        老年机 诺基亚
    """,
    "computer": """
        macbook macbook_pro macbook_air mac_mini imac thinkpad 联想小新 拯救者 surface 华硕天选 matebook 戴尔
        暗影精灵 外星人
    """,
    "tablet": """
        ipad ipad_pro kindle boox 文石 墨水屏
    """,
    "camera": """
        索尼a7 佳能 尼康 富士相机 徕卡 哈苏 gopro 大疆 宾得 理光
    """,
    "watch": """
        apple_watch 佳明 小米手环 华为手表 卡西欧
    """,
    "console": """
        switch ps5 ps4 xbox steam_deck steamdeck
    """,
    "car": """
        特斯拉 比亚迪 蔚来 小鹏 理想汽车 理想l9 问界 极氪 小米su7 su7 五菱宏光 五菱 哈弗 长安 吉利 奇瑞 大众 帕萨特
        朗逸 高尔夫轿车 宝马 奔驰 奥迪 保时捷 凯美瑞 卡罗拉 雷凌 汉兰达 思域 雅阁 飞度 crv 日产 轩逸 天籁 别克
        凯迪拉克 沃尔沃 jeep 牧马人 路虎 雪佛兰 福特 马自达 mini 皮卡 面包车 房车 海鸥 海豚 宋plus 秦plus 元plus
        唐dmi 汉ev model_y model_3 小牛电动 雅迪 爱玛 九号电动车 电动车 电瓶车 电驴 小电驴 摩托 踏板摩托 三轮车
        拖拉机
    """,
    "graphics_card": """
        4090 4080 4070 3090 3080 3070 3060 5090 5080 5070 2080ti a100 h100 h800 v100 l40 rtx4090 rtx3060 rx580 昇腾
        910b
    """,
}
