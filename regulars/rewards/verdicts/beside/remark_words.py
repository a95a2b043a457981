"""The words of side remarks, which name a value only to set it aside; see `side_remarks`.

The patterns are matched against a reply in lower case in which each value is a run of reference marks. A group named
`out` is the remark; without one, all that matched is.
"""

from __future__ import annotations

import re

from regulars.rewards.verdicts.times.months import MONTH

_LEAD = (
    r"(?:(?:the|a|an|your|my|that|this|any|mr|mrs|ms|dr|in|on|at|to|of|for|with|from|behind|under|about|called|named"
    r"|playing|doing|using|being)\b\.? ){0,5}"
)
"""Words before a value that belong to it: `behind the`, `Mr`."""
_ONE = rf"{_LEAD}[*_\"']{{0,3}}※+[*_\"']{{0,3}}"
_FOR_A_WHILE = r"(?: ?(?:for a (?:short |little |long )?(?:while|time)|briefly|before that|(?:even )?earlier),?)?"
_SOME = rf"{_ONE}(?:(?:,(?: and| then)?| and| &| or| then|/){_FOR_A_WHILE} ?{_ONE}){{0,11}}"
"""One value, or several in a list."""
_WHEN = (
    rf"(?: (?:last (?:time|week|month|year)|(?:the )?(?:time|week|month|year) before|in {MONTH}(?: \d{{4}})?|back then"
    r"|before|earlier|at first|previously))?"
)
_SOME_DATED = rf"{_ONE}{_WHEN}(?:(?:,(?: and| then)?| and| &| or| then|/){_FOR_A_WHILE} ?{_ONE}{_WHEN}){{0,11}}"
"""The same, each with a time behind it: `Oslo in May`."""
_REST = r"[^.;!?()※\n]{0,60}"
"""The rest of a clause that names no other value."""
BEGINS = r"(?:^|(?<=[.!?;:(\n,–—-] )|(?<=[\n(]))"
"""Where a sentence, a line or a part of a sentence begins."""
ENDS = r"(?=[\s*_]*(?:[.,;!?)\n–—]|$))"
"""Where such a part ends."""
_IN_MONTH = (
    rf"(?:in|on|around|during|from|of) (?:(?:the )?(?:early |late |mid-? ?|start of "
    rf"|end of )?(?:\d+\w* (?:of )?)?{MONTH}\b(?: \d+\w*)?(?:(?:,| and| and again in| to) )?)+"
)
_UNTIL = r"(?:until|till|up to|up until) (?!now\b|today\b)[^().,;:※\n]{2,24}?"
_FORMERLY = (
    rf"(?:previously|formerly|before(?: that| then| this)?|earlier|originally|initially|at first|once|was|were"
    rf"|had been|used to be|prior to that|{_UNTIL}|ex[- ]?|old|former|previous|no longer|instead of|replac(?:es|ed|ing)"
    rf"|(?:changed|updated|moved|switched|corrected|renamed)(?: over)? from|in place of|after|following|superseding"
    rf"|succeeding|taking over from)"
)
"""What begins a bracket about what held before."""
_IT_WAS = (
    r"(?:[:,]? (?:it|that|you|your \w+|he|she|this)(?:'d| had| was| were|'s| is)(?: been)?(?: called| named)?|[:,])?"
)

_BRACKETED = re.compile(rf"\s*[(\[]\s*{_FORMERLY}{_IT_WAS}[ :](?:[a-z'-]+ ){{0,3}}?{_SOME}[^()\[\]※\n]{{0,40}}[)\]]")
"""`Bergen (previously a flat in Oslo)`"""
_ADDED = re.compile(
    r"[ ,;–—-]*[,;–—-] ?(?:but |and )?(?:previously|formerly|before (?:that|then)|(?:until|till|up to) then|earlier"
    r"|prior to that|replacing|in place of|superseding|having replaced|taking over from|no longer(?!:))"
    rf"{_IT_WAS}[ :]{_SOME}{ENDS}"
)
"""`Bergen, previously Oslo`"""
_SINCE_THEN = re.compile(
    rf"{BEGINS}(?:and |but )?(?:(?:until|till|up to|up until|before|prior to) (?:then|that)|previously|formerly)"
    rf"(?:,? (?:it|that|yours?(?: \w+)?|you)(?:'d| had| was| were)(?: been| listening to| using| with)?"
    rf"|[,:]) {_SOME}{ENDS}"
    rf"|{BEGINS}(?:so long|good-?bye(?: to)?|farewell(?: to)?|bye(?:-bye)?|adieu|au revoir|no more"
    rf"|out with),? {_SOME}{ENDS}"
)
"""`Until then it was Oslo`"""
_FORMER_WORDS = "earlier|previous|former|past|prior|older|old|outdated|superseded|obsolete|last one's|one-time"
_FORMER = f"(?:{_FORMER_WORDS})"
_OF_OLD = re.compile(
    rf"{_SOME}(?: \w+)? (?:was|were|is|are|had been) (?:just |only |all |both |now |among |some of |two of )*"
    rf"(?:your |the |my |our |an? )?{_FORMER}\b(?: (?!than\b)[\w'-]+){{0,3}}{ENDS}"
)
"""`Oslo and Turku were earlier ones`"""
_TOLD = r"(?:told|said|mentioned|gave|named|wrote|had|used|noted|listed|started with|began with)"
_AT_FIRST = (
    rf"(?:before|originally|first|at first|earlier|initially|previously|back then|in the beginning|until then"
    rf"|at the start|to begin with|(?:back )?{_IN_MONTH}|(?:until|till|before) [a-z]+)"
)
_TOLD_FIRST = re.compile(
    rf"{_SOME} (?:was|were|is|are) (?:just |only )?(?:what|the (?:one|ones|name|value|answer)|where|who|which)"
    rf"(?: that)? (?:you|i)(?:'d|'ve| had| have)?(?: {_TOLD}(?: me| us)?(?: about)?(?: it| that)? {_AT_FIRST}"
    rf"| (?:first|originally|initially|previously|earlier) {_TOLD}(?: me| us)?(?: about)?){ENDS}"
    rf"|{_SOME} (?:is|was) what (?:it|that|this|yours) (?:was|used to be|had been)(?: {_AT_FIRST})?{ENDS}"
    rf"|\bcorrected me[^.;!?※\n]{{0,20}}[,:–—-] ?i(?:'d| had) (?:\w+ly |first )?(?:put|noted|written|had|said|got)"
    rf"(?: down)? {_SOME}{ENDS}"
)
"""`Oslo is what you'd told me before`"""
_FIRST_TOLD = re.compile(
    rf"(?:the |your |my )?(?:very )?(?:first|earlier|original|older|initial|oldest) "
    rf"(?:thing|one|value|answer|name|entry|statement|version|message|title|note|mention|word)"
    rf"(?: (?:that )?(?:you|i)(?:'d|'ve| had| have)? {_TOLD}(?: me| us)?(?: about)?| of yours| from \w+)?"
    rf"(?: was| is| says| said| had| named|:) (?:that (?:it|you) \w+ )?{_SOME}{ENDS}"
    rf"|(?:(?:there's|there is|i have|i've got|i see|i found|i still have) )?(?:an?|the|my|your)? ?(?:older|old"
    rf"|earlier|previous"
    rf"|outdated) (?:note|entry|record|message|mention)s?(?: that| which)? (?:says?|said|has|had|mentions?|reads?"
    rf"|about|of|with|naming) {_SOME}(?:,? but (?:it's|that's|it is|that is) [^.;!?※\n]{{0,40}})?{ENDS}"
)
"""`The first thing you told me was Oslo`"""
_LABELLED = re.compile(
    rf"(?:{BEGINS}|(?<=\|))[\s*_>•-]*?(?:(?:{_FORMER}|before(?: that)?|history|ex|previously|formerly|earlier"
    rf"|(?:changed|updated|moved|switched) from|replace[sd]|supersedes|no longer (?:valid|current)|{_UNTIL})"
    rf"(?: (?!and\b|it\b|that\b|than\b)[a-z'-]+){{0,2}}"
    rf"|(?:already |now )?(?:done|finished|completed|over|retired|closed|behind you)(?: with)?)"
    rf"[*_]*(?:[:=]|:? (?:include[ds]?|were|was|are) (?:also |things like )?| [–—-])[*_]* ?{_SOME_DATED}"
    rf"[^.;!?※\n]{{0,30}}"
)
"""`Past cities: Oslo, Turku`"""
_FINISHED = re.compile(
    rf"{BEGINS}(?:and |but )?you(?:'ve|'re| have| are)? (?:(?:already|just|now) (?:done|played|had|been through|used)"
    rf"|(?:already |just |now |since )?(?:finished|wrapped(?: up)?|completed|(?:been )?done with|been through"
    rf"|through with)) (?:with )?{_SOME}{ENDS}"
)
"""`You've already done Macbeth`"""
_AFTER = re.compile(
    rf"(?<!named)(?<!called)(?<!looking)(?<!look)(?<!looked)[ ,]* (?:(?:which|it|that|this)(?: one)? )?"
    rf"(?:(?:came|comes|coming|is|follows|followed)(?: on| right| straight)? )?(?:the (?:\w+ ){{0,2}}?)?"
    rf"(?:(?<=follows )|(?<=followed )|(?:after|following|in succession to|on the heels of) )"
    rf"(?:(?:your |an? |some )?(?:\w+ )?(?:stints?|stops?|spells?|stays?|time|runs?|turns?) (?:on|in|at|with|as|of) )?"
    rf"{_SOME_DATED}{ENDS}"
)
"""`Bergen, after Oslo and Turku`"""
_ADVERBS = r"(?:has |have |had |was |were |got |is |been |just |since |recently |finally |now |then |actually )*"
_BEATEN = re.compile(
    rf"{_SOME} {_ADVERBS}(?:(?:dethroned|ousted|overtaken|superseded|replaced|beaten|toppled|succeeded|followed"
    r"|surpassed|supplanted|outdone|eclipsed|displaced|edged out|pushed (?:out|aside|off)|(?:knocked|kicked|bumped"
    r"|pushed) (?:off|out|from)(?: of)?(?: \w+){0,3}?) by"
    r"|(?:given way|gave way|giving way|lost out|made way|made room|yielded|lost its (?:place|spot|crown)) (?:to|for)"
    rf"|(?:changed|turned|switched|swapped|moved) (?:to|into|for)) (?={_ONE})"
    rf"|{_SOME}(?: \w+)?,? (?:which|that) you(?:'ve| have)? {_ADVERBS}(?:later )?(?:replaced|swapped|exchanged|changed"
    rf"|traded|switched)(?: out)? (?:with|for|by|to) (?={_ONE})"
)
"""`Oslo has given way to Bergen`"""
_TOOK_PLACE = re.compile(
    rf"(?<=※)[*_]* {_ADVERBS}(?:taken|took|takes|taking) (?:over from {_SOME}|(?:the )?(?:place|spot|crown|role) of"
    rf" {_SOME}|{_ONE}(?:'s?|s) (?:place|spot|crown|role|throne|slot))"
    rf"|(?<=※)[*_]* {_ADVERBS}(?:dethroned|replaced|ousted|overtook|overtaken|superseded|toppled|supplanted|eclipsed"
    rf"|displaced|beaten|beat|knocked {_ONE} off(?: \w+){{0,3}}) (?:{_SOME})?{ENDS}"
)
"""`Bergen took Oslo's place`"""
_BETTER = re.compile(
    r"(?:(?<=\blike )|(?<=\blove )|(?<=\benjoy )|(?<=\brate )|(?<=\bprefer )|(?<=\bwatch )|(?<=\bplay )|(?<=\buse ))"
    rf"{_ONE}[^.;!?※\n]{{0,30}}(?P<out> (?:better|more|higher|rather|over and above) than {_SOME})"
)
"""`You like Bergen better than Oslo`"""
_STORE = r"(?:notes?|records?|list|memory|files?|books?|profile|history)"
_REMOVED = re.compile(
    rf"{BEGINS}(?:and |so |but )?i(?:'ve| have|'ll| will)? (?:now |also |just |since |then )*"
    rf"(?:(?:removed?|deleted?|erased?|scrapp?e?d?|struck|strike|dropp?e?d?|cross(?:ed)?|clear(?:ed)?|took|taken|take)"
    rf" {_SOME} (?:out|off|from|away)\b{_REST}"
    rf"|(?:removed|deleted|erased|struck|archived|retired|discarded|overwritten|overwrote) {_SOME}{ENDS}"
    rf"|(?:marked|noted|filed|kept|put|moved) {_SOME} (?:down )?(?:as|under|to) (?:the |your |an? )?"
    rf"(?:{_FORMER}|over|ended|gone|history|archived?){_REST}"
    rf"|(?:replaced|swapped|exchanged|overwritten|overwrote) {_SOME}(?: (?:in|on|from) my {_STORE})?{ENDS})"
    rf"|{BEGINS}(?:please )?(?:scratch|cross out|delete|strike|remove|take) {_SOME} (?:from|off|out of)\b{_REST}"
    rf"|{_SOME} (?:has|have|had|is|was|were)(?: now| since| been)* (?:removed|deleted|erased|struck|taken|crossed)"
    rf"(?: out| off)?(?: from| of)? (?:my|the|our|your) {_STORE}"
)
"""`I've removed Oslo from my notes`"""
_ABOUT = (
    r"(?:(?:any|anything|an?|the|your|record|note|mention|entry|trace|about|on|of|for|regarding|from you|you|having"
    r"|saying|mentioning|telling me)\b ?)*"
)
_NOT_NOTED = re.compile(
    rf"(?:i (?:really |actually |honestly )?(?:don't|do not|can't|cannot|couldn't|didn't|haven't|never)"
    rf"(?: (?:actually|really|currently|even))? (?:have|had|see|seen|find|found|recall|remember|know of|spot|got|get"
    rf"|noted?|recorded?|listed?|stored?|written(?: down)?) {_ABOUT}{_SOME}|i(?:'m| am) not aware of {_ABOUT}{_SOME}"
    rf"|(?:i have|i've got|i (?:can )?see|i find|i know of|there's|there is|there was) (?:no|nothing) {_ABOUT}{_SOME}"
    rf"|{BEGINS}no {_SOME}(?=, (?:it|you|that|i|your|my|what|just)\b)"
    rf"|{_SOME} (?:(?:is|was|are|were)(?:n't| not)|(?:do|does|did)(?:n't| not) (?:appear|come up|show up|figure"
    rf"|feature|occur|stand)|never (?:came up|appeared))(?= (?:in|on|among|anywhere)\b)"
    rf"|(?:must|may|might|seem to) have (?:mixed up|confused|muddled(?: up)?|mixed|made up|imagined|invented) {_SOME})"
    r"(?:(?<=※)| (?!but\b|and\b|only\b|just\b|though\b)"
    r"(?:noted|down|on|in|from|anywhere|written|recorded|listed|saved|stored|for|with|at|as|here)\b[^.;!?,※\n]{0,60})"
)
"""`I don't have Oslo noted`"""
_WHENCE = re.compile(
    rf"(?:i (?:don't|do not|can't|cannot) (?:know|say|tell)|(?:i have )?no idea|(?:i'm )?not sure|goodness knows"
    rf"|who knows) (?:where|why|how|what made)\b[^.;!?※\n]{{0,40}}{_SOME}[^.;!?※,\n]{{0,30}}"
    rf"|(?:sorry|apologies|my apologies|i apologi[sz]e)(?: again)? (?:about|for)(?: the| that| my| saying| writing"
    rf"| mentioning| bringing up| putting down| mix-up with| confusion with)* {_SOME}{ENDS}"
)
"""`No idea where I got Oslo from`"""
_SOURCES = (
    r"(?:notes?|records?|files?|entr(?:y|ies)|memory|messages?|chats?|last|latest|update|answer|one|first|second)"
)
_CLAIMS = (
    r"(?:thinks?|thought|says?|said|claims?|claimed|believes?|believed|assumes?|assumed|insists?|insisted|reckons?"
    r"|guess(?:es|ed)|(?:lists?|tags?|shows?|puts?|places?)(?= you)"
    r"|blame[sd]|suspects?|suspected|has|had|wrote|noted|suggested|warned(?: you)?"
    r"|(?:went|goes|kept|keeps|was|is) (?:going )?(?:on )?(?:and on )?(?:talking |rambling |worrying )?about"
    r"|(?:was|were|is|are) (?:worried|concerned|talking|complaining|moaning|raving|shouting) about|(?:talked|talks"
    r"|spoke|raved|complained|complains|moaned|worried|worries) about)"
)
_SAID_BY_OTHERS = re.compile(
    rf"(?:{BEGINS}|(?:although|though|while|even if|whereas) )(?:the|that|some|an?|this) (?!{_SOURCES})"
    rf"(?:(?!{_SOURCES}\b)[\w'-]+ ){{1,6}}?{_CLAIMS} (?:(?:that|it|it's|is|was|you|you're|your \w+|have|had"
    rf"|problem|down|at|for|as|with)\b ?)*{_SOME}"
    rf"|{BEGINS}there(?:'s| is| was| are|'re) (?!also\b)[^.;!?※\n]{{0,60}}\b(?:tag|show|say|nam|list|plac|put"
    rf"|mention)\w* (?:(?:you|that|it|it's|you're|your \w+|as)\b ?)*{_SOME}{_REST}"
    rf"|{BEGINS}(?:some|many|most|other|lots of|plenty of|a lot of) (?:people|folks|guests|customers|others|users"
    rf"|men|women) [\w' ]{{1,30}} {_SOME}"
)
"""`The man in the shop went on about Oslo, but ...`"""
_WHATEVER = re.compile(
    rf"(?:,? (?:whatever|no matter what|regardless of what|despite what|contrary to) (?:[\w'-]+ ){{0,7}}?{_SOME}"
    r"(?: (?:says?|said|claims?|suggests?))?"
    rf"|(?:please )?(?:forget|ignore|disregard|never mind|scrap|discard|skip) (?:about )?(?:the |that |any |what "
    rf"|my |your )?(?:[\w'-]+ ){{0,4}}?(?:about |of |on |for |with |saying |that said ){_SOME}){ENDS}"
)
"""`It's Bergen, whatever the old note about Oslo says`"""
_PEOPLE = (
    "lady|ladies|man|men|woman|women|guy|girl|boy|stranger|passenger|fellow|chap|bloke|person|customer|clerk"
    "|assistant|visitor|tourist|traveller|neighbour|neighbor|friend|colleague|cousin|aunt|uncle|sister|brother|mother"
    "|father|boss|flatmate|room-mate|roommate|hero|heroine|character|actor|actress|singer|celebrity|queen|king"
    "|somebody|someone"
)
_PERSON = rf"(?:{_PEOPLE})s?"
_WHO = (
    rf"(?:(?:the|an?|some|that|this|your|another|one) (?:[\w'-]+ ){{0,2}}?)?{_PERSON}\b(?: (?:on|in|at|from|with|of"
    rf"|next to) (?:the |an? |your )?[\w'-]+)?"
)
_OF_STRANGERS = re.compile(
    rf"{_ONE}(?: \w+)? (?:belong(?:s|ed)? to|is for|was for) {_WHO}{_REST}"
    rf"|{_WHO} (?:is|was|were) the (?:one|ones|person) (?:with|who (?:has|had|wears|wore|owns|owned|drives?|drove"
    rf"|likes?|uses?)) {_SOME}"
    rf"|{_WHO}(?:'s(?: \w+)?| (?:you|that|who|from)\b[\w' ]{{0,30}}?)? (?:wore|had|has|wears|was wearing|owned|drove"
    rf"|used|chose|spoke|played) {_SOME}"
    rf"|\b(?:hers|his|theirs) (?:is|was|has|had) {_SOME}|{BEGINS}[*_-]*(?:hers?|him|his|theirs?"
    rf"|them)[*_]*: {_SOME}{ENDS}|{BEGINS}[*_-]*{_WHO}(?:'s)?(?: \w+)?[*_]*: {_SOME}{ENDS}"
)
"""`The peridot belonged to the lady on the train`"""
_NEARBY = re.compile(
    rf",? (?:(?:it's|it is|which is|that's|just|right|the one) )*(?:next to|near|close to|beside|opposite|across from"
    rf"|not far from|next door to) {_ONE}{ENDS}"
    rf"|{BEGINS}{_ONE} (?:is|lies) in (?!my\b|your\b|our\b|the\b|fact\b)\w+{ENDS}"
)
"""`Bergen. It's not far from Oslo`"""
_CANDIDATES = re.compile(
    rf"{BEGINS}(?:(?:between|of|out of|comparing)|[^.;:!?※\n]{{0,40}}\b(?:two|both) ?(?:answers|things|names|values"
    rf"|versions|entries|notes|messages|of them)?(?: in my notes| here| down| on file)?[:,–—]) ?{_ONE},? (?:and|or"
    rf"|vs\.?) {_ONE}[,;.:](?=[^!?\n]*※)"
)
"""`Between Oslo and Bergen, the newer one is Bergen`"""
_NEWER = r"(?:newer|newest|later|latest|last|more recent|most recent|current|corrected|updated)"
_ONE_OF_TWO = re.compile(
    rf"\b(?:one|the first|the older|the earlier)(?: one| note| entry| message)? (?:says|said|has|reads|names|is|was)"
    rf" {_ONE}"
    rf"[,;]? (?=(?:and |but |while )?the (?:other|second)\b[^.!?※\n]*\b{_NEWER}\b[^.!?※\n]*※)"
    rf"|[^.!?※\n]{{0,40}}\b(?:both|two)\b[^.!?※\n]{{0,20}}{_ONE} and {_ONE},? but (?={_ONE} (?:came|is|was)"
    rf"(?: the)?(?: more)? (?:{_NEWER}|recent)\b)"
)
"""`One note says Oslo, the other one, which is newer, says Bergen`"""
_BELITTLED = re.compile(
    rf"{_SOME} (?:is|was|are|were) (?:just|only|merely|simply) (?:what|something|a (?:\w+ )?(?:word|slip|joke|guess"
    rf"|placeholder|name|note)|the (?:\w+ )?(?:name|word|note|thing|one)) [^.;!?※\n]{{0,60}}"
)
"""`Oslo is just what you wrote for the hospital`"""

_ONLY_CAME_UP = re.compile(
    rf"{_SOME} (?:also )?(?:came|comes?|cropped|popped) up(?: too| as well)?,? (?:but |though )?only\b{_REST}"
    rf"|{BEGINS}[^.;!?※\n]{{0,60}}{_SOME},? (?:(?:but|though) that(?:'s| is| was) (?:them|him|her)|(?:but "
    rf"|though |and )?that(?:'s| is| was) (?:theirs|his|hers|not (?:you|yours)|(?:somebody|someone) else)){ENDS}"
)
"""`Oslo also came up, but only because a friend works there`"""
_THAN = (
    r"(?:(?:it|that|this|which)(?:'s| is| was| must be| should be)? )?(?:(?:sounds|looks|seems|feels) )?"
    r"(?:a (?:lot|bit|little) |much |way |far |even |so |quite |rather |certainly |surely )*"
)
_COMPARED = re.compile(
    rf"{BEGINS}{_THAN}(?:(?:more|less|better|worse|\w{{2,}}er)\b[^.;!?※\n]{{0,40}}? than"
    rf"|(?:very |quite |so |completely |totally )?(?:different (?:from|to)|unlike)|compared (?:with|to)"
    rf"|(?:quite |such )?(?:an? )?(?:\w+ )?(?:change|departure|far cry|step up|step down|contrast|improvement)"
    rf" (?:from|to|on|over|after)) {_SOME_DATED}{_REST}"
)
"""`Bergen. Far wetter than Oslo, I suppose!`"""
_A_WHILE = r"(?:for (?:an? |some |quite |many |several |\w+ )*(?:while|time|days|weeks|months|years|ages|long)\b)"
_HAD_BEEN = re.compile(
    rf"{BEGINS}(?:(?:and|but) )?(?:{_A_WHILE},? )?you(?:'d| had) been (?:\w+ing |on |with |at |in |an? )?{_SOME}{_REST}"
    rf"|{BEGINS}(?:(?:and|but) )?you did \w+ {_SOME} (?:{_A_WHILE}|before|once|earlier|at first){_REST}"
    rf"|{BEGINS}i (?:do |still )?also (?:still )?(?:remember|recall) {_SOME}{ENDS}"
    rf"|{BEGINS}if you(?:'d| would)? (?:\w+ )?(?:want|wish|like|need|prefer)\b[^.;!?※\n]{{0,30}}{_SOME}"
    rf" (?:again|back)\b{_REST}"
)
"""`Bergen. For years you'd been in Oslo`"""
_KEPT = (
    r"(?:notes?|entr(?:y|ies)|records?|messages?|mentions?|bookings?|figures?|numbers?|amounts?|values?|names?|ones?)"
)
_OLDER_ENTRIES = re.compile(
    rf"{BEGINS}(?:(?:some|the|your|my|an?|two|three|other) )*(?:even )?{_FORMER},? {_KEPT}(?: in my \w+)?"
    rf"(?: still| also)* (?:says?|said|lists?|listed|mentions?|mentioned|names?|named|ha(?:ve|s|d)|shows?|gives?|gave"
    rf"|reads?)(?: (?:you|as|at|in|with))* {_SOME}{_REST}"
    rf"|{BEGINS}(?:my (?:notes|records)|i)(?: still| also)+ (?:mention|list|have|show|see|hold|contain)s? {_SOME} as"
    rf" (?:the |an? |your )*{_FORMER}{_REST}"
    rf"|{BEGINS}(?:my (?:notes|records)|i)(?: still| also)* (?:have|see|hold|found|find|list)(?: \w+){{0,2}}"
    rf" {_FORMER} {_KEPT}(?:,|:| \() ?{_SOME}\)?{ENDS}"
    rf"|{BEGINS}(?:the |your |my |all )*{_FORMER} \w+(?:,| \(|:)? ?{_SOME}[),]* (?:was|were|has|have|is|are|had"
    rf")\b{_REST}"
)
"""`Older entries mention Oslo and Turku`"""

REMARKS = (
    *(_BRACKETED, _ADDED, _SINCE_THEN, _OF_OLD, _TOLD_FIRST, _FIRST_TOLD, _LABELLED, _FINISHED, _AFTER, _BEATEN),
    *(_TOOK_PLACE, _BETTER, _REMOVED, _NOT_NOTED, _WHENCE, _SAID_BY_OTHERS, _WHATEVER, _OF_STRANGERS),
    *(_NEARBY, _CANDIDATES, _ONE_OF_TWO, _BELITTLED, _ONLY_CAME_UP, _COMPARED, _HAD_BEEN, _OLDER_ENTRIES),
)
"""Words that set a value aside plainly."""
REMARKS_ON_OTHERS = (_OF_STRANGERS, _ONLY_CAME_UP)
"""Those that tell whose a value is."""
AMOUNT_REMARKS = (_FIRST_TOLD, _LABELLED, _COMPARED, _OLDER_ENTRIES, _AFTER)
"""Those that set an amount aside."""
SIGNS = {
    _OF_OLD: _FORMER_WORDS.split("|"),
    _OLDER_ENTRIES: _FORMER_WORDS.split("|"),
    _TOLD_FIRST: ("what", "the one", "the name", "the value", "the answer", "where", "who", "which", "corrected me"),
    _FIRST_TOLD: ("first", "earlier", "original", "old", "initial", "previous", "outdated"),
    _AFTER: ("after ", "following ", "succession to ", "heels of "),
    _BEATEN: (
        *(" by ", " way ", "lost out", "lost its", "made room", "yielded", "changed", "turned", "switched", "swapped"),
        *("moved", "replaced", "exchanged", "traded"),
    ),
    _BETTER: (" than ",),
    _REMOVED: (
        *("remove", "delete", "erase", "scrap", "struck", "strike", "drop", "cross", "clear", "took", "take"),
        *("archive", "retired", "discarded", "overwr", "marked", "noted", "filed", "kept", "put", "moved", "replaced"),
        *("swapped", "exchanged", "scratch"),
    ),
    _NOT_NOTED: ("n't", "not", "no ", "never", "must have", "may have", "might have", "seem to have"),
    _OF_STRANGERS: (*_PEOPLE.split("|"), "her", "his", "him", "their", "them"),
    _ONE_OF_TWO: ("the other", "the second", "both", "two"),
    _BELITTLED: ("just", "only", "merely", "simply"),
    _ONLY_CAME_UP: ("only", "that's", "that is", "that was"),
    _HAD_BEEN: ("'d been", "had been", "you did", "also", "if you"),
}
"""By remark: words of which a text has one wherever it stands; they are found far faster."""

_TIME = (
    rf"(?:(?:back |way back |earlier )?{_IN_MONTH}|at first|originally|initially|earlier|before|previously|once"
    r"|at one point|at the start|in the beginning|(?:way|far) back|early on|long ago|ages ago"
    r"|(?:for|over) (?:quite |a |some |a long |a good )*(?:time|while"
    r"|weeks|months)|(?:\w+|several|many|a few|a couple of) times|repeatedly|again and again|over and over|first"
    r"|(?:a while|some time|(?:\w+ ){1,2}(?:weeks?|months?|days?|years?)) (?:ago|back)"
    r"|(?:until|till|before) " + MONTH + r"\b)"
)
_TIMES = rf"{_TIME}(?:,? {_TIME})?"
_THAT_IT_IS = r"(?: that)?(?: it(?:'s| is| was)| your [\w' ]{1,20}? (?:was|is)| you (?:were|are|had|have|practised))?"
_REPORT_VERB = (
    r"(?:told|said|mentioned|named|gave|wrote|answered|(?:kept|were (?:still )?|was still )(?: ?(?:on )?)(?:telling"
    r"|saying|mentioning|writing))"
)
_CHANGED = (
    r"(?:,?(?: but| and| then| before| until)*(?: later| then| since)* (?:that's|that has|that|you|it|it's|this|later"
    r"|chang\w+|updat\w+|correct\w+)\b[^.;!?※\n]{0,40}?\b(?:chang|updat|switch|mov|correct|chose"
    r"|revis)\w*[^.;!?※\n]{0,30}"
    r"|,? (?:but|which|and) (?:that|it|this)? ?(?:was|is|turned out to be) (?:an? |my )?(?:mistake|wrong|error|slip"
    r"|mix-?up)\b|,? (?:then|later|and then|but then) (?:chang|updat|switch|mov|correct|revis)\w*[^.;!?※\n]{0,30})"
)
DATED_REPORTS = (
    re.compile(
        rf"[ ,–—-]*(?:(?:even )?though|although|while|whereas|but|and|yet)? ?"
        rf"(?:{_TIMES},? (?:you|i)(?:'d|'ve| had| have)?(?: \w+ly| still| also| once)* {_REPORT_VERB}(?: me| us)?"
        rf"(?: about)?{_THAT_IT_IS} {_SOME}(?:{_CHANGED}|(?: {_TIMES})?{ENDS})"
        rf"|(?:you|i)(?:'d|'ve| had| have)?(?: \w+ly| still| also| once)* {_REPORT_VERB}(?: me| us)?(?: about)?"
        rf"{_THAT_IT_IS} {_SOME} {_TIMES}(?:{_CHANGED}|{ENDS})"
        rf"|{_TIMES},? (?:it|that|yours)(?:'d| had| was| were)(?: still| actually)?(?: been)? {_SOME}(?:{_CHANGED}"
        rf"|{ENDS})"
        rf"|(?:you'd|you had)(?: \w+ly| still| also| first)* {_REPORT_VERB}(?: me| us)?(?: about)?{_THAT_IT_IS}"
        rf" {_SOME}(?:{_CHANGED}|{ENDS})|(?:you|i)(?: \w+ly| still| also| once)* {_REPORT_VERB}(?: me"
        rf"| us)?(?: about)?{_THAT_IT_IS} {_SOME}{_CHANGED})"
    ),
)
"""Words that date a report of a value: `in May you told me Oslo`."""
MAY_REPORT = re.compile(
    rf"(?:you|i)(?:'d|'ve| had| have)?(?: \w+ly| still| also| once| first)* {_REPORT_VERB}(?: me| us)?(?: about)?"
    rf"{_THAT_IT_IS} {_ONE}|(?:it|that|yours)(?:'d| had| was| were)(?: still| actually)?(?: been)? {_ONE}"
)
"""What any of these words contain; found far faster than they are."""
REPORTS = re.compile(
    r"\b(?:you|i)(?:'d|'ve| had| have)?(?: \w+ly| also)? (?:told|said|mentioned|named|gave|wrote|answered|thought)\b"
)
"""A report of what was told."""
EARLIER_TIME = re.compile(
    r"\b(?:first|originally|initially|earlier|before|previously|at first|once|used to|was|were"
    rf"|(?<!since )(?<!as of )(?<!from )(?:in|on|of) (?:the )?(?:early |late |\d+\w* (?:of )?)?{MONTH})\b"
)
"""Words that date an answer back."""
