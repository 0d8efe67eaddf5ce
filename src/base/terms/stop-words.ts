// Words that say nothing about what a text is about. Dropping them helps more than any change of formula.

const ENGLISH = `a about above after again against all also am an and any are arent as at be because been before being
below between both but by can cannot cant could couldnt d did didnt do does doesnt doing dont down during each few for
from further had hadnt has hasnt have havent having he hed hell her here heres hers herself hes him himself his how
hows i id if ill im in into is isnt it its itself ive just let lets ll m me more most mustnt my myself no nor not of
off on once only or other ought our ours ourselves out over own re s same shant she shed shes should shouldnt so some
such t than that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve this
those through to too under until up us ve very was wasnt we wed well were werent weve what whats when whens where
wheres which while who whom whos whose why whys will with wont would wouldnt you youd youll your youre yours yourself
yourselves youve`

/** Characters that serve grammar: a pair made of two of them is no word. */
const CHINESE =
  '的了是在我你他她它们这那有和与就都也还吗呢吧啊呀么什谁哪怎个之其及或而且但被把给让对从到很会能要可以为于'

/** With those that ask and relate: a pair with one of them in it is seldom a word, and its rarity means nothing. */
const CHINESE_WEAK = `${CHINESE}多少几何来着请问告诉知道记不没得地着过说去`

/** Searched as it is: to make a set of it would cost every process a third of a millisecond. */
const ENGLISH_TEXT = ` ${ENGLISH.replaceAll('\n', ' ')} `

/** In small letters, without apostrophes. */
export function isEnglishStopWord(word: string): boolean {
  return ENGLISH_TEXT.includes(` ${word} `)
}

export function isChineseFunctionCharacter(character: string): boolean {
  return CHINESE.includes(character)
}

export function isChineseWeakCharacter(character: string): boolean {
  return CHINESE_WEAK.includes(character)
}
