// English words whose forms no stemmer brings together: what went is asked for by "go".

/** The base form, then the others. Forms that are a word of their own as well (left, found, rose, saw, leaves) are left out. */
const FORMS = `arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun
bend bent|bet|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought
build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|cost|creep crept|deal dealt|dig dug
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden
hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|learn learnt|lend lent|lie lain|light lit
lose lost|make made|mean meant|meet met|mistake mistook mistaken|pay paid|ride rode ridden|ring rang rung
rise risen|run ran|say said|see seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone
shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken
spell spelt|spend spent|spin spun|split|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung
strike struck stricken|strive strove|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|withdraw withdrew withdrawn|write wrote written
child children|foot feet|goose geese|man men|woman women|mouse mice|tooth teeth|index indices|matrix matrices
criterion criteria|analysis analyses|hypothesis hypotheses|vertex vertices`

/** Searched as it is: to make a map of it would cost every process a third of a millisecond. */
const TEXT = `|${FORMS.replaceAll('\n', '|')}|`

/** The word itself where it is a base form, or regular. */
export function baseForm(word: string): string {
  const last = TEXT.indexOf(` ${word}|`)
  const at = last >= 0 ? last : TEXT.indexOf(` ${word} `)
  if (at < 0) return word
  const start = TEXT.lastIndexOf('|', at) + 1
  return TEXT.slice(start, TEXT.indexOf(' ', start))
}
