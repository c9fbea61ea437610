"""Verbs that tell of what lasts, or of nothing lasting, in English."""

from typing import Final

from app.domain.extraction.wording import words

MIND: Final = words(
    "think know guess mean feel hope see hear wonder remember forget believe agree understand doubt suppose assume "
    "notice "
    "find look sound seem thank appreciate apologise apologize promise swear bet care mind expect imagine accept "
    "admit miss "
    "want need wish like love hate say tell ask try plan decide figure realise realize owe deserve recall reckon trust "
    "regret consider choose pick get come stand give let help show check copy paste win lose hurt laugh cry die sleep "
    "wait stay stop start happen end fall break leave send pay spend meet gotta better dare fear worry suspect prefer "
    "am is are was were be been being has had does did do will would can could should shall may might must cannot "
    "not never "
    "the a an my our your his her their this that these those and or but so because if when while who what which why "
    "how to of in on at for from with by about as than too also still just only very really no yes ok lol oh one all "
    "both some any it we i you he she they there here done got went came took made said told saw heard knew thought "
    "felt "
    "found left lost gave put ran ate drank slept woke broke fell cut hit set quit kept met sent paid spent wrote read "
    "bought sold brought caught taught built drew drove flew grew held led lay lied rode sang sat shot spoke stole "
    "swam "
    "threw wore won understood became began chose forgot froze hid shook stuck struck swore tore realised figured "
    "literally "
    "have has got meant misread mistyped typed thank thanks apologies actually honestly currently previously originally"
)
"""First words of a predicate that tell nothing lasting by themselves, or that other rules read."""

LASTING_VERBS: Final = words(
    "foster fosters breed breeds run runs teach teaches coach coaches collect collects grow grows raise raises make "
    "makes build builds "
    "restore restores manage manages play plays speak speaks ride rides drive drives commute commutes share shares "
    "rent rents host hosts "
    "volunteer volunteers translate translates mentor mentors brew brews bake bakes knit knits sew sews keep keeps "
    "own owns train trains "
    "write writes paint paints sing sings dance dances fish fishes hunt hunts garden gardens farm farms homeschool "
    "homeschools repair "
    "repairs fix fixes sell sells design designs conduct conducts chair chairs organise organises organize organizes "
    "edit edits wear wears "
    "swim swims sail sails climb climbs cycle cycles walk walks lift lifts meditate meditates pray prays attend "
    "attends sponsor sponsors "
    "support supports supply supplies carry carries earn earns live lives sleep sleeps wake wakes heat heats smoke "
    "smokes vape vapes do "
    "does take takes go goes use uses cook cooks eat eats drink drinks read reads watch watches follow follows "
    "practise practice study "
    "studies ferment ferments forage forages hoard hoards judge judges referee referees umpire umpires umpire tutor "
    "tutors code program "
    "busk busks perform performs compose composes carve carves weave weaves photograph photographs babysit babysits "
    "care cares clean cleans "
    "deliver delivers freelance freelances work works operate operates operate lease leases sublet sublets outsource "
    "let lets lend lends"
)
"""Verbs that tell of what people do by habit or for a living."""

EITHER_TENSE: Final = words(
    "shut put cost cut hit let quit beat bet burst cast read spread upset wed rid shed slit split thrust hurt spit "
    "fit bust knit bid "
    "come become overcome run rerun appear appears keep keeps"
)
"""Verbs whose present looks like what happened once."""
