"""Sayings by language and class, written for these tests. Each line is one message."""

EN_HIGH = """
I'm severely allergic to shellfish
my daughter Lily is 4 and starts kindergarten in September
I work as a nurse on night shifts
we moved to Manchester last month, new address is 4 Elm Road
I'm a vegetarian
please always answer in French
never deploy on Fridays
don't use emojis when you write to me
call me Sam, not Samantha
I prefer short answers with bullet points
i hate phone calls, email me instead
my favourite tea is oolong
We decided to go with Postgres instead of MySQL
ok final decision: we are launching in Canada first
we're switching from Slack to Teams
The board approved the budget of 40k
I promised my son a trip to the zoo
I'll send you the contract by Thursday
The report is due on Monday
application deadline is March 15
submit the tax return by the end of April
my goal is to run a marathon this year
i want to learn japanese well enough to read novels
I'm saving up for a house
my husband was diagnosed with type 2 diabetes
I take 50mg of sertraline every morning
I no longer work at Siemens
Actually, my birthday is on the 9th, not the 8th
remember that I'm left-handed
Keep in mind that the client only speaks Portuguese
from now on use metric units
All pull requests must be reviewed by two people
customer data must not leave the EU
my wife's name is Ingrid
I'm 34 years old
we have two kids and a dog
I can't stand coriander
I quit smoking in January
My phone number is 555 0199
under no circumstances share my address with anyone
im a software engineer from Brazil
i dont eat pork
My mother has Alzheimer's, I'm her caregiver
I was born in Lagos but grew up in Leeds
nobody is allowed to push to main directly
we agreed to meet every Tuesday at 9
i've decided to quit my job
you can call me Max
every time you send code, include tests
I always drink my coffee black
my passport expires in June
my boyfriend is allergic to cats
I love hiking and old jazz records
I'd rather travel by train than fly
we settled on blue for the logo
I gave my word to help them move on Saturday
Invoices have to be paid within 14 days
stop adding comments to every line of code
i live with my grandmother in a small flat in Porto
I have epilepsy
Never call me before 10 in the morning
I'm trying to lose 8 kilos by summer
keep your replies under 100 words please
I owe Tom 200 dollars
The rent has to be paid before the 5th of each month
She's my sister, not my wife
I am studying law in Vienna
""".strip().splitlines()

EN_MEDIUM = """
I went to a support group yesterday
we had dinner at the new Thai place last night
I finished the login page and started on the tests
next step is to migrate the users table
The app crashes when I rotate the phone
I have an appointment with the dentist tomorrow at 3
we're flying to Lisbon next week
My boss said the demo went well
I bought a used bike on Saturday
can't decide between the red one and the blue one
we haven't decided on a name yet
I'm thinking of moving to Spain
The parcel arrived but the screen was broken
I met an old school friend at the station
the build fails with exit code 137 since this morning
my sister visited us over the weekend
Tomorrow I will paint the fence
I repotted the ficus and cut the hedge
The client asked for a second offer
I've read the first three chapters so far
she never answers my emails
I tried restarting the router but it didn't help
we played cards until midnight
I have to pick up the kids at five
The interview went better than I thought
Our train was two hours late because of a strike
I'm writing a talk about bees for my club
I signed up for a pottery class
the meeting was moved to room 204
I uploaded the photos to the shared folder
I'm reading a book about the Silk Road
got the keys to the storage unit today
Lost my wallet on the bus
""".strip().splitlines()

EN_LOW = """
hi
good morning!
thanks a lot, that's great
haha that's so funny
ok got it
I'm so tired today
it's raining again
what's the capital of Peru?
how do I sort a list in python
tell me a joke
write a poem about the sea
never mind
you must be kidding
lol
🙂🙂
great, thank you so much!
I'm hungry
ugh, mondays
what time is it
can you help me?
that must be nice
as the saying goes, never look a gift horse in the mouth
I feel like pizza tonight
see you later
sounds good to me
The sign said no dogs allowed
if I won the lottery I'd buy an island
just kidding
could you explain that again?
such a lovely day
I love it!
need coffee
ok ok ok ok
Dear customer, our terms and conditions have changed. Please read the privacy policy.
translate this into German
wow
so bored right now
any recommendations for a good movie?
yes please
not sure tbh
the movie poster says "always trust your heart"
you're welcome
Imagine you are a pirate who never sleeps
I can't sleep
hmm let me think
cool cool
why is the sky blue?
Have a nice weekend!
""".strip().splitlines()
