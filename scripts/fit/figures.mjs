// What people would be given at a point, in the figures of `npm run bench -- people`.

/** `attach`, `line`: from which chance on a memory is given in full, in a line. */
export function figuresOf(judgedCases, { attach = 2, line = 2, lines = 3, most = 5 }) {
  const given = judgedCases.map(({ one, hits }) => {
    const full = hits.filter(({ chance }) => chance >= attach).slice(0, most)
    const weak = hits.filter((hit) => hit.chance >= line && !full.includes(hit)).slice(0, lines)
    return { one, full, all: [...full, ...weak] }
  })
  const asked = given.filter(({ one }) => one.family === 'answer')
  const others = given.filter(({ one }) => one.family !== 'answer')
  const isRight = (hits) => hits.some(({ relevant }) => relevant)
  const share = (list, isMet) =>
    list.length === 0 ? Number.NaN : (100 * list.filter(isMet).length) / list.length
  const mean = (list, count) => list.reduce((sum, item) => sum + count(item), 0) / (list.length || 1)
  const attached = asked.filter(({ full }) => isRight(full))
  return {
    reached: share(asked, ({ all }) => isRight(all)),
    orders: share(
      asked.filter(({ one }) => one.kind === 'order'),
      ({ all }) => isRight(all),
    ),
    attached: share(asked, ({ full }) => isRight(full)),
    riders: mean(attached, ({ full }) => full.filter(({ relevant }) => !relevant).length),
    noise: mean(others, ({ all }) => all.length),
    false: share(others, ({ full }) => full.length > 0),
    anything: share(others, ({ all }) => all.length > 0),
    talk: share(
      others.filter(({ one }) => one.kind === 'talk'),
      ({ all }) => all.length > 0,
    ),
    near: share(
      given.filter(({ one }) => one.family === 'near'),
      ({ full }) => full.length > 0,
    ),
    everyday: share(
      given.filter(({ one }) => one.family === 'nothing'),
      ({ full }) => full.length > 0,
    ),
  }
}

/** The lowest point at which a figure is not above a value. */
export function pointFor(judgedCases, name, value, asPoint) {
  let low = 0
  let high = 1
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2
    if (figuresOf(judgedCases, asPoint(middle))[name] > value) low = middle
    else high = middle
  }
  return high
}

/** Prompts of a conversation one after the other: a memory is given once. */
export function replay(judgedCases, { attach, line, lineFor = () => line, lines = 3, most = 5 }) {
  const conversations = new Map()
  const counts = { any: 0, given: 0, full: 0 }
  for (const { one, hits } of judgedCases) {
    const seen = conversations.get(one.group) ?? new Set()
    conversations.set(one.group, seen)
    const open = hits.filter(({ id }) => !seen.has(id))
    const full = open.filter(({ chance }) => chance >= attach).slice(0, most)
    const weak = open.filter((hit) => hit.chance >= lineFor(seen.size) && !full.includes(hit)).slice(0, lines)
    for (const { id } of [...full, ...weak]) seen.add(id)
    counts.any += Number(full.length + weak.length > 0)
    counts.given += full.length + weak.length
    counts.full += Number(full.length > 0)
  }
  const n = judgedCases.length || 1
  return { anything: (100 * counts.any) / n, each: counts.given / n, full: (100 * counts.full) / n }
}
