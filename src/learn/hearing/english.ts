// What an English clause says, by how it opens: subject, adverbs, verb.
import type { Rule } from './rule.ts'

const LEAD_IN =
  /^(?:(?:and|but|so|also|plus|then|ok(?:ay)?|cool|well|yes|yeah|yep|nope|no(?=[,:!.])|sure|hi|hello|hey|oh|ah|hm+|btw|by the way|fyi|honestly|personally|basically|in general|overall|anyway|however|though|as i said|i think|i guess|i mean|to be clear|for context|fwiw|that said|because|since|as|considering(?: that| the fact that)?|given(?: that| the fact that)?|especially(?: since)?|one more thing|instead|alright|almost there|in addition|right now|currently|lately|recently|otherwise)[,:!.]{0,3}\s+)+/i

export function withoutEnglishLeadIn(clause: string): string {
  return clause.replace(LEAD_IN, '')
}

const ADVERB =
  "strongly|strictly|adamantly|try to|always try to|really|much|always|generally|usually|typically|actually|personally|only|exclusively|never|rarely|often|also|just|still|firmly|highly|particularly|absolutely|truly|genuinely|rather|greatly|mostly|mainly|primarily|tend to|definitely|already|recently|explicitly|deliberately|intentionally|specifically|currently|now|normally|completely|simply|don['’]t|do not|can['’]t|cannot|would|have|finally|sometimes|very|further|quite|so|kind of|deeply|especially|do"
const ADVERBS = `(?:(?:${ADVERB}) ){0,4}`
const I = "(?:i|we)(?:['’]ve|['’]d)? "
const AM = "(?:i['’]m|i am|we['’]re|we are|i['’]ve been|i have been) "
/** What is at hand and not named says nothing tomorrow: "I like it", "I love your idea". */
const NAMED =
  '(?! (?:it|this|that|these|those|them|you|your|how|what|where|both|his|her|their|all of|all|a lot|some of|the (?:idea|way|look|sound|approach|plan|first|second|last|result|new|suggestion|option|one|fact)|to (?:see|know|hear|get|think|discuss|add|start|learn more|explore|go over))\\b)'
const NUMBER_OR_DATE =
  '(?:[$€£¥]?\\d|one\\b|two\\b|three\\b|four\\b|five\\b|six\\b|seven\\b|eight\\b|nine\\b|ten\\b|january|february|march|april|may \\d|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday)'
const CHANGED =
  '(?:increased|extended|reduced|moved|changed|rescheduled|shifted|raised|improved|expanded|cut|updated|grew|grown|climbed|reached|upgraded|postponed|delayed|pushed|shortened|lowered|decreased|dropped|risen|adjusted|boosted|added|gathered)'
const ROLE =
  '(?:engineer|developer|designer|manager|teacher|student|professor|researcher|scientist|writer|producer|director|analyst|consultant|architect|technologist|artist|nurse|doctor|lawyer|founder|ceo|cto|lead|owner|freelancer|intern|programmer|admin|administrator|maintainer|editor|journalist|accountant|chef|musician|photographer|entrepreneur|marketer|specialist|technician|mechanic|librarian|contractor|salesperson|nutritionist|solicitor|retiree|veteran|coach|therapist|pharmacist|dentist|economist|psychologist|biologist|chemist|physicist|mathematician|translator|driver|pilot|farmer|waiter|waitress|cook|actor|actress|singer|dancer|author|filmmaker|electrician|plumber|carpenter|recruiter|officer|assistant|coordinator|sysadmin|devops|sre|pm)s?\\b'
const HABIT = '(?:always|never|only|exclusively|rarely|usually|typically|generally|mostly|tend to|normally)'
const DECIDED =
  '(?:decided|chose|chosen|choosed|opted|settled on|agreed|switched|migrated|standardi[sz]ed|adopted|picked|committed to|went with|ruled out|dropped support)'

const opening = (pattern: string) => new RegExp(`^${pattern}`, 'i')

/** Talks of the past, or asks what is still known. */
const MEMORIES =
  /^\S+(?: (?:please|just))? (?:that (?:time|one|day|thing|moment|conversation|bug|when)\b|(?:the|this) (?:time|other|last|one|first|bug|day)\b|me\b|when\b|how\b|what\b)/i

/** The first that matches counts. */
export const ENGLISH_RULES: readonly Rule[] = [
  {
    reason: 'remember',
    tier: 'write',
    pattern:
      /^(?:please |just |always |you (?:must|should) )*(?:remember|make a note|take note|for (?:future|later) reference|(?:save|add|store|write) (?:this|that|it) (?:to|in|into) (?:your |the )?memory|keep in mind for (?:later|the future))\b(?:(?: this| that)?\s*:| that\b(?! [.!])| to\b| (?:this|it)(?=[.!]?$)|,(?= (?:i|we|my|our|always|never|use|don['’]t|do not)\b)|(?= (?:i|we|my|our|the|never|always|not|all|this)\b)|(?<=reference),?)/i,
    unless: MEMORIES,
    readsSentence: true,
    cutsOpening: true,
  },
  // Mostly said of the task at hand.
  {
    reason: 'remember',
    tier: 'candidate',
    pattern: opening(
      "(?:please |and )?(?:don['’]t forget|do not forget|keep in mind|note)(?:,? that\\b| to\\b)",
    ),
    unless: MEMORIES,
    readsSentence: true,
    cutsOpening: true,
  },
  {
    reason: 'instruction',
    tier: 'write',
    pattern: opening(
      '(?:please )?(?:from now on|going forward|from here on(?: out)?|from this point on|in (?:the )?future|for (?:all )?future \\w+)\\b',
    ),
    unless:
      /\b(?:i['’]ll|i will|i['’]m going|we might|maybe|could be|it (?:will|might|could)|will be|are going to)\b/i,
  },
  {
    reason: 'instruction',
    tier: 'write',
    pattern: opening(
      "(?:please |you (?:should|must) |i (?:want|need) you to |make sure (?:to |you |that you )|i(?:['’]d| would) like you to )?(?:always|never(?: ever)?) (?:\\w{0,30}[^deg\\W]s?|\\w{0,30}(?:e|[^e]d|eed|bed|[^n]g|ring))(?= \\S+ ?\\S)",
    ),
    opensSentence: true,
    unless:
      /\b(?:always|never(?: ever)?) (?:\w+(?:[^s]s|ed|ing)|mind|again|been|the|a|an|in|had|was|is|has|got|seen|on|at|there|too|so|that|this|it|if|when|knew|know|went|came|took|made|gave|done|gone|written|shown|saw|thought|met|said|found|felt|heard|did|left|lost|told|wrote|began|kept|forgot|understood|ran|here|up|down|ready|open|glad|happy|good|fun|nice|right|wrong|true|late|more|before|really|actually|say never|give up)\b/i,
  },
  {
    reason: 'instruction',
    tier: 'write',
    pattern: opening(
      "(?:whenever|every time|each time) (?:i|you|we) [^,]{3,120}, (?:please|you (?:should|must)|always|never|make sure|don['’]t|use|run|ask|add|write|include|check|tell|show|give|update)\\b",
    ),
  },
  { reason: 'person', tier: 'write', pattern: opening("my name(?: is|['’]s) [\\w'-]{2,30}") },
  {
    reason: 'person',
    tier: 'write',
    pattern:
      /^(?:[Ii]['’]m|[Ii] am|[Cc]all me|[Tt]his is) [A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?(?=[,.!]|$| and i\b| from\b)/,
    unless:
      /^\S+(?: \S+)? (?:Using|Trying|Not|Sure|Also|Just|Fine|Ok|Sorry|Good|Looking|Working|Back|Done|Ready|Here|New)\b/,
  },
  {
    reason: 'person',
    tier: 'write',
    pattern: opening(
      `(?:i['’]m|i am|i work as|i['’]ve been working as|my (?:job|role|profession|occupation) is(?: to be)?|i['’]m working as|i am working as) (?:an? |the )(?:[\\w/+#.-]+,? ){0,5}?${ROLE}`,
    ),
    unless: /^\S+(?: \S+)? an? (?:bit|little|fan|huge|big fan|lot)\b/i,
    kind: 'fact',
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `${I}${ADVERBS}(?:prefer(?:red)?|dislike|hate|detest|loathe|despise|avoid|refuse|favou?r|prioriti[sz]ed?|adore|thrive|learn best|value|aim for|stick to|follow an? (?:\\w+ ){0,2}diet)\\b${NAMED}`,
    ),
    unless: /^\S+ (?:would )?(?:prefer|like|love|value)\w* (?:if|for you)\b/i,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(`(?:i|we) (?:(?:${ADVERB}) ){0,3}(?:like|love|enjoy)\\b${NAMED}`),
    unless: /^i would (?:like|love)|^\S+ (?:really )?(?:like|love) (?:the|to (?:be able|have you))\b/i,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `${AM}${ADVERBS}(?:not )?(?:${ADVERBS})(?:(?:a|an) (?:\\w+ )?(?:fan|lover|believer|enthusiast) of|into|interested in|fond of|passionate about|allergic to|intolerant|against|opposed to|averse to|scared of|afraid of|terrified of|uncomfortable with|used to|obsessed with|keen on|vegan|vegetarian|claustrophobic|comfortable with)\\b${NAMED}`,
    ),
    unless: /\binterested in \w+ing\b|\bused to (?:be|have|do)\b/i,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `${I}(?:have|had|['’]ve got|got) (?:an? |no |absolutely no |zero )(?:[\\w-]+ ){0,3}(?:aversion|dislike|preference|interest|allergy|fear|phobia|distaste|passion|hatred|intolerance|sensitivity|disdain|love|affinity|objection|policy|rule|habit|tendency|distrust|desire)\\b`,
    ),
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `${I}(?:(?:can['’]t|cannot|can not|won['’]t|couldn['’]t|don['’]t|do not) )(?:\\w+ )?(?:stand|tolerate|bear|abide|eat|drink|consume|trust|watch|read|listen|buy|wear|care for)\\b${NAMED}`,
    ),
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `(?:i|we) (?!can |could |might |will |should |would )(?:\\w+ )?${HABIT} (?!recently\\b|been\\b|had\\b|got|get\\b|see\\b|seem|have to|hit\\b|end up|forget|receive|actually|need|just|thought|\\w+ed\\b)\\w+ \\w+`,
    ),
  },
  {
    reason: 'preference',
    tier: 'candidate',
    pattern: opening(
      `(?:my )(?:\\w+ ){0,2}(?:preference|favou?rite|go-to|style|approach is|rule)\\b(?! (?:for you|would))`,
    ),
    needs: /\b(?:is|are|has|was)\b/i,
  },
  {
    reason: 'project',
    tier: 'candidate',
    kind: 'technical_decision',
    pattern: opening(`${I}${ADVERBS}${DECIDED}\\b(?! (?:it|this|that|them)\\b)`),
  },
  {
    reason: 'person',
    tier: 'candidate',
    pattern: opening(
      `(?:i (?:${ADVERBS})(?:live|work (?:at|for|in|with|from)|study|teach|grew up|was born|own|speak|play|lead|manage|maintain|majored|graduated|moved to|suffer from|struggle with)\\b|${AM}(?:from|based in|located in|married|single|divorced|retired|\\d{2}\\b|studying|learning|color ?blind|pregnant|dyslexic|left-handed|lactose|diabetic|celiac))`,
    ),
  },
  {
    reason: 'person',
    tier: 'candidate',
    pattern: opening(
      '(?:i|we) have (?:an?|one|two|three|four|five|six|\\d{1,2}|no) (?:[\\w-]+ ){0,2}(?:daughters?|sons?|kids?|children|dogs?|cats?|brothers?|sisters?|siblings|pets?|horses?)\\b',
    ),
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening('(?:our|the) [^,?]{2,50} (?:is|are|happens?|takes? place) (?:at|on|every|each) '),
    needs:
      /\b(?:every|daily|weekly|monthly|each) ?(?:day|week|month|morning|mon|tues|wednes|thurs|fri|satur|sun)?/i,
  },
  {
    reason: 'person',
    tier: 'candidate',
    pattern: opening(
      "my (?:\\w+ )?(?:wife|husband|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|parents|sister|brother|son|daughter|kids?|children|dog|cat|boss|manager|team lead|colleague|birthday|time ?zone|hometown|job|native language|email|phone|employer|company|doctor)(?:['’]s \\w+)? (?:is|are|was|has|have|lives?|works?|likes?|loves?|runs?|owns?)\\b",
    ),
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      `(?:i|we|our \\w+|the team)(?:['’]ve| have| has| had)? ${ADVERBS}${CHANGED}\\b[^?]{0,120}?(?:\\b(?:to|through|until)(?: [a-z]+){0,3}?)? ${NUMBER_OR_DATE}`,
    ),
    unless:
      /^\S+ (?:have )?(?:\w+ )?(?:added|updated|changed|moved) (?:a|an|the|some|more|it|this|that)\b|\bby (?:about |around )?\d/i,
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      `(?:the|my|our) [^,?]{3,80}? (?:has|have|was|were|is|are|now)(?: now| recently| been| further)* ${CHANGED}\\b`,
    ),
    needs: new RegExp(NUMBER_OR_DATE, 'i'),
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      "(?:(?:for|in|on) [\\w /-]{2,30},? )?we (?:explicitly |always |only |never |currently |deliberately |don['’]t |do not |no longer |also )*(?:use|deploy|host|store|track|keep|follow|support|target|ship|release|pin|vendor|run|want)\\b(?! (?:it|this|that|them)\\b)",
    ),
    needs:
      /\b(?:for|to|in|on|because|since|so|not|never|always|only|explicitly|instead|every|at|until|no longer)\b/i,
  },
  {
    reason: 'project',
    tier: 'candidate',
    kind: 'relationship',
    pattern:
      /^(?!(?:This|That|It|There|What|Which|Who|The|Claude|Here|These|Those|And|But|So) )[A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})? (?:owns|handles|leads|maintains|is responsible for|is in charge of|is the (?:\w+ )?(?:owner|lead|contact|manager|maintainer)|is (?:my|our) \w+)\b/,
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      '(?:in my (?:head|mind|view|understanding),? .{12,}|by ["\'“]?\\w+["\'”]? (?:i|we) mean\\b)',
    ),
  },
  {
    reason: 'confirmation',
    tier: 'candidate',
    kind: 'technical_decision',
    pattern: opening(
      "(?:(?:let['’]s )?(?:keep|stick with|stay with|leave) (?!it\\b|this\\b|that\\b|going|in mind|an eye|me\\b|track)\\w+ \\w+|[^,?]{3,80} (?:is|are|was|were) (?:intentional|deliberate|on purpose|by design)\\b)",
    ),
    needs:
      /\b(?:because|since|it['’]s (?:fine|better|intentional|simpler)|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design)\b/i,
  },
  {
    reason: 'correction',
    tier: 'candidate',
    pattern: opening(
      "(?:no,? )?(?:you(?:['’]re| are)|that(?:['’]s| is)|this is|it(?:['’]s| is)) (?:not (?:correct|right|true|accurate)|wrong|incorrect|mistaken|inaccurate)\\b[,:;.!–—\\s-]*(?:because |since )?",
    ),
    readsSentence: true,
    cutsOpening: true,
  },
  {
    reason: 'correction',
    tier: 'candidate',
    pattern: opening(
      '[^,?.]{3,60} (?:is|are) (?:not (?:correct|right|true|accurate)|wrong|incorrect|mistaken|inaccurate)\\b',
    ),
    needs: /[,:;.–—-] ?\S+ \S+ \S+ \S+/,
  },
  {
    reason: 'place',
    tier: 'candidate',
    pattern: opening(
      '(?:all |our |the )*(?:[\\w-]+ ){0,2}(?:bugs|issues|tickets|tasks|tests|docs|documentation|designs|mockups|specs|decisions|incidents|runbooks|logs|metrics|secrets|credentials|builds|releases|requirements|roadmap|backlog|translations)(?: for \\w+)? (?:(?:is|are) (?:tracked|logged|filed|documented|kept|stored|hosted|published|deployed|managed|written) |lives? |goes? )(?:in|at|on|under|to|into) \\S',
    ),
  },
  {
    reason: 'correction',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      "(?:please )?(?:(?:stop|quit) (?:using|adding|writing|creating|committing|pushing|mocking|generating|inserting|putting|formatting|summari[sz]ing|apologi[sz]ing) (?!this|that|these|those|me\\b|it\\b)\\w+|(?:don['’]t|do not|no need to) (?!forget|worry|think|know|mind|do it|do that|change anything)\\w+ [^,;.]{3,80}[,;.–—-]+ (?:just |only |please )?(?:use|do|write|add|put|run|call|keep|make|prefer)\\b)",
    ),
  },
  {
    reason: 'preference',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      "(?:(?:we (?:don['’]t|do not)|i (?:don['’]t|do not)(?= want any)|(?:i|we) (?:never|always|only)) want (?!it\\b|this\\b|that\\b|you to (?:do|change) (?:it|this|that|anything))|[^,?]{2,60} (?:should|must) (?:always|never|only) (?!have one)\\w|[^,?]{2,60} (?:should be|is|are) the (?:single )?source of truth\\b)",
    ),
  },
  {
    reason: 'preference',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      "(?:please |can you |make sure (?:to |that |we['’]re |we are |you )?|we (?:use|prefer|write) )*(?:use|using|write|writing|format|name|prefer|stick to|avoid|no|match|follow) (?:[\\w'-]+ ){0,4}(?:spelling|english|chinese|naming|convention|conventions|style|indentation|tabs|spaces|semicolons|emojis?|quotes|commit messages?|imperative mood|past tense|camelcase|snake_case|kebab-case|metric|time ?zone|utc)\\b",
    ),
  },
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      "(?:(?:this|the|our) (?:project|repo|repository|codebase|monorepo|package|app|service|team|company) (?:uses?|requires?|targets?|follows?|supports?|runs? on|is (?:written|built|deployed|hosted|licensed))\\b|our (?:\\w+ ){0,2}(?:convention|rule|policy|standard|process|workflow|stack|default|goal|users?|customers?)s? (?:is|are)\\b|we(?:['’]re| are) (?:on|targeting|stuck on|still on|limited to) (?:\\w+ )?v?\\d|the reason (?:we|i|for) )",
    ),
  },
  // One thing and not the other: who says it has been asked before.
  {
    reason: 'project',
    tier: 'candidate',
    pattern: opening(
      '(?:the|our|this|all|every|we|[a-z]+s) [^?]{3,100}, (?:and )?not (?:by |in |on |the |a |from |via |with |to )?[\\w./`-]+(?: [\\w./`-]+)?$',
    ),
    unless:
      /\b(?:is|are|did|does|should) (?:it|this|that)\b|\bnot (?:sure|yet|working|really|now|only|just)\b|\b(?:i think|maybe|seems?|looks?)\b/i,
    readsSentence: true,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      "(?:please )?(?:(?:ask|tell|check with|warn) me (?:before|first)\\b|(?:only|just) (?:use|ever) \\w|avoid (?!it\\b|this|that|the\\b)[\\w-]+|no (?:new |extra |more |unnecessary )?[\\w-]+s(?: in| for| please|$)|(?:don['’]t|do not) (?:add|use|touch|edit|commit|push|create|introduce|mock|rename|write|put|include|modify|delete|remove|install) (?!it\\b|this|that|them|anything|any of|the (?:first|second|last|new|old|same)\\b)[\\w`-]+)",
    ),
    unless: /\b(?:here|yet|now|this|it|them)\b/i,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      '(?:all |any |every )?(?!the |these |those |this|is|was|has|does|as|its|us|less|unless)(?:[a-z]+ )?[a-z]{3,}[^s]s (?:must|should)(?: not| never| always| only)? \\w+ \\w',
    ),
    unless: /\b(?:this|that|it|here|we|you|i)\b/i,
  },
  {
    reason: 'correction',
    tier: 'candidate',
    pattern: opening(
      "(?:what i (?:meant|mean) (?:is|was)(?: that)?|it(?:['’]s| is) (?:important|crucial|essential)(?: to me| for us)? that|that(?:['’]s| is) not how (?:it|this|that) works)[,:;.\\s–—-]*",
    ),
    readsSentence: true,
    cutsOpening: true,
  },
  {
    reason: 'preference',
    tier: 'candidate',
    kind: 'workflow',
    pattern: opening(
      "(?:(?:i|we)(?:['’]d| would) (?:also |really |much )?(?:like|prefer|rather)|(?:i|we) (?:really |also )?want|let['’]s|we (?:should|must)|use|keep|please use|don['’]t use|for (?:every|all|each) [^,]{2,60},? (?:i|we|use))\\b",
    ),
    needs:
      /\b(?:instead of|rather than|not \w+ but|over \w+ because|everywhere|from now on)\b|\binstead\b|that(?:['’]ll| will) make|this makes/i,
  },
]
