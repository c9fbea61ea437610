"""What the English rules take out of one message, kind by kind, and what they leave alone."""

import pytest

from tests.unit.extraction.english import stated

SAID = [
    # names, pronouns, how to be addressed
    ("hi! i'm Rosalind, nice to meet you", ["name=Rosalind"]),
    ("my name is Tobias Krüger", ["name=Tobias Krüger"]),
    ("hey its dmitri here", ["name=dmitri"]),
    ("call me Bex", ["address_as=Bex"]),
    ("Everyone calls me Ollie, please do too", ["nickname=Ollie"]),
    ("no need for Professor, just Hana is fine", ["address_as=Hana"]),
    ("my pronouns are they/them", ["pronouns=they/them"]),
    ("she/her btw", ["pronouns=she/her"]),
    ("my github handle is quietfox", ["quietfox"]),
    # age and birthday
    ("im 41 and feel 60", ["age=41"]),
    ("just turned thirty last weekend", ["age=thirty"]),
    ("52yo here", ["age=52"]),
    ("my birthday is march 9", ["birthday=march 9"]),
    ("i was born on 14 July 1988", ["birthday=14 July 1988"]),
    # family
    ("my wife's name is Ingrid", ["Ingrid"]),
    ("we've got two boys, Noah and Eli", ["children=two boys", "name=Noah", "name=Eli"]),
    ("our daughter Maya is 4", ["name=Maya", "age=4"]),
    ("my son is seven and starts violin soon", ["age=seven"]),
    ("i have a 3 year old who won't sleep", ["age=3"]),
    ("mum of three, send coffee", ["children=three"]),
    ("my kids are 6 and 9", ["age=6 and 9"]),
    ("i have a brother called Marek", ["name=Marek"]),
    ("i'm married to Leila", ["name=Leila", "marital_status=married"]),
    ("been divorced for two years", ["marital_status=divorced"]),
    ("my dad is a retired welder", ["job=retired welder"]),
    ("my mother lives in Porto", ["home=Porto"]),
    ("my husband is allergic to cats", ["allergy=cats"]),
    ("my girlfriend Noor works at a bakery", ["name=Noor", "bakery"]),
    ("im an only child", ["only child"]),
    # pets
    ("i have a corgi named Biscuit", ["corgi", "name=Biscuit"]),
    ("just adopted a kitten, her name is Pixel", ["kitten", "Pixel"]),
    ("we've got three chickens and a goat", ["three chickens", "goat"]),
    ("my cat Mochi is 12", ["name=Mochi", "age=12"]),
    ("my parrot's name is Captain", ["Captain"]),
    # home, hometown, housing
    ("i live in Tromsø", ["home=Tromsø"]),
    ("im based in kyiv rn", ["home=kyiv"]),
    ("we just moved to Valencia from Leeds", ["home=Valencia"]),
    ("grew up in rural Ohio", ["hometown=rural Ohio"]),
    ("originally from Chile but i live in Madrid now", ["hometown=Chile", "home=Madrid"]),
    ("i live in a tiny studio near the harbour", ["housing=tiny studio"]),
    ("living with my parents atm", ["with my parents"]),
    ("i rent a two bedroom flat", ["two bedroom flat"]),
    ("my address is 12 Elm Road", ["address=12 Elm Road"]),
    # work
    ("i'm a paramedic", ["job=paramedic"]),
    ("im a freelance illustrator", ["illustrator"]),
    ("i work at Brightwater as a data analyst", ["Brightwater", "data analyst"]),
    ("i work as a glassblower", ["job=glassblower"]),
    ("my wife runs a flower shop", ["flower shop"]),
    ("i teach chemistry at a high school", ["teach chemistry"]),
    ("i drive a tram for a living", ["tram"]),
    ("i manage a team of six", ["manage a team of six"]),
    ("i work nights", ["work_hours=nights"]),
    ("i work four days a week", ["four days a week"]),
    ("i work from home on fridays", ["from home"]),
    ("i'm self-employed", ["self-employed"]),
    ("recently retired", ["retired"]),
    ("i make 62k a year", ["income=62k a year"]),
    ("i cycle to work", ["work"]),
    ("my commute is 50 minutes each way", ["50 minutes"]),
    ("in logistics. i work in logistics", ["logistics"]),
    # school
    ("i study philosophy at Uppsala", ["major=philosophy", "Uppsala"]),
    ("im in my third year of law", ["law"]),
    ("my daughter is in 5th grade", ["grade=5th grade"]),
    ("doing a phd in soil science", ["soil science"]),
    # tools
    ("we use Postgres and Kafka at work", ["Postgres", "Kafka"]),
    ("our stack is Django, Celery and Redis", ["Django", "Celery", "Redis"]),
    ("i code mostly in Haskell", ["Haskell"]),
    ("i run Fedora on my laptop", ["Fedora"]),
    ("our backend is written in Go", ["Go"]),
    ("we deploy on Hetzner", ["Hetzner"]),
    ("i use neovim btw", ["neovim"]),
    # vehicles and devices
    ("i drive a Skoda Octavia", ["car=Skoda Octavia"]),
    ("i've got a pixel 8", ["pixel 8"]),
    ("just bought a cargo bike", ["cargo bike"]),
    ("my laptop is a ThinkPad X1", ["computer=ThinkPad X1"]),
    # diet, allergies
    ("im vegan", ["diet=vegan"]),
    ("went vegetarian last year", ["diet=vegetarian"]),
    ("allergic to pistachios, kiwi and latex", ["allergy=pistachios", "allergy=kiwi", "allergy=latex"]),
    ("i have a severe shellfish allergy", ["allergy=shellfish"]),
    ("lactose intolerant here", ["intolerance=lactose"]),
    ("i dont eat pork or beef", ["avoids=pork", "avoids=beef"]),
    ("gluten gives me migraines", ["avoids=gluten"]),
    ("no cilantro for me please", ["avoids=cilantro"]),
    ("we keep kosher", ["kosher"]),
    # likes, dislikes, hobbies
    ("i love bouldering", ["likes=bouldering"]),
    ("im really into vintage synths", ["likes=vintage synths"]),
    ("huge fan of Studio Ghibli", ["Studio Ghibli"]),
    ("my favourite band is Khruangbin", ["favourite_band=Khruangbin"]),
    ("tea over coffee any day", ["likes=tea"]),
    ("cant stand olives", ["dislikes=olives"]),
    ("im not a fan of horror movies", ["dislikes=horror movies"]),
    ("i hate small talk", ["dislikes=small talk"]),
    ("cilantro is not my thing", ["dislikes=cilantro"]),
    ("i play the cello", ["hobby=cello"]),
    ("i'm learning Portuguese", ["Portuguese"]),
    ("i collect old maps", ["old maps"]),
    ("in my free time i restore radios", ["restore radios"]),
    ("terrified of heights", ["heights"]),
    ("i never drink coffee after noon", ["coffee after noon"]),
    # health
    ("i have type 2 diabetes", ["type 2 diabetes"]),
    ("i'm asthmatic", ["asthmatic"]),
    ("got diagnosed with adhd last spring", ["adhd"]),
    ("i take metformin twice a day", ["metformin"]),
    ("i'm 20 weeks pregnant", ["20 weeks pregnant"]),
    ("two years sober", ["two years sober"]),
    ("i wear hearing aids", ["hearing aids"]),
    ("my blood type is O negative", ["O negative"]),
    ("i had knee surgery in may", ["knee surgery"]),
    ("i weigh 74 kg", ["74 kg"]),
    # money
    ("our budget is 3000 euros", ["budget=3000 euros"]),
    ("i can spend up to $450", ["$450"]),
    ("rent is 980 a month", ["rent=980"]),
    ("my mortgage is 1,400", ["1,400"]),
    # schedules, plans, deadlines
    ("pottery class every wednesday at 7", ["every wednesday"]),
    ("i have therapy on thursdays", ["therapy on thursdays"]),
    ("standup daily at 9:15", ["9:15"]),
    ("i get up at 5:30", ["wake_time=5:30"]),
    ("im flying to Osaka on the 12th", ["Osaka"]),
    ("we're getting married in September", ["getting married"]),
    ("dentist tuesday 4pm", ["dentist tuesday 4pm"]),
    ("the report is due on Friday", ["Friday"]),
    ("i have to submit the grant by June 3", ["June 3"]),
    # goals, commitments
    ("i want to run a half marathon this year", ["half marathon"]),
    ("saving for a used piano", ["piano"]),
    ("my goal is to read 40 books", ["40 books"]),
    ("trying to quit smoking", ["quit smoking"]),
    ("i promised my sister to help her move", ["help her move"]),
    ("ill send the invoice tomorrow", ["invoice"]),
    # contact, language, style, rules
    ("email me at nils@example.org", ["nils@example.org"]),
    ("text me, don't call", ["text"]),
    ("best time to reach me is after 6pm", ["after 6pm"]),
    ("no meetings before 10", ["before 10"]),
    ("please answer in Italian", ["reply_language=Italian"]),
    ("my native language is Tagalog", ["language=Tagalog"]),
    ("i speak Dutch and French", ["Dutch", "French"]),
    ("im in GMT+8", ["GMT+8"]),
    ("keep your answers short", ["short"]),
    ("please dont use bullet points", ["bullet points"]),
    ("no emojis please", ["no emojis"]),
    ("be blunt with me", ["blunt"]),
    ("always show the math in your answers", ["math"]),
    ("use metric units", ["metric"]),
    ("remember that the spare key is under the pot", ["spare key"]),
    # my X is Y
    ("my shoe size is 43", ["43"]),
    ("our wifi provider is Telmore", ["Telmore"]),
    ("our gate code is 4471, the alarm is 2030", ["4471", "2030"]),
    ("my landlady's dog bites, anyway my locker number is 88", ["88"]),
    ("Lisp is my first programming love, Clojure is my main language", ["Clojure"]),
]

NOT_SAID = [
    # questions
    ("should i get a dog or a cat?", ["dog", "cat"]),
    ("do you think i'm vegan?", ["vegan"]),
    ("what's it like to live in Oslo", ["Oslo"]),
    ("is my name unusual", ["unusual"]),
    ("did i tell you i have a sister in Perth?", ["Perth", "sister"]),
    ("how do i say i'm allergic to nuts in thai", ["nuts"]),
    # hypotheticals
    ("if i were a pilot id fly to Fiji every week", ["pilot", "Fiji"]),
    ("imagine i lived in a castle", ["castle"]),
    ("suppose my budget was 10k", ["10k"]),
    ("i would be a terrible nurse", ["nurse"]),
    ("lets say i have two kids and earn 50k", ["two kids", "50k"]),
    ("i wish i had a horse", ["horse"]),
    ("maybe i'll move to Canada someday", ["Canada"]),
    ("i might be allergic to pollen, not sure", ["pollen"]),
    # negation
    ("i dont have a car", ["car=", "owns"]),
    ("i'm not a doctor", ["job"]),
    ("we dont live in Texas", ["home"]),
    ("i never said i was vegetarian", ["diet"]),
    # irony
    ("yeah right, i just love filling out forms", ["forms"]),
    ("sure, and i'm the king of norway", ["king", "norway"]),
    ("oh great, another update. i love updates /s", ["updates"]),
    ("i just love waiting on hold for an hour", ["hold"]),
    # other people
    ("my boss is vegan and lives in Malibu", ["vegan", "Malibu"]),
    ("my neighbour has three dogs", ["dog"]),
    ("a guy at work is allergic to bees", ["bees"]),
    ("my coworker Jana is moving to Berlin", ["Jana", "Berlin"]),
    ("the client uses Oracle", ["Oracle"]),
    ("my friend's son is 8", ["8"]),
    ("Taylor Swift has two cats", ["cats"]),
    ("my roommate is a drummer, he plays every night", ["drummer", "every night"]),
    ("my cousin moved to Dubai", ["Dubai"]),
    ("she said i'm too old for this", ["old"]),
    ("people think i'm a lawyer", ["lawyer"]),
    # quotations and material
    ('translate "my name is Pedro and i live in Cusco"', ["Pedro", "Cusco"]),
    ('she wrote: "I am allergic to wheat and I hate bread"', ["wheat", "bread"]),
    # chatter, passing states
    ("im so tired today", [""]),
    ("lol ok", [""]),
    ("thanks, that works", [""]),
    ("i'm hungry", [""]),
    ("i love it!", [""]),
    ("i like your answer", [""]),
    ("brb", [""]),
    ("haha my brain is fried", [""]),
    ("my code is broken", [""]),
    ("its raining again", [""]),
    ("i'm trying to fix this bug", [""]),
    ("i want to know how tides work", [""]),
    ("can you write me a poem about Rome", ["Rome"]),
    ("make it shorter", [""]),
    ("im in a meeting", [""]),
]


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_takes_what_is_said(text: str, wanted: list[str]) -> None:
    claims = stated(text)
    for one in wanted:
        assert any(one in claim for claim in claims), claims


@pytest.mark.parametrize(("text", "unwanted"), NOT_SAID)
def test_leaves_alone_what_is_no_fact_of_the_user(text: str, unwanted: list[str]) -> None:
    claims = stated(text)
    for one in unwanted:
        assert not any(one in claim for claim in claims), claims


@pytest.mark.parametrize(("text", "_"), SAID)
def test_values_are_facts_and_not_copied_sentences(text: str, _: list[str]) -> None:
    for claim in stated(text):
        assert len(claim.partition("=")[2]) <= 40, claim
