// What may differ between two texts that say the same: words that say nothing, and words that say the same. Kept
// small: a rewording that is missing here leaves two memories, one that is wrong loses one.
import { IRREGULAR_FORMS } from '../search/irregular-forms.ts'

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Say nothing that could differ. */
export const FILLERS =
  words(`the a an one is are am be been being was were do does did always very really quite so just also too please now currently there it its itself they
them their that which who whom where while all every each any both together feel feels felt feeling own such`)

/** May be left out wherever they stand, as long as nothing stands in their place. */
export const SOFT = words('visit go event activity here_in here_on 玩 去')

/** Join phrases: what follows one of them may stand elsewhere in the sentence. */
export const JOINTS = words('at in on of for with and but to because about so as by be_name')

/** Where one of these stands on one side only, or before another word, something else is said. */
export const LIMITS =
  words(`not never no none nor neither nobody nothing without cannot only except unless if when
whenever until till or may might can could maybe perhaps probably possibly likely before after since during within
between than over under above below beyond least most more less fewer up down off out away minimum maximum min max
about_number last next previous former formerly once ago still yet almost nearly hardly barely rarely seldom often
sometimes usually some few many several half used_to avoid stop stopped stops refuse refuses fail fails failed forbid
forbids prohibit prohibits prevent prevents ignore ignores exclude excludes want wants wanted plan plans planned hope
hopes try tries consider considers intend intends think thinks believe believes seem seems instead rather against
per via then must should will would shall`)

/** Limits that say the same. */
export const SAME_LIMITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    never: 'not',
    no: 'not',
    might: 'may',
    can: 'may',
    could: 'may',
    should: 'must',
    shall: 'must',
    would: 'will',
    till: 'until',
    maximum: 'max',
    minimum: 'min',
  }),
)

const SAME_PERSONS = 'i me my mine|we us our ours|you your yours|he him his|she her hers'

/** Who is spoken of, by one form. */
export const PERSONS: ReadonlyMap<string, string> = firstOfEach(SAME_PERSONS)

/** Said the same way once. Longer ones first. */
export const PHRASES: [RegExp, string][] = [
  [/\bcan['’]?t\b|\bcannot\b/gi, 'can not'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/n['’]t\b/gi, ' not'],
  [/\b(it|that|there|he|she|what)['’]s\b/gi, '$1 is'],
  [/['’](?:re|ve|ll|d|m)\b/gi, ' '],
  [/\b(?:has|have|had) been\b/gi, 'been'],
  [/\b(?:has|have|had)(?= (?:not )?\w+ed\b)/gi, ' '],
  [/\bin order to\b/gi, 'to'],
  [/\bprior to\b/gi, 'before'],
  [/\bas well as\b/gi, 'and'],
  [/\b(?:used|use) to\b/gi, 'used_to'],
  [/\b(?:have|has|had|needs?|ought|is|are) to(?: be)?\b/gi, 'must'],
  [/\bneeds? (?:the |an? )?(?=(?:approval|review|permission|consent)\b)/gi, 'must '],
  [/\bwent to (?=the\b|an?\b)/gi, 'visited '],
  [/\b(?:go|goes) to (?=the\b|an?\b)/gi, 'visit '],
  [/\b(?:won|took|came|got) (?:the )?(first|second|third)(?: (?:place|prize))?\b/gi, 'won $1'],
  [/\b(?:due|owing) to\b|\bbecause of\b/gi, 'because of'],
  [/\btook part in\b/gi, 'attended'],
  [/\btakes? part in\b/gi, 'attend'],
  [/\bwhich (?:makes?|made) (?:him|her|me|us|them)\b/gi, 'and felt'],
  [/\b(?:had|have|has|having) (?:a )?(?:lots of |great |good )?fun\b/gi, 'had a great time'],
  [/\benjoyed (?:my|him|her|our|them)sel(?:f|ves)(?: a lot)?\b/gi, 'had a great time'],
  [/\bplayed (?:very )?well\b/gi, 'excelled'],
  [/\b(?:every|each) (day|week|night|month|year|hour|quarter)\b/gi, 'each_$1'],
  [/\bdaily\b/gi, 'each_day'],
  [/\b(week|night|month|year|hour|quarter)ly\b/gi, 'each_$1'],
  [/\b(?:about|around|roughly|approximately|approx\.?|circa|~) ?(?=\d)/gi, 'about_number '],
]

/** "Is" between two things says which is which; before a participle it only helps. */
PHRASES.push([/\b(?:is|are|was|were)\b(?! (?:not |now |very |also |to )?\w+(?:ed|ing)\b)/gi, 'be_name'])

const SAME = `use utilize utilise employ|receive get obtain|buy purchase|begin start commence|finish end|show display
attend join|need require|allow permit|repo repository|config configuration|db database
docs documentation|prod production|env environment|dir directory folder|k8s kubernetes|postgres postgresql
javascript js|typescript ts|python py|app application|admin administrator|info information|favorite favourite
color colour|canceled cancelled|canceling cancelling|mom mother mum mommy|dad father daddy|happy glad|movie film
approve approval|deploy deployment|answer reply respond|store keep save|big large|quick fast
picture photo image|trip journey|children kids|see saw|find found
organize organise|prefer preference|argument arg|parameter param|maximum max|minimum min|person people`

/** The first of each group. */
export const SYNONYMS: ReadonlyMap<string, string> = firstOfEach(SAME)

function firstOfEach(groups: string): Map<string, string> {
  return new Map(
    groups.split(/[|\n]/).flatMap((group) => {
      const forms = group.trim().split(/\s+/)
      return forms.map((word): [string, string] => [word, forms[0]!])
    }),
  )
}

/** Forms of one word have one key; words that only share a root (import, important) have not. */
export function baseForm(word: string): string {
  const known = SYNONYMS.get(word) ?? IRREGULAR_FORMS.get(word)
  if (known !== undefined) return known === word ? ending(known) : baseForm(known)
  const bare = uninflected(word)
  return ending(SYNONYMS.get(bare) ?? SYNONYMS.get(`${bare}e`) ?? bare)
}

function uninflected(word: string): string {
  let stem = word
  if (/[^aeiou]ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|zz)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (/[^suiw]s$/.test(stem) && stem.length > 3) stem = stem.slice(0, -1)
  const cut = /[aeiouy].*(?:[^e]ed)$/.test(stem) ? 2 : /[aeiouy].*ing$/.test(stem) ? 3 : 0
  if (cut === 0 || stem.length - cut < 2) return stem
  const base = stem.slice(0, -cut)
  if (/i$/.test(base)) return `${base.slice(0, -1)}y`
  return /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base
}

/** "use" and "us(ed)" meet without their last e. */
function ending(word: string): string {
  return word.length > 3 ? word.replace(/e$/, '') : word.replace(/(?<=..)e$/, '')
}
