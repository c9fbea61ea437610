"""Words that the English rules know: kin, people that are none of the user's, trades, diets, illnesses, numbers."""

import re
from typing import Final

from app.domain.extraction.wording import words


def any_of(words: str) -> str:
    """Return a pattern that matches one of the words of a text, separated by "|" or by white space."""
    return "(?:" + "|".join(sorted(words.replace("|", " ").split(), key=len, reverse=True)) + ")"


_KIN_WORDS: Final = {
    "wife": "wife, wifey, missus",
    "husband": "husband, hubby",
    "partner": "partner, spouse, better half, other half, significant other",
    "girlfriend": "girlfriend, gf",
    "boyfriend": "boyfriend, bf",
    "fiance": "fiance, fiancé, fiancee, fiancée",
    "ex": "ex, ex-wife, ex-husband, ex-girlfriend, ex-boyfriend, ex wife, ex husband",
    "son": "son, boy, stepson, step-son, lad",
    "daughter": "daughter, girl, stepdaughter, step-daughter",
    "child": "kid, kiddo, child, toddler, baby, newborn, infant, twin, teen, teenager, eldest, oldest, "
    "youngest, little one, big one, older one, younger one",
    "mother": "mom, mum, mother, mama, mommy, mam, stepmom, stepmother, stepmum",
    "father": "dad, father, papa, daddy, stepdad, stepfather, old man",
    "parents": "parents, folks, mum and dad, mom and dad, mam and dad",
    "brother": "brother, bro, stepbrother, half-brother",
    "sister": "sister, sis, stepsister, half-sister",
    "sibling": "sibling",
    "grandmother": "grandma, grandmother, granny, nana, gran, nan",
    "grandfather": "grandpa, grandfather, granddad, grandad",
    "grandparents": "grandparents",
    "grandchild": "grandson, granddaughter, grandchild, grandkid",
    "aunt": "aunt, auntie, aunty",
    "uncle": "uncle",
    "cousin": "cousin",
    "niece": "niece",
    "nephew": "nephew",
    "mother_in_law": "mother-in-law, mother in law, mil",
    "father_in_law": "father-in-law, father in law, fil",
    "parents_in_law": "in-laws, in laws, inlaws",
    "household": "household",
    "family": "family",
    "dog": "dog, puppy, pup, doggo, pooch",
    "cat": "cat, kitten, kitty",
}
KIN: Final = {word: relation for relation, words in _KIN_WORDS.items() for word in words.split(", ")}
"""Those close to the user, by the word for them."""

KIN_PLURALS: Final = {
    "kids": "child",
    "children": "child",
    "boys": "son",
    "sons": "son",
    "girls": "daughter",
    "daughters": "daughter",
    "twins": "child",
    "toddlers": "child",
    "teenagers": "child",
    "teens": "child",
    "brothers": "brother",
    "sisters": "sister",
    "siblings": "sibling",
    "grandkids": "grandchild",
    "grandchildren": "grandchild",
    "grandsons": "grandchild",
    "granddaughters": "grandchild",
    "nieces": "niece",
    "nephews": "nephew",
    "cousins": "cousin",
    "aunts": "aunt",
    "uncles": "uncle",
    "dogs": "dog",
    "cats": "cat",
    "puppies": "dog",
    "kittens": "cat",
}
_PET_PHRASES: Final = (
    "guinea pig",
    "bearded dragon",
    "hermit crab",
    "stick insect",
    "sugar glider",
    "corn snake",
    "ball python",
)
_PETS: Final = words(
    "tortoise turtle rabbit bunny hamster gerbil parrot budgie cockatiel canary goldfish fish betta snake "
    "lizard gecko iguana "
    "horse pony ferret chinchilla rat hen chicken duck goat sheep pig bird parakeet axolotl tarantula spider hedgehog "
    "donkey alpaca llama cow pet macaw cockatoo frog toad crab snail guinea-pig"
)
_DOGS: Final = words(
    "dog puppy pup doggo poodle labrador lab retriever husky pug corgi dachshund beagle terrier spaniel collie "
    "chihuahua "
    "bulldog rottweiler greyhound shiba mutt labradoodle cockapoo schnauzer whippet dalmatian pomeranian "
    "vizsla pitbull mastiff"
)
_DOG_PHRASES: Final = ("golden retriever", "german shepherd", "border collie", "rescue dog", "great dane", "shih tzu")
_CATS: Final = words("cat kitten kitty tabby tomcat ragdoll siamese bengal sphynx")
PETS: Final = {
    **dict.fromkeys((*sorted(_PETS), *_PET_PHRASES), "pet"),
    **dict.fromkeys((*sorted(_DOGS), *_DOG_PHRASES), "dog"),
    **dict.fromkeys((*sorted(_CATS), "maine coon", "rescue cat"), "cat"),
}
"""Animals that people keep, and the relation each is kept under."""
DISTANT: Final = words("aunt uncle cousin niece nephew mother_in_law father_in_law parents_in_law ex friend")
"""Kin of whom only what matters to the user is taken: names, ages, birthdays, health and food."""
CLOSEST: Final = words(
    "user wife husband partner girlfriend boyfriend fiance son daughter child dog cat pet family household"
) | {""}
"""Those whose goals, plans and pastimes are of use too."""
FEMALE: Final = words("wife girlfriend daughter mother sister grandmother aunt niece mother_in_law")
MALE: Final = words("husband boyfriend son father brother grandfather uncle nephew father_in_law")

STRANGERS: Final = any_of(
    "brother-in-law sister-in-law in-law inlaw bil sil boss manager coworker co-worker colleague teammate "
    "roommate flatmate housemate neighbor neighbour landlord landlady client "
    "customer supervisor teacher professor prof tutor coach doctor dentist gp vet therapist lawyer accountant "
    "barber hairdresser "
    "plumber mechanic trainer instructor student pupil patient classmate friend bestie buddy mate pal bff "
    "acquaintance guy girl "
    "man woman dude lady person people someone somebody anyone everyone ppl folks driver waiter barista cashier intern "
    "recruiter ceo cto competitor influencer youtuber celebrity singer actor stranger tenant employee assistant "
    "date crush grandmother's ex's friend's"
)
TRADES: Final = any_of(
    "nurse teacher engineer developer dev programmer designer architect doctor physician surgeon dentist vet "
    "pharmacist lawyer "
    "attorney paralegal accountant bookkeeper auditor analyst consultant manager director ceo cto cfo founder "
    "cofounder "
    "co-founder entrepreneur freelancer contractor builder carpenter plumber electrician welder mechanic "
    "machinist technician "
    "chef cook baker barista bartender waiter waitress server cashier driver courier pilot steward stewardess "
    "conductor "
    "farmer gardener florist fisherman fisher hairdresser barber beautician tailor seamstress writer author "
    "journalist reporter "
    "editor translator interpreter copywriter photographer filmmaker videographer animator illustrator artist "
    "painter sculptor "
    "musician composer singer producer actor actress dancer choreographer coach trainer instructor tutor "
    "professor lecturer "
    "researcher scientist biologist chemist physicist mathematician statistician geologist astronomer "
    "historian archaeologist "
    "librarian archivist curator psychologist therapist counsellor counselor physiotherapist physio "
    "radiographer radiologist "
    "paramedic midwife carer caregiver nanny babysitter au-pair childminder soldier sailor officer policeman "
    "policewoman cop "
    "firefighter detective judge clerk secretary receptionist assistant administrator admin recruiter realtor "
    "broker banker "
    "trader actuary underwriter salesman saleswoman salesperson rep marketer strategist planner surveyor "
    "economist student "
    "undergrad postdoc phd intern apprentice trainee volunteer janitor cleaner guard bouncer postman mailman "
    "janitor landscaper "
    "jeweller jeweler watchmaker potter glazier roofer bricklayer mason tiler plasterer joiner cabinetmaker luthier "
    "optician optometrist podiatrist chiropractor osteopath anesthetist anaesthetist cardiologist "
    "dermatologist pediatrician "
    "paediatrician oncologist neurologist psychiatrist gynecologist orthodontist hygienist phlebotomist "
    "zookeeper ranger "
    "diplomat politician priest pastor vicar imam rabbi monk nun comedian streamer youtuber blogger podcaster dj model "
    "operator foreman supervisor dispatcher locksmith controller inspector tester sysadmin dba sre devops pm "
    "po scrum-master "
    "butcher brewer winemaker sommelier beekeeper blacksmith shopkeeper shop-owner owner landlord retiree housewife "
    "househusband homemaker sahm sahd stay-at-home teacher's-aide paraeducator principal headteacher headmaster dean"
)[:-1] + (
    "|[a-z-]{2,}(?:smith|ologist|ographer|ician|keeper|maker|worker|wright|monger|attendant|officer|dresser|"
    "rigger|fitter|layer|"
    "grower|breeder|driver|dealer|handler|specialist|therapist|executive|inspector|engineer|developer|operator|"
    "teacher|builder))"
)
DIETS: Final = (
    r"(?:(?:strict(?:ly)? |mostly |fully |lacto[- ]?ovo[- ]?|part[- ]time |whole[- ]food )?"
    r"(?:vegan|vegetarian|veggie|veg|pescatarian|pescetarian|flexitarian|keto|paleo|carnivore|halal|kosher|fruitarian|"
    r"plant[- ]based|gluten[- ]free|dairy[- ]free|lactose[- ]free|sugar[- ]free|low[- ]carb|low[- ]fodmap|low[- ]salt|"
    r"low[- ]sodium|nut[- ]free|mediterranean diet|omnivore|macrobiotic|jain))"
)
ILLNESS: Final = (
    r"(?:(?:type (?:1|2|one|two|i|ii) )?diabet(?:es|ic)(?: type (?:1|2))?|prediabet(?:es|ic)|asthma(?:tic)?|"
    r"epilep(?:sy|tic)|coeliacs?|celiacs?"
    r"|(?:coeliac|celiac) disease|hypertension|(?:high|low) blood (?:pressure|sugar)|(?:high )?cholesterol|"
    r"pregnant|pregnancy"
    r"|cancer|(?:in )?chemo(?:therapy)?|remission|pacemaker|migraines?|adhd|add|autis(?:m|tic)|(?:on the "
    r")?spectrum|aspergers?|bipolar|ptsd|ocd|depress(?:ion|ed)|anxiety"
    r"|(?:rheumatoid |osteo)?arthritis|hypothyroid(?:ism)?|hyperthyroid(?:ism)?|hashimoto'?s?|thyroid(?: \w+)?|"
    r"heart (?:condition|disease|murmur)|arrhythmia"
    r"|dyslexi[ac]|dyspraxi[ac]|dyscalculi[ac]|insomnia(?:c)?|narcoleps?y|narcoleptic|eczema|psoriasis|rosacea|"
    r"vitiligo|an[a]?emi[ac]|gout|kidney (?:stones?|disease)|sleep apn[o]?ea"
    r"|sciatica|scoliosis|slipped dis[ck]|herniated dis[ck]|fibromyalgia|endometriosis|pcos|ibs|"
    r"crohn'?s?(?: disease)?|colitis|gerd|acid reflux"
    r"|tinnitus|vertigo|glaucoma|cataracts?|astigmatism|colou?r[- ]?blind(?:ness)?|blind|deaf|hard of hearing|"
    r"hearing aids?|(?:short|near|far|long)[- ]sighted"
    r"|lupus|ms|multiple sclerosis|parkinson'?s?|alzheimer'?s?|dementia|hepatitis|hiv|h[a]?emophili[ac]|sickle "
    r"cell|raynaud'?s?|pots|ehlers[- ]danlos|long covid"
    r"|carpal tunnel|bad (?:back|knees?|hip|shoulder)|(?:a )?wheelchair(?: user)?|prosthetic \w+|insulin pump|"
    r"stoma|epipen|left[- ]handed|lefty|ambidextrous|neurodivergent|dysphoria|hay ?fever"
    r"|stutter|stammer|tourette'?s?|menopaus(?:e|al)|perimenopaus(?:e|al)|sober|teetotal|osteoporosis|angina|"
    r"copd|emphysema|tendonitis|tendinitis|plantar fasciitis|gallstones|ulcers?|shingles)"
)
NUMBERS: Final = (
    "(?:(?:twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|"
    "five|six|seven|eight|nine))?|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|"
    "five|six|seven|eight|nine|ten|eleven|twelve)"
)
COUNT: Final = rf"(?:\d{{1,3}}|{NUMBERS}|a couple of|a couple|several|a few|both)"
MONTHS: Final = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?)"
)
WEEKDAYS: Final = (
    "(?:mon(?:day)?s?|tue(?:s(?:day)?)?s?|wed(?:nesday)?s?|thu(?:r(?:s(?:day)?)?)?s?|fri(?:day)?s?|sat(?:urday)?s?|"
    "sun(?:day)?s?|weekends?|weekdays?|weeknights?)"
)
LANGUAGES: Final = any_of(
    "english french german spanish italian portuguese dutch russian ukrainian polish czech greek turkish "
    "arabic hebrew farsi "
    "persian hindi urdu bengali punjabi tamil telugu malayalam kannada marathi gujarati mandarin cantonese "
    "chinese japanese "
    "korean vietnamese thai indonesian malay tagalog filipino swahili yoruba igbo hausa amharic zulu afrikaans "
    "swedish norwegian "
    "danish finnish icelandic hungarian romanian bulgarian serbian croatian slovak slovenian albanian "
    "lithuanian latvian estonian "
    "irish welsh gaelic scots basque catalan galician latin esperanto georgian armenian azeri kazakh uzbek "
    "mongolian nepali "
    "sinhala khmer lao burmese asl bsl"
)
PASSING: Final = any_of(
    "tired exhausted bored hungry thirsty sleepy sad happy glad sorry sure fine good ok okay great well late "
    "busy sick ill cold "
    "hot confused lost stuck curious excited nervous anxious angry annoyed upset mad done ready back here "
    "there home out afk drunk "
    "hungover awake alive kidding joking serious trying thinking wondering looking asking guessing afraid not "
    "so too very just "
    "really about aware new old only still also no yes using going doing having getting working making being "
    "sorry in on at from "
    "the a an with like into all down up off over under free available right wrong impressed surprised shocked "
    "grateful thankful "
    "proud jealous lonely stressed overwhelmed depressed dying crying laughing obsessed broke rich poor lazy "
    "weird crazy dumb stupid "
    "smart good bad worse better best screwed doomed dead fed gutted chuffed knackered starving freezing "
    "sweating alright cool "
    "interested worried scared terrified tempted torn team"
)
NOT_A_NAME: Final = re.compile(
    rf"(?:{PASSING}|{LANGUAGES}|{TRADES}|{DIETS}|{ILLNESS}|american|british|canadian|australian|indian|"
    rf"scottish|brazilian|"
    r"mexican|muslim|christian|jewish|catholic|hindu|buddhist|atheist|gay|bi|trans|single|married|divorced|engaged|"
    r"vegan|it|that|this|what|who|how|why|my|your|his|her|their|our|me|you|i|we|they|he|she|[\d:]+\w*)\b",
    re.IGNORECASE,
)
