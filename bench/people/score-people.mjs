// Pure: what each prompt was given in, figures out.
export const COLUMNS = ['n', 'reached', 'attached', 'riders', 'false', 'noise', 'anything']

/** Each is {prompt, attached: [{id}], lines: [{id}]}. */
export function scorePeople(asked) {
  const by = (key) => {
    const names = [...new Set(asked.map(({ prompt }) => prompt[key]))].sort()
    return Object.fromEntries(
      names.map((name) => [name, scoreOf(asked.filter(({ prompt }) => prompt[key] === name))]),
    )
  }
  return { all: scoreOf(asked), kind: by('kind'), lang: by('lang') }
}

/** In percent, but `riders` and `noise`, which count memories a prompt. Null: no prompt of this kind. */
function scoreOf(asked) {
  const wanted = asked.filter(({ prompt }) => prompt.relevant.length > 0)
  const others = asked.filter(({ prompt }) => prompt.relevant.length === 0)
  const has = (hits, { relevant }) => hits.some(({ id }) => relevant.includes(id))
  const wrong = (hits, { relevant, also }) =>
    hits.filter(({ id }) => !relevant.includes(id) && !also.includes(id)).length
  const share = (list, isMet) => ratio(100 * list.filter(isMet).length, list.length)
  const mean = (list, count) =>
    ratio(
      list.reduce((sum, one) => sum + count(one), 0),
      list.length,
    )
  const answered = wanted.filter(({ attached, prompt }) => has(attached, prompt))
  return {
    n: asked.length,
    reached: share(wanted, ({ attached, lines, prompt }) => has([...attached, ...lines], prompt)),
    attached: share(wanted, ({ attached, prompt }) => has(attached, prompt)),
    riders: mean(answered, ({ attached, prompt }) => wrong(attached, prompt)),
    false: share(others, ({ attached, prompt }) => wrong(attached, prompt) > 0),
    noise: mean(others, ({ attached, lines, prompt }) => wrong([...attached, ...lines], prompt)),
    anything: share(others, ({ attached, lines, prompt }) => wrong([...attached, ...lines], prompt) > 0),
  }
}

function ratio(part, whole) {
  return whole === 0 ? null : Math.round((100 * part) / whole) / 100
}

export function cellsOf(score) {
  return COLUMNS.map((name) => (score[name] === null ? '' : name === 'n' ? score.n : score[name].toFixed(2)))
}
