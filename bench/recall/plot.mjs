// Latency against size as an SVG.
import { writeFileSync } from 'node:fs'

const [WIDTH, HEIGHT] = [760, 420]
const AREA = { left: 70, right: 560, top: 30, bottom: 360 }

export function plotLatency(results, path) {
  const sizes = results.map(({ size }) => size)
  const x = scale(Math.min(...sizes), Math.max(...sizes), AREA.left, AREA.right)
  const y = scale(0.1, 100, AREA.bottom, AREA.top)
  const parts = [
    ...axis(x, y, sizes),
    ...line(results, 'hybrid', '#1f6feb', 'full text + vectors', x, y),
    ...line(results, 'fulltext', '#2da44e', 'full text', x, y),
  ]
  const style = 'font-family="system-ui, sans-serif" font-size="12"'
  const title =
    '<title>Warm search latency against the number of memories, the vector of the query given</title>'
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ${style}>${title}\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`,
  )
}

/** Both axes are logarithmic. */
function scale(low, high, from, to) {
  return (value) =>
    round(from + ((Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (to - from))
}

function axis(x, y, sizes) {
  const marks = [0.1, 1, 10, 100]
  return [
    ...marks.flatMap((value) => [
      `<line x1="${AREA.left}" x2="${AREA.right}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>`,
      `<text x="${AREA.left - 8}" y="${y(value) + 4}" text-anchor="end" fill="#57606a">${value} ms</text>`,
    ]),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${AREA.bottom + 20}" text-anchor="middle" fill="#57606a">${size.toLocaleString('en')}</text>`,
    ),
    `<text x="${(AREA.left + AREA.right) / 2}" y="${AREA.bottom + 42}" text-anchor="middle" fill="#57606a">memories</text>`,
  ]
}

function line(results, key, colour, label, x, y) {
  const points = results.map(({ size, [key]: value }) => `${x(size)},${y(value)}`)
  const last = results.at(-1)
  return [
    `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`
    }),
    `<text x="${AREA.right + 10}" y="${y(last[key]) + 4}" fill="${colour}">${label}</text>`,
  ]
}

function round(value) {
  return Math.round(value * 10) / 10
}
