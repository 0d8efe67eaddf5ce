// Porter's stemmer (1980), as published, for lower-case ASCII words: "running" and "runs" meet at "run".

const STEP_2: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
}
const STEP_3: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
}
const SUFFIX_2 = new RegExp(`^(.+?)(${Object.keys(STEP_2).join('|')})$`)
const SUFFIX_3 = new RegExp(`^(.+?)(${Object.keys(STEP_3).join('|')})$`)
const SUFFIX_4 = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/

const CONSONANT = '[^aeiou]'
const VOWEL = '[aeiouy]'
const CONSONANTS = `${CONSONANT}[^aeiouy]*`
const VOWELS = `${VOWEL}[aeiou]*`
/** Porter's measure m: how many vowel-consonant pairs the stem has. */
const MORE_THAN_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const EXACTLY_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`)
const MORE_THAN_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`)
const ENDS_CVC = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`)
const DOUBLE = /([^aeiouylsz])\1$/

/** Words longer than this are not English: stemming them buys nothing. */
const LONGEST = 40

export function porterStem(word: string): string {
  if (word.length < 3 || word.length > LONGEST) return word
  // An initial y is a consonant; upper case hides it from the vowel classes.
  const initialY = word.charCodeAt(0) === 121
  let stem = initialY ? `Y${word.slice(1)}` : word
  stem = pastAndPlural(stem)
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaceSuffix(stem, SUFFIX_2, STEP_2)
  stem = replaceSuffix(stem, SUFFIX_3, STEP_3)
  stem = dropSuffix(stem)
  stem = tidyEnd(stem)
  return initialY ? `y${stem.slice(1)}` : stem
}

function pastAndPlural(word: string): string {
  let stem = word
  if (stem.endsWith('sses') || stem.endsWith('ies')) stem = stem.slice(0, -2)
  else if (stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1)
  if (stem.endsWith('eed')) return MORE_THAN_0.test(stem.slice(0, -3)) ? stem.slice(0, -1) : stem
  const cut = stem.endsWith('ed') ? 2 : stem.endsWith('ing') ? 3 : 0
  if (cut === 0) return stem
  const base = stem.slice(0, -cut)
  if (!HAS_VOWEL.test(base)) return stem
  if (/(at|bl|iz)$/.test(base)) return `${base}e`
  if (DOUBLE.test(base)) return base.slice(0, -1)
  return ENDS_CVC.test(base) ? `${base}e` : base
}

function replaceSuffix(word: string, pattern: RegExp, table: Record<string, string>): string {
  const match = pattern.exec(word)
  if (!match) return word
  const [, base = '', suffix = ''] = match
  return MORE_THAN_0.test(base) ? base + (table[suffix] ?? '') : word
}

function dropSuffix(word: string): string {
  const match = SUFFIX_4.exec(word)
  if (match) return MORE_THAN_1.test(match[1] ?? '') ? (match[1] ?? '') : word
  const ion = /^(.+?[st])ion$/.exec(word)
  return ion && MORE_THAN_1.test(ion[1] ?? '') ? (ion[1] ?? '') : word
}

function tidyEnd(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const base = stem.slice(0, -1)
    if (MORE_THAN_1.test(base) || (EXACTLY_1.test(base) && !ENDS_CVC.test(base))) stem = base
  }
  return stem.endsWith('ll') && MORE_THAN_1.test(stem) ? stem.slice(0, -1) : stem
}
