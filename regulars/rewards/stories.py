"""Tells what a reply says of the question from what it tells of something else, such as a story from a life.

A bot that repeats a person's lines says things such as "I still didn't get it" or "the pen was missing". Such words
mean an abstention in an assistant's answer, and nothing in a story. Assistants hardly ever speak of their own
belongings, relatives and days; people speak of little else.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SENTENCE = re.compile(r"[^.!?\n]+[.!?…]*[\"')\]]*")
_AT_WORD = r"\b(?=[\w'])"
"""Where words begin: long patterns are far faster if this stands before all of their alternatives, and not in each."""
_OWN = re.compile(
    r"\b(?:my|(?<!as good as )mine|our|ours)\b(?! (?:\w+ ){0,2}?(?:notes?|records?|memory|memories|knowledge|files?"
    r"|chats?|talks?"
    r"|data\w*"
    r"|sessions?|conversations?|messages?|histor\w+|lists?|logs?|apolog\w+|mind|side|part|head|tongue|attention"
    r"|advice"
    r"|word|sheet|verdict|heart|best (?:guess|to)|finger|guess\w*|answers?|end|fault|bad|mistakes?|context"
    r"|entr\w+|exchanges?"
    r"|discussions?|information|understanding|recollection|system|time together|job|place|reach|grasp|ability|first"
    r"|previous|earlier|past|last|to|mistaken|failing|regrets?|lips|profile|view|hands|books?|pages?|store|overview"
    r"|summary|database|archives?|calendar|screen|brain|repl\w+|own|honest|search\w*|eyes|dut\w+|tasks?|pardon|dear"
    r"|circuits|interactions?|correspondence|dialogues?|storage|cards|crystal|shelf|drawer|powers?|limits?|radar"
    r"|ears|desk"
    r"|threads?|disposal|line|version|turn|times?|apology|hunch|money on)\b)"
)
"""The speaker's belongings and relatives: none that an assistant has."""
_PEOPLE = (
    "friend|colleague|neighbour|cousin|aunt|uncle|woman|man|boy|girl|child|kid|owner|guy|lady|performer|waiter"
    "|technician|customer|contestant|caller|passenger|presenter|people|kids|children"
)
_SOMEBODY = (
    rf"(?:s?he|they)(?:'s|'d|'ll|'ve|'re)?\s(?!ask|(?:is|are|was|were|has|have|had|did|do)(?:n't| not"
    rf"| never)\b)|(?:a|another|the|some|one) (?:\w+ )?(?:{_PEOPLE})\b(?!'s)"
    r"|(?:some|every)(?:body|one)\b(?! else)|(?<!other )\bpeople\b|(?<!between )(?<!with )(?<!for )\bus\b"
    r"|we(?:'d|'re)? (?!(?:do not|don't|cannot|can't|could not|couldn't|no longer|currently|hold|keep|store|possess"
    r"|find"
    r"|found|regret)\b|'ve|have|haven't|never|ever|didn't|talk|spoke|discuss|cover|did|add|actually|leave|just"
    r"|not|know"
    r"|hadn't)"
)
"""Other people, and what they did with the speaker."""
_IRREGULAR = (
    "went(?! (?:through|over|back))|sat|took|bought|brought|ate|stood|felt|woke|fell|met|drove|wore|threw|slept"
    "|drank|sang"
    "|swam|spent|stuck|dug(?! (?:through|into))|learnt|grew|built|cut|paid|rode|began|hung|lay|drew|broke"
    "|hid|hit|hurt|sold|lent|won|flew|fed"
)
_OF_ASSISTANTS = (
    "overlook|answer|pick|recommend|suggest|nam|need|check|search|look|not|record|delet|remov|eras|wip|miss|fail"
    "|recall"
    "|learn|stor|sav|promis|scann|review|hop|wish|want|ask|stump|indeed|unsettl|clear|drop|purg|discard|cancel|forg"
)
"""Stems of what an assistant may have done with what it was told."""
_HAPPENED = (
    rf"i(?:'d| had| was|'ve| have)?(?: \w+ly| just| only| also| then| never| still)? (?:(?:{_IRREGULAR})"
    rf"(?! (?:no|none|neither|nothing)\b)"
    rf"|(?!{_OF_ASSISTANTS})\w+ed(?! (?:through|for|over|your|every|all|both|again)))\b|i was (?!not|n't|never"
    rf"|ever|told|given|asked|unable|hoping|looking)\w+|what i was (?:thinking|doing)\b"
    r"|i(?:'m| am)(?: not)? (?!guessing|drawing|missing|lacking|making|going|speculating|inventing|asking"
    r"|nothing|having"
    r"|seeing|finding|keeping|holding|looking|being|hearing|recalling|working|trying|coming|leaving|struggling"
    r"|wondering|waiting|reading|counting|starting|failing)\w+ing\b|i (?:keep|kept) \w+ing\b"
    r"|i(?:'ve)? had (?:a(?! look)|an|some|two|three|to|the)\b|me and my\b"
    r"|(?<!where )\bi (?:want|love(?! writing)|like|eat|live|work|run|drink|hate|bring|water|buy"
    r"|cook|sleep|wash|clean|drive|ride|get(?! as far)|need (?:an|some"
    r"|my)|wonder|wake|walk|wear|go|use)\b"
    r"|i(?:'ve| have) got (?:to|an|some|\d+|two|three|plenty|(?!(?:nothing|none|it|that|this)\b)\w+ down)\b"
    r"|i need a (?:bit of help|\w+ (?:answer"
    r"|checklist))\b"
    r"|i don't (?:want(?! to (?:guess|invent|make|speculate))|like|mind|feel|need|go|have to think)\b"
    r"|where i (?:could|can|used to)\b"
    r"|i (?:just )?(?:couldn't|can't|cannot) (?:fall|sleep|get|stand|wait|keep|follow|eat|stop|believe|afford"
    r"|imagine)\b"
    r"|i(?:'d| would) never have \w+(?:ed|en)\b|i(?:'d| had) never (?:heard|seen)\b|i'll have forgotten\b"
    r"|i (?:open my|only (?:have|had|hope)|honestly don't know how|usually|save up)\b"
    r"|i (?:look (?:forward|outside)|remember looking)\b"
    r"|(?:i'm|i am) an? (?!assistant|bit|little|ai\b|afraid)\w+|i never know who\b|i don't (?:watch|know who)\b"
    r"|mind you\b|(?:it|this)'s (?:finally gone|raining)"
    r"|i've never been able\b|nobody who\b|the (?:shop|booking site|phone book|neighbour|weather)\b"
    r"(?!'s? [\w ]+(?:[.,;!?]|$))"
    r"|i couldn't even\b|(?:suggested|gave) it to me\b|i'm not sure (?:yet|if it's for me)\b"
    r"|i don't know who (?:told|they|she|he)\b|isn't that too\b|i'd missed that\b"
    r"|i've said no\b|i (?:don't|couldn't) (?:follow|tell you who won)\b|i thought it was\b"
    r"|i could (?:hardly|barely|just about)\b|i needn't have\b|i need (?:an?|some)(?: \w+er)(?: \w+)\b"
    r"|(?:lets?|letting) me (?:know (?:every|that|when)|choose|do|see|sleep|in|go|through)\b"
    r"|given me (?:the|an?)\b|did the job\b"
    r"|gave me an?\b|i'm going to (?!guess|make|invent|need|have|ask|speculate)\w+|that i could read\b"
    r"|i (?:still )?don't know what to (?!say|tell|answer|enter|put|write|call)\w+"
    r"|(?:this morning|last night|by tonight|for a while|these days|by lunchtime|this afternoon)\b"
    r"|(?:has|have|'s) gone (?:from \d|up|down|well|wrong)\b"
)
"""What the speaker did, wants, or owns."""
_ASKS_OTHERWISE = re.compile(
    rf"(?:^|{_AT_WORD})(?:"
    r"what i (?:asked|was asking|meant)\b"
    r"|(?:doesn't|didn't|don't|haven't|did not|hasn't)(?: really| even)? answer(?:ed)?\b"
    r"|no answer to\b|an answer (?:to|on|from)\b|here it is again\b|some other way\b|figure it out\b"
    r"|help me (?:with|write|word|plan|find|pick|choose|decide)\b"
    r"|(?:can|could|would|will) you (?!like|mind|look|refresh|list|type|paste|enter|point|write (?:it|them"
    r"|that)|describe|be|note|add|drop|help|\w+ me\b|(?:please |perhaps |kindly |maybe |just )*"
    r"(?:tell|remind|share|let|give|say|fill|send|name|repeat|provide|confirm|check|specify|supply|mention|pass"
    r"|clarify"
    r"|spell|help me))\w+"
    r"|(?:can|could|would|will) you (?:tell|give) me (?:in|how|why|an?(?! (?:bit|hint|little|clue|few|name|date"
    r"|number))|some)\b"
    r"|do you know (?:a|an|any|how|why)\b"
    r"|(?:should|can|could|shall|must) i (?!write|put|mention|say|list|tell|enter|note|know|add|fill|name|use"
    r"|call)\w+"
    r"|(?:which|what|who|where|when|how"
    r"|whether)\b[^?]{0,200}(?<!should )(?<!shall )(?<!can )(?<!may )(?<!must )\bi (?!should|shall|can|could|may|might"
    r"|need|must|have|was)\w+[^?]{0,200}\?"
    r"|(?:settle|decide|pick) (?:this|one|it)? ?for me\b|(?:just|please) give (?:me one|it another)\b"
    r"|you (?:picked|chose|recommended|suggested)\b[^.?!]{0,200}\bfor (?:me|the)\b|what did you (?:choose|pick"
    r"|recommend|suggest)\b"
    r"|i(?:'ve| have)? (?:told|mentioned) (?:to )?you (?:why|how|what|when|where|which|about|that) (?:i|my)\b"
    r"|you (?:chose|named|came up with)\b[^.?!]{0,200}\bfor (?:me|us|the|my|our)\b"
    r"|what your (?:\w+ )?(?:tip|pick|advice|recommendation|choice|idea|suggestion) was\b"
    r"|i can't remember (?:if|whether) (?:you know|i(?:'ve)? (?:told|mentioned|said))\b"
    r"|it's me\b|(?<!i'll )(?<!i can )(?<!let me )(?<!i'd )"
    r"\bwrite (?:them|him|her) (?:what|an?|the)\b|what i asked for\b"
    r"|(?:act|behave|answer) as my\b|(?:say|tell me) (?:which|what)[^.?!]{0,200} and why\b"
    r"|^\W*(?:please )?(?:remind me (?:who|which|what|how|when|where)\b(?! (?:(?:is|are|was) )?your\b"
    r"| you (?:live|work|are))|(?:make|write|draft) (?:me )?(?:an?|it|to|the)|leave out)\b"
    r"|(?:please|kindly) (?:fill in (?:the \w+ column(?! yourself)|(?:that|this|the) line for me)|draft|leave out"
    r"|give it)\b|draft it\b"
    r"|(?:why (?:do|does|is|are)|how do (?:you|i|they)|what's the point|what (?:is|are) [^?]{0,200} for"
    r"|is it (?:too late|worth|true|normal)|do you reckon|(?:can|could) you (?:explain|write one|name them)"
    r"|is there (?:an?|any) (?:trick|rule))\b"
    r"|(?:needs?|wants) an? (?:heads-up|\w+ (?:diary|list|note))\b|i need (?:an?|legal|new) (?!name|list|date"
    r"|number|figure|value|detail|hint|clue|moment|reminder|bit|little|few|minute|second|input|answer)\w+"
    r"|(?:lost track of|forgotten) (?:which \w+ is|my|the (?:name|one) you)\b|me again\b(?=[.!])"
    r"|^\W*(?:hi|hello|hey),? \w+ again\b"
    r"|i (?:let|left) (?:you|[^.?!]{0,200} up to you)\b|(?:tell me|say) what i'm\b"
    r"|do you want to share\b(?! (?:it|that|this|them|your|with)\b)|calling me\b"
    r"|call me (?!when|if)\w+ from now\b|something came up\b"
    r"|(?:you've|has|have) got me down\b|has a note that i\b|thinks? that i'm\b|seems to think i\b"
    r"|(?:on another note|quick chat|here goes|now you know)\b"
    r"|(?:doesn't|didn't) help me\b|let me ask (?:you )?again\b|do you think an?\b|thanks for helping me\b"
    r"|where they ask\b|^\W*my [^.?!]{0,200}\bwhat is it again\b|i forgot to mention\b"
    r"|(?:if i've|i've (?:already|never)|i've|did i) (?:told|tell) you\b|if you'd never\b"
    r"|(?<!we never )(?<!we haven't )(?<!we didn't )\b(?:get|got|getting) round to\b|couldn't (?:have told you"
    r"|tell you a thing)\b|(?:do|does|did) i call my\b"
    r")"
)
"""A request or a complaint of somebody who waits for an answer."""
_ASKS_IN_PASSING = r"(?:let's(?! (?:see|be)\b)|well, anyway|is there (?:an?|any) way)\b"
"""Words of somebody who goes on to something else, or of an assistant that asks for what it lacks."""
_MAY_TELL = re.compile(f"{_AT_WORD}(?:{_SOMEBODY}|{_HAPPENED}|{_ASKS_IN_PASSING})")
"""Any of these words: a sentence with them tells of something else, unless it speaks of the question."""
_SAID_BY_SOMEBODY = re.compile(
    rf"{_AT_WORD}(?:{_SOMEBODY})[^\"]{{0,80}}\b(?:said|says|told \w+|announced|declared|shouted|wrote)\b"
    r"[^\"\w]{0,3}\""
)
"""A sentence that quotes another person: what stands in the quotes is not the speaker's own."""
_UNTOLD = re.compile(
    r"\bi(?: (?:really |still |just )?(?:don't|do not|haven't|have not|can't|cannot|couldn't|have no|never)|'ve no)"
    r" (?:\w+ )?(?:know|got|have|say|tell|find|see|idea|record|note|clue|heard|learned|learnt)\b(?: you)?"
    r"(?: (?:of|what|who|which|when|about|is|was|are|the|in|on|for|anything|any)){0,5}"
    r"(?: your|(?: where| who| when| whether| what(?: \w+)?| which \w+| how(?: \w+)?) you)\b(?! know)"
    r"|\byou (?:have |\w+ly |still )?(?:never|haven't|have not|didn't|did not) (?:\w+ )?"
    r"(?:told|tell|mention\w*|said|say|shared?|gave|given?) (?!you\b)"
    r"|\byou(?:'ve| have)? (?:yet|still have) to (?:tell|say|mention|share|give|let)\b"
)
"""A sentence that says of the user's own matters that they were never told."""
_BLANK = re.compile(r"\[[^\W\d_][^\]\n\d]{1,40}\](?!\()|_{3}")
"""A gap in a text that the reply wrote for the user."""
_OF_THE_QUESTION = re.compile(
    r"\b(?:you|your|yours|yourself)\b.{0,200}\b(?:told|tell|telling|mention\w*|said|say|shared?|know|remind|let|gave"
    r"|giv\w+"
    r"|spok\w+|talk\w*|recall|remember|find|have|haven't|had|send|belong|decide|leave|went|picked|pawned|of yours)\b"
    r"|\b(?:tell|told|know|say|decide|have|find|recall|remember|let|give|fill|leave|allergies|left|asked"
    r"|list)\b.{0,200}"
    r"\b(?:you|your|yours|yourself)\b"
    r"|\b(?:(?<!a )(?<!some )notes?|records?|memory|talks|chats?|conversations?|between us|with us|on file"
    r"|fill(?:ed)? in|what i have"
    r"|to be (?:added|filled|completed|supplied))\b|\[|_{3}"
    r"|\bi (?:don't|do not|can't|cannot|couldn't) (?:know|say|tell|recall|remember)(?: (?:it|that|this|which|what"
    r"|any more))*[.,;!]"
    r"|\bi don't know (?:what(?! that| i was (?:thinking|doing))|which|who|when|where)\b"
    r"|\bnothing (?:in there|down|about)\b"
    r"|\bnone of (?:that|this|them|those|these|it) (?:is|was|are|were) (?:about )?you(?:rs)?\b"
    r"|\bi (?:can't|cannot|couldn't) (?:list|name|give|answer|count|fill)\b"
)
"""What a sentence about the question speaks of: what the user told, or what was recorded."""


@lru_cache(maxsize=256)
def without_stories(lowered: str) -> str:
    """The part of a text that can be about the question.

    A sentence that tells of the speaker's own life or of other people, or that asks for something else, is left out. If
    there is one, only those sentences remain that speak of what the user told or of what was recorded.

    Args:
        lowered: Case-folded text with straight quotes.
    """
    sentences = [match[0] for match in _SENTENCE.finditer(lowered)]
    plain = [sentence for sentence in sentences if not _tells_story(sentence)]
    if len(plain) == len(sentences):
        return lowered
    return " ".join(sentence for sentence in plain if _OF_THE_QUESTION.search(sentence))


def _tells_story(sentence: str) -> bool:
    """Whether a sentence tells of something else than the question."""
    if ("[" in sentence or "_" in sentence) and _BLANK.search(sentence):
        return False
    if "you" in sentence and _UNTOLD.search(sentence):
        return False
    if _ASKS_OTHERWISE.search(sentence) or _OWN.search(sentence):
        return True
    if '"' in sentence and _SAID_BY_SOMEBODY.search(sentence):
        return True
    return _MAY_TELL.search(sentence) is not None and _OF_THE_QUESTION.search(sentence) is None
