// Bars: the processor time of a question beside the embedded vectors, for each store and size, servers included.
const WIDTH = 720
const BAR = 18
const LABEL = 190
const COLOURS = ['#4878cf', '#9bb7e8']

/** `results`: by size, rows of stores. */
export function drawStores(results) {
  const names = [...new Set(results.flatMap(({ rows }) => rows.map(labelOf)))]
  const most = Math.max(...results.flatMap(({ rows }) => rows.map(({ work }) => work)))
  // Logarithmic: one store may take a hundred times as long as another.
  const scale = (ratio) =>
    Math.max(2, (Math.log10(Math.max(1, ratio)) / Math.log10(most * 1.2)) * (WIDTH - LABEL - 70))
  let y = 52
  const parts = []
  for (const name of names) {
    parts.push(text(LABEL - 10, y + BAR, name, 'end'))
    for (const [at, { rows }] of results.entries()) {
      const row = rows.find((one) => labelOf(one) === name)
      if (!row) continue
      const width = scale(row.work)
      parts.push(
        `<rect x="${LABEL}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 3}" fill="${COLOURS[at % COLOURS.length]}"/>`,
        text(LABEL + width + 6, y + BAR - 6, `${row.work.toFixed(1)} ×`, 'start'),
      )
      y += BAR
    }
    y += 12
  }
  const legend = results.map(({ size }, at) => {
    const x = LABEL + at * 150
    const colour = COLOURS[at % COLOURS.length]
    return `<rect x="${x}" y="26" width="12" height="12" fill="${colour}"/>${text(x + 18, 37, `${size.toLocaleString('en-US')} vectors`, 'start')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 8}" viewBox="0 0 ${WIDTH} ${y + 8}" font-family="sans-serif" font-size="13">
<title>Processor time of one question on each store of vectors, beside the embedded vectors</title>
<rect width="100%" height="100%" fill="#fff"/>
${text(LABEL, 16, 'Processor time of one question beside the embedded vectors (median, logarithmic)', 'start')}
${[...legend, ...parts].join('\n')}
</svg>
`
}

function labelOf({ name, note }) {
  return note ? `${name} (${note.split(',')[0]})` : name
}

function text(x, y, content, anchor) {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" fill="#222">${content}</text>`
}
