// One text that is all mutants at once: at each place the original runs unless `globalThis.__mutant(id)` says otherwise.

/** The text with one mutant in place of what was there, for the compiler. */
export function applyMutant(text, { start, end, changed, statement }) {
  return `${text.slice(0, start)}${statement ? ';' : `(${changed})`}${text.slice(end)}`
}

/** `mutants`: of this file, each with an `id`. */
export function renderMutants(text, mutants) {
  const byPlace = new Map()
  for (const mutant of mutants) {
    const place = `${mutant.start}-${mutant.end}`
    byPlace.set(place, [...(byPlace.get(place) ?? []), mutant])
  }
  const places = [...byPlace.values()].toSorted(([a], [b]) => a.start - b.start || b.end - a.end)
  return renderRange(text, 0, text.length, places)
}

/** `places` lie within the range, outermost first. */
function renderRange(text, from, to, places) {
  let out = ''
  let at = from
  let rest = places
  while (rest.length > 0) {
    const [place, ...others] = rest
    const { start, end, statement } = place[0]
    const inside = others.filter((other) => other[0].start < end)
    const original = renderRange(text, start, end, inside)
    out +=
      text.slice(at, start) + (statement ? switchStatement(place, original) : switchValue(place, original))
    at = end
    rest = others.filter((other) => other[0].start >= end)
  }
  return out + text.slice(at, to)
}

function switchValue(place, original) {
  const choices = place.map(({ id, changed }) => `globalThis.__mutant(${id}) ? (${changed}) : `)
  return `${place[0].opensStatement ? ';' : ''}(${choices.join('')}(${original}))`
}

function switchStatement([{ id }], original) {
  return `{ if (!globalThis.__mutant(${id})) {${original}} }`
}
