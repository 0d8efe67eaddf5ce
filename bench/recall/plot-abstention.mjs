// False injection against recall, as the point of attaching moves: one line per set, a ring where it is.
import { writeFileSync } from 'node:fs'

const AREA = { left: 60, right: 560, top: 20, bottom: 340 }
const COLOURS = ['#1f6feb', '#2da44e', '#bf3989', '#9a6700', '#8250df', '#57606a']
const x = (percent) => round(AREA.left + (percent / 100) * (AREA.right - AREA.left))
const y = (percent) => round(AREA.bottom - (percent / 100) * (AREA.bottom - AREA.top))

export function plotAbstention(curves, path) {
  const parts = [
    ...axes(),
    ...curves.flatMap((curve, index) => line(curve, COLOURS[index % COLOURS.length], index)),
  ]
  const style = 'font-family="system-ui, sans-serif" font-size="12"'
  const title = '<title>Recall against false injection, as the threshold moves</title>'
  const back = '<rect width="100%" height="100%" fill="#fff"/>'
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 400" ${style}>${title}\n${back}\n${parts.join('\n')}\n</svg>\n`,
  )
}

function axes() {
  const marks = [0, 20, 40, 60, 80, 100]
  return [
    ...marks.flatMap((mark) => [
      `<line x1="${x(0)}" x2="${x(100)}" y1="${y(mark)}" y2="${y(mark)}" stroke="#d0d7de"/>`,
      `<text x="${x(0) - 8}" y="${y(mark) + 4}" text-anchor="end" fill="#57606a">${mark}</text>`,
      `<text x="${x(mark)}" y="${y(0) + 18}" text-anchor="middle" fill="#57606a">${mark} %</text>`,
    ]),
    `<text x="${x(50)}" y="${y(0) + 38}" text-anchor="middle" fill="#57606a">questions of another store that bring something up</text>`,
    `<text x="14" y="${y(50)}" transform="rotate(-90 14 ${y(50)})" text-anchor="middle" fill="#57606a">R@5</text>`,
  ]
}

function line({ set, curve, falseInjection, 'R@5': recall }, colour, index) {
  const points = curve.map((point) => `${x(point.falseInjection)},${y(point['R@5'])}`).join(' ')
  return [
    `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<circle cx="${x(falseInjection)}" cy="${y(recall)}" r="5" fill="#fff" stroke="${colour}" stroke-width="2"/>`,
    `<rect x="580" y="${30 + index * 22}" width="14" height="4" fill="${colour}"/>`,
    `<text x="600" y="${36 + index * 22}" fill="#24292f">${set}</text>`,
  ]
}

function round(value) {
  return Math.round(value * 10) / 10
}
