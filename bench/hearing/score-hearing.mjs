// What was heard of labelled messages ({keep: yes|maybe|ask|no, lang, form?, type?}): by label and language, in percent,
// how many were taken (written at once, a candidate), written, and asked about.

/** `heard`: {message, written, candidates, asked} each. */
export function scoreHearing(heard) {
  const byLabel = {}
  for (const keep of ['yes', 'maybe', 'ask', 'no']) {
    const rows = heard.filter(({ message }) => message.keep === keep)
    const languages = { en: 'en', zh: 'zh', mixed: 'mixed' }
    byLabel[keep] = Object.fromEntries(
      [
        ...Object.keys(languages).map((lang) => [lang, rows.filter(({ message }) => message.lang === lang)]),
        ['all', rows],
      ]
        .filter(([, of]) => of.length > 0)
        .map(([lang, of]) => [lang, partsOf(of)]),
    )
  }
  const forms = [...new Set(heard.flatMap(({ message: { form } }) => (form ? [form] : [])))].sort()
  const form = Object.fromEntries(
    forms.map((name) => [
      name,
      partsOf(heard.filter(({ message }) => message.form === name && message.keep !== 'maybe')),
    ]),
  )
  const typed = heard.filter(
    ({ message, written, candidates }) =>
      message.keep === 'yes' && message.type && written.length + candidates.length > 0,
  )
  const right = typed.filter(({ message, written, candidates }) =>
    [...written, ...candidates].some(({ type }) => type === message.type),
  )
  return { ...byLabel, form, ...(typed.length > 0 && { types: percent(right.length, typed.length) }) }
}

function partsOf(rows) {
  const part = (holds) => percent(rows.filter(holds).length, rows.length)
  return {
    n: rows.length,
    taken: part(({ written, candidates }) => written.length + candidates.length > 0),
    written: part(({ written }) => written.length > 0),
    asked: part(({ asked }) => asked.length > 0),
  }
}

function percent(part, whole) {
  return whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(1))
}
